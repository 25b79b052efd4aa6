// The board: it shows pictures of the server, lets what has another place move there, and tells what was tapped.

import { h, isStill, picture } from "./dom.js";
import { move, things } from "./motion.js";

export class Board {
  element = h("figure", { class: "board-figure" });
  #svg = null;
  /** The parts of the picture, each with its text. */
  #texts = new WeakMap();
  #place = h("div", { class: "picture" });
  #words = h("pre", { class: "sheet", tabindex: "0" });

  /** `onTap` is called with the name of the thing that was tapped. */
  constructor(onTap) {
    this.element.append(this.#place, h("details", {}, h("summary", {}, "The board in words"), this.#words));
    this.#place.addEventListener("click", event => onTap(event.target.closest?.("[data-name]")?.dataset.name ?? null));
  }

  /** Shows a picture; things that stand elsewhere than before move there. Returns the animations. `held` and `from` are those of `move`. */
  draw(text, moves = true, held = {}) {
    const svg = text && picture(text);
    this.#place.hidden = !svg;
    if (!svg) { this.#place.replaceChildren(); this.#svg = null; return []; }
    const before = moves && this.#svg && !isStill() ? things(this.#svg) : new Map();
    const parts = [...svg.children];
    if (this.#svg?.getAttribute("viewBox") !== svg.getAttribute("viewBox")) { svg.replaceChildren(); this.#place.replaceChildren(this.#svg = svg); }
    this.#replace(parts);
    this.mark(new Set(), []);
    return before.size ? move(before, this.#svg, held) : [];
  }

  /** Puts these parts in place of those of the picture. Equal parts stay, because browsers need long to lay out a whole board. */
  #replace(parts) {
    const drop = part => { this.#texts.delete(part); part.remove(); };
    const old = [...this.#svg.children];
    for (const part of parts) {
      const text = part.outerHTML;
      const same = old.findIndex(each => this.#texts.get(each) === text);
      old.splice(0, same).forEach(drop);
      if (same >= 0) { old.shift(); continue; }
      this.#texts.set(part, text);
      this.#svg.insertBefore(part, old[0] ?? null);
    }
    old.forEach(drop);
  }

  /** The place of the picture on the screen. */
  get frame() { return this.#place.getBoundingClientRect(); }

  /** Shows the table in words, for those who do not see the picture. */
  write(text) { this.#words.textContent = text; }

  /** Marks the things that choices are about, and those of the considered one. */
  mark(names, considered) {
    for (const element of this.#svg?.querySelectorAll("[data-name]") ?? []) {
      element.classList.toggle("can", names.has(element.dataset.name));
      element.classList.toggle("considered", considered.includes(element.dataset.name));
    }
  }
}
