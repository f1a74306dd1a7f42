// @ts-check
/* The open page calls somebody to the table when a seat is drawn or a round starts. The tab's title says so at once;
 * sound and vibration only after a tap that allowed them, because browsers and neighbours want it so. */

import { find, onHtmx } from "../dom.js";

/**
 * Whether a page that called for `before` (a round, its state, the table and the seat, or nothing) calls now: there is
 * something to call for, and it is something else.
 * @param {string | undefined} before undefined when the page was just opened
 * @param {string} now
 */
export const isCalled = (before, now) => now !== "" && before !== undefined && before !== now;

const NOTES = [880, 660, 880];
const APART = 0.35;

/** Made by the tap that allows it. @type {AudioContext | null} */
let audio = null;
const usualTitle = document.title;
/** @type {string | undefined} */
let calledBefore;

/** @param {AudioContext} sound @param {number} pitch @param {number} from */
function note(sound, pitch, from) {
  const tone = sound.createOscillator();
  const loudness = sound.createGain();
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.4, from);
  loudness.gain.exponentialRampToValueAtTime(0.001, from + APART);
  tone.connect(loudness).connect(sound.destination);
  tone.start(from);
  tone.stop(from + APART);
}

function ring() {
  const sound = audio;
  if (!sound) return;
  void sound.resume(); // a phone that was locked has stopped it
  NOTES.forEach((pitch, at) => note(sound, pitch, sound.currentTime + at * APART));
  // eslint-disable-next-line compat/compat -- where there is none, the sound does
  navigator.vibrate?.([300, 150, 300, 150, 600]);
}

/** @param {HTMLElement} shown */
function callFor(shown) {
  document.title = `\u25b6 ${shown.dataset.short} \u00b7 ${usualTitle}`;
  shown.classList.add("rings");
  const said = find("[data-called]");
  if (said) said.textContent = (shown.textContent ?? "").trim();
  ring();
}

/** The button stands where scripts run; a new version of its part of the page says again what was allowed. */
function dress() {
  const box = find("[data-calls]");
  const button = box && find("button", box);
  if (!box || !button) return;
  box.hidden = false;
  button.setAttribute("aria-pressed", String(audio !== null));
  if (audio) button.textContent = button.dataset.on ?? "";
}

function listen() {
  const shown = find("#call");
  const now = shown?.dataset.call ?? "";
  if (shown && isCalled(calledBefore, now)) callFor(shown);
  calledBefore = now;
  dress();
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("[data-calls] button")) return;
  audio ??= new AudioContext();
  document.documentElement.dataset.mayCall = "";
  dress();
  ring();
});
for (const each of ["pointerdown", "focus"]) {
  addEventListener(each, () => {
    document.title = usualTitle;
  });
}
onHtmx("afterSettle", listen);
listen();
