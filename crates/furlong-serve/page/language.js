// The language of the page. Its texts are English everywhere else, and are the keys of the catalogues of other languages;
// docs/serve.md says how these are written. What people write is in elements with `translate="no"`, and stays as it is.

import { Catalogue } from "./catalogue.js";

const KEPT = "furlong.language";
/** The languages, by their codes, in their own words. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const ATTRIBUTES = ["aria-label", "title", "placeholder"];
const MOST = 5000;
/** The letters of what is to be typed are moved by this, to where no catalogue has letters. */
const HIDDEN = 0xe000;

const kept = () => { try { return localStorage.getItem(KEPT); } catch { return null; } };

/** The code of the language that the reader has chosen, or of the first one of the browser that the page has. */
export const language = [kept(), ...navigator.languages.map(each => each.slice(0, 2))].find(each => Object.hasOwn(LANGUAGES, each)) ?? "en";

/** The texts that have no translation. */
export const missing = new Set();

let catalogue = null;
const known = new Map();
/** The text nodes that are translated, with their texts, and the elements, with their attributes. */
const done = new WeakMap();

/** Loads the catalogue of the language, and translates what is on the page and what comes to it. */
export async function start() {
  if (language === "en") return;
  try {
    const name = `${language}.txt`;
    catalogue = new Catalogue(globalThis.furlongOffline?.texts[name] ?? await (await fetch(name)).text());
  } catch {
    // Without its catalogue the page stays English.
    return;
  }
  document.documentElement.lang = language;
  globalThis.furlongMissing = missing;
  translate(document.documentElement);
  new MutationObserver(changes => {
    for (const { target, addedNodes, type } of changes) (type === "childList" ? [...addedNodes] : [target]).forEach(translate);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ATTRIBUTES });
}

/** Goes over to another language. */
export function choose(code) {
  try { localStorage.setItem(KEPT, code); } catch { return; }
  location.reload();
}

/** The text in the language of the page. Without a translation it stays English. */
export function tr(text) {
  if (!catalogue) return text;
  if (known.size > MOST) known.clear();
  if (!known.has(text)) known.set(text, catalogue.translation(text, missing));
  return known.get(text);
}

/** The same for a text whose parts between backticks are to be typed as they are. */
export function trAroundCode(text) {
  const shifted = (text, from, by) => text.replace(from, letters => [...letters].map(letter => letter === "`" ? letter : String.fromCharCode(letter.charCodeAt(0) + by)).join(""));
  return shifted(tr(shifted(text, /`[^`]*`/g, HIDDEN)), /[\ue000-\ue07f]+/g, -HIDDEN);
}

/** The English word for a word of the page's language, for what people look up below these headings or elsewhere. */
export function english(word, headings) {
  if (!catalogue) return word;
  const heading = headings.find(each => tr(each).toLowerCase().split(", ").includes(word.trim().toLowerCase()));
  return heading?.split(", ")[0] ?? catalogue.key(word) ?? word;
}

/** A text node that is not translated any more. */
export function translatedNode(text) {
  const node = new Text(text);
  done.set(node, text);
  return node;
}

/** Translates a node and all that is in it. */
export function translate(node) {
  if (!catalogue || (node.parentElement ?? node).closest?.("[translate=no], script, noscript, style, textarea")) return;
  if (node.nodeType === Node.TEXT_NODE) text(node);
  else if (node.nodeType === Node.ELEMENT_NODE) element(node);
}

/** Translates a new element, whose children are translated. */
export function localize(made) {
  if (!catalogue || made.getAttribute("translate") === "no") return;
  attributes(made);
  for (const child of made.childNodes) if (child.nodeType === Node.TEXT_NODE) text(child);
}

function element(node) {
  if (node.matches("[translate=no], script, noscript, style, textarea")) return;
  localize(node);
  for (const child of node.children) element(child);
}

function text(node) {
  if (done.get(node) === node.data) return;
  const translated = tr(node.data);
  done.set(node, translated);
  if (translated !== node.data) node.data = translated;
}

function attributes(made) {
  for (const name of ATTRIBUTES) {
    const value = made.getAttribute(name);
    if (!value || done.get(made)?.[name] === value) continue;
    const translated = tr(value);
    done.set(made, { ...done.get(made), [name]: translated });
    if (translated !== value) made.setAttribute(name, translated);
  }
}
