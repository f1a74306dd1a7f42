/* Keys and numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { MINUS, number, signed } from "../../static/numbers.js";
import { typed } from "../../static/scoresheet/typing.js";
import { restOf, typedAmount } from "../../static/scoresheet/typing_amounts.js";

/** Presses keys one after the other. @param {string[]} keys */
const amount = (keys, value = "", proposed = false) =>
  keys.reduce((before, key, at) => typedAmount(before, key, proposed && at === 0), value);

test("amounts are written with a sign and a real minus, and read with any", () => {
  assert.deepEqual([5, 0, -0, -5].map(signed), ["+5", "0", "0", "−5"]);
  assert.deepEqual(["−5", "-5", "+5", "5", "", "1.5", null].map(number), [-5, -5, 5, 5, null, null, null]);
});

test("card points take two digits", () => {
  assert.equal(["4", "1", "7"].reduce(typed, ""), "41");
  assert.equal(typed("41", "erase"), "4");
  assert.equal(typed("", "erase"), "");
});

test("an amount is typed with its sign before or after it", () => {
  assert.equal(amount(["1", "5", "sign"]), `${MINUS}15`);
  assert.equal(amount(["sign", "1", "5"]), `${MINUS}15`);
  assert.equal(amount(["1", "5", "sign", "sign"]), "+15");
});

test("nothing is shown as plus nothing, and leading noughts go", () => {
  assert.equal(amount(["0"]), "0");
  assert.equal(amount(["0", "7"]), "+7");
});

test("an amount takes five digits and is erased to nothing", () => {
  assert.equal(amount([..."123456"]), "+12345");
  assert.equal(amount(["1", "5", "erase"]), "+1");
  assert.equal(amount(["1", "erase"]), "");
});

test("a proposed amount is typed over", () => {
  assert.equal(amount(["4", "5"], "−30", true), "+45");
  assert.equal(amount(["erase"], "−30", true), "");
});

test("the last amount makes up for the others", () => {
  assert.equal(restOf(["+30", "0", "", "−10"]), "−20");
  assert.equal(restOf(["+30", "−30", "", "0"]), "0");
});
