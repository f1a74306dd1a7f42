// @ts-check
/* The page of a table that was opened without network: the server's own page of an empty sheet, its places filled. */

/**
 * Blank sheets as scoresheet/evening/circles.py makes them: each line once, and the runs of lines of every page, by the
 * digest of the rule set and the number of people.
 * @typedef {{lines: string[], pages: Record<string, Record<string, number[]>>, digests?: Record<string, string>}} Blank
 *
 * @typedef {object} Table
 * @property {string} id of the sheet
 * @property {string[]} names by seat
 * @property {number} dealer seat
 * @property {string} title
 * @property {string} token against forged requests
 * @property {string} hand UUID of the first hand
 * @property {string} stake money a point with a decimal point, or nothing
 * @property {string} currency
 */

const ID = /00000000-0000-4000-8000-000000000000/g;
const [FIRST, LAST] = [0xe000, 0xe00b];
const PLACE = new RegExp(`[\\u{${FIRST.toString(16)}}-\\u{${LAST.toString(16)}}]`, "gu");
const ESCAPED_PLACE = /\\u(e00[\da-f])/g;

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
/** @param {string} text */
const inHtml = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
/** @param {string} sign */
const inHex = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
/** A part of a JSON text in an attribute, as the server writes it. @param {string} text */
const inJson = (text) =>
  inHtml(
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[\u0080-\uffff]/g, inHex),
  );

/** The lines of a blank page; nothing if there is none for so many people. @param {Blank} blank @param {string} digest @param {number} size */
function pageOf({ lines, pages }, digest, size) {
  const runs = pages[digest]?.[size];
  if (!runs) return null;
  const parts = [];
  for (let at = 0; at < runs.length; at += 2) parts.push(...lines.slice(runs[at], runs[at] + runs[at + 1]));
  return parts.join("\n");
}

/**
 * The whole page; nothing if these rules are not for so many people.
 * @param {Blank} blank
 * @param {string} digest
 * @param {Table} table
 */
export function sheetPage(blank, digest, { id, names, dealer, title, token, hand, stake, currency }) {
  const page = pageOf(blank, digest, names.length);
  if (page === null) return null;
  const vorhand = names[(dealer + 1) % names.length];
  const people = [...Array.from({ length: 5 }, (_, seat) => names[seat]), names[dealer], vorhand];
  const filling = [...people, title, token, hand, stake, currency];
  return page
    .replace(ID, id)
    .replace(PLACE, (place) => inHtml(filling[place.charCodeAt(0) - FIRST]))
    .replace(ESCAPED_PLACE, (_, code) => inJson(filling[parseInt(code, 16) - FIRST]))
    .replace(/(<div\s+id="next"[^>]*data-dealer=")0"/, `$1${dealer}"`)
    .replace("<body>", "<body data-made-here>")
    .replace(/(\s)data-live=/, "$1data-live-later=");
}
