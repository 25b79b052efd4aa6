// The players in a row: who they are, whether they are here, whose turn it is, and their clocks.

import { disc, h, notice, own } from "./dom.js";

export class Players {
  element = h("ul", { class: "players", "aria-label": "Players", tabindex: "0" });
  #clocks = [];
  #timer = 0;

  show(view, mine) {
    clearInterval(this.#timer);
    this.#clocks = [];
    const player = (each, index) => {
      const isBot = each.who !== "person";
      const state = isBot ? `bot: ${each.who}` : each.devices > 1 ? `here on ${each.devices} devices` : each.here ? "here" : each.reserved ? `reserved for ${each.name}` : each.invited ? "not here yet" : "away";
      const clock = each.clock && h("span", { class: "clock" });
      if (clock) this.#clocks.push({ element: clock, left: each.clock.left, running: each.clock.running, since: performance.now() });
      return h("li", { class: `${each.decides ? "decides" : ""}${each.here || isBot ? "" : " away"}` },
        disc(index, each.colour),
        h("span", { class: "who" }, h("strong", {}, own(each.name), each.seat === mine ? " (you)" : ""), h("small", { class: "state" }, each.decides && !view.ending ? `${state}, to move` : state),
          h("small", {}, each.facts)), clock);
    };
    this.element.replaceChildren(...view.players.map(player));
    this.element.hidden = !view.players.length || Boolean(view.lesson);
    this.#tick();
    if (this.#clocks.some(clock => clock.running)) this.#timer = setInterval(() => this.element.isConnected ? this.#tick() : clearInterval(this.#timer), 500);
  }

  /** The place of a player on the screen. */
  place(seat) { return this.element.children[seat]?.getBoundingClientRect() ?? null; }

  #tick() {
    for (const { element, left, running, since } of this.#clocks) {
      const now = Math.max(0, left - (running ? performance.now() - since : 0));
      element.textContent = span(now);
      element.classList.toggle("short", running && now < 30_000);
    }
  }
}

/** Tells players that their seat is open on one more device: it may be somebody else's. */
export function warn(to, players, before) {
  const own = players.find(each => each.seat === to?.player);
  const had = before?.find(each => each.seat === to?.player)?.devices ?? 1;
  if (own?.devices > Math.max(1, had)) notice(`Your seat is open on ${own.devices} devices. If you use only one, somebody else has your link. Tell the others.`);
}

/** A span of time: `2 d 3 h`, `1:02:03`, `9:31`. */
function span(time) {
  const seconds = Math.ceil(time / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  const two = number => String(number).padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
