// The page in the network of this computer: unencrypted, and so without what browsers keep for encrypted pages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, TestServer, play } from "./server.js";

test("people in the network of the server open a table, copy a link and play", async context => {
  const server = await TestServer.open("--lan").catch(error => error);
  if (server instanceof Error) {
    assert.match(server.message, /not on a network/);
    context.skip("this computer is not on a network");
    return;
  }
  context.after(() => server.close());
  const [ada, bo] = [await server.person(), await server.person(DESKTOP)];
  const [link] = await ada.open(server, "hare-tortoise");
  assert.doesNotMatch(link, /localhost|127\.0\.0\.1/);
  assert.equal(await ada.page.evaluate(() => isSecureContext), false);
  await ada.page.getByRole("button", { name: "Invite" }).click();
  await ada.page.getByRole("button", { name: "Copy the link for everybody" }).click();
  await ada.page.getByText("Copied.").waitFor();
  await ada.page.locator("#dialog-close").click();
  await ada.page.getByRole("button", { name: "Look up" }).click();
  const word = ada.page.getByLabel("A square, a card or a word");
  await word.press("Control+V");
  const invitation = await word.inputValue();
  assert.equal(invitation.split("#")[0], link.split("#")[0]);
  await ada.page.locator("#dialog-close").click();
  await bo.go(invitation);
  await bo.page.getByRole("button", { name: "Take the seat of Player 2" }).click();
  await bo.page.locator(".board-figure svg").first().waitFor();
  await play([ada, bo], { until: made => made >= 4 });
  for (const person of [ada, bo]) assert.deepEqual(person.faults, []);
});
