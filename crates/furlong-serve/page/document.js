// Documents of the server as elements.

import { h, typed } from "./dom.js";

const FORMS = {
  heading: text => h("h3", {}, text),
  paragraph: text => h("p", {}, typed(text, true)),
  list: items => h("ul", {}, items.map(item => h("li", {}, typed(item, true)))),
  table: ({ head, rows }) => h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": `Table: ${head.join(", ")}` }, h("table", {},
    h("thead", {}, h("tr", {}, head.map(cell => h("th", { scope: "col" }, typed(cell, true))))),
    h("tbody", {}, rows.map(row => h("tr", {}, row.map(cell => h("td", {}, typed(cell, true)))))))),
  code: text => h("pre", { class: "sheet", tabindex: "0", translate: "no" }, text),
  turns: turns => h("ol", {}, turns.map(([name, lines]) => h("li", {}, typed(name, true), lines.length ? h("ul", {}, lines.map(line => h("li", {}, typed(line, true)))) : null))),
};

/** The elements of the parts of a document. */
export function pieces(parts) {
  return parts.flatMap(part => {
    const [[kind, content]] = Object.entries(part);
    return FORMS[kind]?.(content) ?? [];
  });
}

/** The elements of a document with its title. */
export function titled({ title, parts }) { return [h("h3", {}, title), ...pieces(parts)]; }
