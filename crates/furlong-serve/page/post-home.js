// The card of the first page that opens a game by post.

import { attempt, button, disc, field, fold, h, letter, select, short } from "./dom.js";
import { tr } from "./language.js";
import { Rules } from "./rules.js";
import * as store from "./store.js";

const GRACE = [["0", "none"], ["6", "6 hours"], ["12", "12 hours"], ["24", "1 day"], ["48", "2 days"]];
const HOURS = [["72", "3 days per round"], ["24", "1 day per round"], ["168", "7 days per round"], ["336", "14 days per round"], ["", "none: each round waits for all orders"]];

/** The card, or nothing where no game is played by post. */
export function postCard(channel) {
  const game = channel.offers.find(each => each.rulesets.some(ruleset => ruleset.post?.length));
  if (!game) return null;
  const rulesets = game.rulesets.filter(ruleset => ruleset.post?.length);
  const rules = new Rules(channel, game, rulesets, { label: "Rules for play by post", usual: rulesets.find(each => each.name === "postal"), changed: () => fit() });
  let numbers = rules.ruleset.post;
  const seats = [{ who: "person", name: store.ownName() }];
  const list = h("div");
  const none = h("p", { role: "status" });
  const more = button("Add a seat", () => { seats.push({ who: "person", name: "" }); fit(); }, {});
  const fewer = button("Remove a seat", () => { seats.pop(); fit(); }, {});
  const seat = (each, index) => h("div", { class: "post-seat" }, disc(index, index),
    index ? select([["person", "a person with a link"], ["bot", "a bot"]], each.who, who => { each.who = who; fit(); list.querySelectorAll("select")[index - 1].focus(); }, { "aria-label": `Who plays by post in seat ${letter(index)}` }) : h("span", {}, "a person"),
    each.who === "person" ? h("input", { value: each.name, maxlength: "40", autocomplete: "off", placeholder: `Player ${letter(index)}`, "aria-label": `Name for play by post, seat ${letter(index)}`, on: { input: event => { each.name = event.target.value; } } }) : h("small", {}, "writes its own orders"));
  const fit = () => {
    const { post } = rules.ruleset;
    none.textContent = post.length ? "" : "These rules cannot be played by post.";
    if (post.length) numbers = post;
    while (seats.length < numbers[0]) seats.push({ who: "person", name: "" });
    seats.length = Math.min(seats.length, numbers.at(-1));
    more.disabled = seats.length >= numbers.at(-1);
    fewer.disabled = seats.length <= numbers[0];
    list.replaceChildren(...seats.map(seat));
  };
  fit();
  const open = async form => {
    const data = new FormData(form);
    const players = seats.map(({ who, name }, index) => who === "bot" ? { name: `Bot ${letter(index)}`, bot: "postal" } : { name: name.trim() || tr(`Player ${letter(index)}`), person: true });
    const post = { title: data.get("title").trim() || null, hours: data.get("hours") ? Number(data.get("hours")) : null, grace: Number(data.get("grace")), zone: data.get("zone").trim() || "UTC" };
    const wanted = { game: game.id, ruleset: rules.wanted, players, watchers: true, post };
    const own = seats[0].name.trim();
    if (own) store.setOwnName(own);
    const reply = await attempt(() => channel.call({ "open-table": wanted }));
    if (reply) enterPost(reply.opened, post.title ?? "By post", players);
  };
  const form = () => h("form", { on: { submit: event => { event.preventDefault(); open(event.currentTarget); } } }, rules.element, none,
    h("fieldset", {}, h("legend", {}, "Players"), list, h("div", { class: "row" }, more, fewer)),
    field("Name of the game", h("input", { name: "title", maxlength: "40", autocomplete: "off", placeholder: "By post" })),
    field("Deadline", select(HOURS, "72", null, { name: "hours" })),
    field("Grace", select(GRACE, "0", null, { name: "grace" }), "Late orders still count for this long, and are marked as late."),
    field("Time zone", h("input", { name: "zone", autocomplete: "off", value: Intl.DateTimeFormat().resolvedOptions().timeZone }), "Deadlines are shown in this time zone and in each player's own."),
    h("button", { class: "main", type: "submit" }, "Open the game by post"));
  return h("section", { class: "card" }, h("h2", {}, `${short(game.title)} by post`),
    h("p", {}, "Players write an order sheet for each round, in their own time. Orders can depend on what the others do."),
    fold({ class: "by-post" }, "Open a game by post", form));
}

/** Remembers the links of a new game, and goes to the first seat. */
function enterPost({ table, tokens, watch, master }, title, players) {
  const links = tokens.map((token, seat) => token && { seat, token, name: players[seat].name }).filter(Boolean);
  const when = Date.now();
  store.keep({ table, token: master, title: `${title}: the master's page`, when, isMaster: true });
  store.keep({ table, token: links[0].token, watch, links: links.slice(1), title, when, invite: links.length > 1 });
  location.hash = `t=${table}.${links[0].token}`;
}
