// Seats that survive: the tables of this browser go to another one by a one-time code, or into a file and back.

import { attempt, button, download, field, h, notice, show } from "./dom.js";
import * as store from "./store.js";

// Letters and digits that nobody mixes up. There are 32, so that a byte makes one without favour.
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const ROUNDS = 300_000;

/** The buttons below the tables of this browser. */
export function ways(channel) {
  return h("div", { class: "row" }, button("Move to another device", () => handOver(channel)), button("Save my seats to a file", save));
}

/** The form by which seats come to this browser; `done` comes after they have. */
export function arrivals(channel, done) {
  const taken = text => {
    const count = store.takeSeats(text);
    done();
    notice(count === 1 ? "1 table has come to this browser." : `${count} tables have come to this browser.`);
  };
  const code = h("input", { maxlength: "12", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const file = h("input", { type: "file", accept: ".json,application/json" });
  const byCode = event => { event.preventDefault(); return attempt(async () => taken(await pickUp(channel, code.value))); };
  const load = () => file.files.length ? attempt(async () => taken(await file.files[0].text())) : file.focus();
  return h("details", { class: "card" }, h("summary", {}, "Bring my seats to this browser"),
    h("form", { on: { submit: byCode } }, field("Code from my other device", code), h("button", { type: "submit" }, "Get my seats")),
    field("File with my seats", file), button("Load", load));
}

/** Leaves the tables with the server, and shows the code that gives them to another device. */
async function handOver(channel) {
  const code = [...crypto.getRandomValues(new Uint8Array(8))].map(byte => LETTERS[byte % LETTERS.length]).join("");
  const { name, key } = await secrets(code);
  if (!await attempt(async () => channel.call({ server: { "hand-over": { code: name, text: await sealed(store.seats(), key) } } }))) return;
  show("Move to another device", h("p", {}, "On the other device, open this address and type the code below Bring my seats to this browser."),
    h("p", {}, h("code", { translate: "no" }, location.href.split("#")[0])), h("p", { class: "code", translate: "no" }, `${code.slice(0, 4)}-${code.slice(4)}`), h("p", {}, "The code works once, within ten minutes. Anyone who has it can play in your seats."));
}

async function pickUp(channel, typed) {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  if (code.length !== 8 || [...code].some(letter => !LETTERS.includes(letter))) throw new Error("A code has eight letters and digits, without 0, O, 1 and I.");
  const { name, key } = await secrets(code);
  return opened((await channel.call({ server: { "pick-up": { code: name } } })).text, key);
}

/** The name of a code for the server, and the key that it never learns. Browsers encrypt nothing on pages that come unencrypted themselves. */
async function secrets(code) {
  if (!crypto.subtle) return { name: code, key: null };
  const bytes = text => new TextEncoder().encode(text);
  const from = await crypto.subtle.importKey("raw", bytes(code), "PBKDF2", false, ["deriveBits"]);
  const derived = new Uint8Array(await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: bytes("furlong seats"), iterations: ROUNDS }, from, 512));
  const name = [...derived.slice(0, 16)].map(byte => byte.toString(16).padStart(2, "0")).join("");
  return { name, key: await crypto.subtle.importKey("raw", derived.slice(32), "AES-GCM", false, ["encrypt", "decrypt"]) };
}

async function sealed(text, key) {
  if (!key) return text;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text)));
  return btoa([...iv, ...bytes].map(byte => String.fromCharCode(byte)).join(""));
}

async function opened(text, key) {
  if (!key) return text;
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytes.slice(0, 12) }, key, bytes.slice(12)));
}

function save() { download("furlong-seats.json", store.seats()); }
