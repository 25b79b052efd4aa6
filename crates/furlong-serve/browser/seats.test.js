// Seats that survive: they go to another browser by a code that works once, or by a file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { DESKTOP, isFit, PHONE, TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

const back = person => person.page.locator("header .home").click();

/** Somebody with a table, at the first page. */
async function seated() {
  const ada = await server.person(DESKTOP, "dark");
  await ada.open(server, "animal-race");
  await back(ada);
  return ada;
}

/** The code that this person is shown. */
async function coded(ada) {
  await ada.page.getByRole("button", { name: "Move to another device" }).click();
  return ada.page.locator("#dialog .code").innerText();
}

/** Somebody else with the form for a code. */
async function arriving(setUp) {
  const other = await server.person(PHONE);
  if (setUp) await other.page.addInitScript(setUp);
  await other.go(server.address);
  await other.page.getByText("Bring my seats to this browser").click();
  return other;
}

async function type(other, code) {
  await other.page.getByLabel("Code from my other device").fill(code);
  await other.page.getByRole("button", { name: "Get my seats" }).click();
}

test("a code moves the seats to another device once, and the server cannot read them", async () => {
  const ada = await seated();
  const sent = [];
  ada.page.on("websocket", socket => socket.on("framesent", ({ payload }) => sent.push(payload)));
  await ada.page.reload();
  const code = await coded(ada);
  assert.match(code, /^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
  await isFit(ada);
  const handed = sent.find(text => text.includes("hand-over"));
  const token = await ada.page.evaluate(() => JSON.parse(localStorage.getItem("furlong.tables"))[0].token);
  assert.ok(handed && !handed.includes(token) && !handed.includes(code.replace("-", "")), "it is encrypted");
  const phone = await arriving();
  await type(phone, "ABCD");
  await phone.page.getByText("A code has eight letters").waitFor();
  await type(phone, code.toLowerCase().replace("-", " "));
  await phone.page.getByText("1 table has come").waitFor();
  await isFit(phone);
  await phone.page.locator(".tables a").click();
  await phone.page.locator(".choice").first().waitFor();
  await back(phone);
  await phone.page.getByText("Bring my seats to this browser").click();
  await type(phone, code);
  await phone.page.getByText("This code is wrong, has been used").waitFor();
  assert.equal(await phone.page.locator(".tables li").count(), 1, "nothing has changed");
});

test("without encryption in the browser a code works too", async () => {
  const off = () => Object.defineProperty(crypto, "subtle", { value: undefined });
  const ada = await seated();
  await ada.page.addInitScript(off);
  await ada.page.reload();
  const phone = await arriving(off);
  await type(phone, await coded(ada));
  await phone.page.getByText("1 table has come").waitFor();
});

test("seats are saved to a file and loaded, and a wrong file changes nothing", async () => {
  const [ada, bo] = [await seated(), await arriving()];
  const [download] = await Promise.all([ada.page.waitForEvent("download"), ada.page.getByRole("button", { name: "Save my seats to a file" }).click()]);
  const text = await readFile(await download.path(), "utf8");
  const load = async buffer => {
    await bo.page.getByLabel("File with my seats").setInputFiles({ name: "seats.json", mimeType: "application/json", buffer: Buffer.from(buffer) });
    await bo.page.getByRole("button", { name: "Load", exact: true }).click();
  };
  const good = JSON.parse(text);
  for (const wrong of ["", "{", "null", "[]", JSON.stringify({ ...good, version: 2 }), JSON.stringify({ ...good, tables: [...good.tables, { table: 1 }] }), JSON.stringify({ ...good, shared: { a: 1 } })]) {
    await bo.page.evaluate(() => document.getElementById("notice").replaceChildren());
    await load(wrong);
    await bo.page.getByText("This is not a file with seats of version 1.").waitFor();
    assert.equal(await bo.page.locator(".tables li").count(), 0, wrong);
  }
  await load(text);
  await bo.page.getByText("1 table has come").waitFor();
  // It merges: what was there stays, and comes only once.
  await load(JSON.stringify({ ...good, tables: [{ ...good.tables[0], table: "aother", title: "Another" }] }));
  await bo.page.getByRole("link", { name: "Another" }).waitFor();
  await load(text);
  await bo.page.getByText("0 tables have come").waitFor();
  assert.equal(await bo.page.locator(".tables li").count(), 2);
  assert.deepEqual(bo.faults, []);
});
