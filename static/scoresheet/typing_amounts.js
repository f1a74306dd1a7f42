// @ts-check
/* Typing an amount by keys, and proposing the last one. */

import { MINUS, number, plain, signed, sum } from "../numbers.js";

const AMOUNT_DIGITS = 5;

/**
 * An amount after a key: a digit, "sign" or "erase"; null if no more digits fit.
 * @param {string} value
 * @param {string} key
 * @param {boolean} picked the amount stands there to be replaced; its sign can be changed
 */
export function typedAmount(value, key, picked) {
  const isMinus = plain(value)[0] === "-";
  if (key === "sign") return (isMinus ? "+" : MINUS) + value.replace(/\D/g, "");
  const sign = isMinus && !picked ? MINUS : "+";
  const digits = picked ? "" : value.replace(/\D/g, "");
  if (key === "erase") return digits.length > 1 ? sign + digits.slice(0, -1) : "";
  if (digits.length >= AMOUNT_DIGITS) return null;
  return Number(digits + key) ? sign + Number(digits + key) : "0";
}

/** Plus and minus come to zero, so the last amount is known. @param {string[]} others */
export const restOf = (others) => signed(-sum(others.map((value) => number(value) ?? 0)));
