/* Totals typed at the desk, and clocks. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isCalled } from "../../static/tournaments/called.js";
import { timeLeft } from "../../static/tournaments/time_left.js";
import { amountIn, offBalance } from "../../static/tournaments/totals.js";

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

test("a clock counts hours where they are wanted", () => {
  assert.deepEqual([timeLeft(725, true), timeLeft(4325, true), timeLeft(4325, false)], ["12:05", "1:12:05", "72:05"]);
});

test("the page calls when a seat is drawn, changes or the round starts, not when it is opened or all is over", () => {
  const steps = /** @type {[string | undefined, string][]} */ ([
    [undefined, "1.drawn.3.2"],
    ["", "1.drawn.3.2"],
    ["1.drawn.3.2", "1.drawn.3.2"],
    ["1.drawn.3.2", "1.drawn.5.1"],
    ["1.drawn.5.1", "1.playing.5.1"],
    ["1.playing.5.1", ""],
    [undefined, ""],
  ]);
  assert.deepEqual(
    steps.map(([before, now]) => isCalled(before, now)),
    [false, true, false, true, true, false, false],
  );
});
