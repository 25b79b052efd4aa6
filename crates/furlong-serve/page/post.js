// A game by post: the sheet of orders, the reports, the deadline, and the master's desk. The server reads what is written.

import { Board } from "./board.js";
import { attempt, button, confirm, disc, download, field, h, hide, notice, own, select, show } from "./dom.js";
import { enter } from "./home.js";
import { invite, inviteFirst } from "./invite.js";
import { join } from "./join.js";
import { pieces, titled } from "./document.js";
import { callWays, offerCalls } from "./notify.js";
import { warn } from "./players.js";
import * as store from "./store.js";
import { setTitle, summary } from "./turns.js";

const PAUSE = 600;
const STATES = { sent: "orders sent", before: "orders from an earlier round", missing: "no orders yet", bot: "a bot", away: "away", "dropped-out": "dropped out", "no-move": "no move" };

export class PostScreen {
  #channel;
  #main;
  #link;
  #entry;
  #view = null;
  #isLeft = false;
  #timer = 0;
  #asked = 0;
  #board = new Board(name => this.#tap(name));
  #heading = h("h1");
  #round = h("span", { class: "round" });
  #due = h("p", { class: "turn", role: "status" });
  #players = h("ul", { class: "players", "aria-label": "Players" });
  #field = h("textarea", { rows: "9", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "sheet-said" });
  #said = h("p", { id: "sheet-said", role: "status" });
  #reading = h("div", { class: "reading", tabindex: "0", role: "region", "aria-label": "How your sheet is read" });
  #send = button("Send the orders", async () => { if (await this.#act({ send: this.#field.value })) offerCalls(this.#calls); }, { class: "main" });
  #calls = h("div");
  #takeBack = button("Take the orders back", () => this.#act("take-back"));
  #fresh = button("New sheet", () => { this.#write(this.#view.post.desk.blank); this.#field.focus(); });
  #moves = h("div", { class: "choices" });
  #desk;
  #page = h("section", { class: "card" });
  #away = h("section", { class: "card" });
  #report = h("section", { class: "card" });
  #master = h("section", { class: "card", hidden: true });
  #end = h("section", { class: "end", hidden: true });
  #log = h("div");
  #tools = h("nav", { class: "tools", "aria-label": "At the table" });
  #open = new Set(["The race"]);

  constructor(channel, main, link) {
    [this.#channel, this.#main, this.#link] = [channel, main, link];
    this.#entry = store.known(link.table, link.token);
    this.#field.addEventListener("input", () => this.#later());
    this.#desk = h("section", { class: "card" }, h("h2", {}, "My orders"), field("Order sheet", this.#field),
      h("div", { class: "row" }, this.#send, this.#takeBack, this.#fresh, button("How to write orders", () => this.#language())), this.#said, this.#calls, this.#reading,
      h("h3", {}, "Moves you could make now"), h("p", {}, "Tap a move, or a square on the board, to write its order below the cursor's line. If you cannot reach the square now, the sheet says why."), this.#moves);
  }

  enter(view) {
    const side = h("div", { class: "side" }, this.#end, this.#master, this.#report, this.#desk, this.#page, this.#away, this.#tools, this.#log);
    this.#main.replaceChildren(h("div", { class: "title" }, this.#heading, this.#round), this.#due, this.#players,
      h("div", { class: "table" }, h("div", { class: "at-board" }, this.#board.element), side));
    store.keep({ ...this.#link, title: this.#entry?.title ?? view.heading, when: Date.now(), isMaster: view.to === "master" });
    this.#take(view);
    this.#main.focus({ preventScroll: true });
    inviteFirst(this.#link, view.post.players);
  }

  leave() {
    this.#isLeft = true;
    delete this.#main.dataset.events;
    this.#keepNow();
    this.#channel.leave(this.#link.table);
  }

  /** The connection is there again. */
  async again() {
    const view = await attempt(() => join(this.#channel, this.#link));
    if (!view || this.#isLeft) return;
    this.#take(view);
    // What was written without a connection is kept now.
    if (!this.#desk.hidden && this.#field.value !== view.post.desk.sheet) this.#read();
  }

  push(push) { if (push.table === this.#link.table && push.sight) this.#take(push.sight); }

  #do(post) { return this.#channel.call({ at: { table: this.#link.table, do: { post } } }); }

  /** Does something, and says why it was refused. */
  async #act(action) {
    clearTimeout(this.#timer);
    const reply = await attempt(() => this.#do(action));
    // What was refused before is mended.
    if (reply) { hide(); notice(""); }
    return reply;
  }

  // ---- what is shown ----

  #take(view) {
    const before = this.#view?.post;
    this.#view = view;
    const post = view.post;
    warn(view.to, post.players, before?.players);
    const isNew = !before || before.round !== post.round;
    this.#main.dataset.events = view.events;
    this.#heading.textContent = view.heading;
    this.#round.textContent = post.round ? `Round ${post.round}` : "The end";
    setTitle(`${post.round ? `Round ${post.round}: ` : ""}${view.heading}`, this.#link);
    this.#due.replaceChildren(...due(post));
    this.#players.replaceChildren(...post.players.map(each => this.#player(each)));
    this.#board.draw(post.svg);
    this.#board.write(post.picture);
    this.#drawDesk(post, isNew, before);
    this.#drawAway(post);
    if (isNew) this.#drawReport(post);
    this.#drawMaster(post);
    this.#drawEnd(post);
    this.#drawTools();
    this.#log.replaceChildren(this.#fold("Log", h("ul", {}, post.log.map(each => h("li", {}, `${new Date(each.at).toLocaleString()}: ${each.act}`))),
      post.promise ? h("p", { class: "hash" }, `All dice come from a line that is already fixed. Its SHA-256 is ${post.promise}, and the last report reveals the line.`) : null));
    if (before && isNew) notice(post.round ? `Round ${before.round} has been adjudicated. Here is its report.` : "The game is over.");
  }

  #player(each) {
    const mine = each.seat === this.#view.to?.player;
    const words = [STATES[each.orders], each.devices > 1 && `open on ${each.devices} devices`, each.missed && `orders missed: ${each.missed}`].filter(Boolean).join(", ");
    return h("li", { class: each.orders === "missing" ? "decides" : "" }, disc(each.seat, each.colour),
      h("span", { class: "who" }, h("strong", {}, own(each.name), mine ? " (you)" : ""), h("small", {}, words)));
  }

  #drawDesk(post, isNew, before) {
    const desk = post.desk;
    const hasMove = Boolean(desk?.blank) && post.players[this.#view.to.player].orders !== "dropped-out";
    this.#desk.hidden = !hasMove;
    this.#page.hidden = !desk;
    this.#board.mark(new Set(hasMove ? desk.moves.map(([,, square]) => square).filter(Boolean) : []), []);
    if (!desk) return;
    if (hasMove) {
      this.#takeBack.hidden = desk.sent === null;
      // What is being written is not disturbed by the doings of others.
      if (isNew || desk.sent !== before?.desk?.sent) this.#lay(desk.sheet);
      else this.#tellState();
      this.#moves.replaceChildren(...desk.moves.map(([order, remark]) => h("button", { type: "button", class: "choice", on: { click: () => this.#add(order) } },
        h("span", { class: "label", translate: "no" }, order), h("small", {}, remark))));
    }
    if (!isNew) return;
    const sections = [];
    for (const part of desk.page.parts) {
      if (part.heading) sections.push([part.heading, []]);
      else if (sections.length) sections.at(-1)[1].push(part);
      else sections.push(["", [part]]);
    }
    // The moves are buttons, and the sheet is in the field.
    const rest = sections.filter(([, parts]) => !parts.some(part => part.code)).map(([title, parts]) => [title, parts.filter(part => part.table?.head[0] !== "order")]);
    this.#page.replaceChildren(h("h2", {}, "My page"), ...rest.filter(([, parts]) => parts.length).flatMap(([title, parts]) => title ? this.#fold(title, pieces(parts)) : pieces(parts)));
  }

  /** For a player who cannot write orders for some rounds. */
  #drawAway(post) {
    const own = post.players[this.#view.to?.player];
    this.#away.hidden = !post.round || !own || own.orders === "dropped-out";
    if (this.#away.hidden) return;
    const go = away => this.#act({ away }).then(done => done && this.again());
    const { away } = post.desk;
    if (away) {
      const until = away.until === post.round ? "in this round" : `until round ${away.until} is over`;
      this.#away.replaceChildren(h("h2", {}, "Away"), h("p", {}, `You are away ${until}. If you send no orders, ${away.bot ? "a bot writes them" : "you move by default"}, and they do not count as missing. The others learn of it only from the report.`),
        button("I am back", () => go({ rounds: 0, bot: false })));
      return;
    }
    const rounds = select([1, 2, 3, 4, 6, 8, 12].map(number => [`${number}`, number === 1 ? "this round" : `${number} rounds, including this one`]), "1");
    const plays = select([["default", "I move by default"], ["bot", "a bot writes my orders"]], "default");
    this.#away.replaceChildren(this.#fold("Away for a while?", h("p", {}, "Nobody waits for you while you are away. Orders that you send anyway still count, and so do standing orders."),
      field("Away for", rounds), field("Meanwhile", plays), button("I am away", () => go({ rounds: Number(rounds.value), bot: plays.value === "bot" }))));
  }

  /** A part that can be folded, and stays as it was left. */
  #fold(title, ...content) {
    const element = h("details", { open: this.#open.has(title), on: { toggle: () => element.open ? this.#open.add(title) : this.#open.delete(title) } }, h("summary", {}, title), ...content.flat());
    return element;
  }

  #drawReport(post) {
    this.#report.hidden = !post.report;
    if (!post.report) return;
    const said = h("div", { class: "reading", tabindex: "0", role: "region", "aria-label": "Report" }, titled(post.report));
    const read = async round => {
      const reply = await attempt(() => this.#do({ report: Number(round) }));
      if (reply) said.replaceChildren(...titled(reply.paper));
    };
    const rounds = h("select", { on: { change: event => read(event.target.value) } }, [...post.reports].reverse().map(round => h("option", { value: round }, `Round ${round}`)));
    this.#report.replaceChildren(h("h2", {}, "Reports"), field("Report of", rounds), said);
  }

  #drawEnd(post) {
    this.#end.hidden = Boolean(post.round);
    if (post.round) return;
    this.#end.replaceChildren(h("h2", {}, "The race is over"), h("ul", {}, (post.places ?? []).map(place => h("li", {}, place))), h("p", {}, post.dice ?? ""),
      h("div", { class: "row" }, button("Replay the race", () => this.#goThrough()), button("Save the record", () => this.#save("record"))));
  }

  #drawTools() {
    const others = store.tables().filter(each => each.table === this.#link.table && each.token !== this.#link.token);
    const word = each => each.isMaster ? "To the master's page" : this.#view.to === "master" ? "To my seat" : null;
    this.#tools.replaceChildren(...[
      ...others.map(each => word(each) && h("a", { class: "button", href: store.address(each.table, each.token) }, word(each))),
      this.#view.to?.player === undefined ? null : button("My seat", () => show("My seat", callWays(this.#channel, this.#link.table, summary(this.#link), hide))),
      button("Invite", () => invite(this.#link, this.#view.post.players)), button("How to write orders", () => this.#language()), button("Save the game", () => this.#save("game")),
    ].filter(Boolean));
  }

  // ---- the sheet ----

  /** Puts a text that the server keeps into the field. */
  #lay(text) {
    clearTimeout(this.#timer);
    this.#field.value = text ?? "";
    this.#toFirst();
    this.#reading.replaceChildren();
    this.#tellState();
    this.#read();
  }

  /** Writes a text into the field, and keeps it. */
  #write(text) {
    this.#field.value = text ?? "";
    this.#toFirst();
    this.#later();
  }

  /** The cursor goes to the end of the line on which the first orders are. */
  #toFirst() {
    const line = /^first:.*$/m.exec(this.#field.value);
    const at = line ? line.index + line[0].length : this.#field.value.length;
    this.#field.setSelectionRange(at, at);
  }

  /** Writes an order below the line of the cursor. */
  #add(order) {
    const text = this.#field.value;
    const end = text.indexOf("\n", this.#field.selectionEnd);
    const at = end < 0 ? text.length : end;
    const line = `\n         ${order}`;
    this.#field.value = text.slice(0, at) + line + text.slice(at);
    this.#field.setSelectionRange(at + line.length, at + line.length);
    this.#later();
  }

  /** Writes the order to go to a square, also where it is not possible now: then the server says why. */
  #tap(name) {
    const order = /^\d+$/.test(name ?? "") && this.#view.post.desk?.squares[Number(name)];
    if (order && !this.#desk.hidden) this.#add(order);
  }

  /** Lets the server read the sheet when nobody types any longer. */
  #later() {
    clearTimeout(this.#timer);
    this.#tellState();
    this.#timer = setTimeout(() => { this.#timer = 0; this.#read(); }, PAUSE);
  }

  #keepNow() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#channel.isOpen) this.#do({ draft: this.#field.value }).catch(() => {});
  }

  /** Lets the server keep the sheet, and shows how it is understood. */
  async #read() {
    const asked = ++this.#asked;
    const text = this.#field.value;
    try {
      const { reading } = await this.#do({ draft: text });
      if (asked !== this.#asked || this.#isLeft) return;
      this.#reading.replaceChildren(h("p", { class: reading["can-be-sent"] ? "" : "refused" }, reading.paper.title), ...pieces(reading.paper.parts));
    } catch (error) {
      if (asked === this.#asked) this.#said.textContent = error.message;
    }
  }

  #tellState() {
    const { sent } = this.#view.post.desk;
    const isSent = sent !== null && sent === this.#field.value;
    this.#send.textContent = sent === null ? "Send the orders" : "Send the changed orders";
    this.#send.disabled = isSent;
    const isIn = this.#view.post.players[this.#view.to.player].orders === "sent";
    this.#said.textContent = isSent && !isIn ? "You sent this sheet, but it has no orders for this round, so the game still waits for you."
      : isSent ? "Your orders are sent. You can change them until the round is adjudicated."
      : sent === null ? "Not sent yet. Only you can see this draft." : "Your changes are not sent yet. Until then, the orders you sent count.";
  }

  async #language() {
    const reply = await attempt(() => this.#do("language"));
    if (reply) show(reply.paper.title, pieces(reply.paper.parts));
  }

  // ---- the master ----

  #drawMaster(post) {
    this.#master.hidden = this.#view.to !== "master" || !post.round;
    if (this.#master.hidden) return;
    // A date that is being entered stays.
    const typed = this.#master.querySelector("input")?.value;
    const until = h("input", { type: "datetime-local", required: true, value: typed || local(post.due ?? Date.now() + 72 * 3_600_000) });
    const set = () => until.reportValidity() && this.#act({ deadline: new Date(until.value).getTime() });
    const now = () => confirm(post.waits === "All orders are in." ? post.waits : `${post.waits} This cannot be undone.`, "Adjudicate the round", () => this.#act({ adjudicate: { round: post.round } }));
    const seats = post.players.filter(each => each.orders !== "bot").map(each => h("li", {}, h("strong", {}, own(each.name)), h("div", { class: "row" },
      button("Another person", () => this.#replace(each), { "aria-label": `Give the seat of ${each.name} to another person` }),
      button("A bot", () => confirm(`A bot takes over from ${each.name}, and their link stops working.`, "Let a bot play", () => this.#letBot(each)), { "aria-label": `Let a bot play for ${each.name}` }),
      each.orders === "dropped-out" ? null : button("Drop out", () => confirm(`${each.name} drops out. From now on, their runner moves by default.`, "Drop out", () => this.#act({ "drop-out": each.seat })), { "aria-label": `Let ${each.name} drop out` }))));
    const bots = post.players.filter(each => each.orders === "bot").map(each => h("li", {}, h("strong", {}, own(each.name)), h("div", { class: "row" },
      button("A person", () => this.#replace(each), { "aria-label": `Give the seat of ${each.name} to a person` }))));
    this.#master.replaceChildren(h("h2", {}, "The master's page"), h("p", {}, "You cannot see order sheets before the round is adjudicated, and you cannot choose dice."),
      ...(post.waits ?? "").split("\n").map(line => h("p", {}, line)), button("Adjudicate now", now, { class: "main" }),
      field("Deadline (in this device's time)", until), h("div", { class: "row" }, button("Set the deadline", set), post.due ? button("No deadline", () => this.#act({ deadline: null })) : null),
      this.#fold("Change players", h("ul", { class: "tables" }, seats, bots)));
  }

  async #letBot({ seat }) {
    if (await this.#act({ bot: seat })) store.renew(this.#link.table, seat);
  }

  #replace(each) {
    const name = h("input", { maxlength: "40", autocomplete: "off" });
    const give = async () => {
      const reply = await attempt(() => this.#do({ replace: { seat: each.seat, name: name.value } }));
      if (!reply) return;
      store.renew(this.#link.table, each.seat, { ...reply.link, name: name.value });
      invite(this.#link, this.#view.post.players.map(other => other.seat === each.seat ? { ...other, name: name.value } : other));
    };
    show(`Another player for ${each.name}`, h("form", { on: { submit: event => { event.preventDefault(); give(); } } }, field("Name", name), h("button", { type: "submit", class: "main" }, "Give the seat")));
    name.focus();
  }

  // ---- around the game ----

  async #files() { return (await attempt(() => this.#do("files")))?.files; }

  async #save(kind) {
    const text = (await this.#files())?.[kind];
    if (!text) return;
    download(`${kind === "game" ? "postal" : this.#view.game}-${this.#link.table.slice(0, 8)}.json`, text);
  }

  async #goThrough() {
    const json = (await this.#files())?.record;
    const reply = json && await attempt(() => this.#channel.call({ "open-record": { json, "go-on": false } }));
    if (reply) enter(reply.opened, this.#view.heading, []);
  }
}

/** The deadline in words, by the clock of this device, and by that of the game where it is another one. */
function due({ round, due, until, zone, "due-words": words }) {
  if (!round) return [];
  if (!due) return ["The round is adjudicated when all orders are in."];
  const moment = time => new Date(time).toLocaleString([], { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const elsewhere = zone === Intl.DateTimeFormat().resolvedOptions().timeZone ? "" : ` In the game's time zone: ${words}.`;
  const late = until ? ` Late orders count until ${moment(until)}.` : "";
  return [`Orders are due by ${moment(due)}.`, h("small", {}, `${elsewhere}${late} Players who send none move by default. The round is adjudicated as soon as all orders are in.`)];
}

/** A moment as a field for dates has it. */
function local(time) {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
