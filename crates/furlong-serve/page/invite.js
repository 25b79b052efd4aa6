// The links of a table, to be given to those who play and watch.

import { attempt, button, field, h, hide, letter, picture, show } from "./dom.js";
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
  return h("div", { class: "invite" }, h("strong", {}, `Link for ${label}`), text,
    h("div", { class: "row" }, button("Copy", copy, { "aria-label": `Copy the link for ${label}` }), navigator.share ? button("Share", share, { "aria-label": `Share the link for ${label}` }) : null, said));
}

/** A place for the code of a link, which the server draws. */
function code(address, host) {
  const place = h("div", { class: "qr" });
  host?.draw(address).then(svg => place.replaceChildren(picture(svg), ...isLocal() ? [h("small", {}, "This address works on this computer only. Start the server with --lan to let phones in.")] : [])).catch(() => {});
  return place;
}

function isLocal() { return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname); }

/** What the host may do with seats that nobody has taken. */
function waiting(free, host) {
  const reserve = seat => {
    const name = h("input", { value: seat.reserved ? seat.name : "", maxlength: "40", autocomplete: "off" });
    const said = h("span", { role: "status" });
    const send = async event => { event.preventDefault(); said.textContent = await attempt(() => host.reserve(seat.seat, name.value)) ? name.value.trim() ? "Reserved." : "Free for anybody." : ""; };
    return h("form", { on: { submit: send } }, field(`Seat ${letter(seat.seat)} is for`, name), h("div", { class: "row" }, h("button", { type: "submit" }, "Reserve"), said));
  };
  return [h("details", {}, h("summary", {}, "Reserve seats by name"), free.map(reserve)),
    button("Start with bots in the free seats", async () => { if (await attempt(() => host.fill(free.map(each => each.seat)))) hide(); })];
}

/** Shows all links of a table that this browser knows. `host` has what the person who opened it may do: draw(address), reserve(seat, name) and fill(seats). */
export function invite({ table, token }, players, host = null) {
  const entry = store.known(table, token) ?? { table, token };
  const name = seat => players[seat]?.name;
  const [open, used] = [true, false].map(isOpen => (entry.links ?? []).filter(each => Boolean(players[each.seat]?.invited) === isOpen && (isOpen || isPerson(players[each.seat]))));
  const links = open.map(each => link(name(each.seat) ?? each.name, store.address(entry.table, each.token)));
  const seats = links.length ? [h("p", {}, "The first browser to open a link gets the seat, and then the link stops working. Send each link to one player only."), ...links] : [];
  const all = entry.invitation && links.length ? [h("p", {}, "Send this link to everybody. Each player picks a free seat."), link("everybody", store.address(entry.table, entry.invitation, "j")), code(store.address(entry.table, entry.invitation, "j"), host),
    h("details", { class: "each" }, h("summary", {}, "A link for one seat"), ...seats)] : seats;
  if (entry.watch && entry.watch !== entry.token) all.push(link("spectators", store.address(entry.table, entry.watch)));
  const free = host?.free() ?? [];
  if (free.length) all.push(...waiting(free, host));
  show("Invite", ...all.length ? all : [h("p", {}, "There are no links to share.")],
    used.length ? h("p", {}, `Links already used: ${used.map(each => name(each.seat) ?? each.name).join(", ")}.`) : "",
    h("details", {}, h("summary", {}, "My link, for my other devices"), link("myself", store.address(table, token))));
}

/** A seat that has gone to a bot has no link any more. Players by post do not say who they are. */
function isPerson(player) { return !player?.who || player.who === "person"; }

/** Shows them to the one who has opened the table, at the first visit. */
export function inviteFirst({ table, token }, players, host = null) {
  const entry = store.known(table, token);
  if (!entry?.invite) return;
  store.keep({ ...entry, invite: false });
  invite(entry, players, host);
}
