// The channel to the house: calls with replies, pushes, and a connection that comes back by itself.

import { openLine } from "./line.js";

const VERSION = 1;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;

/** Raised when the house refuses a call, with its sentence, or when there is no connection. */
export class Refused extends Error {}

class Channel {
  offers = [];
  isOpen = false;
  #line = null;
  #isOpening = false;
  #waiting = new Map();
  #next = 1;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #onPush = () => {};
  #onState = () => {};

  constructor() {
    addEventListener("online", () => this.#again());
    addEventListener("offline", () => this.#line?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.isOpen || this.#again());
  }

  /** Calls `handler` with each push of the house. */
  onPush(handler) { this.#onPush = handler; }

  /** Calls `handler` with true whenever the house answers, and with false when the connection is lost. */
  onState(handler) { this.#onState = handler; }

  /** Opens the connection. */
  start() { this.#open(); }

  /** Sends a call; the promise gives the reply, or a refusal. `progress` is told how far it has come: `{ waiting }` with the number of calls before it, then `{ progress }` in hundredths. */
  call(call, progress) {
    if (!this.isOpen) return Promise.reject(new Refused("There is no connection to the house: nothing was sent."));
    return this.#send(call, progress);
  }

  /** Says that a table is no longer looked at; without a connection nobody has to be told. */
  leave(table) { if (this.isOpen) this.call({ leave: { table } }).catch(() => {}); }

  #send(call, progress) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#line.send(JSON.stringify({ id, call }));
    });
  }

  #open() {
    clearTimeout(this.#timer);
    this.#isOpening = true;
    const line = openLine({
      onOpen: () => { this.#isOpening = false; this.#greet(); },
      onText: text => this.#take(JSON.parse(text)),
      onClose: () => line === this.#line && this.#lost(),
    });
    this.#line = line;
  }

  async #greet() {
    try {
      const { hello } = await this.#send({ hello: { version: VERSION } });
      this.offers = hello.offers;
      this.isOpen = true;
      this.#pause = FIRST_PAUSE;
      this.#onState(true);
    } catch (error) {
      this.#onState(false, error.message);
    }
  }

  #take(message) {
    if (message.push) { this.#onPush(message.push); return; }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.progress !== undefined || message.waiting !== undefined) { waiting.progress?.(message); return; }
    this.#waiting.delete(message.id);
    if (message.refused !== undefined) waiting.reject(new Refused(message.refused));
    else waiting.resolve(message.reply);
  }

  #lost() {
    this.#isOpening = false;
    const wasOpen = this.isOpen;
    this.isOpen = false;
    for (const { reject } of this.#waiting.values()) reject(new Refused("The connection was lost: look at the table again."));
    this.#waiting.clear();
    if (wasOpen) this.#onState(false);
    this.#timer = setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.7);
  }

  #again() {
    if (this.isOpen || this.#isOpening) return;
    this.#pause = FIRST_PAUSE;
    this.#open();
  }
}

/** The channel of this page. */
export function connect() { return new Channel(); }
