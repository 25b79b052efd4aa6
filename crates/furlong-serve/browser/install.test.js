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

test("a push message wakes the page of somebody who has allowed notifications, and says nothing of the game", async () => {
  const one = await server.person();
  await one.context.grantPermissions(["notifications"]);
  // Tests have no push service.
  await one.page.addInitScript(() => {
    PushManager.prototype.subscribe = async options => { globalThis.subscription = options; return { endpoint: "https://fcm.googleapis.com/fcm/send/1" }; };
  });
  const answered = new Promise(resolve => one.page.on("websocket", socket => {
    let id;
    socket.on("framesent", ({ payload }) => { if (payload.includes("/fcm/send/1")) ({ id } = JSON.parse(payload)); });
    socket.on("framereceived", ({ payload }) => { if (id !== undefined && JSON.parse(payload).id === id) resolve(payload); });
  }));
  await one.open(server, "hare-tortoise", { people: 1, bots: 1 });
  assert.doesNotMatch(await answered, /refused/);
  const { userVisibleOnly, applicationServerKey } = await one.page.evaluate(() => subscription);
  assert.ok(userVisibleOnly && /^[\w-]{87}$/.test(applicationServerKey), applicationServerKey);
  const devtools = await one.context.newCDPSession(one.page);
  const registered = new Promise(resolve => devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [found] }) => found && resolve(found.registrationId)));
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: new URL(server.address).origin, registrationId: await registered, data: "" });
  const shown = await one.page.waitForFunction(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications();
    return notifications.length && notifications.map(({ title, body, data }) => [title, body, data]);
  });
  assert.deepEqual(await shown.jsonValue(), [["It is your turn.", "", "/"]]);
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
