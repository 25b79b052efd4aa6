// The memory of this browser: the tables with their links, and the name of the one who plays here.

import { short } from "./dom.js";

const TABLES = "furlong.tables";
const NAME = "furlong.name";
const SHARED = "furlong.shared";
const CLAIMS = "furlong.claims";
const DEVICE = "furlong.device";
const CALLED = "furlong.called";
const DECLINED = "furlong.declined";
const SOUNDS = "furlong.sounds";
const MOST = 100;

// A browser that keeps nothing still plays, until the page is loaded again.
const memory = {};

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? memory[key] ?? otherwise;
  } catch {
    return memory[key] ?? otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    memory[key] = value;
  }
}

/** A token that nobody can guess. */
function random() { return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join(""); }

/** The name of this browser, by which a table counts its connections as one device. */
export function device() {
  const own = read(DEVICE) ?? random();
  write(DEVICE, own);
  return own;
}

/** The token with which this browser claims the seat of a link. It is kept before it is sent: a reply that is lost locks nobody out. */
export function claim(token) {
  const claims = read(CLAIMS, {});
  if (!claims[token]) write(CLAIMS, Object.fromEntries([...Object.entries(claims).slice(-3 * MOST), [token, random()]]));
  return read(CLAIMS, {})[token];
}

/** A seat is opened by another token from now on, wherever this browser keeps it. */
export function replace(table, from, to) {
  const own = each => each.token === from ? { ...each, token: to } : each;
  write(TABLES, tables().map(each => each.table === table ? own(each) : each));
  const shared = read(SHARED, {});
  if (shared[table]) write(SHARED, { ...shared, [table]: shared[table].map(own) });
}

/** The name of a link among others. */
export function key({ table, token }) { return `${table}.${token}`; }

/** The tables, the latest first. */
export function tables() { return read(TABLES, []); }

/** A table by its name and link. */
export function known(table, token) { return tables().find(each => each.table === table && each.token === token); }

/** Remembers a table, with what is new about it. */
export function keep(entry) {
  const before = known(entry.table, entry.token) ?? {};
  const others = tables().filter(each => each.table !== entry.table || each.token !== entry.token);
  write(TABLES, [{ ...before, ...entry }, ...others].slice(0, MOST));
}

/** Remembers the new link of a seat, or that it has none, wherever links to it are kept. */
export function renew(table, seat, link) {
  const links = each => [...(each.links ?? []).filter(other => other.seat !== seat), ...link ? [link] : []];
  write(TABLES, tables().map(each => each.table === table && (each.links || each.isMaster) ? { ...each, links: links(each) } : each));
}

/** Forgets a table. */
export function forget({ table, token }) {
  write(TABLES, tables().filter(each => each.table !== table || each.token !== token));
}

/** The tables of this browser and their seats as a text, for another browser. */
export function seats() { return JSON.stringify({ version: 1, tables: tables(), shared: read(SHARED, {}) }); }

/** Adds the tables of such a text to those of this browser, and removes none. Returns how many are new. */
export function takeSeats(text) {
  const wrong = new Error("This is not a file with seats of version 1.");
  let found;
  try { found = JSON.parse(text); } catch { throw wrong; }
  const isText = (value, longest = 200) => typeof value === "string" && value.length > 0 && value.length <= longest;
  const isMaybe = value => value === undefined || value === null || isText(value);
  const isSeat = each => isText(each?.token) && Number.isInteger(each.seat) && isMaybe(each.name);
  const isTable = each => isText(each?.table) && isText(each.token) && Number.isFinite(each.when) && [each.title, each.name, each.watch, each.invitation].every(isMaybe)
    && (each.links === undefined || (Array.isArray(each.links) && each.links.every(isSeat)));
  const shared = Object.entries(found?.shared ?? {});
  if (found?.version !== 1 || !Array.isArray(found.tables) || !found.tables.every(isTable) || !shared.every(([, own]) => Array.isArray(own) && own.every(isSeat))) throw wrong;
  const fresh = found.tables.filter(each => !known(each.table, each.token));
  if (tables().length + fresh.length > MOST) throw new Error(`This browser can keep ${MOST} tables. Forget some first.`);
  write(TABLES, [...tables(), ...fresh].sort((one, other) => other.when - one.when));
  write(SHARED, { ...Object.fromEntries(shared), ...read(SHARED, {}) });
  return fresh.length;
}

/** The seats of a table whose people sit at this device. */
export function sharing(table) { return read(SHARED, {})[table] ?? []; }

/** Remembers the seats of people who share this device; one alone shares nothing. */
export function share(table, links) {
  if (links.length < 2) return;
  const latest = Object.entries(read(SHARED, {})).slice(-MOST);
  write(SHARED, { ...Object.fromEntries(latest), [table]: links });
}

/** Gives a table a name of one's own; without one it has its title. */
export function name({ table, token }, value) {
  write(TABLES, tables().map(each => each.table === table && each.token === token ? { ...each, name: value || undefined } : each));
}

/** The title of a table: the name that this browser gives it, or else that of the game. */
export function title(entry) { return entry?.name ?? short(entry?.title ?? "A table"); }

/** Returns whether nobody has been told of this turn of a seat, or of a later one, in any page of this browser. From now on somebody has. */
export function isNewTurn(seat, turn) {
  const called = read(CALLED, {});
  if (called[seat] >= turn) return false;
  const others = Object.entries(called).filter(([other]) => other !== seat).slice(1 - MOST);
  write(CALLED, Object.fromEntries([...others, [seat, turn]]));
  return true;
}

/** Returns whether somebody wants no notifications. */
export function declinesCalls() { return read(DECLINED, false); }

export function declineCalls() { write(DECLINED, true); }

/** Returns whether somebody wants sounds. */
export function hasSounds() { return read(SOUNDS, false); }

export function setSounds(value) { write(SOUNDS, value); }

/** The name of the one who plays here. */
export function ownName() { return read(NAME, ""); }

export function setOwnName(value) { write(NAME, value); }

/** The address of a table for whoever has this token; `j` instead of `t` leads to its free seats. */
export function address(table, token, way = "t") { return `${location.href.split("#")[0]}#${way}=${table}.${token}`; }
