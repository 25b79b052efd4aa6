// The page in German: no text of it stays English.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer, PHONE, isFit as isFitForAll } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

const GAMES = ["animal-race", "hare-tortoise", "gotham"];

/** Somebody whose browser is German. */
async function german(size = PHONE, scheme = "light") {
  const person = await server.person(size, scheme, "Europe/Berlin", "de-DE");
  // The same games every time, so that the same texts are looked at.
  await person.page.addInitScript(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function(text) { send.call(this, text.replace('"seed":null', '"seed":7')); };
  });
  await person.go(server.address);
  await person.page.getByRole("heading", { name: "Laufspiele" }).waitFor();
  return person;
}

/** Nothing has stayed English, is too wide, or keeps anybody out. */
async function isFit(person) {
  assert.deepEqual(await person.page.evaluate(() => [...globalThis.furlongMissing]), []);
  await isFitForAll(person);
}

/** Opens all that is folded. */
const unfold = page => page.evaluate(() => document.querySelectorAll("details").forEach(details => { details.open = true; }));

/** Opens a dialog by its button, and looks at it. */
async function look(person, name, within = async () => {}) {
  await person.page.locator(".tools").getByRole("button", { name, exact: true }).click();
  await person.page.locator("#dialog[open]").waitFor();
  await within(person.page.locator("#dialog-body"));
  await isFit(person);
  await person.page.locator("#dialog-close").click();
}

test("the first page is in the language of the browser, and in another one if that is chosen", async () => {
  const person = await german();
  const page = person.page;
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await unfold(page);
  for (const game of GAMES) {
    await page.locator(`input[name=game][value=${game}]`).check();
    for (const rules of await page.locator("#rules option").evaluateAll(options => options.map(option => option.value))) {
      await page.locator("#rules").selectOption(rules);
      for (const who of await page.locator("#who-1 option").evaluateAll(options => options.map(option => option.value))) await page.locator("#who-1").selectOption(who);
    }
  }
  await isFit(person);
  await page.getByRole("button", { name: "Mit Freunden: Hase und Igel" }).click();
  await isFit(person);
  await page.locator("#dialog-close").click();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Race games" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Laufspiele" }).waitFor();
  await person.context.close();
});

test("what people write stays as it is", async () => {
  const person = await german();
  const page = person.page;
  await person.setUp("animal-race");
  await page.locator('input[aria-label="Name von Platz A"]').fill("Fox");
  await page.getByRole("button", { name: "Tisch eröffnen" }).click();
  await page.locator(".choice").first().waitFor();
  assert.match(await page.locator(".players strong").first().innerText(), /^Fox \(du\)$/);
  await page.locator("header .home").click();
  await page.getByRole("button", { name: "Das Tierrennen umbenennen" }).click();
  await page.locator("#dialog input").fill("hare");
  await page.locator("#dialog").getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("link", { name: "hare", exact: true }).waitFor();
  await person.context.close();
});

for (const game of GAMES) {
  test(`a game of ${game}, and what can be read beside it`, async () => {
    const person = await german(game === "gotham" ? DESKTOP : PHONE, game === "gotham" ? "dark" : "light");
    const page = person.page;
    await page.getByRole("button", { name: /^Jetzt spielen/ }).nth(GAMES.indexOf(game)).click();
    await page.locator(".choice").first().waitFor();
    await page.locator(".choice").first().click();
    await page.getByRole("button", { name: /erklären$/ }).click();
    await page.locator("#dialog[open]").waitFor();
    await isFit(person);
    await page.locator("#dialog-close").click();
    await look(person, "Tipp", () => page.getByText("Der Bot denkt nach").waitFor({ state: "detached" }));
    await look(person, "Regeln");
    await look(person, "Nachschlagen", async dialog => {
      await unfold(page);
      for (const sheet of await dialog.locator(".row button").all()) await sheet.click();
      await dialog.locator("input").fill("Karte");
      await dialog.getByRole("button", { name: "Nachschlagen" }).click();
      await dialog.locator("[role=status] p").first().waitFor();
      assert.doesNotMatch(await dialog.locator("[role=status]").innerText(), /kein Begriff/, "the German word is known");
    });
    await look(person, "Einladen");
    await look(person, "Mein Platz");
    // At random, a game of Hare & Tortoise takes very long.
    for (let made = 0; await person.comesToDecide() && made < 400; made++) await person.choose(game === "hare-tortoise" ? 1 : made * 7 + 3);
    assert.ok(await person.isAtEnd());
    await look(person, "Bisheriger Verlauf");
    await page.getByRole("button", { name: "Wiedergabe" }).click();
    for (let step = 0; step < 5; step++) await page.getByRole("button", { name: "Zurück", exact: true }).click();
    await isFit(person);
    await page.getByRole("button", { name: "Zurück zum Spiel" }).click();
    if (game === "hare-tortoise") {
      // The analysis takes its time, so one game is enough here.
      await page.getByRole("button", { name: "Was jeder Zug wert war" }).click();
      await page.locator("#dialog-body").filter({ hasText: /Siegchancen|zu lange/ }).waitFor({ timeout: 60_000 });
      await isFit(person);
    }
    await person.context.close();
  });

  test(`the lesson of ${game}`, async () => {
    const person = await german();
    const page = person.page;
    await page.getByRole("button", { name: /^Lernen/ }).nth(GAMES.indexOf(game)).click();
    for (let made = 0; made < 80; made++) {
      const question = page.locator(".question h2");
      await question.waitFor();
      const isLast = await page.locator(".choice", { hasText: "jetzt dein erstes Spiel spielen" }).isVisible();
      await unfold(page);
      if (isLast) break;
      const asked = page.locator(".choice.asked");
      const choice = await asked.count() ? asked : page.locator(".choice").first();
      const before = await page.locator("#main").innerText();
      await choice.click();
      await page.locator(".play .main").click();
      await page.waitForFunction(before => document.getElementById("main").innerText !== before || document.getElementById("notice").childElementCount, before);
    }
    await isFit(person);
    await person.context.close();
  });
}

test("a game by post", async () => {
  const person = await german(DESKTOP);
  const page = person.page;
  await page.getByText("Ein Spiel per Post eröffnen").click();
  await page.getByRole("combobox", { name: /Wer per Post/ }).first().selectOption("bot");
  await page.getByRole("button", { name: "Spiel per Post eröffnen" }).click();
  await page.locator(".board-figure svg").first().waitFor();
  const sheet = page.getByLabel("Befehlszettel");
  const blank = await sheet.inputValue();
  await sheet.fill(blank.replace(/^first:.*$/m, "first: go to 5"));
  await page.locator(".reading .refused").waitFor();
  await page.getByRole("button", { name: "Befehle senden" }).click();
  await page.locator("#notice > *, #notice:not(:empty)").first().waitFor();
  await isFit(person);
  await sheet.fill(blank.replace(/^first:.*$/m, "first: if 5 free: to 5; to 11; back"));
  await page.locator(".reading p:not(.refused)").first().waitFor();
  await unfold(page);
  await isFit(person);
  await look(person, "Wie man Befehle schreibt");
  await page.getByRole("button", { name: "Befehle senden" }).click();
  await page.locator(".round", { hasText: "Runde 2" }).waitFor();
  await isFit(person);
  await page.locator(".tools a").first().click();
  await page.getByRole("button", { name: "Jetzt auswerten" }).waitFor();
  await unfold(page);
  await isFit(person);
  await person.context.close();
});
