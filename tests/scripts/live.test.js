/* An open view follows the bell, and looks until what it says is seen. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

/** @type {any} */
const page = globalThis;
const OURS = { "X-Cegoscore": "1" };

mock.timers.enable({ apis: ["setTimeout"] });
let clock = 0;
Object.defineProperty(page, "performance", { value: { now: () => clock } });
const turn = () => new Promise(setImmediate);

/** Time passes in steps shorter than any pause. @param {number} seconds */
async function pass(seconds) {
  for (let step = 0; step < seconds * 4; step += 1) {
    clock += 250;
    mock.timers.tick(250);
    await turn();
  }
}

/** @param {string} version */
const viewOf = (version) =>
  Object.assign(new EventTarget(), { dataset: { live: "1500", bell: `sheet/1?v=${version}` } });

/** @type {any} */
const view = viewOf("1");
let looks = 0;
page.window = {};
/** @type {Record<string, (event: any) => void>} */
const listeners = {};
page.addEventListener = (/** @type {string} */ name, /** @type {() => void} */ listener) =>
  (listeners[name] = listener);
page.document = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } });
page.document.querySelector = () => view;
view.addEventListener("look", () => (looks += 1));

/** Questions to the bell, and how the last one is answered. @type {string[]} */
const asked = [];
/** @type {(answer: Response) => void} */
let answer = () => {};
page.fetch = (/** @type {string} */ url) => {
  asked.push(url);
  return new Promise((resolve) => (answer = resolve));
};

/** Tells how a look ended. @param {string} name @param {number} status @param {boolean} ours */
function ended(name, status, ours) {
  const xhr = { status, getResponseHeader: () => (ours ? "1" : null) };
  page.document.dispatchEvent(new CustomEvent(`htmx:${name}`, { detail: { requestConfig: { elt: view }, xhr } }));
}

/** The bell names a version. @param {string} version */
async function ring(version) {
  answer(new Response(version, { headers: OURS }));
  await turn();
  await turn();
}

await import("../../static/live.js");

for (const [name, status, ours] of /** @type {[string, number, boolean][]} */ ([
  ["sendError", 0, false],
  ["timeout", 0, false],
  ["beforeSwap", 200, false],
  ["responseError", 503, true],
]))
  test(`a view whose look ends with "${name}" looks again, though the bell has rung`, async () => {
    await pass(60);
    looks = 0;
    await ring("2");
    assert.equal(looks, 1);
    ended(name, status, ours);
    await pass(4);
    assert.ok(looks > 1);
  });

test("a view whose look was answered looks when the bell rings, and not before", async () => {
  await pass(60);
  looks = 0;
  await ring("3");
  ended("beforeSwap", 200, true);
  await pass(10);
  assert.deepEqual([looks, asked.at(-1)], [1, "/bell/sheet/1?v=3"]);
});

/** Tells whether the view shows what was answered now. */
function isShown() {
  const event = new CustomEvent("htmx:beforeOnLoad", { cancelable: true });
  Object.defineProperty(event, "target", { value: view });
  return page.document.dispatchEvent(event);
}

test("a form on its way keeps the page as it is for a while, and one that closes its dialog does not", async () => {
  const closes = {
    defaultPrevented: false,
    target: { matches: (/** @type {string} */ which) => /dialog/.test(which) },
  };
  listeners.submit(closes);
  assert.equal(isShown(), true);
  listeners.submit({ ...closes, target: { matches: () => false } });
  assert.equal(isShown(), false);
  await pass(31);
  assert.equal(isShown(), true);
});
