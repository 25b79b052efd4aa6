// The bar below the board that goes to earlier moments.

import { button, h } from "./dom.js";

export class Replay {
  element = h("section", { class: "replay", "aria-label": "Earlier moments", hidden: true });
  isOpen = false;
  at = 0;
  #actions;
  #total = 0;
  #slider = h("input", { type: "range", min: "0", "aria-label": "Moment" });
  #words = h("p", {});
  #said = h("div", { role: "status", class: "told", tabindex: "0" });
  #playOn;

  /** `actions`: moment(event), playOn(event), close(). */
  constructor(actions) {
    this.#actions = actions;
    this.#slider.addEventListener("input", () => this.#go(Number(this.#slider.value)));
    this.#playOn = button("Play on from here", () => actions.playOn(this.at));
    const go = (label, name, click) => button(label, click, { "aria-label": name });
    const step = (label, by) => go(label, label, () => this.#go(this.at + by));
    this.element.append(this.#words, this.#slider, h("div", { class: "row steps" },
      go("Start", "To the start", () => this.#go(0)), step("Back", -1), step("Next", 1), go("End", "To the end", () => this.#go(this.#total))),
      this.#said, h("div", { class: "row" }, this.#playOn, button("Back to the game", () => this.close())));
  }

  open(at, total, mayPlayOn) {
    [this.isOpen, this.#total, this.at] = [true, total, at];
    this.element.hidden = false;
    this.#slider.max = total;
    this.#slider.value = at;
    this.#playOn.hidden = !mayPlayOn;
    this.#said.replaceChildren();
    this.tell([], null);
  }

  close() {
    this.isOpen = false;
    this.element.hidden = true;
    this.#actions.close();
  }

  /** Tells what happened last before this moment. */
  tell(elements, round) {
    this.#words.textContent = `Event ${this.at} of ${this.#total}${round === null ? "" : `, round ${round}`}`;
    this.#said.replaceChildren(...elements);
  }

  #go(event) {
    const to = Math.max(0, Math.min(this.#total, event));
    if (to === this.at) return;
    this.at = to;
    this.#slider.value = to;
    this.#actions.moment(to);
  }
}
