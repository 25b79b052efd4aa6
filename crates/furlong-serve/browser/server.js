// A server of its own for a test, and the people who come to it, each in a browser of their own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 800 };

/** A browser. */
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });

/** A server with its data in a folder of its own, and a browser. */
export class TestServer {
  #server = null;
  people = [];

  /** A server at any port that is free, for this computer or with `--lan` for its network. */
  static async open(...options) {
    const server = new TestServer();
    server.options = options;
    server.folder = await mkdtemp(join(tmpdir(), "furlong-"));
    await server.start();
    // Where one of the two does not start, the other one does not stay.
    server.browser = await launch().catch(async error => { await server.stop(); throw error; });
    return server;
  }

  /** Starts the server, and waits until it says where it is. It is there again where it was before. */
  start() {
    const port = this.address ? new URL(this.address).port : "0";
    const server = spawn(process.env.FURLONG_SERVE, ["--port", port, "--data", this.folder, ...this.options], { stdio: ["ignore", "pipe", "pipe"] });
    this.#server = server;
    return new Promise((resolve, reject) => {
      let said = "";
      const hear = text => {
        said += text;
        this.address ??= /http:\S+\//.exec(said)?.[0];
        if (this.address && said.includes(this.address)) resolve();
      };
      server.stdout.on("data", hear);
      server.stderr.on("data", hear);
      server.on("exit", code => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** Ends the server: at once, as when a machine fails. */
  stop() {
    const server = this.#server;
    return new Promise(resolve => { server.on("exit", resolve); server.kill("SIGKILL"); });
  }

  /** Somebody with a browser of their own. */
  async person(size = PHONE, scheme = "light", timezoneId = "Europe/Berlin", locale = "en-GB", reducedMotion = "reduce", more = {}) {
    const context = await this.browser.newContext({ viewport: size, colorScheme: scheme, reducedMotion, locale, timezoneId, ...more });
    const person = new Person(await context.newPage(), context);
    this.people.push(person);
    return person;
  }

  async close() {
    await this.browser.close();
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Somebody before a screen. */
export class Person {
  faults = [];

  constructor(page, context) {
    [this.page, this.context] = [page, context];
    page.setDefaultTimeout(20_000);
    page.on("pageerror", error => this.faults.push(error.message));
    page.on("console", message => {
      // A browser says so when a server is not there for a while, and when a policy is for encrypted pages alone.
      if (message.type() === "error" && !/WebSocket|ERR_|Cross-Origin-Opener-Policy/.test(message.text())) this.faults.push(message.text());
    });
  }

  go(address) { return this.page.goto(address); }

  /** Opens the form for a table of this game. */
  async setUp(game) {
    await this.page.locator(".custom > summary").click();
    await this.page.locator(`input[name=game][value=${game}]`).check();
  }

  /** Opens a table of this game for people and bots, and returns the links of the others. */
  async open(server, game, { people = 2, bots = 0, rules = null, who = "person" } = {}) {
    const page = this.page;
    await this.go(server.address);
    await this.setUp(game);
    if (rules) await page.locator("#rules").selectOption(rules);
    while (await page.locator(".seat").count() < people + bots) await page.locator("#seats-more").click();
    for (let seat = 0; seat < people + bots; seat++) await page.locator(`#who-${seat}`).selectOption(seat < people ? who : "beginner");
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.locator(".board-figure svg").first().waitFor();
    if (people === 1) return [];
    const links = await page.locator(".invite > .link:not([aria-label='Link for everybody'])").evaluateAll(inputs => inputs.map(input => input.value));
    await page.locator("#dialog-close").click();
    return links;
  }

  /** Comes to a table by its link. */
  async come(link) {
    await this.go(link);
    await this.page.locator(".board-figure svg").first().waitFor();
  }

  isAsked() { return this.page.locator(".choice").first().isVisible(); }

  /** Waits until this person is asked or the game is over, and returns whether it goes on. */
  async comesToDecide() {
    await this.page.locator(".choice, .end h2").filter({ visible: true }).first().waitFor();
    return this.isAsked();
  }

  isAtEnd() { return this.page.locator(".end h2").isVisible(); }

  /** Makes a choice: that of this number, counted round. */
  async choose(number) {
    const page = this.page;
    const before = await this.moment();
    const choices = page.locator(".choice");
    const moved = () => page.waitForFunction(before => document.querySelector("main").dataset.events !== before, before, { timeout: 10_000 });
    // A view that comes between two taps, or during one, forgets them.
    for (let tries = 1; ; tries++) {
      await choices.first().waitFor();
      await choices.nth(number % await choices.count()).click();
      const played = await page.locator(".play .main").click({ timeout: 5_000 }).then(moved).then(() => true, () => false);
      if (played || await this.moment() !== before) return;
      if (tries === 4) throw new Error("what is chosen cannot be played");
    }
  }

  /** Makes the choice that the usual bot advises. */
  async takeHint() {
    const page = this.page;
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("#dialog[open]").waitFor();
    await page.getByText("The bot is thinking").waitFor({ state: "detached" });
    const lines = (await page.locator("#dialog-body").innerText()).split("\n");
    await page.locator("#dialog-close").click();
    const labels = (await page.locator(".choice .label").allInnerTexts()).map(label => label.trim());
    const of = line => labels.findIndex(label => line.startsWith(`${label}:`) || line.startsWith(`${label} (`));
    const advised = lines.map(of).find(index => index >= 0);
    if (advised === undefined) throw new Error(`no choice is advised: ${lines.join(" / ")}`);
    await this.choose(advised);
  }

  /** The number of events that the screen shows. */
  moment() { return this.page.locator("#main").getAttribute("data-events"); }

  /** The laws of accessible pages that the screen breaks. */
  async unfit() {
    await this.page.evaluate(AXE);
    const { violations } = await this.page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(", ")}`);
  }

  /** Returns whether the page is wider than the screen. */
  isTooWide() { return this.page.evaluate(() => document.documentElement.scrollWidth > innerWidth); }
}

/** Checks that a screen is accessible, no wider than the window, and without faults. */
export async function isFit(person) {
  assert.deepEqual(await person.unfit(), []);
  assert.equal(await person.isTooWide(), false);
  assert.deepEqual(person.faults, []);
}

/** Lets people play until the game is over for all, or until `until` says so, by the hints of a bot if they are `advised`. */
export async function play(people, { most = 600, until = () => false, advised = false } = {}) {
  for (let made = 0, since = Date.now(); made < most;) {
    if (until(made)) return;
    let someone = false;
    for (const person of people) {
      if (!await person.isAsked()) continue;
      if (advised) await person.takeHint();
      else await person.choose(made * 7 + 3);
      [someone, made] = [true, made + 1];
    }
    if (someone) { since = Date.now(); continue; }
    if ((await Promise.all(people.map(person => person.isAtEnd()))).every(Boolean)) return;
    // Bots think long on a busy machine.
    if (Date.now() - since > 60_000) throw new Error("nobody is asked, and the game is not over");
    await people[0].page.waitForTimeout(25);
  }
  throw new Error(`the game is not over after ${most} choices`);
}
