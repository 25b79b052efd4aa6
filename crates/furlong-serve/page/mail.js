// The mail address of a seat, which is reminded of turns.

import { attempt, button, field, h, notice } from "./dom.js";

/** The form for the address of a seat, from what the server knows of it; `done` comes after a change. */
export function mailForm(channel, table, known, done) {
  const { address, confirmed } = known;
  const set = async mail => {
    if (!await attempt(() => channel.call({ at: { table, do: { mail } } }))) return;
    // The server is asked again later.
    Object.assign(known, { address: mail, confirmed: false });
    done();
    notice(mail ? `Open the link in the mail to ${mail} to confirm your address.` : "You get no more mail.");
  };
  if (address) {
    return [h("p", {}, confirmed ? `You get a mail at ${address} when your turn has come and you have not.` : `${address} gets no mail until you open the link that was sent there.`),
      h("div", { class: "row" }, button(confirmed ? "Stop the mail" : "Remove the address", () => set(null)))];
  }
  const input = h("input", { type: "email", autocomplete: "email", required: true });
  return [h("form", { on: { submit: event => { event.preventDefault(); set(input.value); } } },
    field("My mail address", input, "You get a mail when your turn has come and you have not: at most one a day, and only after you have opened the link that is sent to you. The server keeps the address with the table."),
    h("button", { type: "submit" }, "Mail me when it is my turn"))];
}
