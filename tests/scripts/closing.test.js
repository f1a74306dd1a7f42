/* An evening that was ended without network is closed once, and not before all that waits is written. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { closeIfSaid, isToClose, sayClose } from "../../static/offline/closing.js";

const HOME = "/sheets/a";

/** @type {any} */
const page = globalThis;

/** A phone whose server answers so. @param {(number | null)[]} answers */
function phone(...answers) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  page.localStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  };
  /** @type {string[]} */
  const sent = [];
  page.document = { querySelector: () => ({ value: "token" }), querySelectorAll: () => [] };
  /** @type {string[]} */
  const bodies = [];
  page.fetch = async (/** @type {string} */ url, /** @type {{body?: string}} */ { body } = {}) => {
    sent.push(url);
    bodies.push(String(body ?? ""));
    const status = answers.shift();
    if (!status) throw new TypeError("no network");
    return new Response(null, { status, headers: { "X-Cegoscore": "1" } });
  };
  return { sent, bodies, close: (waiting = 0) => closeIfSaid(HOME, waiting) };
}

test("nothing is closed that nobody ended, or while hands wait", async () => {
  const { sent, close } = phone(204);
  assert.equal(await close(), false);
  sayClose(HOME, true);
  assert.equal(await close(2), false);
  assert.deepEqual(sent, []);
  assert.equal(await close(), true);
  assert.equal(await close(), false);
  assert.deepEqual(sent, [`${HOME}/close`]);
});

test("without an answer of ours it is tried again", async () => {
  const { sent, close } = phone(null, 503, 204);
  sayClose(HOME, true);
  assert.deepEqual([await close(), await close(), await close()], [false, false, true]);
  assert.equal(sent.length, 3);
});

test("an answer takes back no end that was said since, with the hands that came", async () => {
  const { close } = phone(409, 204);
  sayClose(HOME, true, "7");
  const before = close();
  sayClose(HOME, true, "9");
  assert.equal(await before, null);
  assert.equal(isToClose(HOME), true);
  assert.equal(await close(), true);
});

test("who may not end it is not asked again", async () => {
  const { close } = phone(403, 403);
  sayClose(HOME, true);
  assert.equal(await close(), false);
  assert.equal(isToClose(HOME), false);
});

test("it is taken back by the server where others have written on, and it says of which hand it was said", async () => {
  const { close, bodies } = phone(409, 204, 204);
  for (const newest of ["7", undefined, "yes"]) {
    sayClose(HOME, true, newest);
    assert.equal(await close(), newest === "7" ? null : true);
    assert.equal(isToClose(HOME), false);
  }
  assert.deepEqual(bodies, ["newest=7", "newest=0", ""]);
});

test("it is taken back by whoever goes on, and a phone without storage ends nothing", async () => {
  const { close, sent } = phone(204);
  sayClose(HOME, true);
  sayClose(HOME, false);
  assert.equal(await close(), false);
  delete page.localStorage;
  sayClose(HOME, true);
  assert.equal(await close(), false);
  assert.deepEqual(sent, []);
});
