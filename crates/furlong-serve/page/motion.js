// Motion: lets things get from one picture of the board to the next. It compares them by their names and knows no rules.

import { drawing, h } from "./dom.js";

/** The time for each point of a way, and for a whole way at least and at most, in milliseconds. */
const [STEP, LEAST, MOST] = [70, 150, 500];
const TURN = 150;
const FLIGHT = 400;
/** A shift that is shorter than this, in units of the picture, only makes room for others. */
const SHIFT = 30;
/** At most this many cards fly from one place to another. */
const FLOCK = 3;

/** What has been measured already: things do not change while they are on the screen. */
const measured = new WeakMap();

/** The named things of a picture that is on the screen, with the middle of each in the units of the picture. */
export function things(svg) { return new Map([...svg.querySelectorAll("[data-name]")].map(element => [element.dataset.name, measured.get(element) ?? measure(element)])); }

function measure(element) {
  const { x, y, width, height } = element.getBBox();
  const thing = { element, x: x + width / 2, y: y + height / 2, title: element.querySelector("title")?.textContent.replaceAll(/\d+/g, "") };
  // A picture that is hidden has no size.
  if (width) measured.set(element, thing);
  return thing;
}

/**
 * Moves things from where they were `before` to where they are in this picture, one after another. `held` has what left the
 * reader's hand and what came to it, `on` names what the reader's choice was about, and `from` is the place on the screen from
 * which other players' cards come. Returns the animations.
 */
export function move(before, svg, { lost = [], gained = [], from = null, on = [] } = {}) {
  const after = things(svg);
  const made = [];
  let delay = 0;
  const isCard = ({ element }) => element.querySelector(".card");
  const cards = [...after].filter(([name, thing]) => isCard(thing) && before.get(name)?.title !== thing.title);
  const place = ([, { element }]) => element.getBoundingClientRect();
  const fresh = cards.filter(([name]) => !before.has(name));
  // The way of a card that goes to or comes from a thing: one that is called like it, or one that is new, or has changed.
  const meant = (name, others) => cards.find(([other]) => tail(other) === tail(name)) ?? others[0];
  for (const item of lost) {
    const to = meant(item.name, fresh) ?? mover(before, after, on);
    // A card is heard when it turns over.
    if (to) made.push(...flock({ ...item, id: cards.includes(to) ? "" : "things" }, item.rect, place(to), delay));
  }
  if (!lost.length && from && fresh.length) made.push(...flock({ picture: "card-back", count: 1 }, from, place(fresh[0]), delay));
  if (made.length) delay += FLIGHT;
  for (const [name, { element }] of cards) {
    const old = before.get(name)?.element;
    if (old) made.push(turnAway(old, element, delay));
    made.push(element.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { id: "card", duration: TURN, delay: delay + (old ? TURN : 0), fill: "backwards" }));
  }
  if (cards.length) delay += 2 * TURN;
  for (const [name, thing] of after) {
    const old = before.get(name);
    const distance = old ? Math.hypot(old.x - thing.x, old.y - thing.y) : 0;
    if (distance < 2) continue;
    const points = way(svg, name, old, thing);
    const time = distance < SHIFT ? LEAST : Math.min(MOST, Math.max(LEAST, STEP * (points.length - 1), 1.5 * distance));
    made.push(thing.element.animate(points.map(([x, y]) => ({ transform: `translate(${x - thing.x}px, ${y - thing.y}px)` })), { id: distance < SHIFT ? "" : "step", duration: time, delay, fill: "backwards", easing: "ease-in-out" }));
    if (distance < SHIFT) continue;
    // What runs is above what stands.
    svg.append(thing.element);
    delay += time;
  }
  for (const item of gained) {
    const at = [...after].find(([other, thing]) => !cards.some(([card]) => card === other) && before.get(other) && thing.element.textContent !== before.get(other).element.textContent);
    const source = at ?? mover(before, after, on) ?? meant(item.name, fresh);
    if (source) made.push(...flock({ ...item, id: isCard(source[1]) ? "card" : "things" }, place(source), item.rect, delay));
  }
  return made;
}

/** The part of a name that says which card it is. */
function tail(name) { return name.slice(name.indexOf("-") + 1); }

/** The thing that has run farthest, or else one that the choice was about. */
function mover(before, after, on) {
  const far = ([name, { x, y }]) => before.has(name) ? Math.hypot(before.get(name).x - x, before.get(name).y - y) : 0;
  const farthest = [...after].reduce((best, each) => far(each) > far(best) ? each : best, ["", {}]);
  return farthest[0] ? farthest : [...after].find(([name]) => on.includes(name));
}

/** The points from where a thing was to where it is, along the way that the picture records for it. */
function way(svg, name, from, to) {
  const route = [...svg.querySelectorAll(".trail")].find(each => each.dataset.of === name)?.querySelector("polyline");
  const points = [...route?.points ?? []].map(({ x, y }) => [x, y]);
  const distance = ([x, y]) => Math.hypot(x - from.x, y - from.y);
  // The way may begin before the last picture.
  const nearest = points.reduce((best, point, index) => distance(point) < distance(points[best]) ? index : best, 0);
  const last = points.at(-1) ?? [0, 0];
  const between = points.slice(nearest + 1, -1).map(([x, y]) => [x + to.x - last[0], y + to.y - last[1]]);
  return [[from.x, from.y], ...between, [to.x, to.y]];
}

/** Turns the old face of a card away, above the new one. */
function turnAway(old, element, delay) {
  delete old.dataset.name;
  element.before(old);
  const turn = old.animate([{ transform: "none" }, { transform: "scaleX(0)" }], { duration: TURN, delay, fill: "both" });
  turn.addEventListener("finish", () => old.remove());
  return turn;
}

/** Lets drawings fly from one place on the screen to another. */
function flock({ picture, count, id = "" }, from, to, delay) {
  if (!from.width || !to.width) return [];
  return Array.from({ length: Math.min(count, FLOCK) }, (_, index) => {
    const flying = h("div", { class: "flying", "aria-hidden": "true" }, drawing(picture));
    document.body.append(flying);
    const at = ({ left, top, width, height }) => `translate(${left + width / 2}px, ${top + height / 2}px) translate(-50%, -50%)`;
    const flight = flying.animate([{ transform: at(from), opacity: 1 }, { transform: at(to), opacity: 1 }], { id: index ? "" : id, duration: FLIGHT - 60 * index, delay: delay + 60 * index, easing: "ease-in-out" });
    for (const event of ["finish", "cancel"]) flight.addEventListener(event, () => flying.remove());
    return flight;
  });
}

/** The sounds of these animations, and when they are heard: one for each step, and one where something arrives. */
export function heard(animations) {
  return animations.filter(each => each.id).flatMap(({ id: sound, effect }) => {
    const [{ delay, duration }, steps] = [effect.getTiming(), sound === "step" ? effect.getKeyframes().length - 1 : 1];
    return Array.from({ length: steps }, (_, index) => ({ sound, at: delay + duration * (index + 1) / steps }));
  });
}

/** The time until the last of these animations ends. */
export function duration(animations) { return Math.max(0, ...animations.map(each => each.effect.getComputedTiming().endTime)); }
