/* Totals typed at the desk, and clocks. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Ahead } from "../../static/tournaments/ahead.js";
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

test("a clock counts hours from the first one on", () => {
  assert.deepEqual([725, 3599, 3600, 4325].map(timeLeft), ["12:05", "59:59", "1:00:00", "1:12:05"]);
});

test("keys typed while a form is on its way are typed into it, up to the one that sends it, and then on", () => {
  const ahead = new Ahead();
  assert.equal(ahead.take("2"), false);
  ahead.begin();
  assert.ok([..."9", "Enter", ..."5"].every((key) => ahead.take(key)));
  /** @type {string[]} */
  const typed = [];
  /** @param {string} key */
  const type = (key) => {
    typed.push(key);
    if (key === "Enter") ahead.begin();
  };
  ahead.replay(type);
  assert.deepEqual(typed, ["9", "Enter"]);
  assert.equal(ahead.take("7"), true);
  ahead.replay(type);
  assert.deepEqual(typed, ["9", "Enter", "5", "7"]);
  assert.equal(ahead.take("1"), false);
});

test("keys for a form that never came are given back as they were typed, and go nowhere", () => {
  const ahead = new Ahead();
  ahead.begin();
  for (const key of ["-", "3", "0", "Enter", "Backspace", "7", "Enter"]) ahead.take(key);
  assert.equal(ahead.drop(), "-30 7");
  assert.equal(ahead.drop(), "");
  assert.equal(ahead.take("1"), false);
});
