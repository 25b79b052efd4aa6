// Whole games between people, each with a browser of their own.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer, PHONE, play } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

/** A whole game of so many people: on telephones and at desktops by turns. */
async function whole(game, count) {
  const people = [];
  for (let seat = 0; seat < count; seat++) people.push(await server.person(seat % 2 ? DESKTOP : PHONE, seat % 2 ? "dark" : "light"));
  const links = await people[0].open(server, game, { people: count });
  for (const [index, person] of people.slice(1).entries()) await person.come(links[index]);
  for (const person of people) {
    assert.deepEqual(await person.unfit(), [], "at the beginning");
    assert.equal(await person.isTooWide(), false);
  }
  // At random, a game of Hare & Tortoise takes very long.
  await play(people, { advised: game === "hare-tortoise" });
  const ends = await Promise.all(people.map(person => person.page.locator(".end table").innerText()));
  const bare = text => text.replaceAll(" (you)", "").replaceAll(/\s+/g, " ");
  assert.ok(ends.every(end => end.includes("(you)") && bare(end) === bare(ends[0])), ends.join("\n"));
  for (const person of people) {
    assert.deepEqual(await person.unfit(), [], "at the end");
    assert.deepEqual(person.faults, []);
    await person.context.close();
  }
}

// In Hare & Tortoise two people have two runners each and are asked all there is to ask; with four its game takes longest of all.
for (const [game, count] of Object.entries({ "animal-race": 4, "hare-tortoise": 2, gotham: 4 })) {
  test(`${count} people play ${game} to its end`, () => whole(game, count));
}
