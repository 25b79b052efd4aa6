// The links of a table, to be given to those who play and watch.

import { attempt, button, h, show } from "./dom.js";
import * as store from "./store.js";

/** A link with the ways to hand it on. */
function link(label, address) {
  const text = h("input", { class: "link", readonly: true, value: address, "aria-label": `Link for ${label}`, on: { focus: event => event.target.select() } });
  const said = h("span", { role: "status" });
  const copy = () => attempt(async () => {
    text.select();
    // Browsers keep their clipboard from pages that come unencrypted from another computer.
    if (navigator.clipboard) await navigator.clipboard.writeText(address);
    else if (!document.execCommand("copy")) throw new Error("Could not copy the link. Select it and copy it by hand.");
    said.textContent = "Copied.";
  });
  const share = () => navigator.share({ title: "Furlong", url: address }).catch(() => {});
  return h("div", { class: "invite" }, h("strong", {}, label), text,
    h("div", { class: "row" }, button("Copy", copy, { "aria-label": `Copy the link for ${label}` }), navigator.share ? button("Share", share, { "aria-label": `Share the link for ${label}` }) : null, said));
}

/** Shows all links of a table that this browser knows. */
export function invite({ table, token }, players) {
  const entry = store.known(table, token) ?? { table, token };
  const name = seat => players[seat]?.name;
  const [open, used] = [true, false].map(isOpen => (entry.links ?? []).filter(each => Boolean(players[each.seat]?.invited) === isOpen));
  const links = open.map(each => link(name(each.seat) ?? each.name, store.address(entry.table, each.token)));
  const seats = links.length ? [h("p", {}, "The first browser to open a link gets the seat, and then the link stops working. Send each link to one player only."), ...links] : [];
  const all = entry.invitation && links.length ? [h("p", {}, "Send this link to everybody. Each player picks a free seat."), link("everybody", store.address(entry.table, entry.invitation, "j")),
    h("details", { class: "each" }, h("summary", {}, "A link for one seat"), ...seats)] : seats;
  if (entry.watch && entry.watch !== entry.token) all.push(link("spectators", store.address(entry.table, entry.watch)));
  show("Invite", ...all.length ? all : [h("p", {}, "There are no links to share.")],
    used.length ? h("p", {}, `Links already used: ${used.map(each => name(each.seat) ?? each.name).join(", ")}.`) : "",
    h("details", {}, h("summary", {}, "My link, for my other devices"), link("myself", store.address(table, token))));
}

/** Shows them to the one who has opened the table, at the first visit. */
export function inviteFirst({ table, token }, players) {
  const entry = store.known(table, token);
  if (!entry?.invite) return;
  store.keep({ ...entry, invite: false });
  invite(entry, players);
}
