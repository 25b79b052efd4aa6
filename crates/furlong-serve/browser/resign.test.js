// Games that are aborted, and players who resign.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer, play } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

test("a game is aborted before its first move, and later one of two resigns", async () => {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP, "dark")];
  const tap = (person, name) => person.page.getByRole("button", { name, exact: true }).click();
  for (const [button, sure, before] of [["Abort", "Abort the game", 0], ["Resign", "Resign", 1]]) {
    const [link] = await ada.open(server, "hare-tortoise");
    await bo.come(link);
    await play([ada, bo], { until: made => made >= before });
    await tap(bo, button);
    await bo.page.locator("#dialog").getByRole("button", { name: sure, exact: true }).click();
    const ending = button === "Abort" ? "Player 2 aborted the game before the first move." : "Player 2 resigns. You win.";
    await ada.page.locator(".end h2", { hasText: ending }).waitFor();
    assert.equal(await ada.page.locator(".end .places").count(), before);
    assert.equal(await ada.isAsked() || await bo.isAsked(), false);
    assert.deepEqual([...await ada.unfit(), ...await bo.unfit()], []);
  }
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});
