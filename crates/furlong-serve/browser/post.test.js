// A game by post between two people: one with a telephone, one at a desktop who is the master as well.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer, PHONE } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

const SHEET = "Order sheet";
const RULES = await readFile(new URL("../../../rulesets/hare-tortoise/postal.toml", import.meta.url), "utf8");

/** Opens a game by post of these people, and returns the links of the others. */
async function open(person, names, hours = "72") {
  const page = person.page;
  await person.go(server.address);
  await page.getByText("Open a game by post").click();
  for (const [index, name] of names.entries()) await page.getByLabel(`Name for play by post, seat ${"ABC"[index]}`).fill(name);
  await page.getByLabel("Name of the game").fill("Spring");
  await page.locator("select[name=hours]").selectOption(hours);
  await page.getByRole("button", { name: "Open the game by post" }).click();
  await page.locator(".board-figure svg").first().waitFor();
  const links = await page.locator(".invite > .link").evaluateAll(inputs => inputs.map(input => input.value));
  await page.locator("#dialog-close").click();
  return links;
}

const isFit = async person => {
  assert.deepEqual(await person.unfit(), []);
  assert.equal(await person.isTooWide(), false);
  assert.deepEqual(person.faults, []);
};

/** Waits for the server to have read what stands in the sheet. */
const read = (person, words) => person.page.locator(".reading").filter({ hasText: words }).first().waitFor();

const round = (person, number) => person.page.locator(".round", { hasText: `Round ${number}` }).waitFor();

test("two people play by post until all vote to end the game", async () => {
  const [ada, bo] = [await server.person(DESKTOP), await server.person(PHONE, "dark", "America/New_York")];
  const [link] = await open(ada, ["Ada", "Bo"]);
  await bo.come(link);
  await isFit(ada);
  await isFit(bo);
  const due = person => person.page.getByText("Orders are due by").first().innerText();
  assert.match(await due(bo), /In the game's time zone: \S+ \S+ Europe\/Berlin.*move by default/);
  assert.doesNotMatch(await due(ada), /time zone/, "her clock is that of the game");

  // Bo is away for a while, which Ada is not told, and comes back.
  await bo.page.getByText("Away for a while?").click();
  await bo.page.getByLabel("Away for").selectOption("3");
  await bo.page.getByRole("button", { name: "I am away" }).click();
  await bo.page.getByText("You are away until round 3 is over").waitFor();
  await isFit(bo);
  assert.match(await ada.page.locator(".players li", { hasText: "Bo" }).innerText(), /no orders yet/);
  await bo.page.getByRole("button", { name: "I am back" }).click();
  await bo.page.getByText("Away for a while?").waitFor();

  // Bo makes a mistake, is told of it, and mends it.
  const sheet = bo.page.getByLabel(SHEET);
  const blank = await sheet.inputValue();
  await sheet.fill(`${blank.trimEnd()}\n`.replace(/^first:.*$/m, "first: go to 5"));
  await read(bo, "did you mean `to`?".replaceAll("`", ""));
  await bo.page.getByRole("button", { name: "Send the orders" }).click();
  await bo.page.getByRole("alert").filter({ hasText: "did you mean" }).waitFor();
  await sheet.fill((await sheet.inputValue()).replace("go to 5", "to 5"));
  await read(bo, "Go to 5.");
  await isFit(bo);
  await bo.page.reload();
  await bo.page.locator(".board-figure svg").first().waitFor();
  assert.match(await sheet.inputValue(), /first: to 5/, "the draft is kept");
  await bo.page.getByRole("button", { name: "Send the orders" }).click();
  await bo.page.getByText("Your orders are sent.").waitFor();
  await ada.page.locator(".players li", { hasText: "Bo" }).filter({ hasText: "orders sent" }).waitFor();

  // Ada taps a legal move, and sends it: all orders are in.
  await ada.page.locator(".choice", { hasText: "to 7" }).first().click();
  await read(ada, "Go to 7.");
  await ada.page.getByRole("button", { name: "Send the orders" }).click();
  for (const person of [ada, bo]) await round(person, 2);
  assert.match(await bo.page.getByRole("region", { name: "Report" }).innerText(), /to 7/);

  // The server ends in the middle of the round; what was sent is there again.
  await ada.page.locator('.picture [data-name="11"]').click({ force: true });
  await read(ada, "passed over");
  await ada.page.locator(".choice").first().click();
  await read(ada, "carried out");
  await ada.page.getByRole("button", { name: "Send the orders" }).click();
  await ada.page.getByText("Your orders are sent.").waitFor();
  await server.stop();
  await server.start();
  for (const person of [ada, bo]) await person.page.locator("body:not(.lost)").waitFor();
  await ada.page.getByText("Your orders are sent.").waitFor();

  // The master waits no longer for Bo, who moves by default.
  await ada.page.getByRole("link", { name: "To the master's page" }).click();
  await ada.page.getByRole("heading", { name: "The master's page" }).waitFor();
  assert.equal(await ada.page.getByLabel(SHEET).isVisible(), false);
  await ada.page.getByLabel("Deadline").fill("2099-01-01T20:00");
  await ada.page.getByRole("button", { name: "Set the deadline" }).click();
  await ada.page.getByRole("alert").filter({ hasText: "400 days" }).waitFor();
  await isFit(ada);
  await ada.page.getByRole("button", { name: "Adjudicate now" }).click();
  await ada.page.getByText("Bo (B) has sent nothing").last().waitFor();
  await ada.page.getByRole("button", { name: "Adjudicate the round" }).click();
  for (const person of [ada, bo]) await round(person, 3);
  assert.match(await bo.page.getByRole("region", { name: "Report" }).innerText(), /Bo \(B\): MISSING/);

  // Both vote to end the game.
  await ada.page.getByRole("link", { name: "To my seat" }).click();
  await ada.page.getByLabel(SHEET).waitFor();
  for (const person of [ada, bo]) {
    const own = person.page.getByLabel(SHEET);
    const text = (await own.inputValue()).replace(/^first:.*$/m, "first: forward 1; stay and draw");
    await own.fill(`${text.trimEnd()}\nvote: end\npress: Thank you!\n`);
    await person.page.getByRole("button", { name: "Send the orders" }).click();
  }
  for (const person of [ada, bo]) {
    await person.page.getByRole("heading", { name: "The race is over" }).first().waitFor();
    await person.page.getByText("All dice were drawn again").waitFor();
    assert.match(await person.page.getByRole("region", { name: "Report" }).innerText(), /Thank you!/);
    await isFit(person);
  }
  const saved = ada.page.waitForEvent("download");
  await ada.page.getByRole("button", { name: "Save the record" }).click();
  assert.match((await saved).suggestedFilename(), /^hare-tortoise-/);
  await bo.page.getByRole("button", { name: "Replay the race" }).click();
  await bo.page.getByText(/Event 0 of/).waitFor();
  await isFit(bo);
});

test("two people race by post to the finish, under rules of their own that are checked", async () => {
  const [ada, bo] = [await server.person(PHONE), await server.person(DESKTOP)];
  const page = ada.page;
  await ada.go(server.address);
  await page.getByText("Open a game by post").click();
  const form = page.locator(".by-post");
  const check = async (text, words) => {
    await form.getByLabel("Ruleset").fill(text);
    await form.getByRole("button", { name: "Check it" }).click();
    await form.getByRole("status").filter({ hasText: words }).first().waitFor();
  };
  await form.getByLabel("Rules for play by post").selectOption("");
  await check(RULES.replace('name = "postal"', "name = 7"), "must be a text, not 7");
  await page.getByRole("button", { name: "Open the game by post" }).click();
  await page.getByRole("alert").filter({ hasText: "must be a text, not 7" }).waitFor();
  await isFit(ada);
  // Carrots for all the way, and no lettuces: such a race has few rounds.
  const short = RULES.replace('"2" = 65', '"2" = 900').replace('lettuces = { "2" = 3', 'lettuces = { "2" = 0').replace("carrots = 10", "carrots = 900");
  await check(short.replace('name = "postal"', 'name = "short"'), "short");
  await page.getByRole("button", { name: "Open the game by post" }).click();
  await page.locator(".board-figure svg").first().waitFor();
  const link = await page.locator(".invite > .link").first().inputValue();
  await page.locator("#dialog-close").click();
  await bo.come(link);

  const end = person => person.page.locator(".end");
  for (let rounds = 1; !await end(bo).isVisible(); rounds++) {
    assert.ok(rounds < 30, "the race comes to its end");
    const before = await bo.moment();
    for (const { page } of [ada, bo]) {
      // Whoever misses a turn has no move in this round.
      if (!await page.getByLabel(SHEET).isVisible()) continue;
      await page.locator(".choice").last().click();
      await page.getByRole("button", { name: "Send the orders" }).click();
    }
    for (const { page } of [ada, bo]) await page.waitForFunction(before => document.querySelector("main").dataset.events !== before, before);
  }
  for (const person of [ada, bo]) {
    await end(person).waitFor();
    assert.match(await person.page.locator(".end").innerText(), /1st.*\n(.*\n)*.*All dice were drawn again/);
    await isFit(person);
  }
});
