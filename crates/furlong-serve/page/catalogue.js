// A catalogue of translations: lines `English = German`, whose placeholders stand for what differs from text to text.
// docs/serve.md describes them for translators.

const FORMS = ["nom", "acc", "dat", "gen"];
const PLACEHOLDERS = /\{([a-z]+\d*)(?::([a-z]+))?\}/g;
/** What placeholders of these names stand for; others stand for anything. */
const TOKEN = "(?!\\d+(?:st|nd|rd|th)\\b|\\S*\\p{Ll}{3})\\S*[\\d.*:>~|+]\\S*(?<![,;]|\\d\\.)";
const VALUES = { n: "([-+−]?\\d+(?:\\.\\d+)?)", seat: "([A-Z])", code: "(`[^`]*`)", art: `(${TOKEN})`, mark: `(${TOKEN}|[A-Fa-f]{1,6})` };
/** Placeholders for what stays as it is, and for what does so without a translation. */
const [WRITTEN, EITHER] = [/^(?:name|text|mark|art|code)/, /^any/];
/** What people write has none of these words, so an English sentence is not taken for a name. */
const ENGLISH = /(?:^|\s)(?:the|of|an?|to|in|is|are|was|be|with|for|that|which|it|its|on|each|by|at|from|your|not|no|has|have|as|if|when|then)(?=\s|$)|[.;:!?](?=\s)/;
const isName = (kind, value) => !ENGLISH.test(value) && (!/^name(?!s)/.test(kind) || !/, | (?:and|or) /.test(value));
const SENTENCES = /(?<=[.!?][”")]?) (?=[\p{Lu}\d`“"(])/u;
const SEPARATORS = ["\n", "; ", ": ", ", and ", ", or ", ", ", " and ", " or ", " · ", " / ", " + ", " = "];
const DEEPEST = 24;
const MOST = 20_000;
/** A line with columns. */
const COLUMNS = /\S {2,}\S/;

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const capitalized = text => text.replace(/^\p{Ll}/u, first => first.toUpperCase());
const decapitalized = text => text.replace(/^\p{Lu}/u, first => first.toLowerCase());
/** Each separator with its pattern. What is in brackets belongs together. */
const SPLITS = SEPARATORS.map(separator => [separator, new RegExp(`${escaped(separator)}(?![^(]*\\))`)]);
const isSentence = text => /[^.]\.$/.test(text);
const isUpper = text => /^\p{Lu}/u.test(text);

export class Catalogue {
  #exact = new Map();
  #templates = new Map();
  #results = new Map();

  /** Reads a catalogue. A line without ` = ` says nothing. */
  constructor(text) {
    for (const line of text.split("\n")) {
      const [key, ...rest] = line.split(" = ");
      if (!rest.length || line.startsWith("# ")) continue;
      const forms = rest.join(" = ").split(" | ");
      this.#add(key, forms);
      // Where it is read aloud, the marks of what can be typed are left out.
      if (key.includes("`") && !/^`{\w+}`$/.test(key)) this.#add(key.replaceAll("`", ""), forms.map(form => form.replaceAll("`", "")));
    }
    // What says most of a text in words comes first.
    for (const list of this.#templates.values()) list.sort((one, other) => other.length - one.length);
  }

  #add(key, forms) {
    // A text is known with and without its full stop.
    if (isSentence(key) && forms.every(isSentence)) [key, ...forms] = [key, ...forms].map(text => text.slice(0, -1));
    const parts = key.split(PLACEHOLDERS);
    if (parts.length === 1) { this.#exact.set(key, forms); return; }
    const literals = parts.filter((_, index) => index % 3 === 0);
    const names = parts.filter((_, index) => index % 3 === 1);
    const source = literals.map((literal, index) => `${escaped(literal)}${index < names.length ? VALUES[names[index].replace(/\d+$/, "")] ?? "(.+?)" : ""}`).join("");
    const template = { names, forms, source, literals, length: literals.join("").length };
    // A template is found by how it begins, or else by how it ends.
    const first = literals[0].slice(0, 2);
    const where = first.length === 2 ? `<${first}` : literals.at(-1).length >= 2 ? `${literals.at(-1).slice(-2)}>` : "";
    if (!this.#templates.has(where)) this.#templates.set(where, []);
    this.#templates.get(where).push(template);
  }

  /** The translation of a text, of which the parts without one stay, and are added to `missing`. */
  translation(text, missing) {
    const [, before, inside, after] = /^(\s*)(.*?)(\s*)$/s.exec(text);
    if (inside.includes("\n") || COLUMNS.test(inside)) return before + this.#sheet(inside, missing) + after;
    const whole = this.#translated(inside);
    if (whole !== null) return before + whole + after;
    const parts = inside.split(SENTENCES);
    if (parts.length > 1) return before + parts.map(part => this.translation(part, missing)).join(" ") + after;
    missing.add(inside);
    return text;
  }

  /** Lines whose columns stay below each other, as far as there is room for them. */
  #sheet(text, missing) {
    return text.split("\n").map(line => {
      let [made, at] = ["", 0];
      for (const [cell, inside] of line.matchAll(/(\S+(?: \S+)*) */g)) {
        made = (made ? `${made.trimEnd()} ` : "").padEnd(at += at ? 0 : line.search(/\S/)) + this.translation(inside, missing);
        at += cell.length;
      }
      return made;
    }).join("\n");
  }

  /** The English word of which this is one form, or nothing. */
  key(word) {
    const wanted = word.trim().toLowerCase();
    for (const [key, forms] of this.#exact) if (forms.some(form => form.toLowerCase() === wanted)) return key;
    return null;
  }

  /** The translation of a text in this form, or nothing. */
  #translated(text, form = 0, depth = 0) {
    // Numbers, and the letters of seats and squares.
    if (!/\p{Ll}/u.test(text) && !this.#exact.has(text)) return text.replace(/(\d)\.(?=\d)/g, "$1,");
    const key = `${form} ${text}`;
    let found = this.#results.get(key);
    if (found === undefined) {
      if (this.#results.size > MOST) this.#results.clear();
      // A text within itself has no translation.
      this.#results.set(key, null);
      found = depth > DEEPEST ? null : this.#found(text, form, depth + 1);
      this.#results.set(key, found);
    }
    return found;
  }

  #found(text, form, depth) {
    const exact = this.#exact.get(text);
    if (exact) return exact[form] ?? exact[0];
    return this.#ended(text, form, depth) ?? this.#inSentences(text, form, depth) ?? this.#byTemplate(text, form, depth)
      ?? this.#lowered(text, form, depth) ?? this.#listed(text, form, depth);
  }

  #all(parts, form, depth) {
    const all = [];
    for (const part of parts) {
      const translated = this.#translated(part, form, depth);
      if (translated === null) return null;
      all.push(translated);
    }
    return all;
  }

  #inSentences(text, form, depth) {
    for (const [parts, between] of [[text.split("\n"), "\n"], [text.split(SENTENCES), " "]]) {
      if (parts.length > 1) {
        const all = this.#all(parts, form, depth);
        if (all) return all.join(between);
      }
    }
    return null;
  }

  #byTemplate(text, form, depth) {
    const candidates = [this.#templates.get(`<${text.slice(0, 2)}`), this.#templates.get(`${text.slice(-2)}>`), this.#templates.get("")].flatMap(list => list ?? []);
    for (const template of candidates) {
      const { names, forms, literals } = template;
      if (!text.startsWith(literals[0]) || !text.endsWith(literals.at(-1))) continue;
      const match = (template.pattern ??= new RegExp(`^${template.source}$`, "su")).exec(text);
      const filled = match && this.#filled(forms[form] ?? forms[0], Object.fromEntries(names.map((name, index) => [name, match[index + 1]])), form, depth);
      if (filled !== null) return isUpper(text) && forms[0].startsWith("{") && !WRITTEN.test(forms[0].slice(1)) ? capitalized(filled) : filled;
    }
    return null;
  }

  #filled(template, values, form, depth) {
    let isComplete = true;
    const text = template.replace(PLACEHOLDERS, (all, name, own) => {
      const at = own ? FORMS.indexOf(own) : 0;
      const [text, fits] = [values[name], !/^(?:name|any)/.test(name) || isName(name, values[name])];
      const value = WRITTEN.test(name) ? fits ? this.#people(text) : null : this.#translated(text, at, depth) ?? (EITHER.test(name) && fits ? text : null);
      isComplete &&= value !== null;
      return value;
    });
    return isComplete ? text : null;
  }

  /** The names of people stay, and what stands between them does not. */
  #people(text) { return text.replace(/,? (and|or) |^you$/gi, (all, word) => word ? ` ${this.#exact.get(word)?.[0] ?? word} ` : this.#exact.get(all)?.[0] ?? all); }

  /** A text that is known without the mark at its end. */
  #ended(text, form, depth) {
    if (!isSentence(text) && !/[;,:]$/.test(text)) return null;
    const found = this.#translated(text.slice(0, -1), form, depth);
    // An ordinal number has a full stop of its own.
    return found?.endsWith(".") && text.endsWith(".") ? found : found && found + text.at(-1);
  }

  /** A text that is known without its capital letter. */
  #lowered(text, form, depth) {
    const found = isUpper(text) ? this.#translated(decapitalized(text), form, depth) : null;
    return found && capitalized(found);
  }

  #listed(text, form, depth) {
    for (const [separator, pattern] of SPLITS) {
      const parts = text.split(pattern);
      if (parts.length < 2) continue;
      const all = this.#all(parts, form, depth);
      if (all) return all.join({ ", and ": " und ", ", or ": " oder ", " and ": " und ", " or ": " oder " }[separator] ?? separator);
    }
    return null;
  }
}
