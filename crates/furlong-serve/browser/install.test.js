// The page as it is kept by the browser, to be installed and opened without a connection.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

test("the page opens without a server, says so, and goes on when there is one", async () => {
  const one = await server.person();
  await one.open(server, "hare-tortoise", { people: 1, bots: 1 });
  await one.page.evaluate(() => navigator.serviceWorker.ready);
  await server.stop();
  await one.page.reload();
  await one.page.getByText("No connection").first().waitFor();
  assert.deepEqual(await one.unfit(), []);
  await server.start();
  await one.page.locator(".board-figure svg").first().waitFor();
  assert.deepEqual(one.faults, []);
});

test("nothing of a table is kept, and the browser finds what it needs to install the page", async () => {
  const one = await server.person();
  await one.open(server, "gotham", { people: 1, bots: 1 });
  await one.page.evaluate(() => navigator.serviceWorker.ready);
  const kept = await one.page.evaluate(async () => {
    const caches = await Promise.all((await globalThis.caches.keys()).map(name => globalThis.caches.open(name)));
    const requests = (await Promise.all(caches.map(cache => cache.keys()))).flat();
    return requests.map(({ url }) => url);
  });
  assert.ok(kept.length > 20, kept.join(" "));
  assert.deepEqual(kept.filter(url => !/^http:[/][/][^/]+[/]([\w-]+[.](js|css|svg|png|webmanifest))?$/.test(url)), []);
  const devtools = await one.context.newCDPSession(one.page);
  const { errors } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A window in which nothing is kept can install nothing either.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== "in-incognito"), []);
  assert.deepEqual(one.faults, []);
});
