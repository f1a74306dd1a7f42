/* Tabs of one phone send one after the other, and a sleeping one holds up nobody. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { alone } from "../../static/offline/sending.js";

/** @param {any} locks */
const browser = (locks) => Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });

test("work waits for the lock, and is done once", async () => {
  /** @type {() => void} */
  let release = () => {};
  /** @type {string[]} */
  const done = [];
  browser({
    request: async (/** @type {string} */ _, /** @type {object} */ __, /** @type {() => unknown} */ work) => {
      await new Promise((resolve) => (release = () => resolve(null)));
      return work();
    },
  });
  const mine = alone(async () => done.push("mine"));
  assert.deepEqual(done, []);
  release();
  await mine;
  assert.deepEqual(done, ["mine"]);
});

test("work that fails with the lock is not done again", async () => {
  let times = 0;
  browser({
    request: async (/** @type {string} */ _, /** @type {object} */ __, /** @type {() => unknown} */ work) => work(),
  });
  const fails = async () => {
    times += 1;
    throw new DOMException("the store went away", "InvalidStateError");
  };
  await assert.rejects(alone(fails), { name: "InvalidStateError" });
  assert.equal(times, 1);
});

test("a tab that never gives the lock back is not waited for without end", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  browser({
    request: (/** @type {string} */ _, /** @type {{signal?: AbortSignal}} */ { signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  });
  const mine = alone(async () => "sent");
  context.mock.timers.tick(20_000);
  assert.equal(await mine, "sent");
});

test("without locks work is done at once", async () => {
  browser(undefined);
  assert.equal(await alone(async () => "sent"), "sent");
});
