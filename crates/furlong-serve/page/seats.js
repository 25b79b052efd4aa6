// The seats of a table, for players who open its link: each picks a free seat.

import { attempt, button, field, h, hide, letter, show } from "./dom.js";
import * as store from "./store.js";
import { setTitle } from "./turns.js";

export class SeatsScreen {
  #channel;
  #main;
  #link;
  #name = h("input", { value: store.ownName(), maxlength: "40", autocomplete: "off" });

  constructor(channel, main, { table, token }) { [this.#channel, this.#main, this.#link] = [channel, main, { table, token }]; }

  async enter() {
    setTitle("Furlong");
    try {
      const { glance } = await this.#channel.call({ glance: this.#link });
      this.#draw(glance);
    } catch (error) {
      this.#main.replaceChildren(h("section", { class: "card" }, h("h1", {}, "No table here"), h("p", {}, error.message), h("a", { href: "#" }, "Back to the start")));
    }
  }

  again() { this.enter(); }

  leave() {}

  #draw({ others, free: { heading, seats: open, reserved = [] } = { heading: "This link opens no seats.", seats: [], reserved: [] } }) {
    const own = store.tables().find(each => each.table === this.#link.table);
    const seat = (name, index) => {
      const isReserved = reserved.includes(index);
      return h("li", {}, open.includes(index)
        ? button(isReserved ? `Reserved for ${name}` : `Take the seat of ${name}`, () => this.#choose(index, name, isReserved), { class: isReserved ? null : "main" })
        : h("span", {}, `${letter(index)}: ${name} (taken)`));
    };
    this.#main.replaceChildren(h("section", { class: "card" }, h("h1", {}, heading),
      own ? h("p", {}, "You have a seat at this table: ", h("a", { href: store.address(own.table, own.token) }, "go to it"), ".") : "",
      h("p", {}, open.length ? "Pick a seat." : "All seats are taken."), open.length ? field("Your name", this.#name) : "",
      h("ul", { class: "picks" }, others.map(seat))));
    this.#main.focus({ preventScroll: true });
  }

  /** Asks first whether a reserved seat is that of this person. */
  #choose(seat, name, isReserved) {
    const own = this.#name.value.trim().toLowerCase();
    if (!isReserved || own === name.toLowerCase()) { this.#pick(seat, name); return; }
    // Somebody who says yes goes by that name.
    show(`Are you ${name}?`, h("p", {}, `This seat is reserved for ${name}.`), h("div", { class: "row" },
      button(`Yes, I am ${name}`, () => { hide(); this.#name.value = name; this.#pick(seat, name); }, { class: "main" }), button("No", hide)));
  }

  /** Claims a seat and gives it the player's name. */
  async #pick(seat, name) {
    const { table, token } = this.#link;
    const claim = store.claim(`${token}.${seat}`);
    const joined = await attempt(() => this.#channel.call({ join: { table, token, seat, claim, device: store.device(), since: null } }));
    if (!joined) { this.enter(); return; }
    const own = this.#name.value.trim();
    if (own && own !== name && await attempt(() => this.#channel.call({ at: { table, do: { rename: own } } }))) store.setOwnName(own);
    location.replace(store.address(table, claim));
  }
}
