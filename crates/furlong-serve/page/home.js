// The first screen: the tables of this browser; the games, each of which can be played at once, played with friends, or learned;
// and the forms for other rules, seats and clocks, for games by post, and for saved games.

import { attempt, button, disc, drawing, field, fold, h, hide, letter, select, short, show } from "./dom.js";
import { tr } from "./language.js";
import { arrivals, ways } from "./move-seats.js";
import { postCard } from "./post-home.js";
import { Rules } from "./rules.js";
import * as store from "./store.js";
import { onGlance, refresh, setTitle } from "./turns.js";

const CLOCKS = [["", "none"], ["5m+5s", "5 minutes each, plus 5 seconds per move"], ["15m+10s", "15 minutes each, plus 10 seconds per move"],
  ["60m+0s", "1 hour each"], ["24h/move", "1 day per move"], ["72h/move", "3 days per move"]];
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
  #custom = false;
  #seats = [];
  #mine = h("section", { class: "card" });
  #rows = new Map();

  constructor(channel, main) {
    this.#channel = channel;
    this.#main = main;
  }

  enter() {
    setTitle("Furlong");
    // What is typed there stays when the rest is drawn anew.
    this.#byPost = isAlone ? null : postCard(this.#channel);
    onGlance((entry, glance, refused) => this.#rows.get(store.key(entry))?.(glance, refused));
    this.#drawTables();
    this.#choose(this.#channel.offers[0]);
  }

  again() { this.#drawTables(); }

  leave() { onGlance(() => {}); }

  #choose(game) {
    this.#game = game;
    this.#rules = new Rules(this.#channel, game, game.rulesets, { label: "Rules", id: "rules", changed: () => { this.#fill(); this.#draw(); } });
    this.#seats = [];
    this.#addSeat({ who: isAlone ? "here" : "person", name: store.ownName() });
    this.#addSeat();
    this.#fill();
    this.#draw();
  }

  #bots() { return botsOf(this.#game); }

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
    this.#main.replaceChildren(h("h1", {}, "Race games"), this.#mine, h("div", { class: "games-grid" }, this.#channel.offers.map(game => this.#offer(game))),
      fold({ class: "card custom", on: { toggle: event => { this.#custom = event.currentTarget.open; } } }, "Set up a table: rules, bots, clock", () => this.#newTable(), this.#custom), this.#byPost ?? "", this.#saved(), isAlone ? "" : arrivals(this.#channel, () => this.#drawTables()));
    if (focus) this.#main.querySelector(focus)?.focus();
  }

  /** A game with all that can be done with it at once. */
  #offer(game) {
    const { cover, rulesets: [{ players: { least, most } }] } = game;
    const name = short(game.title);
    const facts = [least === most ? `${most} players` : `${least} to ${most} players`, ...cover ? [`${cover.minutes} minutes`, cover.difficulty] : []];
    const act = (label, action, properties = {}) => button(label, action, { "aria-label": `${label}: ${name}`, ...properties });
    const byPost = this.#byPost && game.rulesets.some(ruleset => ruleset.post?.length);
    const hasLessons = game.rulesets.some(ruleset => ruleset.lessons);
    return h("section", { class: "card offer", "aria-label": name }, h("div", { class: "art" }, (cover?.pictures ?? []).map(drawing)),
      h("h2", {}, name), cover ? h("p", { class: "summary" }, cover.summary) : "", h("p", { class: "about" }, facts.join(" · ")),
      h("div", { class: "row" }, act("Play now", () => this.#playNow(game), { class: "main" }), act(isAlone ? "With others here" : "With friends", () => this.#withFriends(game)),
        hasLessons ? act("Learn", () => this.#learn(game)) : "", byPost ? act("By post", () => this.#showByPost()) : ""));
  }

  /** A game against the gentlest bots, with the usual rules. */
  #playNow(game) {
    const { least, most } = game.rulesets[0].players;
    const bots = Array.from({ length: Math.min(Math.max(3, least), most) - 1 }, (_, index) => ({ name: `Bot ${letter(index + 1)}`, bot: botsOf(game)[0].name }));
    return this.#start(game, [{ name: store.ownName() || tr("Player 1"), person: true }, ...bots]);
  }

  /** A game for people, who get one link or share this device. */
  #withFriends(game) {
    const { players } = game.rulesets[0];
    const [least, most] = [Math.max(2, players.least), players.most];
    const name = h("input", { value: store.ownName(), maxlength: "40", autocomplete: "off" });
    const count = select(Array.from({ length: most - least + 1 }, (_, index) => [String(least + index), `${least + index} players`]), String(least));
    const clock = select(CLOCKS, "");
    const open = () => {
      const own = name.value.trim();
      if (own) store.setOwnName(own);
      const players = Array.from({ length: Number(count.value) }, (_, index) => ({ name: (!index && own) || tr(`Player ${index + 1}`), person: true }));
      hide();
      return this.#start(game, players, isAlone ? players.map((_, seat) => seat) : [], { clock: clock.value || null });
    };
    show(short(game.title), field("Your name", name), field("Players", count), field("Clock", clock),
      h("p", {}, isAlone ? "You share this device, and hand it over for each turn." : "You get one link for everybody. Each player picks a seat."), button("Open the table", open, { class: "main" }));
  }

  async #start(game, players, here = [], more = {}) {
    const wanted = { game: game.id, ruleset: { name: game.rulesets[0].name }, players, options: {}, seed: null, watchers: false, undo: "consent", clock: null, ...more };
    const reply = await attempt(() => this.#channel.call({ "open-table": wanted }));
    if (reply) enter(reply.opened, game.title, players, here);
  }

  async #learn(game) {
    const reply = await attempt(() => this.#channel.call({ lesson: { game: game.id, step: 0 } }));
    if (reply) enter(reply.opened, `Lesson: ${game.title}`, []);
  }

  #showByPost() {
    this.#byPost.querySelector(".by-post").open = true;
    this.#byPost.scrollIntoView();
    this.#byPost.querySelector("summary").focus({ preventScroll: true });
  }

  /** The tables of this browser, and how they stand now. */
  #drawTables() {
    const tables = store.tables();
    this.#rows.clear();
    this.#mine.hidden = !tables.length;
    this.#mine.replaceChildren(h("h2", {}, "My tables"), h("ul", { class: "tables" }, tables.map(each => this.#table(each))), isAlone ? "" : ways(this.#channel));
    refresh();
  }

  #table(entry) {
    const title = store.title(entry);
    const when = new Date(entry.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const [row, about] = [h("li"), h("small", {}, when)];
    const state = h("strong", {});
    this.#rows.set(store.key(entry), (glance, refused) => {
      if (!glance) { state.textContent = refused; return; }
      const { others, round, asked, ending } = glance;
      if (others.length) about.textContent = `with ${others.join(", ")}, round ${round}, ${when}`;
      state.textContent = ending ?? (asked ? "Your turn." : "");
      // Tables that wait for the reader come first, but a row that is in use stays where it is.
      if (asked && !row.contains(document.activeElement)) row.parentNode?.prepend(row);
    });
    const small = (label, action) => button(label, action, { class: "small", "aria-label": `${label} ${title}` });
    row.append(h("a", { href: store.address(entry.table, entry.token), translate: entry.name ? "no" : null }, title), state, about,
      h("div", { class: "row" }, small("Rename", () => this.#rename(entry, title)), small("Forget", () => { store.forget(entry); this.#drawTables(); })));
    return row;
  }

  #rename(entry, title) {
    const name = h("input", { value: title, maxlength: "60", autocomplete: "off" });
    const keep = () => { store.name(entry, name.value.trim()); this.#drawTables(); hide(); };
    show("Rename the table", field("Name (only in this browser)", name), button("Save", keep, { class: "main" }));
  }

  #newTable() {
    const game = this.#game;
    const form = h("form", { on: { submit: event => { event.preventDefault(); this.#open(form); } } },
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
        isAlone ? "" : h("label", { class: "pick" }, h("input", { type: "checkbox", name: "messages", checked: true }), "Messages and gestures between players"),
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
      ? { name: name?.trim() || tr(`Player ${index + 1}`), person: true } : { name: `Bot ${letter(index)}`, bot: who } }));
    const own = this.#seats.find(isPerson)?.name?.trim();
    if (own) store.setOwnName(own);
    const here = this.#seats.flatMap(({ who }, seat) => who === "here" ? [seat] : []);
    return this.#start(this.#game, players, here, { ruleset: this.#rules.wanted, options, watchers: data.get("watchers") === "on", messages: data.get("messages") === "on", undo: data.get("undo"), clock: clock || null });
  }

  /** A saved game, to be looked at or continued. */
  #saved() {
    const file = h("input", { type: "file", accept: ".json,application/json" });
    const record = async goesOn => {
      if (!file.files.length) { file.focus(); return; }
      const json = await file.files[0].text();
      const reply = await attempt(() => this.#channel.call({ "open-record": { json, "go-on": goesOn } }));
      if (reply) enter(reply.opened, file.files[0].name, []);
    };
    return h("details", { class: "card" }, h("summary", {}, "Open a saved game"), field("File", file),
      h("div", { class: "row" }, button("Replay", () => record(false)), button("Continue", () => record(true))));
  }
}

/** The bots that people choose from, the gentlest first: the levels of play, where the game has them. */
function botsOf({ levels, bots }) { return levels.length ? levels : bots; }

function isPerson({ who }) { return who === "person" || who === "here"; }

/** Remembers the links of a new table and goes to the first of them. */
export function enter({ table, tokens, watch, invitation }, title, players, here = []) {
  const links = tokens.map((token, seat) => token && { seat, token, name: players[seat]?.name ?? `Player ${seat + 1}` }).filter(Boolean);
  const token = links[0]?.token ?? watch;
  const others = links.slice(1).filter(link => !isAlone && !here.includes(link.seat));
  store.share(table, links.filter(link => !others.includes(link)));
  store.keep({ table, token, watch, invitation, links: others, title, when: Date.now(), invite: others.length > 0 });
  location.hash = `t=${table}.${token}`;
}
