// The channel to the server: calls with replies, pushes, and a connection that comes back by itself.

import { openConnection, whyNot } from "./connection.js";

const VERSION = 1;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
/** The page says that it waits when a call is not answered within this time. */
const SLOW = 1000;
/** A call that is not answered within this time shows that the connection is lost, and the next connection is given twice as long. */
const PATIENCE = 5000;
const MOST_PATIENCE = 40_000;
/** The bytes of a long call for which a slow network is given another millisecond. */
const BYTES = 10;
/** When nothing has come for this time, the page asks whether the server is still there. */
const SILENCE = 15_000;

/** Raised when the server refuses a call, with its sentence, or when there is no connection. */
export class Refused extends Error {}

class Lost extends Refused {}

class Channel {
  offers = [];
  isOpen = false;
  #line = null;
  #due = 0;
  #heard = 0;
  #looked = performance.now();
  #waiting = new Map();
  #next = 1;
  #pause = FIRST_PAUSE;
  #patience = PATIENCE;
  #failed = 0;
  #timer = 0;
  #said = "";
  #onPush = () => {};
  #onOpen = () => {};
  #onSay = () => {};

  constructor() {
    addEventListener("online", () => this.#check());
    addEventListener("offline", () => this.#lose("this device is offline"));
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
    setInterval(() => this.#look(), SLOW / 2);
  }

  /** Calls `handler` with each push of the server. */
  onPush(handler) { this.#onPush = handler; }

  /** Calls `handler` whenever a connection is open. */
  onOpen(handler) { this.#onOpen = handler; }

  /** Calls `handler` with a sentence on what is waited for, or with an empty text. */
  onSay(handler) { this.#onSay = handler; }

  /** Opens the connection. */
  start() { this.#open(); }

  /** Sends a call; the promise gives the reply, or a refusal. `progress` is told how far it has come: `{ waiting }` with the number of calls before it, then `{ progress }` in hundredths. */
  call(call, progress) {
    if (!this.isOpen) return Promise.reject(new Lost("No connection, so nothing was sent."));
    return this.#send(call, progress);
  }

  /** Says that a table is no longer looked at; without a connection nobody has to be told. */
  leave(table) { if (this.isOpen) this.call({ leave: { table } }).catch(() => {}); }

  #send(call, progress) {
    const id = this.#next++;
    const text = JSON.stringify({ id, call });
    return new Promise((resolve, reject) => {
      const asked = performance.now();
      this.#waiting.set(id, { resolve, reject, progress, asked, due: asked + this.#patience + text.length / BYTES });
      this.#line.send(text);
    });
  }

  #open() {
    clearTimeout(this.#timer);
    this.#due = performance.now() + this.#patience;
    const mine = action => given => { if (line === this.#line) action(given); };
    const line = openConnection({ onOpen: mine(() => this.#greet()), onText: mine(text => this.#take(JSON.parse(text))), onClose: mine(() => this.#lose()) });
    this.#line = line;
  }

  async #greet() {
    this.#due = Infinity;
    try {
      const { hello } = await this.#send({ hello: { version: VERSION } });
      this.offers = hello.offers;
      this.isOpen = true;
      [this.#pause, this.#failed] = [FIRST_PAUSE, 0];
      this.#say("");
      this.#onOpen();
    } catch (error) {
      if (error instanceof Lost) return;
      this.#line = null;
      this.#say(error.message);
    }
  }

  #take(message) {
    this.#heard = performance.now();
    if (message.push) { this.#onPush(message.push); return; }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (this.isOpen) this.#patience = PATIENCE;
    // What takes long is acknowledged at once.
    if (message.progress !== undefined || message.waiting !== undefined) { waiting.due = Infinity; waiting.progress?.(message); return; }
    this.#waiting.delete(message.id);
    if (message.refused !== undefined) waiting.reject(new Refused(message.refused));
    else waiting.resolve(message.reply);
  }

  /** Looks whether an answer is late, and whether it is time to ask for a sign of life. */
  #look() {
    const now = performance.now();
    // While the device slept or the page was busy, an answer that had come was not taken.
    const slept = Math.max(0, now - this.#looked - SLOW);
    this.#looked = now;
    this.#due += slept;
    for (const each of this.#waiting.values()) each.due += slept;
    if (!this.#line) return;
    const late = [...this.#waiting.values()].filter(each => each.due < Infinity);
    if (!this.#line.isLocal && Math.min(this.#due, ...late.map(each => each.due)) < now) {
      this.#patience = Math.min(MOST_PATIENCE, 2 * this.#patience);
      this.#lose("the server is not responding");
      return;
    }
    if (!this.isOpen) return;
    if (!late.length && now - this.#heard > SILENCE) this.#ask();
    this.#say(late.some(each => now - each.asked > SLOW) ? "Waiting for the server …" : "");
  }

  /** Asks for a sign of life. */
  #ask() { this.#send("ping").catch(() => {}); }

  /** Somebody looks at the page again, or its network is back. */
  #check() {
    if (this.isOpen) this.#ask();
    else if (!this.#line) { this.#pause = FIRST_PAUSE; this.#open(); }
  }

  /** Gives the connection up, and opens another one after a pause. */
  #lose(why) {
    if (!this.#line || this.#line.isLocal) return;
    const line = this.#line;
    [this.#line, this.isOpen] = [null, false];
    line.close();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Lost("The connection was lost before the server answered. Check the table to see whether it went through."));
    this.#timer = setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.7);
    this.#failed++;
    if (why || this.#failed === 1) this.#sayLost(why);
    else whyNot().then(why => this.isOpen || this.#sayLost(why));
  }

  #sayLost(why) { this.#say(`No connection${why ? `: ${why}` : ""}. Trying again …`); }

  #say(text) {
    if (text === this.#said) return;
    this.#said = text;
    this.#onSay(text);
  }
}

/** The channel of this page. */
export function connect() { return new Channel(); }
