// @ts-check
/* Typed totals of a table: they come to zero. */

import { number, sum } from "../numbers.js";

/** The amount that somebody typed, with blanks and any kind of dash, or null. @param {string} text */
export const amountIn = (text) => number(text.replace(/\s/g, ""));

/** The sum of the totals, which should be zero; null while one is missing. @param {(number | null)[]} amounts */
export const offBalance = (amounts) => (amounts.includes(null) ? null : sum(amounts.map(Number)));

/** The last total, if it is the only one that is missing; else null. @param {(number | null)[]} amounts */
export const missingTotal = (amounts) =>
  amounts.at(-1) === null && !amounts.slice(0, -1).includes(null) ? -sum(amounts.map(Number)) : null;
