/* The walk through the table of an auction says what `manage.py auction` says. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { endAt, inSteps, placeAfter, sayable, speakers, textOf } from "../../static/scoresheet/auction_walk.js";

/** @typedef {import("../../static/scoresheet/auction_walk.js").AuctionTable} AuctionTable */
/** @typedef {import("../../static/scoresheet/auction_walk.js").Choice} Choice */

/** @type {Record<string, {table: AuctionTable, auctions: [string, any][][]}>} */
const AUCTIONS = JSON.parse(readFileSync(new URL("auctions.json", import.meta.url), "utf8"));

/** @param {number} seat */
const letter = (seat) => "ABCD"[seat];

/** What the phone says after these words, as the command writes it. @param {AuctionTable} table @param {Choice[]} said */
function answer(table, said) {
  const place = placeAfter(table, said);
  const end = endAt(table, place);
  if (end) {
    const { declarer, word, overSolo, leads } = end;
    const who = { declarer: letter(declarer), contract: table.words[word] };
    return { ended: true, ...who, over_solo: overSolo, leads: letter(leads) };
  }
  const { turn, options, calls } = sayable(table, place);
  /** @type {Record<string, string[]>} */
  const interrupt = {};
  for (const { seat, word } of calls) (interrupt[letter(seat)] ??= []).push(table.words[word]);
  const words = options.map(({ word }) => table.words[word]);
  return { ended: false, turn: letter(turn), options: words, ...(calls.length ? { interrupt } : {}) };
}

/** @param {AuctionTable} table @param {string} words */
function saidIn(table, words) {
  /** @type {Choice[]} */
  const said = [];
  for (const word of words.split(" ").filter(Boolean)) {
    const { options, calls } = sayable(table, placeAfter(table, said));
    const choice = [...options, ...calls].find((each) => textOf(table, [each]) === word);
    assert.ok(choice, `${word} in ${words}`);
    said.push(choice);
  }
  return said;
}

for (const [rules, { table, auctions }] of Object.entries(AUCTIONS).filter(([, { auctions }]) => auctions.length))
  test(`the phone says what the command says by the rules ${rules}`, () => {
    for (const [words, expected] of auctions.flat()) {
      const said = saidIn(table, words);
      assert.deepEqual(answer(table, said), expected);
      assert.equal(textOf(table, said), words);
    }
  });

const PASSES = ["fort", "gut", "no_special"];

for (const [rules, { table }] of Object.entries(AUCTIONS))
  test(`no step of any state has more than four buttons by the rules ${rules}`, () => {
    for (const place of table.states.keys()) {
      const { options, calls } = sayable(table, place);
      for (const choices of [options, calls]) {
        const steps = inSteps(table, choices);
        assert.deepEqual(new Set(steps.flat()), new Set(choices), "every word in one step");
        assert.equal(steps.flat().length, choices.length);
        const isLastChoice = steps.length === 1 && choices.length > 4;
        const most = isLastChoice ? 6 : 4;
        for (const step of steps)
          assert.ok(step.length + (steps.length > 1 ? 1 : 0) <= most && (step.length || !choices.length));
        if (isLastChoice) assert.ok(choices.every(({ seat, next }) => seat === 0 && next < 0));
        const passes = choices.filter(({ word }) => PASSES.includes(table.words[word]));
        assert.ok(
          passes.every((pass) => steps[0].includes(pass)),
          "passing stands in the first step",
        );
      }
    }
  });

test("rule sets are tried that have more than four words to say", () => {
  const most = Object.values(AUCTIONS).map(({ table }) =>
    Math.max(...table.states.map((_state, place) => sayable(table, place).options.length)),
  );
  assert.deepEqual(new Set(most), new Set([3, 4, 5, 6, 8]));
});

test("those who hold cards speak, from Vorhand on", () => {
  assert.deepEqual(speakers({ lineup: [0, 1, 2, 3], playing: [0, 1, 2, 3] }, 2), [3, 0, 1, 2]);
  assert.deepEqual(speakers({ lineup: [4, 0, 1, 2, 3], playing: [4, 0, 2, 3] }, 1), [2, 3, 4, 0]);
});
