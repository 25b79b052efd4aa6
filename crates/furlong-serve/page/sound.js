// Quiet sounds, made by the browser itself. They are off until somebody switches them on, and a page that nobody looks at makes
// none but that of the turn.

import * as store from "./store.js";

/** The notes of each sound: frequency in hertz, begin and length in seconds, and the shape of the wave. */
const NOTES = {
  step: [[330, 0, .06, "triangle"]],
  card: [[180, 0, .05, "square"], [240, .05, .04, "square"]],
  things: [[520, 0, .05, "sine"], [660, .06, .05, "sine"]],
  turn: [[660, 0, .16, "sine"], [880, .16, .25, "sine"]],
  end: [[523, 0, .18, "triangle"], [659, .18, .18, "triangle"], [784, .36, .4, "triangle"]],
};
const VOLUME = { square: .015, triangle: .06, sine: .05 };

let context = null;

/** Makes a sound after a delay in milliseconds. Browsers let no page make a sound before somebody has touched it. */
export function play(name, delay = 0) {
  if (!store.hasSounds() || (document.hidden && name !== "turn")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  const now = context.currentTime + delay / 1000;
  for (const [frequency, begin, length, type] of NOTES[name]) {
    const [note, volume] = [new OscillatorNode(context, { frequency, type }), new GainNode(context, { gain: 0 })];
    // Without a slope a note clicks.
    volume.gain.setValueAtTime(0, now + begin);
    volume.gain.linearRampToValueAtTime(VOLUME[type], now + begin + .01);
    volume.gain.exponentialRampToValueAtTime(.0001, now + begin + length);
    note.connect(volume).connect(context.destination);
    note.start(now + begin);
    note.stop(now + begin + length);
  }
}

/** Switches sounds on, which is heard, or off. Returns whether they are on. */
export function toggle() {
  const isOn = !store.hasSounds();
  store.setSounds(isOn);
  if (isOn) play("things");
  else { context?.close(); context = null; }
  return isOn;
}
