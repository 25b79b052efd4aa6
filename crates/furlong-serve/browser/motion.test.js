// Motion: pieces run along the track, cards and carrots fly, and a key skips it. Other tests ask for stillness.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TestServer, PHONE, play } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

/** Somebody whose page notes each animation that begins, and its state after a key if `skips` is set. */
async function watching(motion) {
  const person = await server.person(PHONE, "light", "Europe/Berlin", "en-GB", motion);
  await person.page.addInitScript(() => {
    [window.moves, window.skipped] = [[], []];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
      const made = animate.call(this, frames, timing);
      window.moves.push({ name: this.dataset.name ?? null, flies: this.classList.contains("flying"), points: frames.length, start: timing.delay, time: timing.duration, turns: /scale/.test(frames[0].transform) });
      if (window.skips) setTimeout(() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
        window.skipped.push(made.playState);
      });
      return made;
    };
  });
  return person;
}

/** Plays this game for some choices with bots, and returns the animations that have begun. */
async function watched(person, game, choices) {
  await person.go(server.address);
  await person.page.getByRole("button", { name: `Play now: ${game}` }).click();
  for (let made = 0; made < choices && await person.comesToDecide(); made++) await person.choose(made * 5 + 1);
  await person.comesToDecide();
  return person.page.evaluate(() => window.moves);
}

test("pieces run along the track and leave a faint mark", async () => {
  const person = await watching("no-preference");
  const moves = await watched(person, "Hare & Tortoise", 3);
  const runs = moves.filter(each => each.name && !each.turns);
  assert.ok(runs.some(each => each.points > 3), JSON.stringify(moves));
  assert.ok(moves.every(each => each.time >= 100 && each.time <= 500), JSON.stringify(moves));
  assert.ok(moves.some(each => each.flies), "carrots");
  const trail = await person.page.locator(".board .trail").evaluateAll(all => all.map(each => [each.dataset.of, each.querySelectorAll("use").length, getComputedStyle(each.querySelector("polyline")).stroke]));
  assert.ok(trail.length && trail.every(([of, marks, line]) => /^[A-H]$/.test(of) && marks === 1 && line === "none"), JSON.stringify(trail));
  assert.deepEqual([await person.unfit(), person.faults], [[], []]);
});

for (const game of ["Gotham", "The animal race"]) {
  test(`in ${game} cards fly to the table and turn over`, async () => {
    const person = await watching("no-preference");
    const moves = await watched(person, game, 6);
    assert.ok(moves.some(each => each.flies) && moves.some(each => each.turns && each.name), JSON.stringify(moves));
    assert.equal(await person.page.locator(".flying").count(), 0, "they are gone");
    assert.deepEqual(person.faults, []);
  });
}

test("spectators see pieces run along the track too", async () => {
  const [ada, bo, watcher] = [await server.person(), await server.person(), await watching("no-preference")];
  const [link, watch] = await ada.open(server, "hare-tortoise");
  await bo.come(link);
  await watcher.come(watch);
  await play([ada, bo], { until: made => made >= 4 });
  await watcher.page.waitForFunction(() => window.moves.some(each => each.name && each.points > 2));
  assert.deepEqual(watcher.faults, []);
});

test("a key skips what moves, and nothing moves under reduced motion", async () => {
  const person = await watching("no-preference");
  await person.page.addInitScript(() => { window.skips = true; });
  await watched(person, "Hare & Tortoise", 2);
  const states = await person.page.evaluate(() => window.skipped);
  assert.ok(states.length && states.every(state => state === "finished"), states.join());
  const still = await watching("reduce");
  assert.deepEqual(await watched(still, "Hare & Tortoise", 2), []);
});
