// Networks that let the files of the page through and its connection not, or that lose what is sent.

import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { after, before, test } from "node:test";
import { TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

/** A proxy in front of the server. Its `fault`: it refuses the connection of a page, never answers its request, or swallows all calls and replies. */
async function proxy(t, fault = null) {
  const open = new Set();
  const proxy = { fault };
  const there = new URL(server.address);
  const own = createServer(client => {
    const upstream = connect(there.port, there.hostname);
    let isLine = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        // The server gives a silent connection up; the page is not told.
        if (socket === client || proxy.fault !== "silent") client.destroy();
        upstream.destroy();
        open.delete(socket);
      });
    }
    client.on("data", bytes => {
      const text = bytes.toString("latin1");
      if (isLine) { if (proxy.fault !== "swallows") upstream.write(bytes); return; }
      isLine = /^upgrade: websocket/im.test(text);
      if (isLine && proxy.fault === "refuses") client.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
      else if (!isLine || proxy.fault !== "silent") upstream.write(Buffer.from(text.replaceAll(`127.0.0.1:${own.address().port}`, there.host), "latin1"));
    });
    upstream.on("data", bytes => { if (!isLine || proxy.fault !== "swallows" || bytes.includes("HTTP/1.1 101")) client.write(bytes); });
  });
  await new Promise(resolve => own.listen(0, "127.0.0.1", resolve));
  proxy.address = `http://127.0.0.1:${own.address().port}/`;
  t.after(proxy.close = () => { open.forEach(socket => socket.destroy()); own.close(); });
  return proxy;
}

const REASONS = {
  refuses: "the server is up, but a proxy or firewall blocks WebSockets",
  silent: "the server is not responding",
  swallows: "the server is not responding",
};
for (const [fault, reason] of Object.entries(REASONS)) {
  test(`a page behind a proxy that ${fault} says what it waits for, and opens when there is a way`, async t => {
    const [person, between] = [await server.person(), await proxy(t, fault)];
    await person.go(between.address);
    await person.page.locator("main").getByText(`No connection: ${reason}. Trying again`).waitFor();
    assert.deepEqual(await person.unfit(), []);
    between.fault = null;
    await person.page.getByRole("heading", { name: "Race games" }).waitFor();
    assert.equal(await person.page.locator("#line").innerText(), "");
  });
}

test("a connection that is half open is noticed by a call, and the page goes on by itself", async t => {
  const [ada, bo, between] = [await server.person(), await server.person(), await proxy(t)];
  const [link] = await ada.open({ address: between.address }, "animal-race");
  await bo.come(link.replace(between.address, server.address));
  between.fault = "swallows";
  await ada.page.getByRole("button", { name: "Rules", exact: true }).click();
  await ada.page.getByText("Waiting for the server").waitFor();
  await ada.page.getByText("No connection: the server is not responding").waitFor();
  await bo.page.getByRole("button", { name: "My seat" }).click();
  await bo.page.getByLabel("My name").fill("Beatrice");
  await bo.page.getByRole("button", { name: "Change my name" }).click();
  between.fault = null;
  await ada.page.locator("body:not(.lost)").waitFor();
  await ada.page.locator(".players", { hasText: "Beatrice" }).waitFor();
});

test("a connection that is half open is noticed when the page is looked at again", async t => {
  const [ada, between] = [await server.person(), await proxy(t)];
  await ada.open({ address: between.address }, "animal-race", { people: 1, bots: 1 });
  await ada.page.locator(".choice").first().waitFor();
  between.fault = "swallows";
  await ada.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await ada.page.getByText("No connection: the server is not responding").waitFor();
  between.fault = null;
  await ada.page.locator("body:not(.lost)").waitFor();
});

test("a screen that is asked for without a connection comes when there is one", async t => {
  const [ada, between] = [await server.person(), await proxy(t)];
  await ada.open({ address: between.address }, "animal-race", { people: 1, bots: 1 });
  between.fault = "refuses";
  between.close();
  await ada.page.getByText("No connection").waitFor();
  await ada.page.locator("header .home").click();
  await ada.page.getByRole("heading", { name: "Race games" }).waitFor();
});
