// Messages and gestures at a table.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

test("people write to each other, and what they write is text", async () => {
  const [ada, bo] = [await server.person({ width: 390, height: 844 }), await server.person(DESKTOP, "dark")];
  const [link] = await ada.open(server, "hare-tortoise");
  await bo.come(link);
  const list = person => person.page.getByRole("log", { name: "Messages" });
  await bo.page.getByRole("button", { name: "Messages" }).click();
  await bo.page.getByRole("textbox", { name: "Message" }).fill("<b>Hi</b>");
  await bo.page.keyboard.press("Enter");
  await list(ada).getByText("<b>Hi</b>").waitFor();
  await ada.page.locator(".latest", { hasText: "<b>Hi</b>" }).waitFor();
  assert.equal(await ada.page.locator(".chat b, .latest b").count(), 0);
  // What is to be decided stays in view, and can be tapped.
  const covers = await ada.page.evaluate(() => {
    const [message, decide] = [".latest", ".decide"].map(name => document.querySelector(name).getBoundingClientRect());
    return message.bottom > decide.top;
  });
  assert.equal(covers, false);
  assert.deepEqual([...await ada.unfit(), ...await bo.unfit()], []);
  await ada.page.getByRole("button", { name: "Messages" }).click();
  await ada.page.getByRole("button", { name: "Good luck!" }).click();
  await list(bo).locator("em", { hasText: "Good luck!" }).waitFor();
  assert.equal(await bo.page.locator(".news", { hasText: "Good luck!" }).count(), 0);
  assert.deepEqual([...await ada.unfit(), ...await bo.unfit()], []);
  assert.ok(!await ada.isTooWide());
  // A page that is loaded again has them once.
  await bo.page.reload();
  await list(bo).locator("em", { hasText: "Good luck!" }).waitFor();
  assert.equal(await list(bo).locator("strong").count(), 2);
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});

test("a table without messages has no place for them", async () => {
  const ada = await server.person();
  await ada.go(server.address);
  await ada.setUp("animal-race");
  await ada.page.locator("#who-1").selectOption("person");
  await ada.page.getByText("Clock, taking moves back, options").click();
  await ada.page.getByLabel("Messages and gestures between players").uncheck();
  await ada.page.getByRole("button", { name: "Open the table" }).click();
  await ada.page.locator("#dialog-close").click();
  await ada.page.locator(".board-figure svg").first().waitFor();
  assert.equal(await ada.page.getByRole("button", { name: "Messages" }).count(), 0);
  assert.equal(await ada.page.locator(".chat").isVisible(), false);
});
