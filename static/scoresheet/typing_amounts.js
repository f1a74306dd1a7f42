// @ts-check
/* Typing an amount by keys, and proposing the last one. */

import { MINUS, number, plain, signed, sum } from "../numbers.js";

const AMOUNT_DIGITS = 5;

/**
 * An amount after a key: a digit, "sign" or "erase". A proposed one is typed over.
 * @param {string} value
 * @param {string} key
 * @param {boolean} proposed
 */
export function typedAmount(value, key, proposed) {
  const sign = !proposed && plain(value)[0] === "-" ? MINUS : "+";
  const digits = proposed ? "" : value.replace(/\D/g, "");
  if (key === "sign") return (sign === "+" ? MINUS : "+") + digits;
  if (key === "erase") return digits.length > 1 ? sign + digits.slice(0, -1) : "";
  if (digits.length >= AMOUNT_DIGITS) return value;
  return Number(digits + key) ? sign + Number(digits + key) : "0";
}

/** Plus and minus come to zero, so the last amount is known. @param {string[]} others */
export const restOf = (others) => signed(-sum(others.map((value) => number(value) ?? 0)));
