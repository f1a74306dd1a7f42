/* Keys and numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { MINUS, number, signed } from "../../static/numbers.js";
import { typed } from "../../static/scoresheet/typing.js";
import { restOf, typedAmount } from "../../static/scoresheet/besides.js";

/** Presses keys one after the other. @param {string[]} keys */
const amount = (keys, value = "", proposed = false) =>
  keys.reduce((before, key, at) => typedAmount(before, key, proposed && at === 0) ?? before, value);

test("amounts are written with a sign and a real minus, and read with any", () => {
  assert.deepEqual([5, 0, -0, -5].map(signed), ["+5", "0", "0", "−5"]);
  assert.deepEqual(["−5", "–5", "-5", "+5", "5", "", "1.5", null].map(number), [-5, -5, -5, 5, 5, null, null, null]);
});

test("from five digits on an amount is read in groups, in the page's language, and goes into a field without", () => {
  for (const [lang, read] of [
    ["de", "+14.264 −10.000 +9999"],
    ["en", "+14,264 −10,000 +9999"],
  ]) {
    Object.assign(globalThis, { document: { documentElement: { lang } } });
    assert.equal([14264, -10000, 9999].map(signed).join(" "), read);
  }
  assert.equal(restOf(["14000", "264", ""]), "−14264");
});

/** Presses keys one after the other into a number that was picked. @param {string[]} keys */
const points = (keys, value = "") => keys.reduce((before, key, at) => typed(before, key, at === 0) ?? before, value);

test("card points take two digits, and a third says that the field is full", () => {
  assert.equal(points([..."41"]), "41");
  assert.equal(typed("41", "7"), null);
  assert.equal(points([..."417"]), "41");
});

test("a number that was picked is replaced by the first digit and erased whole", () => {
  assert.equal(points([..."42"], "70"), "42");
  assert.equal(points(["erase"], "41"), "");
  assert.equal(typed("41", "erase"), "4");
  assert.equal(typed("", "erase"), "");
});

test("a leading nought gives way", () => {
  assert.equal(points([..."041"]), "41");
  assert.equal(points([..."00"]), "0");
});

test("whatever is typed is a number of at most two digits without a leading nought, or nothing", () => {
  for (const first of ["", "0", "7", "41"])
    for (const keys of sequences([..."0147", "erase"], 4))
      assert.match(points(keys, first), /^(|0|[1-9]\d?)$/, `${first}: ${keys}`);
});

/** Every sequence of so many keys. @param {string[]} keys @param {number} length @returns {string[][]} */
function sequences(keys, length) {
  return length ? sequences(keys, length - 1).flatMap((before) => keys.map((key) => [...before, key])) : [[]];
}

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

test("a full amount takes no more digits, and its sign can still be changed", () => {
  assert.equal(typedAmount("+12345", "6", false), null);
  assert.equal(typedAmount("+12345", "6", true), "+6");
  assert.equal(typedAmount("+12345", "sign", true), `${MINUS}12345`);
});

test("a proposed amount is typed over", () => {
  assert.equal(amount(["4", "5"], "−30", true), "+45");
  assert.equal(amount(["erase"], "−30", true), "");
});

test("the last amount makes up for the others", () => {
  assert.equal(restOf(["+30", "0", "", "−10"]), "−20");
  assert.equal(restOf(["+30", "−30", "", "0"]), "0");
});
