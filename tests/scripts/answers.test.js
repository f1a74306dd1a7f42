/* Tasks of a lesson: what is right is what the page says, in whatever order it is tapped. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isNumber, slipOf, verdictOf } from "../../static/learning/answers.js";

/** Every way to mark up to four choices as right. */
const SETS = [1, 2, 3, 4].flatMap((size) =>
  Array.from({ length: 2 ** size }, (_, bits) => Array.from({ length: size }, (_, at) => Boolean((bits >> at) & 1))),
);

test("a task is done with its last right choice, and no wrong one brings it nearer", () => {
  for (const rights of SETS) {
    const order = rights.map((_, at) => at).sort((a, b) => Number(rights[a]) - Number(rights[b]));
    const wanted = rights.filter(Boolean).length;
    const tapped = new Set();
    let found = 0;
    for (const at of order) {
      const verdict = verdictOf(rights, tapped.add(at), at);
      found += Number(rights[at]);
      assert.deepEqual(verdict, { isRight: rights[at], left: wanted - found });
      assert.deepEqual(verdictOf(rights, tapped.add(at), at), verdict, "a second tap changes nothing");
    }
  }
});

test("a number is right as it stands there, with blanks around it, and nothing else is", () => {
  for (const typed of ["7", " 7 ", "07"]) assert.equal(isNumber(typed, "7"), true);
  for (const typed of ["", "8", "-7", "7.0", "7e0", "sieben"]) assert.equal(isNumber(typed, "7"), false);
  assert.equal(isNumber("", "0"), false);
});

test("a number that one may well come to has its reason, and no other has one", () => {
  const slips = '{"10": "That is the blind."}';
  for (const typed of ["10", " 10 ", "010"]) assert.equal(slipOf(typed, slips), "That is the blind.");
  for (const typed of ["1", "", "zehn", "toString"]) assert.equal(slipOf(typed, slips), undefined);
  assert.equal(slipOf("10"), undefined);
});
