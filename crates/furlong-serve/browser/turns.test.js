// How people hear that it is their turn while they do something else.

import assert from "node:assert/strict";
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
