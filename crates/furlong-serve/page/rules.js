// The choice of rules in a form: those of the server, or a text of one's own that the server checks.

import { button, field, h, select } from "./dom.js";

const OWN = { name: "", about: "Paste a ruleset in TOML. It begins with [ruleset]." };

export class Rules {
  element = h("div");
  /** The chosen rules; those of one's own have the numbers of players of the ones before until they are checked. */
  ruleset;
  #channel;
  #game;
  #changed;
  #kept = h("div");
  #said = h("p", { role: "status" });
  #text = h("textarea", { rows: "8", spellcheck: "false" });
  #own = h("div", {}, field("Ruleset", this.#text), button("Check it", () => this.#check()), this.#said);

  /** The choice among these rulesets of a game; `changed` is called when others are chosen, or one's own are checked. */
  constructor(channel, game, rulesets, { usual = rulesets[0], label, changed, ...properties }) {
    [this.#channel, this.#game, this.#changed] = [channel, game, changed];
    const names = [...rulesets.map(each => [each.name, each.title]), ["", "custom rules …"]];
    const choose = name => this.#take(rulesets.find(each => each.name === name) ?? { ...this.ruleset, reconstructed: [], ...OWN });
    this.element.append(field(label, select(names, usual.name, choose, properties)), this.#kept);
    this.ruleset = usual;
    this.#draw();
  }

  /** The rules as the server is told them. */
  get wanted() { return this.ruleset.name ? { name: this.ruleset.name } : { text: this.#text.value }; }

  /** Goes over to other rules, and stays where one was in the form. */
  #take(ruleset) {
    this.ruleset = ruleset;
    this.#draw();
    const at = document.activeElement;
    this.#changed();
    at?.focus();
  }

  #draw() {
    const { about, reconstructed, name } = this.ruleset;
    this.#kept.replaceChildren(h("p", { class: "about" }, about),
      reconstructed?.length ? h("details", {}, h("summary", {}, "Parts of these rules are reconstructed"), h("ul", {}, reconstructed.map(each => h("li", {}, each)))) : "",
      name === "" ? this.#own : "");
  }

  async #check() {
    try {
      const { ruleset } = await this.#channel.call({ "check-ruleset": { game: this.#game.id, text: this.#text.value } });
      this.#said.textContent = `${ruleset.title}: ${ruleset.about}`;
      this.#take({ ...this.ruleset, players: ruleset.players, post: ruleset.post });
    } catch (error) {
      this.#said.textContent = error.message;
    }
  }
}
