// @ts-check
/* What a point is worth, said back where it is typed; from a whole euro on it is asked for a tick. */

import { all, fill, input, need } from "./dom.js";
import { cents, moneyText, stakeTyped } from "./offline/settle.js";

/** Whether a point is worth so much that it may be a slip (`is_much` of the form). @param {HTMLElement} part */
export const isMuch = (part, stake = stakeTyped(input("[data-typed]", part).value)) =>
  Number(stake) >= 1 && stake !== part.dataset.began;

/** The money of a hundred points in a sentence; nothing without a stake. @param {HTMLElement} part @param {string} [sentence] */
export function worthIn(part, sentence) {
  const stake = stakeTyped(input("[data-typed]", part).value);
  const currency = input("[name=currency]", part).value.trim();
  const { lang } = document.documentElement;
  return Number(stake) ? fill(sentence, { money: moneyText(cents(`${stake}`, 100), `${stake}`, currency, lang) }) : "";
}

/** @param {HTMLElement} part */
export function sayStake(part) {
  need(".worth", part).textContent = worthIn(part, part.dataset.worth);
  need(".tick", part).hidden = !isMuch(part);
}

for (const part of all(".stake")) part.addEventListener("input", () => sayStake(part));
