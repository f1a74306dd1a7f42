// @ts-check
/* A hand card by card: what has not been played yet is hidden, and of the tricks the one that is on the table shows. */

import { all, fill, find, need } from "../dom.js";

const section = find(".played");
const moves = section ? all("[data-step]", section) : [];
const stepOf = (/** @type {string} */ name) => (/** @type {HTMLElement} */ part) => Number(part.dataset[name]);

/** @param {HTMLElement} played @param {number} step cards that lie or have been taken */
function lay(played, step) {
  for (const move of moves) move.hidden = stepOf("step")(move) > step;
  for (const card of all("[data-until]", played)) card.hidden = stepOf("until")(card) <= step;
  for (const trick of all(".tricks > li", played)) {
    const steps = all("[data-step]", trick).map(stepOf("step"));
    trick.hidden = step < steps[0] || step > steps[steps.length - 1];
  }
  const [back, next] = /** @type {HTMLButtonElement[]} */ (all(".steps button", played));
  back.disabled = step === 1;
  next.disabled = step === moves.length;
  need(".steps span", played).textContent = fill(played.dataset.of, { n: step, all: moves.length });
}

if (section) {
  let step = 1;
  for (const [at, button] of all(".steps button", section).entries())
    button.addEventListener("click", () => {
      lay(section, (step += at ? 1 : -1));
      section.scrollIntoView({ block: "nearest" }); // the buttons are in sight before the cards are
    });
  need(".steps", section).hidden = false;
  lay(section, step);
}
