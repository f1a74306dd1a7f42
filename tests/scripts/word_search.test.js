/* Words of the game in what stands on buttons and lines. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { longestIn } from "../../static/scoresheet/word_search.js";

const FORMS = ["Eine", "Eine Leere", "Leere", "Solo", "Vorhand", "kein Stich", "Zwei Verschiedene"];

for (const [text, word] of [
  ["Zwei Ver\u00adschie\u00addene", "Zwei Verschiedene"],
  ["24 Eine\n  Leere Karl 46 : 24", "Eine Leere"],
  ["Vroni gibt, Karl ist Vorhand", "Vorhand"],
  ["Gegensolo", ""],
  ["Solos", ""],
  ["kein\n Stich", "kein Stich"],
  ["Karl", ""],
]) {
  test(`${JSON.stringify(text)} has the word "${word}"`, () => assert.equal(longestIn(text, FORMS), word));
}
