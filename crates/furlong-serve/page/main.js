// The page: it opens the channel, and shows the screen that the address names.

import { connect } from "./channel.js";
import { button, h, hide, notice } from "./dom.js";
import { Home } from "./home.js";
import { install } from "./install.js";
import * as language from "./language.js";
import { MailScreen } from "./mail-link.js";
import { PostScreen } from "./post.js";
import { SeatsScreen } from "./seats.js";
import * as store from "./store.js";
import { TableScreen } from "./table.js";
import * as turns from "./turns.js";

const translated = language.start();
const channel = connect();
const main = document.getElementById("main");
const line = document.getElementById("line");
let screen = null;

/** The table and the token in the address; they stand behind `#`, so that no server is ever sent them. Without a token, as in a feed, it is that of this browser. */
function asked() {
  const [, way, table, given] = /^#([jtms])=([^.]+)(?:\.(.+))?$/.exec(location.hash) ?? [];
  const token = given ?? store.tables().find(each => each.table === table)?.token;
  if (table && !token) notice("This browser has no seat at that table. Open the link of your seat.");
  return token && { way, link: { table, token } };
}

function route() {
  if (location.hash === "#main") return;
  hide();
  screen?.leave();
  const { way, link } = asked() ?? {};
  screen = way === "m" || way === "s" ? new MailScreen(channel, main, link, way === "s") : way === "j" ? new SeatsScreen(channel, main, link) : link ? new TableScreen(channel, main, link, view => byPost(link, view)) : new Home(channel, main);
  screen.enter();
}

/** A game by post has a screen of its own. */
function byPost(link, view) {
  screen = new PostScreen(channel, main, link);
  screen.enter(view);
}

channel.onPush(push => screen?.push?.(push));
channel.onSay(text => {
  line.textContent = text;
  document.body.classList.toggle("lost", !channel.isOpen);
  if (!screen && text) main.replaceChildren(h("h1", {}, "Furlong"), h("p", {}, text));
});
channel.onOpen(async () => {
  await translated;
  if (screen) screen.again();
  else route();
  turns.refresh();
});
// Without a connection the next screen says so, and goes on when there is one.
addEventListener("hashchange", () => screen && route());
document.getElementById("dialog-close").addEventListener("click", hide);
document.querySelector(".skip").addEventListener("click", event => { event.preventDefault(); main.focus(); });
addEventListener("error", () => notice("Something went wrong on this page. Please reload it."));
document.body.append(h("footer", {}, Object.entries(language.LANGUAGES).filter(([code]) => code !== language.language)
  .map(([code, name]) => button(name, () => language.choose(code), { class: "small", lang: code, translate: "no" }))));
turns.start(channel);
channel.start();
install();
