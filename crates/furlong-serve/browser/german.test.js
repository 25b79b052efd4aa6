// The page in German, of which no text may stay English.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer, PHONE } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

const german = (size = PHONE, scheme = "light") => server.person(size, scheme, "Europe/Berlin", "de-DE");

/** Nothing is English, too wide or unfit for anybody. */
async function isFit(person) {
  assert.deepEqual(await person.page.evaluate(() => [...globalThis.furlongMissing]), []);
  assert.deepEqual(await person.unfit(), []);
  assert.equal(await person.isTooWide(), false);
  assert.deepEqual(person.faults, []);
}

test("the first page is in the language of the browser, and goes over to another one", async () => {
  const person = await german();
  const page = person.page;
  await person.go(server.address);
  await page.getByRole("heading", { name: "Laufspiele" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  for (const summary of await page.locator("details > summary").all()) await summary.click();
  await isFit(person);
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Race games" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.reload();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Laufspiele" }).waitFor();
  await person.context.close();
});
