// Short messages and gestures of the people at a table, apart from what happens in the game.

import { attempt, button, disc, h, own } from "./dom.js";

const GESTURES = { hello: "Hello!", "good-luck": "Good luck!", "well-played": "Well played!", thanks: "Thanks!", oops: "Oops!", "your-turn": "Your turn!" };
const SHOWN = 6000;

export class Chat {
  #say;
  #players = [];
  #last = 0;
  #timer = 0;
  #list = h("div", { class: "lines", role: "log", tabindex: "0", "aria-label": "Messages" });
  #input = h("input", { maxlength: "140", autocomplete: "off", enterkeyhint: "send", placeholder: "Message", "aria-label": "Message" });
  #writing = h("div", {}, h("div", { class: "row gestures", role: "group", "aria-label": "Gestures" },
    Object.entries(GESTURES).map(([gesture, words]) => button(words, () => this.#send({ gesture }), { class: "small" }))),
    h("form", { class: "row", on: { submit: event => { event.preventDefault(); this.#write(); } } }, this.#input, h("button", { type: "submit" }, "Send")));
  element = h("section", { class: "card chat", hidden: true, tabindex: "-1", "aria-label": "Messages" }, h("h2", {}, "Messages"), this.#list, this.#writing);
  /** The latest message where the list is out of view. The list is read aloud, so this is not. */
  latest = h("p", { class: "latest", "aria-hidden": "true" });

  /** `say` sends a text or a gesture. */
  constructor(say) { this.#say = say; }

  /** Returns whether people can write at this table. */
  get isOpen() { return !this.element.hidden; }

  /** Takes the players, and the latest messages from a view that has them. */
  show(view) {
    this.#players = view.players;
    this.#writing.hidden = !view.may.write;
    if (view.chat) this.#append(view.chat);
    if (view.chat && !globalThis.furlongOffline) this.element.hidden = false;
  }

  /** Takes a new message. */
  add(line) {
    if (!this.#append([line])) return;
    const { top, bottom } = this.#list.getBoundingClientRect();
    if (!document.hidden && top >= 0 && bottom <= innerHeight) return;
    this.latest.replaceChildren(...this.#words(line));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.latest.replaceChildren(), SHOWN);
  }

  /** Goes to the messages. */
  reveal() {
    this.element.scrollIntoView({ block: "center" });
    (this.#writing.hidden ? this.element : this.#input).focus({ preventScroll: true });
  }

  /** Adds the messages that are not there yet. Returns whether there are any. */
  #append(lines) {
    const fresh = lines.filter(line => line.number > this.#last);
    this.#last = fresh.at(-1)?.number ?? this.#last;
    this.#list.append(...fresh.map(line => h("div", {}, disc(line.seat, this.#players[line.seat]?.colour ?? 0), h("span", {}, this.#words(line)))));
    while (this.#list.childElementCount > 100) this.#list.firstElementChild.remove();
    if (fresh.length) this.#list.scrollTop = this.#list.scrollHeight;
    return fresh.length > 0;
  }

  #words({ seat, said }) {
    const words = (said.text && own(said.text)) ?? h("em", {}, GESTURES[said.gesture] ?? said.gesture);
    return [h("strong", {}, own(`${this.#players[seat]?.name ?? ""}: `)), words];
  }

  #send(said) { return attempt(() => this.#say(said)); }

  async #write() {
    const text = this.#input.value.trim();
    if (text && await this.#send({ text }) && this.#input.value.trim() === text) this.#input.value = "";
  }
}
