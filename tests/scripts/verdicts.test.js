/* The panel's verdicts on common hands: by the tables and words of real pages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { TABLES, verdictOf } from "./panel.js";

const OURS = "braeunlingen-ministranten";
const SOLO = { game: "solo", kind: "normal", declarer: 1 };
const ULTI = { game: "ulti", kind: "target", declarer: 0 };

test("a game is paid by its card points, whoever counted them", () => {
  const won = { said: "gewonnen", complete: true, pay: [-10, 30, -10, -10], paid: "Bernd +30, die anderen je −10" };
  assert.deepEqual(verdictOf(OURS, { ...SOLO, points: 41 }), won);
  assert.deepEqual(verdictOf(OURS, { ...SOLO, points: 29, byDefenders: true }), won);
  const lost = verdictOf(OURS, { ...SOLO, points: 29 });
  assert.deepEqual([lost.said, lost.paid], ["verloren", "Bernd −15, die anderen je +5"]);
});

test("half of the points is a Bürgermeister, and none at all no trick", () => {
  assert.equal(verdictOf(OURS, { ...SOLO, points: 35 }).said, "Bürgermeister");
  assert.equal(verdictOf(OURS, { ...SOLO, points: 0 }).said, "kein Stich");
});

test("over a Solo other amounts are paid", () => {
  const table = TABLES["oberwolfach-4"].amounts;
  const cego = { game: "cego", kind: "normal", declarer: 1, points: 41 };
  assert.deepEqual(verdictOf("oberwolfach-4", { ...cego, overSolo: true }).pay?.[0], -table.over_solo.cego[41]);
  assert.notEqual(table.over_solo.cego[41], table.normal.cego[41]);
});

test("a target game is made or lost, and nothing is paid before that is said", () => {
  assert.deepEqual(verdictOf(OURS, ULTI), {
    said: "Geschafft oder verloren?",
    complete: false,
    pay: undefined,
    paid: undefined,
  });
  const worth = TABLES[OURS].amounts.targets.ulti[0];
  assert.deepEqual(verdictOf(OURS, { ...ULTI, made: true }).pay, [3 * worth, -worth, -worth, -worth]);
  assert.deepEqual(verdictOf(OURS, { ...ULTI, made: false }).pay, [-3 * worth, worth, worth, worth]);
});

test("a target game without a value waits for its amount", () => {
  assert.equal(verdictOf("weissauer", { game: "duo", kind: "target", declarer: 2, made: true }).complete, false);
});

test("points are asked for, and more than there are is a problem", () => {
  assert.equal(verdictOf(OURS, SOLO).said, "Wie viele Augen?");
  const tooMany = verdictOf(OURS, { ...SOLO, points: 71 });
  assert.deepEqual([tooMany.said, tooMany.complete], ["Das sind mehr Augen, als es gibt (70).", false]);
});

for (const [rules, points] of /** @type {const} */ ([
  [OURS, 3],
  ["schwarzwaldmeisterschaft", 78],
])) {
  test(`${points} points are doubted but complete by the rules ${rules}`, () => {
    const { said, complete } = verdictOf(rules, { ...SOLO, points });
    assert.deepEqual([said, complete], [`${points} kann kaum sein. Bitte nachzählen.`, true]);
  });
}

test("Pfeif’ frei asks how it went, then for the points of who made it", () => {
  const pfeif = { ...SOLO, pfeif: true };
  assert.equal(verdictOf(OURS, pfeif).said, "Geschafft oder verloren?");
  assert.equal(verdictOf(OURS, { ...pfeif, made: false }).pay?.[0], -TABLES[OURS].amounts.normal.solo[0]);
  assert.equal(verdictOf(OURS, { ...pfeif, made: true }).said, "Wie viele Augen?");
});
