// Players who are away when it is their turn.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

/** Opens a table, lets the person to move leave, and returns the person who waits and the name of the one who left. */
async function alone(size, scheme) {
  const people = [await server.person(size, scheme), await server.person(size, scheme)];
  for (const person of people) await person.page.clock.install();
  const [link] = await people[0].open(server, "animal-race");
  await people[1].come(link);
  await people[0].page.locator(".players li", { hasText: "Player 2" }).filter({ hasText: "here" }).waitFor();
  const leaves = await people[0].isAsked() ? 0 : 1;
  await people[leaves].context.close();
  const [waits, name] = [people[1 - leaves], `Player ${leaves + 1}`];
  await waits.page.locator(".players li", { hasText: name }).filter({ hasText: "away" }).waitFor();
  return [waits, name];
}

for (const [size, scheme] of [[undefined, "light"], [DESKTOP, "dark"]]) {
  test(`somebody who waits is offered a bot after two minutes (${scheme})`, async () => {
    const [person, name] = await alone(size, scheme);
    const offer = person.page.getByRole("button", { name: `Let a bot play for ${name}` });
    assert.equal(await offer.count(), 0, "not at once");
    await person.page.clock.fastForward(130_000);
    await offer.waitFor();
    await person.page.getByText(`${name} has been away for 2 minutes.`, { exact: true }).first().waitFor();
    assert.deepEqual(await person.unfit(), []);
    assert.ok(!await person.isTooWide());
    // The clock of the server has not been turned forward, and it has the last word.
    await offer.click();
    await person.page.getByText(`${name} has been away for less than 2 minutes.`).waitFor();
    await person.page.getByRole("button", { name: "Wait" }).click();
    assert.equal(await offer.isVisible(), false);
    assert.deepEqual(person.faults, []);
  });
}
