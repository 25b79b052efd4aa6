// Players who are away when it is their turn: the others wait for them, or agree to let a bot play.

import { button, h } from "./dom.js";

export class Away {
  element = h("div", { class: "proposal", role: "group", "aria-label": "A player is away", hidden: true });
  #actions;
  #timer = 0;
  #waitsFor = null;

  /** `actions`: letBotPlay(seat), say(sentence). */
  constructor(actions) { this.#actions = actions; }

  /** Shows who keeps a player waiting, except the people who share this device. */
  show(view, mine, atDevice) {
    clearInterval(this.#timer);
    const plays = view.players[mine]?.who === "person" && !view.proposal && !globalThis.furlongOffline;
    const awaited = plays ? view.players.filter(({ seat, away }) => away && away.wait !== null && !atDevice.includes(seat)) : [];
    const since = performance.now();
    const tick = () => {
      if (awaited.length && !this.element.isConnected) { clearInterval(this.#timer); return; }
      const passed = performance.now() - since;
      const player = awaited.find(each => each.away.wait <= passed && this.#waitsFor !== `${view.events} ${each.seat}`);
      this.#draw(player, player && player.away.time + passed, view.events);
    };
    tick();
    if (awaited.length) this.#timer = setInterval(tick, 1000);
  }

  #draw(player, time, events) {
    const said = player ? player.invited ? `${player.name} has not come yet.` : `${player.name} has been away for ${span(time)}.` : "";
    if (said === this.element.dataset.said) return;
    const isNew = this.element.hidden;
    this.element.dataset.said = said;
    this.element.hidden = !player;
    if (!player) { this.element.replaceChildren(); return; }
    // The minutes pass without a word: only the first sentence is read aloud.
    if (isNew) this.#actions.say(said);
    const text = this.element.querySelector("p");
    if (text && this.element.dataset.seat === String(player.seat)) { text.textContent = said; return; }
    this.element.dataset.seat = player.seat;
    const wait = () => { this.#waitsFor = `${events} ${player.seat}`; this.#draw(); };
    this.element.replaceChildren(h("p", {}, said), h("div", { class: "row" },
      button("Wait", wait), button(`Let a bot play for ${player.name}`, () => this.#actions.letBotPlay(player.seat))));
  }
}

/** A span of time in whole units: `3 minutes`, `2 hours`, `1 day`. */
function span(time) {
  const [length, unit] = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"]].find(([length]) => time >= length) ?? [60_000, "minute"];
  const count = Math.max(1, Math.floor(time / length));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
