// Where it is this person's turn: counted in the title, on the icon of the page, and on that of the installed page.

import { call, subscribe } from "./notify.js";
import * as store from "./store.js";

/** The other tables are asked about after this time. */
const EVERY = 60_000;
// A page without a server hears only of the table that it shows.
const isAlone = Boolean(globalThis.furlongOffline);

let channel;
let title = document.title;
let here = null;
let shown = null;
let listener = () => {};
const [known, asked] = [new Map(), new Set()];

/** Keeps the count fresh over this channel. */
export function start(own) {
  channel = own;
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  if (!isAlone) setInterval(refresh, EVERY);
}

/** Sets the title of the page; of a table also its link, because its turn may have changed. */
export function setTitle(text, link = null) {
  [title, here] = [text, link && { table: link.table, token: link.token }];
  draw();
  if (here) ask(here);
}

/** Calls `hear` with each table and its summary, or with the sentence that refuses one. */
export function onGlance(hear) { listener = hear; }

/** Asks about all tables of this browser whose games are not known to be over. */
export function refresh() {
  if (!channel.isOpen) return;
  const entries = here && isAlone ? [here] : store.tables();
  for (const entry of entries) {
    const glance = known.get(store.key(entry));
    if (glance?.ending) listener(entry, glance);
    else ask(entry);
  }
}

/** The summary of a table that was heard last. */
export function summary(link) { return known.get(store.key(link)); }

async function ask(link) {
  const name = store.key(link);
  if (asked.has(name)) return;
  asked.add(name);
  try {
    const { glance } = await channel.call({ glance: { table: link.table, token: link.token } });
    known.set(name, glance);
    call(link, glance);
    // Only players have feeds.
    if (glance.feed && here && store.key(here) === name) subscribe(channel, link.table);
    listener(link, glance);
  } catch (error) {
    // Without a connection, what was heard last stands.
    if (channel.isOpen) known.delete(name);
    listener(link, null, error.message);
  }
  asked.delete(name);
  draw();
}

/** The number of tables that wait for this person. Several seats of a shared device are one table. */
function count() {
  const links = isAlone ? [] : store.tables();
  if (here) links.push(here);
  return new Set(links.filter(link => known.get(store.key(link))?.asked).map(link => link.table)).size;
}

function draw() {
  const number = count();
  document.title = number ? `(${number}) ${title}` : title;
  if (number === shown) return;
  shown = number;
  document.querySelector("link[rel=icon]").href = icon(number);
  // Browsers that are not installed may refuse.
  (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
}

/** The address of a picture: the tortoise of the page, with a number unless that is 0. */
function icon(number) {
  const picture = document.getElementById("pic-tortoise").innerHTML;
  const text = number > 9 ? "9+" : String(number);
  const mark = number ? `<circle cx="33" cy="33" r="15" fill="#b3261e"/><text x="33" y="41" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${text.length > 1 ? 18 : 23}" fill="#fff">${text}</text>` : "";
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${picture}${mark}</svg>`)}`;
}
