/* The counting help, by the tables of real pages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { pileOf } from "../../static/scoresheet/pile.js";
import { TABLES } from "./panel.js";

/** 22 cards, 49 by their values: seven threes and one, or eleven pairs; the blind and three tricks. */
const PILE = { gstiess: 1, trump_1: 1, king: 3, queen: 2, jack: 1, other: 14 };

/** @param {string} rules @param {Record<string, number>} cards */
const counted = (rules, cards, byDeclarer = true) => pileOf(TABLES[rules].counting, Object.entries(cards), byDeclarer);

for (const [rules, points, total, rest] of /** @type {const} */ ([
  ["braeunlingen-ministranten", 34, 70, 1],
  ["schwarzwaldmeisterschaft", 38, 79, 0],
])) {
  test(`cards are counted by the rules ${rules}`, () => {
    assert.deepEqual(counted(rules, PILE), { cards: 22, points, missing: 0, rest });
    assert.equal(TABLES[rules].counting.total, total);
  });
}

test("cards that are missing for whole tricks are counted, for the others without the blind", () => {
  const pile = { trump_21: 1, king: 1, other: 5 };
  assert.equal(counted("braeunlingen-ministranten", pile, false).missing, 1);
  assert.deepEqual(counted("braeunlingen-ministranten", { ...pile, knight: 1 }, false), {
    cards: 8,
    points: 13,
    missing: 0,
    rest: 2,
  });
});

test("the declarer of three gets the bonus point, the others do not", () => {
  const pile = { king: 4, other: 14 };
  assert.equal(counted("braeunlingen-loewen-3", pile).points, 23);
  assert.equal(counted("braeunlingen-loewen-3", pile, false).points, 22);
});
