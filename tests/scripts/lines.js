/* Prints the words of hands that come as JSON with the words of the page, in their order: called by
 * tests/scoresheet/hand/test_script_lines.py. */

import { readFileSync } from "node:fs";

import { textOf, titleOf } from "../../static/scoresheet/line_words.js";
import { look } from "./panel.js";

const { words, entries } = JSON.parse(readFileSync(0, "utf8"));
const said = entries.map((/** @type {any} */ entry) => [
  titleOf(entry, words),
  textOf(entry, words, look(entry.table, entry, words).line),
]);
console.log(JSON.stringify(said));
