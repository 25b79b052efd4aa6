// The question: its choices, the hand, and the choice that is considered. A choice is tapped once to be considered, and once more,
// or by its button, to be made.

import { button, drawing, h, typed } from "./dom.js";

const HOLD = 550;

export class Choices {
  element = h("section", { class: "question", "aria-label": "Your decision" });
  hand = h("section", { class: "hand", "aria-label": "What you have" });
  #actions;
  #question = null;
  #held = [];
  #considered = -1;
  #only = null;
  #asked = -1;

  /** `actions`: consider(index, choice), play(index), explain(index). */
  constructor(actions) { this.#actions = actions; }

  /** The names of everything that can be tapped. */
  get names() { return new Set(this.#question?.choices.flatMap(choice => choice.on ?? []) ?? []); }

  /** The names that the considered choice is about. */
  get on() { return this.#question?.choices[this.#considered]?.on ?? []; }

  /** What the player holds and where it lies on the screen, by name. */
  get held() {
    const rect = name => [...this.hand.querySelectorAll("[data-name]")].find(each => each.dataset.name === name)?.getBoundingClientRect();
    return new Map(this.#held.map(({ name, count, picture }) => [name, { name, count, picture, rect: rect(name) }]));
  }

  /** Shows a question, or none, and what the player holds. The same question again, because somebody came or left, keeps what is considered. */
  show(question, held, asked = -1) {
    const had = this.element.contains(document.activeElement);
    const isSame = this.#considered >= 0 && JSON.stringify(question) === JSON.stringify(this.#question);
    [this.#question, this.#held, this.#asked] = [question, held, asked];
    if (isSame) { this.#consider(this.#considered); return; }
    [this.#considered, this.#only] = [-1, null];
    this.#draw();
    if (had) this.element.querySelector(".choice")?.focus();
  }

  /** A thing was tapped: its choice is considered, or its choices are offered alone. */
  tap(name) {
    if (!this.#question) return;
    const meant = this.#question.choices.flatMap((choice, index) => choice.on?.includes(name) ? [index] : []);
    if (!meant.length) return;
    if (meant.length === 1) { this.#choose(meant[0]); return; }
    // A second tap on a thing goes on to its next choice.
    const next = meant[(meant.indexOf(this.#considered) + 1) % meant.length];
    this.#only = meant;
    this.#consider(next);
  }

  #choose(index) {
    if (index === this.#considered) this.#actions.play(index);
    else this.#consider(index);
  }

  #consider(index, focuses = false) {
    this.#considered = index;
    this.#draw();
    if (focuses) this.element.querySelector(`[data-index="${index}"]`)?.focus();
    this.#actions.consider(index);
  }

  #draw() {
    const focused = document.activeElement?.dataset?.index;
    const had = this.element.contains(document.activeElement);
    this.#drawHand();
    const question = this.#question;
    this.element.hidden = !question;
    if (!question) { this.element.replaceChildren(); return; }
    const indices = this.#only ?? question.choices.map((_, index) => index);
    const list = h("div", { class: "choices", role: "group", "aria-label": question.text, on: { keydown: event => this.#key(event, indices) } },
      indices.map(index => this.#choice(question.choices[index], index)));
    const considered = question.choices[this.#considered];
    const scrolled = this.element.querySelector(".choices")?.scrollTop ?? 0;
    this.element.replaceChildren(...[h("h2", {}, typed(question.text)), list,
      this.#only ? button("All choices", () => { this.#only = null; this.#draw(); }, { class: "small" }) : null,
      considered ? h("div", { class: "play" }, button(`Play: ${considered.label}`, () => this.#actions.play(this.#considered), { class: "main" }),
        button("?", () => this.#actions.explain(this.#considered), { "aria-label": `Explain ${considered.label}` })) : null].filter(Boolean));
    list.scrollTop = scrolled;
    if (had && focused !== undefined) this.element.querySelector(`[data-index="${focused}"]`)?.focus({ preventScroll: true });
  }

  #choice(choice, index) {
    let timer = 0;
    let isHeld = false;
    const stop = () => clearTimeout(timer);
    const on = {
      pointerdown: () => { isHeld = false; timer = setTimeout(() => { isHeld = true; this.#actions.explain(index); }, HOLD); },
      pointerup: stop, pointerleave: stop, pointercancel: stop,
      contextmenu: event => event.preventDefault(),
    };
    const isConsidered = index === this.#considered;
    const held = this.#held.filter(each => each.picture && choice.on?.includes(each.name));
    return button([held.map(each => drawing(each.picture)), h("span", { class: "words" }, h("span", { class: "label" }, choice.label), choice.remark ? h("small", {}, choice.remark) : null)].flat(),
      () => { if (isHeld) isHeld = false; else this.#choose(index); },
      { class: `choice${isConsidered ? " considered" : ""}${index === this.#asked ? " asked" : ""}`, "data-index": index, "aria-pressed": String(isConsidered), on });
  }

  #key(event, indices) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const index = Number(document.activeElement?.dataset?.index ?? -1);
    if (event.key === "?" && index >= 0) { this.#actions.explain(index); return; }
    if (!step || !indices.length) return;
    event.preventDefault();
    const at = indices.indexOf(index);
    this.#consider(indices[(at + step + indices.length) % indices.length], true);
  }

  #drawHand() {
    this.hand.hidden = !this.#held.length;
    const names = this.names;
    const on = this.on;
    const card = ({ name, label, count, paint, picture, value }) => {
      const number = value === undefined ? count : count > 1 ? `${value} ×${count}` : value;
      const face = [h("span", { class: "count" }, number), picture ? drawing(picture) : "", h("span", {}, label)];
      const classes = `held ${paint.replace("token ", "")}${on.includes(name) ? " considered" : ""}`;
      return names.has(name) ? button(face, () => this.tap(name), { class: `${classes} can`, "data-name": name }) : h("div", { class: classes, "data-name": name }, face);
    };
    const had = this.hand.contains(document.activeElement) && document.activeElement.dataset.name;
    this.hand.replaceChildren(h("h2", {}, "You have"), h("div", { class: "cards" }, this.#held.map(card)));
    if (had) [...this.hand.querySelectorAll("button")].find(each => each.dataset.name === had)?.focus();
  }
}
