/* What the store on the phone keeps, however slow it is. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Databases } from "./indexed_db.js";

/** @typedef {import("../../static/offline/queue.js").Item} Item */

/** @type {any} */
const page = globalThis;
/** What other tabs hear. @type {any[]} */ const heard = [];
/** A channel between tabs, which a browser may cut. */
class Channel {
  static latest = new Channel();
  isOpen = true;
  constructor() {
    Channel.latest = this;
  }
  postMessage(/** @type {unknown} */ message) {
    if (!this.isOpen) throw new DOMException("closed", "InvalidStateError");
    heard.push(message);
  }
}
page.window = page;
page.BroadcastChannel = Channel;
const store = (page.indexedDB = new Databases());
/** The browser's small store. @type {Map<string, string>} */
const small = new Map();
page.localStorage = {
  getItem: (/** @type {string} */ key) => small.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => small.set(key, value),
};
page.document = { querySelector: () => ({ dataset: {}, textContent: "" }), querySelectorAll: () => [] };

const { amend, claim, forget, keep, kept, withdraw } = await import("../../static/offline/kept.js");
const { failureOf } = await import("../../static/offline/store.js");
const { carryOut } = await import("../../static/offline/deciding.js");

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

const NAME = "cegoscore";
const turn = () => new Promise(setImmediate);

/** @param {number} number @returns {Item} */
const item = (number) => ({
  ...{ sheet: "/sheets/a", url: "/sheets/a/hands", fields: [["number", String(number)]], uuid: `uuid-${number}` },
  ...{ kind: "new", number, revision: 1 },
});

const uuids = async () => (await kept()).map(({ uuid }) => uuid);

/** The list of a page on a phone where so many hands wait. @param {number} count */
async function phone(count) {
  store.close();
  store.lists.clear();
  small.clear();
  await forget(await kept());
  const items = Array.from({ length: count }, (_, at) => item(at + 1));
  for (const one of items) await keep(one);
  return items;
}

for (const inSmallStore of [false, true])
  for (const withdrawnFirst of [false, true])
    test(`a hand is sent or taken out, never both (${inSmallStore}, ${withdrawnFirst})`, async () => {
      const [one] = await phone(1);
      if (inSmallStore) {
        await forget([one]);
        store.broken = true;
        store.close();
        await keep(one);
      }
      const begin = { claim: () => claim((items) => items), withdraw: () => withdraw([one]) };
      const early = withdrawnFirst && begin.withdraw();
      const claiming = begin.claim().catch(() => []);
      const isOut = await (early || begin.withdraw());
      const claimed = await claiming;
      store.broken = false;
      assert.notEqual(claimed.length > 0, isOut);
      assert.equal((await kept()).length, claimed.length);
    });

test("a hand that is sent once more is not of the version that was refused", async () => {
  const items = await phone(2);
  items[0].fields.push(["seen", "7+"]);
  items[0].refused = { sentence: "changed" };
  await carryOut(/** @type {any} */ ({ queue: items, opens: null, question: null }), [[items[0], "retry"]]);
  assert.deepEqual(
    store.items(NAME).map(({ fields }) => fields.map((/** @type {string[]} */ [name]) => name)),
    [["number"], ["number"]],
  );
});

test("a decision about one hand loses none of those that wait, though the store is slow", async () => {
  const items = await phone(3);
  items[0].refused = { sentence: "closed" };
  store.prompt = false;
  const decided = carryOut(/** @type {any} */ ({ queue: items, opens: null, question: null }), [[items[0], "retry"]]);
  decided.catch(() => {});
  await turn();
  mock.timers.tick(3000);
  await turn();
  store.prompt = true;
  store.finish();
  await turn();
  await turn();
  assert.deepEqual(
    store.items(NAME).map(({ uuid, refused }) => [uuid, refused]),
    [1, 2, 3].map((number) => [`uuid-${number}`, undefined]),
  );
});

test("a hand that the store was too slow for is kept apart, and in the store not as well", async () => {
  await phone(0);
  await kept(); // it is open
  store.prompt = false;
  const written = keep(item(1));
  await turn();
  mock.timers.tick(3000);
  assert.equal(await written, "silent");
  store.prompt = true;
  store.finish();
  for (let at = 0; at < 5; at += 1) await turn(); // the door is opened anew
  assert.deepEqual(store.items(NAME), []);
  assert.deepEqual(await uuids(), ["uuid-1"]);
});

test("what is kept apart waits behind the store's, is changed and forgotten like them, and outlives a broken store", async () => {
  const [, second, third] = await phone(1).then(async ([first]) => {
    await kept();
    store.broken = true;
    store.close();
    const apart = [item(2), item(3)];
    for (const one of apart) assert.notEqual(await keep(one), undefined);
    return [first, ...apart];
  });
  assert.deepEqual(await uuids(), ["uuid-1", "uuid-2", "uuid-3"]);
  await amend([[second, { tried: true }]]);
  await amend([[{ ...third, uuid: "another" }, { tried: true }]]);
  assert.deepEqual(
    (await kept()).map(({ tried }) => tried),
    [undefined, true, undefined],
  );
  store.broken = false;
  await forget([second]);
  assert.deepEqual(await uuids(), ["uuid-1", "uuid-3"]);
});

test("what neither store takes waits in this page, is sent, and the next one takes nothing of its place", async () => {
  await phone(1);
  await forget(await kept()); // the small store was written once
  const { setItem } = page.localStorage;
  page.localStorage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  store.full = true;
  const items = [item(1), item(2)];
  for (const one of items) assert.equal(await keep(one), "full");
  assert.deepEqual(await uuids(), ["uuid-1", "uuid-2"]);
  assert.notEqual(items[0].seq, items[1].seq);
  assert.deepEqual(
    (await claim((all) => all)).map(({ uuid }) => uuid),
    ["uuid-1", "uuid-2"],
  );
  assert.equal(await withdraw(items.slice(0, 1)), false);
  store.full = false;
  page.localStorage.setItem = setItem;
  await forget(items);
});

test("a store that the phone closed is opened again", async () => {
  await phone(2);
  store.close();
  assert.equal((await kept()).length, 2);
});

test("a store that the phone cut in silence is opened again, for reading and for writing", async () => {
  await phone(2);
  store.cut();
  assert.equal((await kept()).length, 2);
  store.cut();
  await keep(item(3));
  assert.equal(store.items(NAME).length, 3);
});

test("a store that hangs is opened again for what is asked next", async () => {
  await phone(1);
  store.prompt = false;
  const asked = kept();
  asked.catch(() => {});
  await turn();
  mock.timers.tick(3000);
  await assert.rejects(asked, { name: "TimeoutError" });
  store.prompt = true;
  const before = store.opened;
  assert.equal((await kept()).length, 1);
  assert.equal(store.opened, before + 1);
});

test("a hand stays kept where the channel to other tabs was cut, and they hear of it", async () => {
  await phone(0);
  heard.length = 0;
  Channel.latest.isOpen = false;
  await keep(item(1));
  assert.deepEqual([store.items(NAME).length, heard], [1, [[]]]);
});

test("the sentence about a store that failed names the reason", () => {
  const names = ["QuotaExceededError", "SecurityError", "InvalidStateError", "UnknownError", "TimeoutError"];
  assert.deepEqual(
    names.map((name) => failureOf(new DOMException("", name))),
    ["full", "off", "off", "silent", "silent"],
  );
  assert.equal(failureOf(new TypeError("indexedDB is undefined")), "off");
});
