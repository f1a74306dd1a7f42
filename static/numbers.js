// @ts-check
/* Amounts as text: with a sign, and a real minus. */

export const MINUS = "\u2212";

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? MINUS + -n : "0");

/** With the hyphen that computers read in place of any dash: some phones write a longer one by themselves. @param {unknown} text */
export const plain = (text) => String(text ?? "").replace(/[\u2212\u2013]/, "-");

/** The whole number that a text says, or null. @param {unknown} text @returns {number | null} */
export const number = (text) => (/^[+-]?\d+$/.test(plain(text)) ? Number(plain(text)) : null);

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
