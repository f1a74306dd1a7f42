/* What the hx- attributes of our pages say, and what becomes of an answer. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fateOf, isWholePage, placeOf, triggersOf, withQuery } from "../../static/hx_rules.js";

test("triggers are read with their delay and where they happen", () => {
  assert.deepEqual(triggersOf("look"), [{ on: "look", delay: 0, ofWindow: false }]);
  assert.deepEqual(triggersOf("input delay:80ms"), [{ on: "input", delay: 80, ofWindow: false }]);
  assert.deepEqual(triggersOf("load delay:300ms, online from:window"), [
    { on: "load", delay: 300, ofWindow: false },
    { on: "online", delay: 0, ofWindow: true },
  ]);
});

test("a part goes in place of what has its id, or where it says", () => {
  assert.deepEqual(placeOf("true", "totals"), { style: "outerHTML", place: "#totals" });
  assert.deepEqual(placeOf("afterbegin:#ledger", ""), { style: "afterbegin", place: "#ledger" });
});

for (const [status, isError, shouldSwap] of /** @type {[number, boolean, boolean][]} */ ([
  [200, false, true],
  [204, false, false],
  [403, true, false],
  [404, true, false],
  [409, false, true],
  [422, false, true],
  [500, true, false],
  [503, true, false],
]))
  test(`an answer with ${status} is ${isError ? "an" : "no"} error and ${shouldSwap ? "is" : "is not"} put in place`, () => {
    assert.deepEqual(fateOf(status), { isError, shouldSwap });
  });

test("fields go behind the question mark that is there, or behind a new one", () => {
  assert.equal(withQuery("/find", "who=ann"), "/find?who=ann");
  assert.equal(withQuery("?v=3", "live=4"), "?v=3&live=4");
  assert.equal(withQuery("/changes?v=3", ""), "/changes?v=3");
});

test("a whole page is told from parts of one, whatever names people have", () => {
  assert.ok(isWholePage('<!DOCTYPE html>\n<html lang="de"><head></head><body class="a"><p>a</p></body></html>'));
  assert.ok(isWholePage("<html><BODY>a</BODY></html>"));
  assert.ok(!isWholePage('<p id="body">&lt;body&gt; <bodyguard></p>'));
});
