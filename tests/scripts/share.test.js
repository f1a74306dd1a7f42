/* Copying a link where the browser refuses it. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any} */
const page = globalThis;
let marked = 0;
const text = { value: "https://cego.test/a", select: () => (marked += 1), addEventListener: () => {} };
/** @type {any} */
const button = {
  dataset: { copied: "copied", refused: "refused" },
  closest: () => ({ querySelector: () => text }),
  addEventListener: (/** @type {string} */ _, /** @type {() => unknown} */ listener) => (button.tap = listener),
};
page.document = { querySelectorAll: (/** @type {string} */ sought) => (sought === "[data-copy]" ? [button] : [text]) };
let isAllowed = true;
const writeText = async () => {
  if (!isAllowed) throw new DOMException("no", "NotAllowedError");
};
Object.defineProperty(page, "navigator", { value: { clipboard: { writeText } } });
await import("../../static/share.js");

test("a browser that refuses to copy is said to, and the text is marked", async () => {
  await button.tap();
  assert.deepEqual([button.textContent, marked], ["copied", 0]);
  isAllowed = false;
  await Promise.resolve(button.tap()).catch(() => {});
  await new Promise(setImmediate);
  assert.deepEqual([button.textContent, marked], ["refused", 1]);
});
