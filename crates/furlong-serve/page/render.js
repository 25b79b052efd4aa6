// The values that the server says, as elements.

import { disc, h, own, typed } from "./dom.js";

/** What stands behind the reader's own name. */
const YOU = / \(you\)$/;

/** A line with columns, which stays as it is; others may be broken. */
const COLUMNS = /\S {2,}\S/;

const FORMS = {
  heading: text => h("h3", {}, text),
  sentence: text => lines(text),
  paragraph: text => lines(text),
  item: text => h("ul", {}, h("li", {}, typed(text))),
  word: ({ word, meaning }) => h("p", {}, h("strong", { translate: "no" }, word), ` ${meaning}`),
  sheet: text => h("pre", { class: "sheet", tabindex: "0" }, text.split("\n").map(line => h("span", { class: COLUMNS.test(line) ? null : "prose" }, line, "\n"))),
  refused: text => h("p", { class: "refused" }, typed(text)),
  happened: text => h("p", { class: "happened" }, typed(text)),
  reason: text => h("p", { class: "reason" }, typed(text)),
  board: board => h("pre", { class: "sheet", tabindex: "0" }, board.picture),
  question: () => null,
  places: ranking => places(ranking),
};

/** A text whose lines are paragraphs, or with `- ` items of a list. */
function lines(text) {
  const made = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("- ")) { made.push(h("p", {}, typed(line))); continue; }
    if (made.at(-1)?.localName !== "ul") made.push(h("ul"));
    made.at(-1).append(h("li", {}, typed(line.slice(2))));
  }
  return made;
}

/** The elements of these values. */
export function shown(values) {
  return values.flatMap(value => {
    const [[kind, content]] = Object.entries(value);
    return FORMS[kind]?.(content) ?? [];
  });
}

/** Values below headings, each heading to be opened. */
export function topics(values) {
  const made = [];
  for (const value of values) {
    if (value.heading) made.push(h("details", {}, h("summary", {}, value.heading)));
    else made.at(-1)?.append(...shown([value]));
  }
  return made;
}

/** The sentences among them, to be read aloud. */
export function spoken(values) {
  return values.flatMap(value => value.happened ?? value.sentence ?? value.refused ?? []).map(text => text.replaceAll("`", ""));
}

/** The places of all seats as a table, with the discs of these players. */
export function places({ titles, rows }, players = []) {
  const heads = ["Place", "Player", ...(titles.length ? titles : ["Score"])];
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Places" }, h("table", { class: "places" },
    h("thead", {}, h("tr", {}, heads.map(head => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(row => h("tr", {},
      h("td", {}, row.place, players[row.seat] && disc(row.seat, players[row.seat].colour)), h("th", { scope: "row" }, own(row.name.replace(YOU, "")), YOU.exec(row.name)?.[0]), row.cells.map(cell => h("td", {}, cell)))))));
}
