// @ts-check
/* Clocks that count down to the end of a round. `data-now` is how late it was on the server when the page was made, so
 * a wrong clock of this device does no harm; to parts of a second, so that no two pages differ by one. Without this
 * script the minutes and the time of day stand there. */

import { all, find, onHtmx } from "../dom.js";
import { timeLeft } from "./time_left.js";

/** By clock how far this device is ahead of the server, in milliseconds. @type {WeakMap<HTMLElement, number>} */
const ahead = new WeakMap();

/** @param {HTMLElement} clock */
function show(clock) {
  const { now, ends, over = "", warns } = clock.dataset;
  const early = ahead.get(clock) ?? Date.now() - Number(now) * 1000;
  ahead.set(clock, early);
  const left = Math.ceil(Number(ends) - (Date.now() - early) / 1000);
  const face = find("[data-left-text]", clock) ?? clock;
  const shown = left > 0 ? timeLeft(left) : over;
  if (face.textContent !== shown) face.textContent = shown;
  clock.dataset.state = left <= 0 ? "over" : left <= Number(warns || 300) ? "soon" : "running";
}

const tick = () => all("[data-clock]").forEach(show);
tick();
setInterval(tick, 500);
onHtmx("afterSettle", tick);
