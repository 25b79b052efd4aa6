// What the link in a mail does.

import { h } from "./dom.js";
import * as store from "./store.js";
import { setTitle } from "./turns.js";

/** The screen of the link in a mail, which confirms an address or stops its mail. */
export class MailScreen {
  #channel;
  #main;
  #call;

  constructor(channel, main, { table, token }, stop) { [this.#channel, this.#main, this.#call] = [channel, main, { table, secret: token, stop }]; }

  async enter() {
    setTitle("Furlong");
    const { table, stop } = this.#call;
    const [title, said] = await this.#channel.call({ mail: this.#call }).then(({ mail }) => [mail.heading, stop ? "You get no more mail from this seat." : `Your address is confirmed: ${mail.address} gets a mail when your turn has come and you have not.`],
      error => ["This link does nothing", error.message]);
    const own = store.tables().find(each => each.table === table);
    this.#main.replaceChildren(h("section", { class: "card" }, h("h1", {}, title), h("p", { role: "status" }, said),
      own ? h("a", { href: store.address(own.table, own.token) }, "Go to the table") : h("a", { href: "#" }, "Go to the start")));
    this.#main.focus({ preventScroll: true });
  }

  again() {}

  leave() {}
}
