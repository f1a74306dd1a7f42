/* A text cut into parts for QR codes, and what a camera makes of them. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { cut, join, readPart } from "../../static/offline/parts.js";
import { missingOf, partsOf } from "../../static/offline/parts_kept.js";

/** Hardly packed at all. */
const NOISE = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(32 + ((at * at * 31) % 977))).join("");
const { CompressionStream } = globalThis;

/** @param {string} text */
const read = (text) => /** @type {import("../../static/offline/parts.js").Part} */ (readPart(text));
/** @param {string} text */
const roundTrip = async (text) => join((await cut(text)).map(read).reverse());
const withoutPacking = () => void Reflect.deleteProperty(globalThis, "CompressionStream");

afterEach(() => void (globalThis.CompressionStream = CompressionStream));

test("a text of any length comes back, whatever the order of its parts", async () => {
  for (let length = 0; length < 40; length++) {
    const text = `${"ß".repeat(length)}x`;
    assert.equal(await roundTrip(text), text);
  }
  assert.equal(await roundTrip(NOISE), NOISE);
});

test("a long text is packed, and cut into several parts", async () => {
  const parts = await cut(NOISE);
  assert.ok(parts.length > 1);
  assert.ok(parts.every((part) => part.startsWith("d1.") && part.length < 1800));
});

test("a browser that cannot pack cuts the plain text", async () => {
  withoutPacking();
  assert.equal(await roundTrip(NOISE), NOISE);
  assert.match((await cut("x"))[0], /^p1\.1\.1\./);
});

test("what a camera reads wrong is no part", async () => {
  const parts = await cut(NOISE);
  withoutPacking();
  const [plain] = await cut(NOISE);
  const damaged = [parts[0].slice(0, -1), parts[0].replace(".1.", ".2."), plain.replace("p1", "d1"), "x", ""];
  assert.deepEqual(
    damaged.map(readPart),
    damaged.map(() => null),
  );
});

test("parts that do not make up what was cut are no text", async () => {
  const [first] = await cut(NOISE);
  assert.equal(await join([read(first), read(first)]), null);
});

test("what is too long for its parts is not cut", async () => {
  withoutPacking();
  await assert.rejects(cut("x".repeat(100 * 700)), RangeError);
});

/** Local storage. */
class Store {
  /** @param {string} key */
  getItem(key) {
    return /** @type {any} */ (this)[key] ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    /** @type {any} */ (this)[key] = value;
  }

  /** @param {string} key */
  removeItem(key) {
    Reflect.deleteProperty(this, key);
  }
}

/** Two pages' parts in one store, by a clock of ours. */
function pages() {
  const storage = /** @type {any} */ (new Store());
  const clock = { now: 1_000_000 };
  const here = partsOf("/sheets/a/unsent", storage, () => clock.now);
  const elsewhere = partsOf("/sheets/b/unsent", storage, () => clock.now);
  return { storage, clock, here, elsewhere };
}

test("parts are kept by series, the one that was added to last first, and not mixed with another page's", async () => {
  const { clock, here, elsewhere } = pages();
  const [one, other] = [await cut(NOISE), await cut([...NOISE].reverse().join(""))];
  here.keep(read(one[0]), one[0]);
  clock.now += 1;
  here.keep(read(other.at(-1) ?? ""), other.at(-1) ?? "");
  elsewhere.keep(read(one[1]), one[1]);
  const series = here.series();
  assert.deepEqual(
    series.map(([{ series: which }]) => which),
    [read(other[0]).series, read(one[0]).series],
  );
  assert.deepEqual(
    series.map((parts) => missingOf(parts)[0]),
    [1, 2],
  );
});

test("a series is forgotten as one, and what is older than a day goes by itself", async () => {
  const { storage, clock, here } = pages();
  for (const part of await cut(NOISE)) here.keep(read(part), part);
  const [[{ series }]] = here.series();
  clock.now += 24 * 60 * 60 * 1000 + 1;
  assert.deepEqual([here.series(), Object.keys(storage)], [[], []]);
  for (const part of await cut(NOISE)) here.keep(read(part), part);
  assert.deepEqual(missingOf(here.series()[0]), []);
  here.forget(series);
  assert.deepEqual(Object.keys(storage), []);
});
