// How people hear that it is their turn while they do something else.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

const titled = (person, title) => person.page.waitForFunction(title => document.title === title, title).catch(async error => { throw new Error(`${await person.page.title()} instead of ${title}: ${error.message}`); });

test("the title and the icon count the tables that wait", async () => {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP)];
  // Both choose a bet at once.
  const [link] = await ada.open(server, "animal-race");
  await titled(ada, "(1) The animal race");
  const icon = () => ada.page.evaluate(() => document.querySelector("link[rel=icon]").href);
  const one = await icon();
  assert.match(decodeURIComponent(one), />1<\/text>/);
  await bo.come(link);
  await titled(bo, "(1) The animal race");
  await ada.page.locator("header .home").click();
  await titled(ada, "(1) Furlong");
  await ada.open(server, "animal-race");
  await titled(ada, "(2) The animal race");
  assert.notEqual(await icon(), one);
  await ada.choose(0);
  await titled(ada, "(1) The animal race");
  // What happens at another table is heard of when somebody looks at the page again.
  await ada.page.locator("header .home").click();
  await ada.page.locator(".tables li", { hasText: "Your turn." }).getByRole("link").click();
  await ada.choose(0);
  await titled(ada, "The animal race");
  assert.doesNotMatch(decodeURIComponent(await icon()), /<text/);
  await bo.choose(0);
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});

/** Records notifications instead of showing them; nobody looks at the page while `away` is set. */
const recorded = person => person.page.addInitScript(() => {
  globalThis.called = [];
  PushManager.prototype.subscribe = () => Promise.reject(new Error("there is no push service"));
  globalThis.Notification = class extends EventTarget {
    static permission = localStorage.permission ?? "default";
    static async requestPermission() { return this.permission = localStorage.permission = "granted"; }
    constructor(title, options) { super(); called.push({ title, options, notification: this }); }
    close() { this.isClosed = true; }
  };
  Object.defineProperty(document, "hidden", { get: () => Boolean(globalThis.away) });
});

const away = (person, away) => person.page.evaluate(away => { globalThis.away = away; document.dispatchEvent(new Event("visibilitychange")); }, away);

const calls = person => person.page.evaluate(() => called.map(({ title, options }) => `${title} ${JSON.stringify(options)}`));

/** Two people at a table of hare & tortoise with this clock, the one who is asked first. */
async function race(clock) {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP, "dark")];
  for (const person of [ada, bo]) await recorded(person);
  await ada.go(server.address);
  await ada.setUp("hare-tortoise");
  await ada.page.locator("#who-1").selectOption("person");
  await ada.page.getByText("Clock, taking moves back, options").click();
  await ada.page.locator("select[name=clock]").selectOption(clock);
  await ada.page.getByRole("button", { name: "Open the table" }).click();
  const link = await ada.page.getByLabel("Link for Player 2", { exact: true }).inputValue();
  await ada.page.locator("#dialog-close").click();
  await bo.come(link);
  return await ada.isAsked() ? [ada, bo] : [bo, ada];
}

/** Lets the first of two people move until the other is asked: a player may have several runners. */
async function pass(from, to) {
  while (!await to.isAsked()) {
    if (await from.isAsked()) await from.choose(0);
    else await to.page.waitForTimeout(25);
  }
}

const offer = person => person.page.getByRole("button", { name: "Tell me when it is my turn" });

test("a slow game offers notifications at the first move, and announces each turn once while the page is hidden", async () => {
  const [one, other] = await race("24h/move");
  await one.page.locator(".choice").first().waitFor();
  assert.equal(await offer(one).count(), 0, "nobody is bothered before the first move");
  await pass(one, other);
  await offer(one).waitFor();
  assert.deepEqual(await one.unfit(), []);
  await offer(one).click();
  await offer(one).waitFor({ state: "detached" });
  assert.deepEqual(await calls(one), [], "it is the other's turn");
  await away(one, true);
  await pass(other, one);
  await one.page.waitForFunction(() => called.length > 0);
  const [call] = await calls(one);
  assert.match(call, /^It is your turn at Hare & Tortoise \{"tag":"[^"]+"\}$/);
  // Later events at the table do not announce the same turn again.
  await other.page.reload();
  await other.page.locator(".board-figure svg").first().waitFor();
  await away(one, false);
  await away(one, true);
  assert.equal((await calls(one)).length, 1);
  await away(one, false);
  await pass(one, other);
  await one.page.waitForFunction(() => called[0].notification.isClosed);
  assert.deepEqual([...one.faults, ...other.faults], []);
});

test("somebody who wants no notifications is not asked again, but finds the button at the seat", async () => {
  const [one, other] = await race("24h/move");
  await pass(one, other);
  await one.page.getByRole("button", { name: "No, thanks" }).click();
  await pass(other, one);
  await pass(one, other);
  assert.equal(await offer(one).count(), 0);
  await one.page.getByRole("button", { name: "My seat" }).click();
  await offer(one).waitFor();
  assert.deepEqual(await one.unfit(), []);
});

test("a quick game offers no notifications", async () => {
  const [one, other] = await race("15m+10s");
  await pass(one, other);
  assert.equal(await offer(one).count(), 0);
  assert.deepEqual(one.faults, []);
});

test("the seat has a feed, whose entries lead back to the table in the browser that has the seat", async () => {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP, "dark")];
  const [link] = await ada.open(server, "hare-tortoise");
  await bo.come(link);
  await bo.page.getByRole("button", { name: "My seat" }).click();
  const feed = await bo.page.getByRole("link", { name: "Feed (Atom)" }).evaluate(link => link.href);
  assert.deepEqual(await bo.unfit(), []);
  if (process.env.SHOTS) await bo.page.screenshot({ path: `${process.env.SHOTS}/feed.png` });
  const text = await (await bo.page.request.get(feed)).text();
  const [entry] = text.match(/http[^"]*#t=[^"]+/);
  await bo.page.locator("#dialog-close").click();
  await bo.page.locator("header .home").click();
  await bo.go(entry);
  await bo.page.locator(".board-figure svg").first().waitFor();
  const stranger = await server.person();
  await stranger.go(entry);
  await stranger.page.getByText("This browser has no seat at that table.").waitFor();
  assert.deepEqual([...bo.faults, ...stranger.faults], []);
});

test("a mail address is confirmed by the link in a mail, and another link stops the mail", async () => {
  const folder = await mkdtemp(join(tmpdir(), "furlong-mail-"));
  const box = join(folder, "mail");
  const own = await TestServer.open("--mail-command", `tee -a ${box}`, "--mail-from", "furlong@games.example");
  try {
    const ada = await own.person();
    await ada.open(own, "hare-tortoise");
    const seat = () => ada.page.getByRole("button", { name: "My seat" }).click();
    await seat();
    await ada.page.getByLabel("My mail address").fill("ada@example.org");
    assert.deepEqual(await ada.unfit(), []);
    if (process.env.SHOTS) await ada.page.screenshot({ path: `${process.env.SHOTS}/mail.png` });
    await ada.page.getByRole("button", { name: "Mail me" }).click();
    await ada.page.getByText("Open the link in the mail to ada@example.org").waitFor();
    await ada.page.waitForFunction(() => !document.getElementById("dialog").open);
    let link;
    while (!link) link = /\nhttp\S+#m=\S+/.exec(await readFile(box, "utf8").catch(() => ""))?.[0].trim();
    const other = await own.person(DESKTOP, "dark");
    await other.go(link);
    await other.page.getByText("Your address is confirmed: ada@example.org").waitFor();
    assert.deepEqual(await other.unfit(), []);
    await other.go(link.replace("#m=", "#s="));
    await other.page.getByText("You get no more mail from this seat.").waitFor();
    if (process.env.SHOTS) await other.page.screenshot({ path: `${process.env.SHOTS}/stopped.png` });
    assert.deepEqual([...ada.faults, ...other.faults], []);
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});
