/* Totals typed at the desk, and clocks. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { timeLeft } from "../../static/tournaments/time_left.js";
import { amountIn, missingTotal, offBalance } from "../../static/tournaments/totals.js";

test("an amount is read with any dash and with blanks", () => {
  assert.deepEqual(["1 200", "−15", "–15", "-15", "+7", "", "x", "1,5"].map(amountIn), [
    1200,
    -15,
    -15,
    -15,
    7,
    null,
    null,
    null,
  ]);
});

test("totals are over or under once all of them are there", () => {
  assert.deepEqual([offBalance([10, -10]), offBalance([10, -7]), offBalance([10, null])], [0, 3, null]);
});

test("the last total is what the others leave, if all of them are there", () => {
  const amounts = [
    [90, -30, -30, null],
    [90, null, -30, null],
    [90, null, -30, 5],
    [90, -30, -30, -30],
  ];
  assert.deepEqual(amounts.map(missingTotal), [-30, null, null, null]);
});

test("a clock counts hours where they are wanted", () => {
  assert.deepEqual([timeLeft(725, true), timeLeft(4325, true), timeLeft(4325, false)], ["12:05", "1:12:05", "72:05"]);
});
