// Pages that are loaded again, networks that are lost, and servers that end in the middle of a game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer, play } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

/** Waits until both screens show the same moment: whoever has not chosen hears of it a little later. */
const settle = async people => {
  for (let one, other; one === undefined || one !== other;) [one, other] = await Promise.all(people.map(person => person.moment()));
};

/** Two people in the middle of a game. */
async function two(game) {
  const people = [await server.person(), await server.person(DESKTOP)];
  const [link] = await people[0].open(server, game);
  await people[1].come(link);
  await play(people, { until: made => made >= 5 });
  await settle(people);
  return people;
}

const same = async people => {
  const [one, other] = await Promise.all(people.map(person => person.moment()));
  assert.equal(one, other);
};

test("a page that is loaded again is at the same table", async () => {
  const people = await two("gotham");
  const before = await people[0].moment();
  await people[0].page.reload();
  await people[0].page.locator(".board-figure svg").first().waitFor();
  assert.equal(await people[0].moment(), before);
  await people[1].page.goto(server.address);
  await people[1].page.goBack();
  await people[1].page.locator(".board-figure svg").first().waitFor();
  await play(people);
  await same(people);
});

test("somebody whose network is lost comes back by itself", async () => {
  const people = await two("animal-race");
  await people[0].context.setOffline(true);
  await people[0].page.getByText("No connection").waitFor();
  if (await people[1].isAsked()) await people[1].choose(0);
  await people[0].context.setOffline(false);
  await people[0].page.getByText("No connection").waitFor({ state: "detached" }).catch(() => {});
  await people[0].page.locator("body:not(.lost)").waitFor();
  await play(people);
  await same(people);
});

test("a game goes on when the server is killed and started again", async () => {
  const people = await two("hare-tortoise");
  const before = await people[0].moment();
  await server.stop();
  await people[0].page.getByText("No connection").waitFor();
  await server.start();
  for (const person of people) await person.page.locator("body:not(.lost)").waitFor();
  assert.equal(await people[0].moment(), before);
  await play(people, { until: made => made >= 6 });
  assert.deepEqual(people.flatMap(person => person.faults), []);
});
