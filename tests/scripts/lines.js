/* Prints the words of hands that come as JSON with the words of the page, in their order: called by
 * tests/scoresheet/hand/test_script_lines.py. */

import { readFileSync } from "node:fs";

import { textOf, titleOf } from "../../static/scoresheet/line_words.js";
import { rareSaid } from "../../static/scoresheet/rare_line_words.js";

const { words, entries } = JSON.parse(readFileSync(0, "utf8"));
const said = entries.map((/** @type {any} */ entry) => [
  titleOf(entry, words),
  textOf(entry, words, rareSaid(entry, words)),
]);
console.log(JSON.stringify(said));
