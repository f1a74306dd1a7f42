// @ts-check
/* Amounts as text: with a sign, and a real minus. */

export const MINUS = "\u2212";

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? MINUS + -n : "0");

/** With the hyphen that computers read. @param {unknown} text */
export const plain = (text) => String(text ?? "").replace(MINUS, "-");

/** The whole number that a text says, or null. @param {unknown} text @returns {number | null} */
export const number = (text) => (/^[+-]?\d+$/.test(plain(text)) ? Number(plain(text)) : null);

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
