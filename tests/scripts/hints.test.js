/* What a phone says about the hands that wait on it, and when it says nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hintsOf } from "../../static/offline/unsent.js";

const NOW = Date.parse("2026-11-22T21:00:00+01:00");
const WORDS = {
  closing: "closing",
  declined: "declined",
  otherwise: "otherwise {numbers}",
  until: "ends",
  plain: "plain",
  unpromised: "unpromised",
  weekly: "after seven days",
};

/** @param {Partial<import("../../static/offline/unsent.js").Known>} known */
function said(known) {
  const { above, below } = hintsOf({ waiting: 1, brief: false, secure: true, otherwise: [], ...known }, WORDS, NOW);
  return [...above, ...below.map((sentence) => `below: ${sentence}`)];
}

test("a phone that keeps its data, and may write on, says nothing", () => {
  assert.deepEqual(said({ promised: true, until: "2026-11-22T22:30:00+01:00" }), []);
  assert.deepEqual(said({}), []); // the browser has not answered yet
});

test("a browser that promises nothing says so while hands wait", () => {
  assert.deepEqual(said({ promised: false }), ["below: unpromised"]);
  assert.deepEqual(said({ promised: false, waiting: 0 }), []);
  assert.deepEqual(said({ promised: false, brief: true }), []);
});

test("what Safari alone does is said in Safari alone", (t) => {
  Object.assign(globalThis, { GestureEvent: class {} });
  t.after(() => Reflect.deleteProperty(globalThis, "GestureEvent"));
  assert.deepEqual(said({ promised: false }), ["below: unpromised", "below: after seven days"]);
});

test("over plain HTTP the page has to stay open, whatever is promised", () => {
  assert.deepEqual(said({ secure: false, promised: false }), ["plain"]);
});

test("in the last hour of a link hands that wait come first", () => {
  assert.deepEqual(said({ until: "2026-11-22T21:59:00+01:00", promised: false }), ["ends", "below: unpromised"]);
  assert.deepEqual(said({ until: "2026-11-22T20:00:00+01:00" }), ["ends"]);
  assert.deepEqual(said({ until: "2026-11-22T21:10:00+01:00", waiting: 0 }), []);
});

test("hands that the server calculated otherwise are named, also when nothing waits any more", () => {
  assert.deepEqual(said({ otherwise: ["3", "7"], waiting: 0 }), ["otherwise 3, 7"]);
});

test("an evening that is to be ended says so until it is", () => {
  assert.deepEqual(said({ closing: true, waiting: 0 }), ["closing"]);
  assert.deepEqual(said({ closing: true, promised: false }), ["closing", "below: unpromised"]);
});

test("a table that the server will not have says so, before all else", () => {
  assert.deepEqual(said({ declined: true, closing: true, waiting: 0 }), ["declined", "closing"]);
});
