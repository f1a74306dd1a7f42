/* What waits for the server at door and desk. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Waiting } from "../../static/tournaments/waiting.js";

/** @typedef {import("../../static/tournaments/waiting.js").Entry} Entry */
/** @typedef {import("../../static/tournaments/waiting.js").Outcome} Outcome */

/** A browser's store. */
function store() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
}

/** @param {string} id @returns {Entry} */
const entry = (id) => ({ id, url: "/door/register", fields: [["uuid", id]], what: id });

/** @param {(Outcome | "busy")[]} outcomes one for each request, in order */
function waiting(outcomes, kept = store()) {
  /** @type {string[]} */
  const sent = [];
  const own = new Waiting(kept, "waiting", async ({ id }) => {
    sent.push(id);
    return /** @type {Outcome} */ (outcomes.shift() ?? null);
  });
  return { own, sent, kept };
}

test("what waits is sent in its order, once, and is gone then", async () => {
  const { own, sent } = waiting([{ written: true }, { written: true }]);
  for (const id of ["a", "b"]) own.add(entry(id));
  assert.equal(await own.send(), 2);
  assert.deepEqual([sent, own.entries], [["a", "b"], []]);
  assert.equal(await own.send(), 0);
});

test("without an answer everything waits on, in its order, also on the next page", async () => {
  const { own, sent, kept } = waiting([{ written: true }, null]);
  for (const id of ["a", "b", "c"]) own.add(entry(id));
  assert.equal(await own.send(), 1);
  assert.deepEqual(sent, ["a", "b"]);
  const next = waiting([{ written: true }, { written: true }], kept);
  assert.equal(await next.own.send(), 2);
  assert.deepEqual(next.sent, ["b", "c"]);
});

test("what was refused waits for a person and holds nobody up", async () => {
  const { own, sent } = waiting([{ refused: "Anna is registered already." }, { written: true }]);
  for (const id of ["a", "b"]) own.add(entry(id));
  assert.equal(await own.send(), 1);
  assert.deepEqual(own.entries, [{ ...entry("a"), refused: "Anna is registered already." }]);
  assert.equal(await own.send(), 0);
  assert.deepEqual(sent, ["a", "b"]);
  own.drop("a");
  assert.deepEqual(own.entries, []);
});

test("the same form kept twice waits once, and two sends at a time are one", async () => {
  const { own, sent } = waiting([{ written: true }]);
  own.add(entry("a"));
  own.add(entry("a"));
  assert.deepEqual(await Promise.all([own.send(), own.send()]), [1, 1]);
  assert.deepEqual(sent, ["a"]);
});

test("a browser that keeps nothing says so, and one that kept nonsense begins anew", () => {
  const full = { getItem: () => null, setItem: () => assert.fail("full") };
  assert.equal(new Waiting(full, "waiting", async () => null).add(entry("a")), false);
  const { own, kept } = waiting([]);
  kept.setItem("waiting", "{nonsense");
  assert.deepEqual(own.entries, []);
  assert.equal(own.add(entry("a")), true);
});
