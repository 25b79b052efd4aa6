// Measures the page: the time until it is ready in a fresh browser, and the frames while pieces move on a slow phone. The times
// depend on the computer, so no test asserts them.

import { PHONE, TestServer } from "./server.js";

const TIMES = 9;
const SLOWDOWN = 4;

const server = await TestServer.open();

/** Prints the time from opening an address until this part of the page is drawn. */
async function ready(what, address, selector, locale, storageState) {
  const times = [];
  for (let time = 0; time < TIMES; time++) {
    const context = await server.browser.newContext({ viewport: PHONE, locale, storageState, serviceWorkers: "block" });
    await context.addInitScript(selector => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        requestAnimationFrame(() => { globalThis.ready = performance.now(); });
      }).observe(document, { childList: true, subtree: true });
    }, selector);
    const page = await context.newPage();
    await page.goto(address);
    times.push(await (await page.waitForFunction(() => globalThis.ready)).jsonValue());
    await context.close();
  }
  times.sort((one, other) => one - other);
  console.log(`${what}, ${locale}: ready after ${times[0].toFixed()} ms at best, median ${times[TIMES >> 1].toFixed()} ms`);
}

/** Prints the frames a second while something moves, in a game with bots. */
async function frames(game) {
  const person = await server.person(PHONE, "light", undefined, undefined, "no-preference");
  await person.page.addInitScript(() => {
    let [moving, last] = [0, 0];
    globalThis.frames = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      moving++;
      animation.finished.catch(() => {}).finally(() => { moving--; });
      return animation;
    };
    requestAnimationFrame(function frame(now) {
      if (moving && last) globalThis.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    });
  });
  await person.go(server.address);
  const devtools = await person.context.newCDPSession(person.page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await person.page.getByRole("button", { name: `Play now: ${game}` }).click();
  for (let made = 0; made < 6 && await person.comesToDecide(); made++) await person.choose(made * 5 + 1);
  await person.comesToDecide();
  const times = (await person.page.evaluate(() => globalThis.frames)).sort((one, other) => one - other);
  const rate = 1_000 * times.length / times.reduce((sum, time) => sum + time, 0);
  console.log(`${game}: ${rate.toFixed()} frames a second, 95 in 100 within ${times[Math.floor(0.95 * times.length)].toFixed(1)} ms`);
  await person.context.close();
}

const host = await server.person();
await host.open(server, "hare-tortoise", { people: 1, bots: 1 });
for (const locale of ["en-GB", "de-DE"]) {
  await ready("first page", server.address, "main .card", locale);
  await ready("table", host.page.url(), ".board-figure svg", locale, await host.context.storageState());
}
for (const game of ["Hare & Tortoise", "The animal race", "Gotham"]) await frames(game);
await server.close();
