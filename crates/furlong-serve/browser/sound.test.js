// Sounds: none before somebody switches them on, and only that of the turn while nobody looks at the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TestServer, PHONE } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

/** Somebody whose page notes the audio contexts and the frequencies of the notes that it makes. */
async function listening(motion) {
  const person = await server.person(PHONE, "dark", "Europe/Berlin", "en-GB", motion);
  await person.page.addInitScript(() => {
    [window.contexts, window.notes] = [0, []];
    window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts++; } };
    window.OscillatorNode = class extends OscillatorNode { constructor(context, options) { super(context, options); window.notes.push(options.frequency); } };
  });
  await person.go(server.address);
  return person;
}

const made = person => person.page.evaluate(() => ({ contexts, notes: notes.splice(0) }));
const [STEP, TURN] = [330, 880];

test("sounds are off until they are switched on, and stay on in this browser", async () => {
  const person = await listening("no-preference");
  const page = person.page;
  const sounds = page.getByRole("button", { name: "Sounds" });
  await page.getByRole("button", { name: "Play now: Hare & Tortoise" }).click();
  await person.comesToDecide();
  await person.choose(3);
  await person.comesToDecide();
  assert.deepEqual(await made(person), { contexts: 0, notes: [] });
  assert.equal(await sounds.getAttribute("aria-pressed"), "false");
  await sounds.click();
  assert.equal(await sounds.getAttribute("aria-pressed"), "true");
  assert.ok((await made(person)).notes.length, "it is heard that they are on");
  await person.choose(5);
  await person.comesToDecide();
  const { contexts, notes } = await made(person);
  assert.ok(contexts === 1 && notes.includes(STEP) && notes.includes(TURN), notes.join());
  assert.deepEqual([await person.unfit(), person.faults], [[], []]);
  await page.reload();
  await sounds.waitFor();
  assert.equal(await sounds.getAttribute("aria-pressed"), "true");
  await sounds.click();
  await person.choose(1);
  await person.comesToDecide();
  assert.equal((await made(person)).notes.length, 0, "off again");
});

test("a hidden page tells of the turn alone", async () => {
  const person = await listening("reduce");
  await person.page.evaluate(() => localStorage.setItem("furlong.sounds", "true"));
  await person.page.getByRole("button", { name: "Play now: Hare & Tortoise" }).click();
  await person.comesToDecide();
  await person.page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await made(person);
  await person.choose(3);
  await person.comesToDecide();
  assert.deepEqual((await made(person)).notes, [660, 880]);
});
