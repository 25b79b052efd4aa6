// The page without a server: one file from disk, with the tables in a worker.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, PHONE, Person, play } from "./server.js";

const file = { address: pathToFileURL(process.env.FURLONG_HTML).href };
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** Somebody with the file, and what the page asks for beside it. */
async function person() {
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
  const person = new Person(await context.newPage(), context);
  person.asked = [];
  person.page.on("request", request => person.asked.push(request.url()));
  return person;
}

for (const game of ["animal-race", "hare-tortoise", "gotham"]) {
  test(`${game} is played to its end without a server`, async () => {
    const one = await person();
    await one.open(file, game, { people: 1, bots: 2, who: "here" });
    await play([one], { advised: game === "hare-tortoise" });
    assert.deepEqual(await one.unfit(), []);
    assert.deepEqual(one.faults, []);
    if (game === "hare-tortoise") {
      await one.page.getByRole("button", { name: "What each move was worth" }).click();
      await one.page.getByText(/Analysing the game: \d+ %/).waitFor();
    }
    assert.deepEqual(one.asked.filter(url => !/^(file|blob|data):/.test(url)), [], "nothing comes from anywhere else");
    await one.context.close();
  });
}

test("a game goes on where it was when the file is opened again", async () => {
  const one = await person();
  // A race of many turns: gotham can be over in its first round.
  await one.open(file, "hare-tortoise", { people: 1, bots: 1, who: "here" });
  for (let made = 0; made < 3; made++) {
    await one.page.locator(".choice").first().waitFor();
    await one.choose(made);
  }
  await one.page.locator(".choice").first().waitFor();
  const moment = await one.moment();
  const choices = await one.page.locator(".choice").allInnerTexts();
  await one.page.reload();
  await one.page.locator(".choice").first().waitFor();
  assert.equal(await one.moment(), moment);
  assert.deepEqual(await one.page.locator(".choice").allInnerTexts(), choices);
  await one.context.close();
});

test("two people at one device are shown their own hands alone", async () => {
  const one = await person();
  await one.go(file.address);
  await one.setUp("animal-race");
  for (const seat of [0, 1]) await one.page.locator(`#who-${seat}`).selectOption("here");
  await one.page.getByRole("button", { name: "Open the table" }).click();
  await one.page.locator(".choice").first().waitFor();
  await one.choose(0);
  const look = one.page.getByRole("button", { name: /^I am / });
  await look.waitFor();
  assert.equal(await one.page.locator(".held").filter({ visible: true }).count(), 0, "the table is covered");
  assert.equal(await one.page.locator(".choice").filter({ visible: true }).count(), 0);
  await look.click();
  await one.page.locator(".choice").first().waitFor();
  await one.context.close();
});
