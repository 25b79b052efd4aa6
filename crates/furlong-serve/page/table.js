// A table: the board, the players, what happened, and the question. The server knows the rules; this screen shows what it says.

import { Away } from "./away.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { Choices } from "./choices.js";
import { attempt, button, confirm, download, field, h, hide, isStill, notice, own, show, typed } from "./dom.js";
import { enter } from "./home.js";
import { invite, inviteFirst } from "./invite.js";
import { join } from "./join.js";
import { english } from "./language.js";
import { duration, heard } from "./motion.js";
import { callWays, offerCalls } from "./notify.js";
import { Players, warn } from "./players.js";
import { Replay } from "./replay.js";
import { places, shown, spoken, topics } from "./render.js";
import * as sound from "./sound.js";
import * as store from "./store.js";
import { setTitle, summary } from "./turns.js";

/** A frame stays at least this long, and this long after everything has moved. */
const [SCENE, REST] = [700, 250];
const MOST_LINES = 200;

export class TableScreen {
  #channel;
  #main;
  #link;
  #byPost;
  #view = null;
  #coming = [];
  #isTelling = false;
  #skip = () => {};
  #isLeft = false;
  #considered = 0;
  #played = [];
  #entry;
  #board = new Board(name => this.#tap(name));
  #players = new Players();
  #choices = new Choices({ consider: index => this.#consider(index), play: index => this.#play(index), explain: index => this.#explain(index) });
  #replay = new Replay({ moment: event => this.#moment(event), playOn: event => this.#playOn(event), close: () => this.#closeReplay() });
  #host = {
    draw: async link => (await this.#channel.call({ server: { qr: { link } } })).text,
    reserve: (seat, name) => this.#do({ reserve: { seat, name } }),
    fill: seats => this.#do({ "fill-seats": seats }),
    /** The seats that wait for people, if this person may dispose of them. Those of this device do not wait. */
    free: () => this.#view?.may.host ? this.#view.players.filter(each => each.invited && each.who === "person" && !store.sharing(this.#link.table).some(own => own.seat === each.seat)) : [],
  };
  #away = new Away({ letBotPlay: seat => attempt(() => this.#do({ "let-bot-play": seat })), say: sentence => { this.#said.textContent = sentence; } });
  #chat = new Chat(said => this.#do({ say: said }));
  #heading = h("h1");
  #round = h("span", { class: "round" });
  #news = h("div", { class: "news", tabindex: "0", role: "region", "aria-label": "What happened" }, h("div"));
  #said = h("p", { class: "hidden", "aria-live": "polite" });
  #remarks = h("div", { class: "remarks" });
  #calls = h("div");
  #proposal = h("div", { class: "proposal", role: "status" });
  #end = h("section", { class: "end", "aria-label": "The end", tabindex: "-1" });
  #cover = h("section", { class: "card", hidden: true });
  #open = h("div");
  #turn = h("p", { class: "turn", role: "status" });
  #since = h("div", { class: "since", tabindex: "0", role: "region", "aria-label": "Since your last turn" }, h("div"));
  #decide = h("div", { class: "decide" });
  #tools = h("nav", { class: "tools", "aria-label": "At the table" });

  /** `byPost` takes over when the link leads to a game by post. */
  constructor(channel, main, link, byPost) {
    [this.#channel, this.#main, this.#link, this.#byPost] = [channel, main, link, byPost];
    this.#entry = store.known(link.table, link.token);
  }

  async enter() {
    this.#main.replaceChildren(h("p", {}, "Loading the table …"));
    await this.#join();
  }

  leave() {
    this.#isLeft = true;
    delete this.#main.dataset.events;
    this.#skip();
    this.#channel.leave(this.#link.table);
  }

  /** The connection is there again. */
  again() { this.#join(); }

  async #join() {
    try {
      const view = await join(this.#channel, this.#link, this.#view?.events);
      if (this.#isLeft) return;
      if (view.post) { this.#isLeft = true; this.#byPost(view); return; }
      const isFirst = !this.#view;
      if (isFirst) this.#lay(view);
      this.#take(view);
      if (isFirst) inviteFirst(this.#link, view.players, this.#host);
    } catch (error) {
      if (!this.#view && this.#channel.isOpen) this.#main.replaceChildren(h("section", { class: "card" }, h("h1", {}, "No table here"), h("p", {}, error.message), h("a", { href: "#" }, "Back to the start")));
      else notice(error.message);
    }
  }

  push(push) {
    // What comes before the first view, for somebody who has just taken a seat, is in that view.
    if (push.table !== this.#link.table || !this.#view) return;
    if (push.sight) this.#take(push.sight);
    if (push.chat) this.#chat.add(push.chat);
    if (push.gone) notice(push.gone);
  }

  /** Lays the screen out. */
  #lay(view) {
    // On a telephone it stays at the lower edge of the screen, below the board.
    this.#decide.append(this.#proposal, this.#away.element, this.#calls, this.#since, this.#turn, this.#choices.hand, this.#choices.element);
    const side = h("div", { class: "side" }, this.#remarks, this.#end, this.#decide, this.#tools, this.#chat.element,
      h("section", { class: "card" }, h("h2", {}, "What happened"), this.#news));
    this.#open.append(this.#players.element, h("div", { class: "table" }, h("div", { class: "at-board" }, this.#board.element, this.#replay.element), side), this.#said, this.#chat.latest);
    this.#main.replaceChildren(h("div", { class: "title" }, this.#heading, this.#round), this.#cover, this.#open);
    this.#main.querySelector(".table").addEventListener("click", () => this.#skip());
    // A fade tells that more choices stand below.
    const fade = () => requestAnimationFrame(() => [this.#decide, this.#decide.querySelector(".choices")].forEach(each => each?.classList.toggle("more", each.scrollHeight - each.scrollTop - each.clientHeight > 8)));
    this.#decide.addEventListener("scroll", fade, true);
    new ResizeObserver(fade).observe(this.#decide);
    new MutationObserver(fade).observe(this.#decide, { childList: true, subtree: true });
    this.#main.focus({ preventScroll: true });
    store.keep({ ...this.#link, title: this.#entry?.title ?? view.heading, when: Date.now() });
  }

  /** Takes a view: what happened is told frame by frame, and then the table is shown as it is. */
  #take(view) {
    this.#chat.show(view);
    this.#coming.push(view);
    if (!this.#isTelling) this.#tell();
  }

  async #tell() {
    this.#isTelling = true;
    while (this.#coming.length && !this.#isLeft) {
      const view = this.#coming.shift();
      // A second tap in haste must not hit another button that has moved there.
      this.#decide.style.minHeight = `${this.#decide.offsetHeight}px`;
      const isFirst = !this.#view;
      const isBack = !isFirst && view.events < this.#view.events;
      if (isBack) this.#write([{ happened: "The game has gone back to an earlier moment." }]);
      let held = isFirst ? null : this.#changes(view);
      for (const scene of isBack ? [] : view.scenes) {
        this.#write(scene.shown);
        // Nobody sees pictures that follow at once, and those who are behind catch up.
        if (isFirst || !scene.svg || this.#replay.isOpen || isStill() || this.#coming.length > 2) continue;
        if (held) { this.#choices.show(null, view.hand); this.#tellNews([]); }
        this.#turn.textContent = spoken(scene.shown).at(-1) ?? "";
        const moves = this.#board.draw(scene.svg, true, held?.());
        held = null;
        for (const { sound: name, at } of heard(moves)) sound.play(name, at);
        await this.#pause(Math.max(SCENE, duration(moves) + REST), moves);
        if (this.#isLeft) return;
      }
      const isAsked = view.question && (isFirst || !this.#view.question || view.events !== this.#view.events);
      const isEnd = view.ending && !isFirst && !this.#view.ending;
      warn(view.to, view.players, this.#view?.players);
      this.#view = view;
      this.#decide.style.minHeight = "";
      this.#show();
      if (isEnd) sound.play("end");
      else if (isAsked && !isFirst) sound.play("turn");
      if (isAsked) this.#reveal();
      if (isEnd) this.#end.scrollIntoView({ block: "nearest" });
    }
    this.#isTelling = false;
  }

  /** Waits while these animations run, unless a tap or a key skips them. */
  #pause(time, moves) {
    const key = ({ key, target }) => { if (!/^(Tab|Shift|Control|Alt|Meta)$/.test(key) && !target.matches("input, textarea, select")) this.#skip(); };
    addEventListener("keydown", key);
    return new Promise(resolve => {
      const timer = setTimeout(resolve, time);
      this.#skip = () => { clearTimeout(timer); moves.forEach(each => each.finish()); resolve(); };
    }).finally(() => { removeEventListener("keydown", key); this.#skip = () => {}; });
  }

  /** What leaves the hand with a view and what comes to it, and where the cards of the others come from; known when the new hand is on the screen. */
  #changes(view) {
    const before = this.#choices.held;
    const others = view.players.filter(each => this.#view.players[each.seat]?.decides && each.seat !== view.to?.player);
    const on = this.#played;
    this.#played = [];
    return () => {
      const after = this.#choices.held;
      const more = (these, those) => [...these.values()].map(each => ({ ...each, count: each.count - (those.get(each.name)?.count ?? 0) })).filter(each => each.picture && each.rect && each.count > 0);
      return { on, lost: more(before, after), gained: more(after, before), from: others.length === 1 ? this.#players.place(others[0].seat) : null };
    };
  }

  /** Tells what has happened since the last turn. */
  #tellNews(values) { this.#since.firstElementChild.replaceChildren(...shown(values)); }

  /** Brings the board into view above the question, where one stands below the other, or beside it on a telephone that lies. */
  #reveal() {
    if (this.#open.hidden) return;
    if (!isSmall()) {
      const play = this.#choices.element.querySelector(".play");
      if (innerHeight < 500) (play ?? this.#decide).scrollIntoView({ block: play ? "nearest" : "start" });
      return;
    }
    // The players stay at the upper edge.
    const over = this.#players.element.offsetHeight;
    const { top, bottom } = this.#board.frame;
    const free = this.#decide.getBoundingClientRect().top;
    scrollBy(0, top < over || bottom - top > free - over ? top - over : Math.max(0, bottom - free));
  }

  #write(values) {
    if (!values.length) return;
    const lines = this.#news.firstElementChild;
    lines.append(...shown(values));
    while (lines.childElementCount > MOST_LINES) lines.firstElementChild.remove();
    this.#said.textContent = spoken(values).join(" ");
  }

  /** Shows the table as it is. */
  #show() {
    const view = this.#view;
    const mine = view.to?.player ?? null;
    this.#main.dataset.events = view.events;
    this.#heading.textContent = view.heading;
    this.#round.textContent = view.lesson ? "" : `Round ${view.round}`;
    const atDevice = store.sharing(this.#link.table).map(each => each.seat);
    this.#players.show({ ...view, players: view.players.map(each => ({ ...each, here: each.here || atDevice.includes(each.seat) })) }, mine);
    this.#board.write(view.board.picture);
    if (!this.#replay.isOpen) this.#board.draw(view.board.svg);
    this.#remarks.replaceChildren(...(view.lesson?.remarks ? shown([{ paragraph: view.lesson.remarks }]) : []));
    this.#choices.show(this.#replay.isOpen ? null : view.question, this.#replay.isOpen ? [] : view.hand, view.lesson?.asked ?? -1);
    this.#mark();
    this.#tellNews(this.#replay.isOpen ? [] : view.news);
    this.#turn.textContent = this.#whoseTurn(view, mine);
    setTitle(store.title(store.known(this.#link.table, this.#link.token)), this.#link);
    // Between two decisions of a turn nobody is asked anything else.
    this.#calls.hidden = Boolean(view.question);
    this.#drawProposal(view, mine);
    this.#away.show(view, mine, atDevice);
    this.#drawEnd(view, mine);
    this.#drawTools(view, mine);
    this.#coverFor(view, mine);
    if (view.stage === "replay" && !this.#replay.isOpen) this.#openReplay(0);
  }

  /** Covers the table when somebody else at this device is to decide, until that person looks at it. */
  #coverFor(view, mine) {
    const others = view.question || view.ending ? [] : store.sharing(this.#link.table).filter(each => each.seat !== mine);
    const next = others.find(({ seat }) => view.players[seat]?.decides && view.players[seat].who === "person");
    this.#cover.hidden = !next;
    this.#open.hidden = Boolean(next);
    if (!next) return;
    const name = view.players[next.seat].name;
    // The other seat must not be a step back away.
    const look = () => location.replace(`#t=${this.#link.table}.${next.token}`);
    this.#cover.replaceChildren(h("h2", {}, `${name}'s turn`), h("p", {}, `Hand over the device. Only ${name} may look now.`), button(`I am ${name}`, look, { class: "main" }));
  }

  #whoseTurn(view, mine) {
    if (view.ending || view.lesson || view.stage === "replay") return "";
    if (view.question) return "It is your turn.";
    const names = view.players.filter(player => player.decides && player.seat !== mine).map(player => player.name);
    return names.length ? `Waiting for ${names.join(", ")}.` : "";
  }

  #mark() { this.#board.mark(this.#choices.names, this.#choices.on); }

  // ---- deciding ----

  #tap(name) { if (name && !this.#isTelling) this.#choices.tap(name); }

  async #consider(index) {
    const [asked, { events }] = [++this.#considered, this.#view];
    const reply = await attempt(() => this.#do({ preview: index }));
    if (!reply || asked !== this.#considered || events !== this.#view.events || this.#isTelling) return;
    this.#board.draw(reply.preview.svg, false);
    this.#reveal();
    this.#board.write(reply.preview.picture);
    this.#mark();
  }

  #do(action, progress) { return this.#channel.call({ at: { table: this.#link.table, do: action } }, progress); }

  async #play(index) {
    this.#considered++;
    this.#played = this.#choices.on;
    const reply = await attempt(() => this.#answer({ number: index + 1 }));
    if (reply?.said?.length) this.#write(reply.said);
    if (reply && summary(this.#link)?.slow) offerCalls(this.#calls);
    if (reply?.lesson) location.hash = "";
  }

  #answer(request) { return this.#do({ answer: { request, events: this.#view.events } }); }

  async #explain(index) {
    const reply = await attempt(() => this.#answer({ "explain-choice": index + 1 }));
    if (reply) show(this.#view.question.choices[index].label, shown(reply.said.filter(value => !value.heading)));
  }

  // ---- around the game ----

  #drawProposal(view, mine) {
    const proposal = view.proposal;
    this.#proposal.hidden = !proposal;
    if (!proposal) { this.#proposal.replaceChildren(); return; }
    const by = view.players[proposal.by]?.name ?? "Somebody";
    const what = { undo: "take back the last move", rematch: "play another game", bot: `let a bot play for ${view.players[proposal.seat]?.name}` }[proposal.what];
    const isAgreed = mine === null || proposal.agreed.includes(mine);
    const agree = yes => attempt(() => this.#do({ agree: yes }));
    this.#proposal.replaceChildren(h("p", {}, proposal.by === mine ? `You proposed to ${what}. Waiting for the others.` : `${by} wants to ${what}.`),
      isAgreed ? (mine === null ? "" : button("Withdraw", () => agree(false))) : h("div", { class: "row" }, button("Agree", () => agree(true), { class: "main" }), button("No", () => agree(false))));
  }

  #drawEnd(view, mine) {
    const isOver = view.ending && !view.lesson;
    this.#end.hidden = !isOver;
    if (!isOver) return;
    this.#end.replaceChildren(h("h2", {}, view.ending), view.places ? places(view.places, view.players) : "", view.decided ? h("p", {}, typed(view.decided)) : "",
      h("div", { class: "row" },
        view.next ? button("To the next game", () => this.#next(view.next), { class: "main" }) : mine !== null && view.stage !== "replay" && view.proposal?.what !== "rematch" ? button("Play again", () => attempt(() => this.#do("rematch")), { class: "main" }) : "",
        ...view.places ? [button("Replay", () => this.#openReplay(view.events)), button("What each move was worth", () => this.#analyse())] : []));
  }

  #next(table) {
    store.share(table, store.sharing(this.#link.table));
    store.keep({ table, token: this.#link.token, title: this.#entry?.title ?? this.#view.heading, when: Date.now() });
    location.hash = `t=${table}.${this.#link.token}`;
  }

  #drawTools(view, mine) {
    const said = (title, action, wait) => async () => {
      if (wait) show(title, h("p", { role: "status" }, wait));
      const reply = await attempt(() => this.#do(action));
      if (reply) show(title, shown(reply.said));
      else if (wait) hide();
    };
    const plays = mine !== null && !view.ending;
    const isAway = plays && view.players[mine] && view.players[mine].who !== "person";
    const free = this.#host.free().map(each => each.seat);
    this.#tools.replaceChildren(...[
      view.question ? button("Hint", said("Hint", { hint: null }, "The bot is thinking …")) : null,
      plays && view.may.undo && !view.lesson ? button("Take back", () => attempt(() => this.#do("undo"))) : null,
      button("Rules", said("The rules in brief", "guide")),
      button("Look up", () => this.#lookUp()),
      button("The game so far", said("The game so far", "log")),
      view.events > 0 && !view.lesson ? button("Earlier moments", () => this.#openReplay(view.events)) : null,
      view.lesson || globalThis.furlongOffline ? null : button("Invite", () => invite(this.#link, view.players, this.#host)),
      free.length ? button("Start with bots in the free seats", () => attempt(() => this.#host.fill(free))) : null,
      this.#chat.isOpen ? button("Messages", () => this.#chat.reveal()) : null,
      isAway ? button("Take my seat back", () => attempt(() => this.#do("come-back")), { class: "main" }) : null,
      plays && !view.lesson && !isAway ? button("My seat", () => this.#mySeat(view.players[mine])) : null,
      globalThis.AudioContext ? button("Sounds", ({ currentTarget }) => currentTarget.setAttribute("aria-pressed", String(sound.toggle())), { "aria-pressed": String(store.hasSounds()) }) : null,
      view.may.abort ? button("Abort", () => confirm("The game ends for everybody, without a result.", "Abort the game", () => attempt(() => this.#do("abort")))) : null,
      view.may.resign ? button("Resign", () => confirm("You lose, and the game is over.", "Resign", () => attempt(() => this.#do("resign")))) : null,
      view.may.record ? button("Save the record", () => this.#save()) : null,
    ].filter(Boolean));
  }

  #mySeat(player) {
    const name = h("input", { value: player?.name ?? "", maxlength: "40", autocomplete: "off" });
    const rename = async () => { if (await attempt(() => this.#do({ rename: name.value }))) { store.setOwnName(name.value); hide(); } };
    show("My seat", field("My name", name), button("Change my name", rename), h("p", {}, "If you leave, a bot can play for you. You can take your seat back later."),
      button("Let a bot play", () => confirm("A bot plays in your seat until you take it back.", "Let a bot play", () => attempt(() => this.#do({ "give-up-seat": null })))), callWays(this.#channel, this.#link.table, summary(this.#link), hide));
  }

  async #lookUp() {
    const reply = await attempt(() => this.#do("words"));
    if (!reply) return;
    const answer = h("div", { role: "status" });
    const input = h("input", { autocomplete: "off" });
    const ask = async request => {
      const reply = await attempt(() => request());
      if (!reply) return;
      answer.replaceChildren(...shown(reply.said));
      answer.scrollIntoView({ block: "nearest" });
    };
    const sheet = ({ word, meaning }) => button(`${word}: ${meaning}`, () => ask(() => this.#answer({ words: word })));
    const asking = this.#view.to === "watcher" ? [] : [
      h("div", { class: "row" }, reply.said.flatMap(({ word }) => word ? [sheet(word)] : [])),
      h("form", { on: { submit: event => { event.preventDefault(); ask(() => this.#do({ explain: english(input.value, reply.said.flatMap(({ heading }) => heading ?? [])) })); } } },
        field("A square, a card or a word", input), h("button", { type: "submit" }, "Look it up")), answer];
    show("Look up", ...asking, h("h3", {}, "Words of the game"), topics(reply.said.filter(value => !value.word)));
  }

  async #save() {
    const reply = await attempt(() => this.#do("record"));
    if (reply) download(`${this.#view.game}-${this.#link.table.slice(0, 8)}.json`, reply.record);
  }

  // ---- other moments ----

  #openReplay(event) {
    this.#choices.show(null, []);
    const total = this.#view.of ?? this.#view.events;
    this.#replay.open(Math.min(event, total), total, Boolean(this.#view.ending) || this.#view.stage === "replay");
    this.#moment(Math.min(event, total));
    this.#board.element.scrollIntoView();
  }

  #closeReplay() { if (this.#view) this.#show(); }

  async #moment(event) {
    const reply = await attempt(() => this.#do({ moment: event }));
    if (!reply || !this.#replay.isOpen || this.#replay.at !== event) return;
    const past = reply.sight;
    this.#board.draw(past.board.svg);
    this.#board.write(past.board.picture);
    this.#players.show(past, past.to?.player ?? null);
    this.#replay.tell(shown(past.scenes.flatMap(scene => scene.shown)), past.round);
  }

  async #playOn(event) {
    const reply = await attempt(() => this.#do({ "play-on": event }));
    if (reply) enter(reply.opened, this.#entry?.title ?? this.#view.heading, this.#view.players);
  }

  async #analyse() {
    const status = h("p", { role: "status" }, "Analysing the game. This takes a few seconds …");
    show("What each move was worth", status);
    const tell = ({ waiting, progress }) => {
      status.textContent = waiting === undefined ? `Analysing the game: ${progress} % …`
        : `Waiting for ${waiting === 1 ? "another analysis" : `${waiting} other analyses`} …`;
    };
    const reply = await this.#do("analyse", tell).catch(error => status.replaceChildren(...typed(error.message)));
    if (!reply) return;
    const { said, decisions } = reply.analysis;
    const percent = share => share === null || share === undefined ? "" : `${(100 * share).toFixed(1)} %`;
    const row = each => h("tr", {}, h("td", {}, button(`${each.event}`, () => { hide(); this.#openReplay(each.event); }, { "aria-label": `Go to event ${each.event}` })),
      h("td", {}, own(this.#view.players[each.seat]?.name ?? each.seat)), h("td", {}, each.taken), h("td", {}, each.best), h("td", {}, percent(each.loss)));
    const worst = [...decisions].sort((one, other) => other.loss - one.loss).slice(0, 30);
    show("What each move was worth", shown(said), decisions.length ? h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Decisions" }, h("table", {},
      h("thead", {}, h("tr", {}, ["Event", "Player", "Move", "Better", "Cost"].map(head => h("th", { scope: "col" }, head)))), h("tbody", {}, worst.map(row)))) : "");
  }
}

/** Returns whether the board and the question stand one below the other. */
function isSmall() { return matchMedia("(max-width: 559px), (max-width: 899px) and (orientation: portrait)").matches; }
