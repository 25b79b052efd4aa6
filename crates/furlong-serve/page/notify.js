// Notifications of the browser that it is somebody's turn. They say at which table, and never what has happened.

import { button, h, notice } from "./dom.js";
import { tr } from "./language.js";
import { mailForm } from "./mail.js";
import * as store from "./store.js";

const [shown, subscribed] = [new Map(), new Set()];

// A page without a server has no other people to wait for, and browsers give notifications to encrypted pages alone.
const permission = () => globalThis.furlongOffline || !isSecureContext ? "none" : globalThis.Notification?.permission ?? "none";

/** The button that lets the browser ask for its permission, or nothing where that is decided; `done` comes after the answer. */
function callButton(done) {
  if (permission() !== "default") return null;
  return button("Tell me when it is my turn", async () => {
    const answer = await Notification.requestPermission();
    if (answer === "denied") notice("The browser blocks notifications from this page. Its settings can allow them.");
    done();
  }, { class: "main" });
}

/** What somebody can do at a seat with this summary to hear of their turn elsewhere; `done` comes after an answer. */
export function callWays(channel, table, summary, done) {
  const yes = callButton(done);
  return [yes && h("div", { class: "row" }, yes), summary?.feed && !globalThis.furlongOffline ? h("p", {}, h("a", { href: `feed/${summary.feed}` }, "Feed (Atom) that says when it is your turn"), " for a feed reader. Keep its address to yourself.") : null,
    ...summary?.mail ? mailForm(channel, table, summary.mail, done) : []].filter(Boolean);
}

/**
 * Lets a push service of the browser wake the page's service worker when it is this person's turn and the page is closed. Push
 * messages have no content.
 */
export async function subscribe(channel, table) {
  if (permission() !== "granted" || subscribed.has(table)) return;
  subscribed.add(table);
  try {
    const [worker, answer] = await Promise.all([navigator.serviceWorker.ready, fetch("push-key")]);
    if (!answer.ok) return;
    const { endpoint } = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await answer.text() });
    await channel.call({ at: { table, do: { push: endpoint } } });
  } catch {
    // A browser without a push service has notifications all the same, as long as the page is open.
  }
}

/** Offers notifications in this place, unless somebody has said no. */
export function offerCalls(place) {
  const done = () => place.replaceChildren();
  const yes = store.declinesCalls() ? null : callButton(done);
  if (!yes || place.childElementCount) return;
  const no = button("No, thanks", () => { store.declineCalls(); done(); });
  place.append(h("p", {}, "This game takes a while. Your browser can tell you when it is your turn."), h("div", { class: "row" }, yes, no));
}

/** Says once that it is somebody's turn, if nobody looks at the page; takes it back when the turn is over. */
export function call(link, { asked, turn }) {
  const key = store.key(link);
  if (!asked) { shown.get(key)?.close(); shown.delete(key); }
  if (!asked || !document.hidden || permission() !== "granted" || !store.isNewTurn(key, turn)) return;
  const [title, address] = [tr(`It is your turn at ${store.title(store.known(link.table, link.token))}`), store.address(link.table, link.token)];
  try {
    const notification = new Notification(title, { tag: key });
    notification.addEventListener("click", () => { focus(); location.assign(address); notification.close(); });
    shown.set(key, notification);
  } catch {
    // A telephone leaves them to the service worker.
    navigator.serviceWorker?.ready.then(worker => worker.showNotification(title, { tag: key, data: address }));
  }
}
