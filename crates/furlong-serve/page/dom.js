// Elements of the page. All texts become text nodes, so nothing that people write is read as markup.

import { localize, tr, trAroundCode, translate, translatedNode } from "./language.js";

/** An element with these properties and children; `on` holds its listeners. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  localize(element);
  return element;
}

/** A text in which what can be typed stands between backticks. What is `exact` has to be typed as it is in any language. */
export function typed(text, exact = false) {
  return (exact ? trAroundCode : tr)(text).split("`").map((part, index) => index % 2 ? h("code", { translate: "no" }, part) : translatedNode(part));
}

/** A button that does this. */
export function button(label, click, properties = {}) {
  return h("button", { type: "button", ...properties, on: { click, ...properties.on } }, label);
}

/** A labelled field. */
export function field(label, input, hint) {
  return h("label", { class: "field" }, h("span", {}, label), input, hint ? h("small", {}, hint) : null);
}

/** A list of choices to be picked from, each as [value, label]. */
export function select(options, value, change, properties = {}) {
  const made = options.map(([own, label]) => h("option", { value: own, selected: own === value }, label));
  return h("select", { ...properties, on: { change: event => change?.(event.target.value) } }, made);
}

/** A title without its author. */
export function short(title) { return title.split(/[,(]/)[0].trim(); }

/** The letter of a seat. */
export function letter(seat) { return String.fromCharCode(65 + seat); }

/** The disc of a seat in the colour of its player, a number from 0. */
export function disc(seat, colour) { return h("span", { class: `disc t${colour}`, "aria-hidden": "true", translate: "no" }, letter(seat)); }

/** What people have written, which stays in their language. */
export function own(text) { return h("bdi", { translate: "no" }, text); }

/** One of the page's drawings, by its name. */
export function drawing(name) {
  const [svg, use] = ["svg", "use"].map(tag => document.createElementNS("http://www.w3.org/2000/svg", tag));
  use.setAttribute("href", `#pic-${name}`);
  for (const [key, value] of [["class", "drawing"], ["viewBox", "0 0 48 48"], ["aria-hidden", "true"]]) svg.setAttribute(key, value);
  svg.append(use);
  return svg;
}

const TAGS = new Set(["svg", "g", "title", "rect", "polyline", "circle", "text", "use"]);
const ATTRIBUTES = new Set(["class", "data-name", "data-of", "x", "y", "width", "height", "rx", "cx", "cy", "r", "points", "viewbox", "role", "aria-label", "href"]);

/** A picture that the server has drawn: known elements with known attributes, and nothing else. */
export function picture(text) {
  // Nothing runs or loads within a template.
  const holder = document.createElement("template");
  holder.innerHTML = text;
  const svg = holder.content.querySelector("svg");
  if (!svg) return null;
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    // What is used is a drawing of the page itself.
    const isKnown = element.localName !== "use" || /^#pic-[a-z-]+$/.test(element.getAttribute("href"));
    if (!TAGS.has(element.localName) || !isKnown) { element.remove(); continue; }
    for (const { name } of [...element.attributes]) if (!ATTRIBUTES.has(name.toLowerCase())) element.removeAttribute(name);
  }
  translate(svg);
  return svg;
}

/** Lets the browser save a JSON file of this name. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What is opened by its summary, and made only then: most readers never see it. */
export function fold(properties, summary, make, isOpen = false) {
  const made = h("details", { ...properties, open: isOpen }, h("summary", {}, summary), isOpen ? make() : "");
  made.addEventListener("toggle", () => { if (made.children.length === 1) made.append(make()); });
  return made;
}

/** A sentence that is read aloud and shown for a while. */
export function notice(sentence) {
  const place = document.getElementById("notice");
  place.replaceChildren(...typed(sentence));
  clearTimeout(place.timer);
  place.timer = setTimeout(() => place.replaceChildren(), 6000);
}

/** Runs an action, and tells why it was refused. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    notice(error.message);
    return null;
  }
}

/** Opens a window above the page. */
export function show(title, ...content) {
  const dialog = document.getElementById("dialog");
  document.getElementById("dialog-title").textContent = title;
  document.getElementById("dialog-body").replaceChildren(...content.flat());
  if (!dialog.open) dialog.showModal();
  document.getElementById("dialog-body").scrollTop = 0;
}

/** Closes it. */
export function hide() { document.getElementById("dialog").close(); }

/** Asks before something that cannot be undone. */
export function confirm(question, label, action) {
  show("Are you sure?", h("p", {}, question), button(label, () => { hide(); action(); }, { class: "main" }));
}

/** Returns whether people want things to stay still. */
export function isStill() { return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden; }
