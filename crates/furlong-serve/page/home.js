// The first screen: a new table, the tables of this browser, lessons, and saved games.

import { attempt, button, disc, field, h, hide, letter, select, short, show } from "./dom.js";
import { postCard } from "./post-home.js";
import { Rules } from "./rules.js";
import * as store from "./store.js";

const CLOCKS = [["", "none"], ["5m+5s", "5 minutes each, plus 5 seconds per move"], ["15m+10s", "15 minutes each, plus 10 seconds per move"],
  ["60m+0s", "1 hour each"], ["1d/move", "1 day per move"], ["3d/move", "3 days per move"]];
// A page without a server has no links to give away: all people sit at this device.
const isAlone = Boolean(globalThis.furlongOffline);
// As the server calls them, in the order of their paints.
const COLOURS = ["blue", "red", "green", "orange", "purple", "grey", "teal", "pink"];

export class Home {
  #channel;
  #main;
  #game;
  #rules;
  #byPost;
  #seats = [];
  #mine = h("section", { class: "card" });
  #look = () => document.hidden || this.#drawTables();

  constructor(channel, main) {
    this.#channel = channel;
    this.#main = main;
  }

  enter() {
    document.title = "Furlong";
    // What is typed there stays when the rest is drawn anew.
    this.#byPost = isAlone ? null : postCard(this.#channel);
    document.addEventListener("visibilitychange", this.#look);
    this.#drawTables();
    this.#choose(this.#channel.offers[0]);
  }

  again() { this.#drawTables(); }

  leave() { document.removeEventListener("visibilitychange", this.#look); }

  #choose(game) {
    this.#game = game;
    this.#rules = new Rules(this.#channel, game, game.rulesets, { label: "Rules", id: "rules", changed: () => { this.#fill(); this.#draw(); } });
    this.#seats = [];
    this.#addSeat({ who: isAlone ? "here" : "person", name: store.ownName() });
    this.#addSeat();
    this.#fill();
    this.#draw();
  }

  /** The bots that people choose from, the gentlest first: the levels of play, where the game has them. */
  #bots() { return this.#game.levels.length ? this.#game.levels : this.#game.bots; }

  #addSeat(seat = { who: this.#bots()[0].name }) { this.#seats.push({ ...seat, colour: this.#colourAfter(-1) }); }

  /** The first colour after this one that is free. */
  #colourAfter(colour) {
    const all = COLOURS.map((_, step) => (colour + 1 + step) % COLOURS.length);
    return all.find(each => this.#seats.every(seat => seat.colour !== each));
  }

  /** As many seats as the rules ask for. */
  #fill() {
    const { least, most } = this.#rules.ruleset.players;
    while (this.#seats.length < least) this.#addSeat();
    this.#seats.length = Math.min(this.#seats.length, most);
  }

  #draw(focus) {
    this.#main.replaceChildren(h("h1", {}, "Race games"), this.#mine, h("div", { class: "home-grid" }, this.#newTable(), this.#beside()));
    if (focus) this.#main.querySelector(focus)?.focus();
  }

  /** The tables of this browser, and how they stand now. */
  #drawTables() {
    const tables = store.tables();
    this.#mine.hidden = !tables.length;
    this.#mine.replaceChildren(h("h2", {}, "My tables"), h("ul", { class: "tables" }, tables.map(each => this.#table(each))));
  }

  #table(entry) {
    const title = entry.name ?? short(entry.title ?? "A table");
    const when = new Date(entry.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const about = h("small", {}, when);
    const state = h("strong", {});
    const tell = ({ glance: { others, round, asked, ending } }) => {
      if (others.length) about.textContent = `with ${others.join(", ")}, round ${round}, ${when}`;
      state.textContent = ending ?? (asked ? "Your turn." : "");
    };
    this.#channel.call({ glance: { table: entry.table, token: entry.token } }).then(tell, error => { state.textContent = error.message; });
    const small = (label, action) => button(label, action, { class: "small", "aria-label": `${label} ${title}` });
    return h("li", {}, h("a", { href: store.address(entry.table, entry.token) }, title), state, about,
      h("div", { class: "row" }, small("Rename", () => this.#rename(entry, title)), small("Forget", () => { store.forget(entry); this.#drawTables(); })));
  }

  #rename(entry, title) {
    const name = h("input", { value: title, maxlength: "60", autocomplete: "off" });
    const keep = () => { store.name(entry, name.value.trim()); this.#drawTables(); hide(); };
    show("Rename the table", field("Name (only in this browser)", name), button("Save", keep, { class: "main" }));
  }

  #newTable() {
    const game = this.#game;
    const form = h("form", { class: "card", on: { submit: event => { event.preventDefault(); this.#open(form); } } },
      h("h2", {}, "New table"),
      h("fieldset", { class: "games" }, h("legend", {}, "Game"), this.#channel.offers.map(each => h("label", { class: "pick" },
        h("input", { type: "radio", name: "game", value: each.id, checked: each === game, on: { change: () => { this.#choose(each); this.#main.querySelector("input[name=game]:checked")?.focus(); } } }),
        each.title))),
      this.#rules.element,
      h("fieldset", {}, h("legend", {}, "Seats"), this.#seats.map((seat, index) => this.#seat(seat, index)),
        h("div", { class: "row" },
          button("Add a seat", () => { this.#addSeat(); this.#draw("#seats-more"); }, { id: "seats-more", disabled: this.#seats.length >= this.#rules.ruleset.players.most }),
          button("Remove a seat", () => { this.#seats.pop(); this.#draw("#seats-fewer"); }, { id: "seats-fewer", disabled: this.#seats.length <= this.#rules.ruleset.players.least }))),
      h("details", {}, h("summary", {}, "Clock, taking moves back, options"),
        field("Clock", select(CLOCKS, "", null, { name: "clock" }), "When a player's time is up, a bot takes over the seat."),
        field("Taking moves back", select([["consent", "if everyone agrees"], ["never", "never"]], "consent", null, { name: "undo" })),
        h("label", { class: "pick" }, h("input", { type: "checkbox", name: "watchers", checked: true }), "A link for spectators"),
        game.options.map(option => field(option.name, h("input", { name: `option-${option.name}`, placeholder: option.value, autocomplete: "off" }), option.meaning))),
      h("button", { class: "main", type: "submit" }, "Open the table"));
    return form;
  }

  #seat(seat, index) {
    const people = isAlone ? [["here", "a person"]] : [["person", index ? "a person with a link" : "a person"], ...(index ? [["here", "a person on this device"]] : [])];
    const who = [...people, ...this.#bots().map(bot => [bot.name, `bot: ${bot.name}`])];
    const about = this.#bots().find(bot => bot.name === seat.who)?.about;
    const change = value => { seat.who = value; this.#draw(`#who-${index}`); };
    const paint = () => { seat.colour = this.#colourAfter(seat.colour) ?? seat.colour; this.#draw(`#colour-${index}`); };
    return h("div", { class: "seat" }, button(disc(index, seat.colour), paint, { id: `colour-${index}`, class: "paint", title: "Change colour", "aria-label": `Seat ${letter(index)} is ${COLOURS[seat.colour]}. Change colour` }),
      select(who, seat.who, change, { id: `who-${index}`, "aria-label": `Who plays in seat ${letter(index)}` }),
      isPerson(seat)
        ? h("input", { value: seat.name ?? "", maxlength: "40", autocomplete: "off", placeholder: `Player ${index + 1}`, "aria-label": `Name of seat ${letter(index)}`, on: { input: event => { seat.name = event.target.value; } } })
        : h("small", {}, about ?? ""));
  }

  async #open(form) {
    const data = new FormData(form);
    const options = {};
    for (const option of this.#game.options) {
      const value = data.get(`option-${option.name}`);
      if (value) options[option.name] = value;
    }
    const clock = data.get("clock");
    const players = this.#seats.map(({ who, name, colour }, index) => ({ colour: COLOURS[colour], ...isPerson({ who })
      ? { name: name?.trim() || `Player ${index + 1}`, person: true } : { name: `Bot ${letter(index)}`, bot: who } }));
    const people = players.filter(player => player.person);
    const wanted = {
      game: this.#game.id, ruleset: this.#rules.wanted, players, options, seed: null,
      watchers: data.get("watchers") === "on", undo: data.get("undo"), clock: clock || null,
    };
    const own = this.#seats.find(isPerson)?.name?.trim();
    if (own) store.setOwnName(own);
    const reply = await attempt(() => this.#channel.call({ "open-table": wanted }));
    const here = this.#seats.flatMap(({ who }, seat) => who === "here" ? [seat] : []);
    if (reply) enter(reply.opened, `${this.#game.title}`, players, here);
  }

  #beside() {
    const lesson = async game => {
      const reply = await attempt(() => this.#channel.call({ lesson: { game: game.id, step: 0 } }));
      if (reply) enter(reply.opened, `Lesson: ${game.title}`, []);
    };
    const games = this.#channel.offers.filter(each => each.lessons ?? each.rulesets.some(ruleset => ruleset.lessons));
    const file = h("input", { type: "file", accept: ".json,application/json" });
    const record = async goesOn => {
      if (!file.files.length) { file.focus(); return; }
      const json = await file.files[0].text();
      const reply = await attempt(() => this.#channel.call({ "open-record": { json, "go-on": goesOn } }));
      if (reply) enter(reply.opened, file.files[0].name, []);
    };
    return h("div", {},
      h("section", { class: "card" }, h("h2", {}, "Learn a game"), h("p", {}, "A few guided turns, one step at a time."),
        h("div", { class: "row" }, games.map(game => button(short(game.title), () => lesson(game))))),
      this.#byPost,
      h("section", { class: "card" }, h("h2", {}, "A saved game"), field("File", file),
        h("div", { class: "row" }, button("Replay", () => record(false)), button("Continue", () => record(true)))));
  }
}

function isPerson({ who }) { return who === "person" || who === "here"; }

/** Remembers the links of a new table and goes to the first of them. */
export function enter({ table, tokens, watch }, title, players, here = []) {
  const links = tokens.map((token, seat) => token && { seat, token, name: players[seat]?.name ?? `Player ${seat + 1}` }).filter(Boolean);
  const token = links[0]?.token ?? watch;
  const others = links.slice(1).filter(link => !isAlone && !here.includes(link.seat));
  store.share(table, links.filter(link => !others.includes(link)));
  store.keep({ table, token, watch, links: others, title, when: Date.now(), invite: others.length > 0 });
  location.hash = `t=${table}.${token}`;
}
