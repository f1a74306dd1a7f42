// @ts-check
/* Amounts as text: with a sign, and a real minus. */

export const MINUS = "\u2212";

/** Plain digits unless there is another text: what goes into a field is read again. @param {number} n */
export const withSign = (n, text = String(Math.abs(n))) => (n > 0 ? "+" : n < 0 ? MINUS : "") + text;

/** For people: in groups from five digits on, as in the server's pages. @param {number} n */
export const signed = (n) => {
  const size = Math.abs(n);
  return withSign(n, size < 10_000 ? String(size) : size.toLocaleString(document.documentElement.lang));
};

/** With the hyphen that computers read in place of any dash: some phones write a longer one by themselves. @param {unknown} text */
export const plain = (text) => String(text ?? "").replace(/[\u2212\u2013]/, "-");

/** The whole number that a text says, or null. @param {unknown} text @returns {number | null} */
export const number = (text) => (/^[+-]?\d+$/.test(plain(text)) ? Number(plain(text)) : null);

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
