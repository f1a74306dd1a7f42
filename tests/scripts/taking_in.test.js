/* Tables that a phone opened without network, on their way to the server. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { keepTable, takeIn, takeInAll } from "../../static/offline/taking_in.js";
import { Databases } from "./indexed_db.js";

const [ONE, OTHER] = ["/sheets/1", "/sheets/2"];
const OURS = { "X-Cegoscore": "1" };

/** @type {any} */
const page = globalThis;
const store = new Databases();
page.indexedDB = store;
page.dispatchEvent = () => true;
page.document = { querySelector: () => ({ value: "token" }), querySelectorAll: () => [] };
page.DOMParser = class {
  parseFromString = () => ({ querySelector: () => null });
};

/** What the server says to each table. @type {Record<string, number>} */
let answers = {};
/** @type {string[]} */
let sent = [];
page.fetch = async (/** @type {string} */ url, /** @type {any} */ { body }) => {
  if (!body) return new Response("", { headers: OURS });
  sent.push(body.get("id"));
  const status = answers[body.get("id")] ?? 204;
  return status ? new Response(null, { status, headers: OURS }) : Promise.reject(new TypeError("no network"));
};

/** @param {string} sheet */
const opened = (sheet) => keepTable({ sheet, fields: [["id", sheet]] });
const left = () => store.items("cegoscore-tables").map(({ sheet }) => sheet);

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  store.close();
  store.lists.clear();
  store.broken = false;
  answers = {};
  sent = [];
});
afterEach(() => mock.timers.reset());

test("a table is sent until the server has it, and one of somebody else not at all", async () => {
  await opened(ONE);
  answers[ONE] = 0;
  assert.equal(await takeIn(ONE), "later");
  assert.deepEqual(left(), [ONE]);
  delete answers[ONE];
  assert.deepEqual([await takeIn(ONE), await takeIn(OTHER)], ["taken", "taken"]);
  assert.deepEqual([left(), sent], [[], [ONE, ONE]]);
});

test("a table that the server refuses stays on the phone, and the others go on", async () => {
  await opened(ONE);
  await opened(OTHER);
  answers[ONE] = 422;
  await takeInAll();
  assert.deepEqual([left(), sent], [[ONE], [ONE, OTHER]]);
  assert.equal(await takeIn(ONE), "refused");
});

test("a store that the phone closed is opened again, before a sheet counts as known", async () => {
  await opened(ONE);
  answers[ONE] = 0;
  store.close();
  assert.equal(await takeIn(ONE), "later");
  assert.deepEqual(sent, [ONE]);
});

test("a store that cannot be opened says of no sheet that it is known, and is asked again", async () => {
  await opened(ONE);
  store.close();
  store.broken = true;
  assert.equal(await takeIn(ONE), "later");
  await takeInAll();
  store.broken = false;
  assert.equal(await takeIn(ONE), "taken");
  assert.deepEqual(left(), []);
});

test("a store that does not answer holds nobody up", async () => {
  await opened(ONE);
  store.prompt = false;
  const fate = takeIn(ONE);
  await new Promise(setImmediate);
  mock.timers.tick(3000);
  assert.equal(await fate, "later");
  store.prompt = true;
  store.finish();
  assert.deepEqual(left(), [ONE]);
});
