/* Copying a link where the browser refuses it; the picture that a tap hands to the phone's own sheet. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any} */
const page = globalThis;
let marked = 0;
const fold = { open: false };
const text = {
  value: "https://cego.test/a",
  select: () => (marked += 1),
  addEventListener: () => {},
  closest: () => fold,
};
/** @type {any} */
const button = {
  dataset: { copied: "copied", refused: "refused" },
  closest: () => ({ querySelector: () => text }),
  addEventListener: (/** @type {string} */ _, /** @type {() => unknown} */ listener) => (button.tap = listener),
};
const byHand = { hidden: false };
/** @type {Record<string, unknown>} */
const section = { "[download]": { href: "/picture.png?3-de", download: "cego.png" }, ".by-hand": byHand };
/** @type {any} */
const sender = {
  hidden: true,
  closest: () => ({ querySelector: (/** @type {string} */ sought) => section[sought] ?? text }),
  addEventListener: (/** @type {string} */ _, /** @type {() => unknown} */ listener) => (sender.tap = listener),
};
/** @type {Record<string, unknown[]>} */
const buttons = { "[data-copy]": [button], "[data-send]": [sender] };
page.document = { querySelectorAll: (/** @type {string} */ sought) => buttons[sought] ?? [text] };
page.IntersectionObserver = class {
  constructor(/** @type {(entries: object[]) => unknown} */ seen) {
    sender.isSeen = () => seen([{ isIntersecting: true }]);
  }
  observe() {}
  disconnect() {}
};
/** @type {any[]} */
const shared = [];
const share = async (/** @type {any} */ data) => void shared.push(data);
const canShare = (/** @type {any} */ data) => data.files.length > 0;
let isAllowed = true;
const writeText = async () => {
  if (!isAllowed) throw new DOMException("no", "NotAllowedError");
};
Object.defineProperty(page, "navigator", { value: { clipboard: { writeText }, share, canShare } });
await import("../../static/share.js");

test("a browser that refuses to copy is said to, and the text is marked", async () => {
  await button.tap();
  assert.deepEqual([button.textContent, marked, fold.open], ["copied", 0, false]);
  isAllowed = false;
  await Promise.resolve(button.tap()).catch(() => {});
  await new Promise(setImmediate);
  assert.deepEqual([button.textContent, marked, fold.open], ["refused", 1, true]);
});

test("a tap shares the text alone until the picture was fetched, which waits until the button is in sight", async () => {
  /** @type {string[]} */
  const fetched = [];
  page.fetch = async (/** @type {string} */ address) => (fetched.push(address), new Response("png"));
  assert.deepEqual([sender.hidden, byHand.hidden, fetched], [false, true, []]);
  sender.tap();
  await sender.isSeen();
  sender.tap();
  assert.deepEqual(fetched, ["/picture.png?3-de"]);
  assert.deepEqual(
    shared.map(({ files, text }) => [text, files?.map((/** @type {File} */ { name, type }) => [name, type])]),
    [
      [text.value, undefined],
      [text.value, [["cego.png", "image/png"]]],
    ],
  );
});

test("without network the text is shared", async () => {
  shared.length = 0;
  const again = await import(`../../static/share.js?${Date.now()}`);
  page.fetch = async () => Promise.reject(new TypeError("no network"));
  await sender.isSeen();
  sender.tap();
  assert.deepEqual([Object.keys(again), shared], [[], [{ text: text.value }]]);
});
