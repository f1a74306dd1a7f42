/* The queue and the ledger that comes of it: a small one of four, Dieter (3) to deal first. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  after,
  countedBefore,
  inLedger,
  isThere,
  moveToEnd,
  paymentsIn,
  ready,
  replaceTheirs,
  revisionOf,
  standings,
  throwAway,
  turn,
  unwritten,
  wordOf,
} from "../../static/offline/queue.js";

/** @typedef {import("../../static/offline/queue.js").Item} Item */
/** @typedef {import("../../static/offline/queue.js").Line} Line */

const HOME = "/sheets/a";
const ALL = [0, 1, 2, 3];
const FIRST = { number: 1, shown: 1 };

/**
 * A hand of the server's ledger, won by Bernd (1).
 * @param {number} number
 * @param {Partial<Line>} [more]
 * @returns {Line}
 */
const line = (number, more) => ({
  ...{ number, revision: 1, dealer: (2 + number) % 4, lineup: ALL, void: false, paid: [-10, 30, -10, -10] },
  ...more,
});

/** A hand that waits, won by Clara (2). @param {number} number @param {Partial<Item>} [more] @returns {Item} */
function hand(number, more) {
  const [uuid, dealer] = [`uuid-${number}`, (2 + number) % 4];
  return {
    ...{
      sheet: HOME,
      url: `${HOME}/hands`,
      fields: [
        ["uuid", uuid],
        ["number", String(number)],
        ["revision", "1"],
      ],
      uuid,
    },
    ...{ kind: /** @type {const} */ ("new"), number, revision: 1, seq: number, game: "Solo", pay: [-5, -5, 15, -5] },
    ...{ lineup: ALL, dealer, next: after(ALL, dealer), counts: true },
    ...more,
  };
}

/** @param {number} number @param {number} revision @param {"strike" | "restore"} kind @param {string} [of] */
const revision = (number, revision, kind, of) => revisionOf(HOME, kind, { number, revision, of }, `${kind}-${number}`);

/** The totals by seat once all is written. @param {Line[]} lines @param {Item[]} items */
function totals(lines, items) {
  const changes = [...standings(lines, items, 4).changes.values()];
  const paid = lines.filter((one) => !one.void).map(({ paid }) => paid);
  return ALL.map((seat) => [...paid, ...changes].reduce((sum, amounts) => sum + (amounts[seat] ?? 0), 0));
}

/** The next deal, where the server's is after its newest line. @param {Line[]} lines @param {Item[]} items */
function next(lines, items) {
  const number = Math.max(0, ...lines.map((one) => one.number)) + 1;
  const shown = lines.filter((one) => !one.void).length + 1;
  const server = { number, dealer: (2 + number) % 4, lineup: ALL, shown };
  return turn(server, lines, items, standings(lines, items, 4).standing);
}

test("a hand that waits changes the totals and the next deal", () => {
  assert.deepEqual(totals([line(1)], [hand(2)]), [-15, 25, 5, -15]);
  assert.deepEqual(next([line(1)], [hand(2)]), { number: 3, dealer: 1, lineup: ALL, shown: 3 });
});

test("a hand struck here pays nothing, and its deal comes again if it was the last", () => {
  const [lines, struck] = [[line(2), line(1)], revision(2, 2, "strike")];
  assert.deepEqual(totals(lines, [struck]), [-10, 30, -10, -10]);
  assert.equal(next(lines, [struck]).dealer, lines[0].dealer);
  assert.equal(next(lines, [revision(1, 2, "strike")]).dealer, 1);
});

test("the first of several struck deals comes again", () => {
  const lines = [line(3), line(2), line(1)];
  assert.equal(next(lines, [revision(3, 2, "strike"), revision(2, 2, "strike")]).dealer, lines[1].dealer);
});

test("a hand that the server has as struck counts again with what it would pay, and the next one deals", () => {
  const lines = [line(2, { void: true, revision: 2 }), line(1)];
  assert.deepEqual(totals(lines, [revision(2, 3, "restore")]), [-20, 60, -20, -20]);
  assert.equal(next(lines, [revision(2, 3, "restore")]).dealer, after(ALL, lines[0].dealer));
});

test("a deal without a result that counts again does not move the deal on", () => {
  const nothing = line(2, { void: true, revision: 2, dealer: 3, paid: [null, null, null, null] });
  assert.equal(next([nothing, line(1)], [revision(2, 3, "restore")]).dealer, 1); // as the server has it
});

test("struck and restored before either was sent, a hand pays what it paid", () => {
  const items = [hand(2), revision(2, 2, "strike", "uuid-2"), revision(2, 3, "restore", "uuid-2")];
  const { standing, changes } = standings([line(1)], items, 4);
  assert.deepEqual(
    [...changes.values()],
    [
      [-5, -5, 15, -5],
      [5, 5, -15, 5],
      [-5, -5, 15, -5],
    ],
  );
  assert.equal(standing.get(2)?.of, "uuid-2");
  assert.deepEqual(totals([line(1)], items), [-15, 25, 5, -15]);
});

test("a correction changes by the difference and keeps who dealt", () => {
  const correction = hand(1, {
    kind: "correct",
    revision: 2,
    pay: [-10, -10, -10, 30],
    url: `${HOME}/hands/1/correct`,
  });
  assert.deepEqual(totals([line(1)], [correction]), [-10, -10, -10, 30]);
  assert.equal(next([line(1)], [correction]).dealer, 0);
});

test("where the dealer sits out, nothing stands in that column", () => {
  const items = [hand(1, { pay: [-10, 30, -10, -10, null], lineup: [0, 1, 2, 3, 4], dealer: 4, next: 0 })];
  assert.deepEqual([...standings([], items, 5).changes.values()], [[-10, 30, -10, -10, null]]);
});

test("a hand that is struck while it waits takes no number from the next", () => {
  assert.equal(next([line(2), line(1)], [revision(1, 2, "strike")]).shown, 2);
  assert.equal(next([line(1)], [hand(2), revision(2, 2, "strike", "hand-2")]).shown, 2);
  assert.equal(next([{ ...line(1), void: true }], [revision(1, 3, "restore")]).shown, 2);
});

test("a deal without a result has no number of its own", () => {
  const items = [hand(1, { counts: false, next: 3, pay: [0, 0, 0, 0] }), hand(2)];
  assert.deepEqual(next([], items), { number: 3, dealer: 1, lineup: ALL, shown: 2 });
  assert.equal(countedBefore(items[1], items, FIRST), 1);
  assert.equal(countedBefore(hand(3), [...items, hand(3)], FIRST), 2);
});

test("of several hands that wait each has its number by the order of writing", () => {
  const items = [hand(1), hand(2), hand(3)];
  assert.deepEqual(
    items.map((item) => countedBefore(item, items, FIRST)),
    [1, 2, 3],
  );
});

test("what revises a hand that waits bears the number of that hand", () => {
  const items = [hand(1), hand(2), hand(3), revision(1, 2, "strike", "uuid-1")];
  assert.equal(countedBefore({ ...items[3], seq: 4 }, items, FIRST), 1);
});

test("a hand that arrived while its answer got lost counts once", () => {
  const arrived = hand(2, { pay: line(2).paid, dealer: line(2).dealer });
  assert.equal(isThere([line(2), line(1)], arrived), true);
  assert.deepEqual(totals([line(2), line(1)], [arrived]), [-20, 60, -20, -20]);
});

test("a hand whose place says something else changes nothing, nor does what revises it", () => {
  const lines = [line(2), line(1)];
  const items = [hand(2), revision(2, 2, "strike", "uuid-2"), hand(3)];
  assert.equal(isThere(lines, items[0]), false);
  assert.deepEqual(totals(lines, items), [-25, 55, -5, -25]); // the third counts, as its line says
  assert.deepEqual(standings(lines, items, 4).changes.get(items[0]), [null, null, null, null]);
});

test("what revises a hand that arrived counts, and a revision that arrived does not twice", () => {
  const arrived = hand(2, { pay: line(2).paid, dealer: line(2).dealer });
  const strike = revision(2, 2, "strike", "uuid-2");
  assert.deepEqual(totals([line(2), line(1)], [arrived, strike]), [-10, 30, -10, -10]);
  const struck = [line(2, { void: true, revision: 2 }), line(1)];
  assert.equal(isThere(struck, strike), true);
  assert.deepEqual(totals(struck, [strike]), [-10, 30, -10, -10]);
});

test("a hand whose place another phone has taken does not count on", () => {
  assert.equal(next([line(2), line(1)], [hand(2)]).shown, 3);
  assert.equal(next([line(2), line(1)], [hand(2, { next: 0 })]).dealer, 1);
});

test("what was refused changes nothing but keeps its place", () => {
  const refused = hand(2, { refused: { sentence: "Ein anderes Handy war schneller." } });
  assert.deepEqual(totals([line(1)], [refused]), [-10, 30, -10, -10]);
  assert.equal(next([line(1)], [refused]).number, 3);
  assert.equal(ready([refused, hand(3)]), false);
  assert.equal(ready([hand(3)]), true);
});

test("what is written is not sent again and goes once the ledger has it", () => {
  const written = hand(2, { written: true });
  assert.deepEqual(unwritten([written, hand(3)]), [hand(3)]);
  assert.equal(ready([written]), false);
  assert.equal(inLedger([line(1)], written), false);
  assert.equal(inLedger([line(2), line(1)], written), true);
});

test("a refused hand becomes the next one, and what collides with nothing moves on", () => {
  const collided = hand(2, { refused: { sentence: "" } });
  const items = [collided, hand(3), revision(3, 2, "strike", "uuid-3"), hand(4)];
  moveToEnd(items, collided, [line(2), line(1)], "anew");
  assert.deepEqual(
    items.map(({ number, url }) => [number, url]),
    [
      [3, `${HOME}/hands`],
      [4, `${HOME}/hands`],
      [4, `${HOME}/hands/4/strike`],
      [5, `${HOME}/hands`],
    ],
  );
  assert.deepEqual(collided.fields, [
    ["uuid", "anew"],
    ["number", "3"],
    ["revision", "1"],
  ]);
});

test("what revises a refused hand follows it", () => {
  const collided = hand(2, { refused: { sentence: "" } });
  const strike = revision(2, 2, "strike", "uuid-2");
  moveToEnd([collided, strike], collided, [line(2), line(1)], "anew");
  assert.deepEqual([strike.number, strike.of, strike.url], [3, "anew", `${HOME}/hands/3/strike`]);
});

test("a hand that is thrown away takes its revisions with it, and later ones move up", () => {
  const collided = hand(2, { refused: { sentence: "" } });
  const items = [collided, revision(2, 2, "strike", "uuid-2"), hand(3)];
  const { gone, left } = throwAway(items, collided, [line(1)]);
  assert.deepEqual([gone.length, left.map(({ number }) => number)], [2, [2]]);
});

test("where the server has that number, later hands keep theirs", () => {
  const collided = hand(2, { refused: { sentence: "" } });
  const { left } = throwAway([collided, hand(3)], collided, [line(2), line(1)]);
  assert.deepEqual(
    left.map(({ number }) => number),
    [3],
  );
});

test("a refused hand whose number is free keeps it, and so does what was written after it", () => {
  const closed = hand(2, { refused: { sentence: "" } });
  const items = [closed, hand(3)];
  moveToEnd(items, closed, [line(1)], "anew");
  assert.deepEqual(
    items.map(({ number, uuid }) => [number, uuid]),
    [
      [2, "anew"],
      [3, "uuid-3"],
    ],
  );
});

test("several hands of two phones stand behind the other's in the order of writing", () => {
  const items = [hand(1), hand(2), hand(3)];
  for (const item of items.slice(0, 2)) moveToEnd(items, item, [line(2), line(1)], `anew-${item.number}`);
  assert.deepEqual(
    items.map(({ number }) => number),
    [3, 4, 5],
  );
});

test("a correction all the same comes after what somebody else made of the hand", () => {
  const correction = hand(1, { kind: "correct", revision: 2, refused: { sentence: "" } });
  replaceTheirs([correction], correction, 3, "anew");
  assert.deepEqual([correction.revision, correction.uuid], [4, "anew"]);
  assert.deepEqual(correction.fields, [
    ["uuid", "anew"],
    ["number", "1"],
    ["revision", "4"],
  ]);
});

test("a hand in place of another phone's becomes its correction, and what revises it follows", () => {
  const [mine, strike] = [hand(2), revision(2, 2, "strike", "uuid-2")];
  replaceTheirs([mine, strike], mine, 1, "anew");
  assert.deepEqual([mine.kind, mine.url, mine.revision], ["correct", `${HOME}/hands/2/correct`, 2]);
  assert.deepEqual([strike.revision, strike.of], [3, undefined]);
  assert.deepEqual(totals([line(2), line(1)], [mine, strike]), [-10, 30, -10, -10]);
});

/** Dieter (3) pays Bernd (1). @type {Item} */
const PAID = {
  ...{ sheet: HOME, url: `${HOME}/pay`, uuid: "p", kind: "pay", number: 0, revision: 0, text: "Dieter zahlt an Bernd" },
  fields: [
    ["uuid", "p"],
    ["payer", "3"],
    ["receiver", "1"],
    ["cents", "325"],
  ],
};

test("a payment waits without a place in the ledger, and changes nothing there", () => {
  const lines = [line(2), line(1)];
  const items = [hand(3), { ...PAID, seq: 9 }, hand(4)];
  const { standing, changes } = standings(lines, items, 4);
  assert.deepEqual(changes.get(items[1]), [null, null, null, null]);
  assert.deepEqual([...standing.keys()].sort(), [1, 2, 3, 4]);
  assert.equal(turn({ number: 3, dealer: 1, lineup: ALL, shown: 3 }, lines, items, standing).number, 5);
  assert.equal(inLedger(lines, items[1]), true); // once it is written nothing has to show it
  assert.equal(unwritten(items).length, 3);
  assert.deepEqual(throwAway(items, items[1], lines).left, [items[0], items[2]]);
});

test("a payment counts once, whether the page has it, the phone, or both", () => {
  assert.deepEqual(paymentsIn([""]), []);
  assert.deepEqual(paymentsIn(["p:3:1:325", "q:3:2:100", wordOf(PAID)]), [
    { payer: 3, receiver: 1, amount: 325 },
    { payer: 3, receiver: 2, amount: 100 },
  ]);
});
