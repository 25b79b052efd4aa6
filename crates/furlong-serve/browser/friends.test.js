// Playing with friends: the code of the link, reserved seats, and bots instead of those who do not come.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, isFit, PHONE, TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

/** A table of three people, whose host still sees the links. Returns the link for everybody. */
async function opened(ada) {
  const page = ada.page;
  await ada.go(server.address);
  await page.getByRole("button", { name: "With friends: Gotham" }).click();
  await page.getByLabel("Your name").fill("Ada");
  await page.locator("#dialog select").first().selectOption("3");
  await page.getByRole("button", { name: "Open the table" }).click();
  return page.getByLabel("Link for everybody", { exact: true }).inputValue();
}

test("a code of the link is drawn by the server, and a seat is reserved by name", async () => {
  const [ada, bo, cy] = [await server.person(PHONE, "dark"), await server.person(), await server.person(DESKTOP)];
  const link = await opened(ada);
  const code = ada.page.getByRole("img", { name: "The link as a QR code" });
  await code.waitFor();
  assert.ok(await code.locator(".dark").count() > 100);
  await ada.page.getByText("Reserve seats by name").click();
  await ada.page.getByLabel("Seat B is for").fill("Bo");
  await ada.page.getByRole("button", { name: "Reserve" }).first().click();
  await ada.page.getByText("Reserved.", { exact: true }).waitFor();
  await isFit(ada);
  await ada.page.locator("#dialog-close").click();
  await ada.page.locator(".players").getByText("reserved for Bo").waitFor({ state: "attached" });
  // Somebody else is asked, and may say no.
  await cy.go(link);
  await cy.page.getByLabel("Your name").fill("Cy");
  await cy.page.getByRole("button", { name: "Reserved for Bo" }).click();
  await cy.page.getByRole("heading", { name: "Are you Bo?" }).waitFor();
  await isFit(cy);
  await cy.page.getByRole("button", { name: "No" }).click();
  await cy.page.getByRole("button", { name: "Take the seat of Player 3" }).click();
  await cy.page.locator(".board-figure svg").first().waitFor();
  // Bo is not asked, because the seat has his name, and he keeps it.
  await bo.go(link);
  await bo.page.getByLabel("Your name").fill("bo");
  await bo.page.getByRole("button", { name: "Reserved for Bo" }).click();
  await bo.page.locator(".players strong").filter({ hasText: "(you)" }).waitFor();
  assert.match(await bo.page.locator(".players").innerText(), /bo \(you\)/i);
  assert.equal(await ada.page.getByRole("button", { name: "Start with bots" }).count(), 0, "nobody is waited for");
});

test("the host starts with bots in the free seats", async () => {
  const [ada, bo, cy] = [await server.person(DESKTOP, "dark"), await server.person(), await server.person()];
  const link = await opened(ada);
  await ada.page.locator("#dialog-close").click();
  await bo.go(link);
  await bo.page.getByRole("button", { name: "Take the seat of Player 2" }).click();
  await bo.page.locator(".board-figure svg").first().waitFor();
  assert.equal(await bo.page.getByRole("button", { name: "Start with bots" }).count(), 0, "only the host may");
  await ada.page.getByRole("button", { name: "Start with bots in the free seats" }).click();
  await bo.page.locator(".players").getByText("Bot 3").waitFor();
  await cy.go(link);
  await cy.page.getByText("All seats are taken.").waitFor();
  await ada.page.getByRole("button", { name: "Invite" }).click();
  assert.doesNotMatch(await ada.page.locator("#dialog-body").innerText(), /Bot 3/);
  await isFit(ada);
});
