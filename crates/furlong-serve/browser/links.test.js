// Links that are used once, and seats that are open on several devices.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

const token = address => address.split(".").at(-1);

/** Goes to an address whose fragment alone differs. */
const visit = async (person, address) => { await person.go("about:blank"); await person.go(address); };

test("a link opens its seat for the browser that uses it first, and for no other", async () => {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP)];
  const [link] = await ada.open(server, "gotham");
  const own = ada.page.url();
  await bo.come(link);
  assert.notEqual(token(bo.page.url()), token(link), "the seat has a token of its own");
  await ada.page.locator(".players li", { hasText: "Player 2" }).filter({ hasText: "here" }).waitFor();
  // Where it was used, the link leads to the seat again.
  await visit(bo, link);
  await bo.page.locator(".players li", { hasText: "(you)" }).filter({ hasText: "Player 2" }).waitFor();
  await ada.page.getByRole("button", { name: "Invite" }).click();
  await ada.page.getByText("Links already used: Player 2.").waitFor();
  // Nobody else takes the seat, not even the one who opened the table.
  await visit(ada, link);
  await ada.page.getByText("This link has already been used").waitFor();
  assert.deepEqual(await ada.unfit(), []);
  await visit(ada, own);
  await ada.page.locator(".players li", { hasText: "(you)" }).filter({ hasText: "Player 1" }).waitFor();
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});

test("somebody whose link was used by another hears of it", async () => {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP)];
  const [link] = await ada.open(server, "gotham");
  await visit(ada, link);
  await ada.page.locator(".players li", { hasText: "(you)" }).filter({ hasText: "Player 2" }).waitFor();
  await bo.go(link);
  await bo.page.getByText("tell the others that somebody has taken your seat").waitFor();
});

test("a second device at a seat is shown on both", async () => {
  const [ada, bo, other] = [await server.person(), await server.person(DESKTOP), await server.person()];
  const [link] = await ada.open(server, "animal-race");
  await bo.come(link);
  // A reload and a second tab are no other device.
  await bo.page.reload();
  await bo.page.locator(".board-figure svg").first().waitFor();
  assert.equal(await bo.page.getByText("devices").count(), 0);
  await other.come(bo.page.url());
  for (const person of [ada, bo, other]) await person.page.locator(".players li", { hasText: "here on 2 devices" }).waitFor();
  for (const person of [bo, other]) await person.page.getByText("Your seat is open on 2 devices").waitFor();
  assert.deepEqual(await bo.unfit(), []);
  await other.context.close();
  await bo.page.locator(".players li", { hasText: "(you)" }).filter({ hasNotText: "devices" }).waitFor();
});

test("a choice is still considered when somebody comes", async () => {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP)];
  const [link] = await ada.open(server, "animal-race");
  const considered = ada.page.locator(".choice[aria-pressed=true]");
  await ada.page.locator(".choice").nth(1).click();
  const label = await considered.innerText();
  await bo.come(link);
  await ada.page.locator(".players li", { hasText: "Player 2" }).filter({ hasText: "here" }).waitFor();
  assert.equal(await considered.innerText(), label);
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});

test("friends come by one link, and each picks a seat", async () => {
  const [ada, bo, cy] = [await server.person(), await server.person(DESKTOP, "dark"), await server.person()];
  await ada.go(server.address);
  await ada.page.getByRole("button", { name: "With friends: Gotham" }).click();
  await ada.page.locator("#dialog").getByLabel("Your name").fill("Ada");
  await ada.page.locator("#dialog").getByLabel("Players").selectOption("3");
  assert.deepEqual(await ada.unfit(), []);
  await ada.page.getByRole("button", { name: "Open the table" }).click();
  const invitation = await ada.page.getByRole("textbox", { name: "Link for everybody" }).inputValue();
  assert.deepEqual(await ada.unfit(), []);
  await ada.page.locator("#dialog-close").click();
  for (const [person, name, seat] of [[bo, "Bo", "Player 3"], [cy, "Cy", "Player 2"]]) {
    await person.go(invitation);
    await person.page.getByLabel("Your name").fill(name);
    assert.deepEqual(await person.unfit(), []);
    await person.page.getByRole("button", { name: `Take the seat of ${seat}` }).click();
    await person.page.locator(".players li", { hasText: "(you)" }).filter({ hasText: name }).waitFor();
    await ada.page.locator(".players li", { hasText: name }).filter({ hasText: "here" }).waitFor();
  }
  // Nobody is left out in the dark: the seats are taken, and those who have one are led to it.
  await visit(cy, invitation);
  await cy.page.getByText("All seats are taken.").waitFor();
  await cy.page.getByRole("link", { name: "go to it" }).click();
  await cy.page.locator(".players li", { hasText: "(you)" }).filter({ hasText: "Cy" }).waitFor();
  for (const person of [ada, bo, cy]) assert.deepEqual(person.faults, []);
});
