// @ts-check
/* Typing a number by keys. */

export const PILE_DIGITS = 2;

/** Card points after a key: a digit, or "erase". @param {string} value @param {string} key */
export const typed = (value, key) => (key === "erase" ? value.slice(0, -1) : (value + key).slice(0, PILE_DIGITS));
