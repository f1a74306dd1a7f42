/* A page over plain HTTP asks before it is left while it could not be opened again, and only then. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { warnBeforeLeaving } from "../../static/offline/typed.js";

/** @type {any} */
const page = globalThis;

/** Tests that leaving is asked about. @param {boolean} isAlone @param {boolean} onLine @param {boolean} secure */
function asks(isAlone, onLine = true, secure = false) {
  /** @type {((event: object) => void) | null} */
  let leave = null;
  page.isSecureContext = secure;
  page.addEventListener = (/** @type {string} */ name, /** @type {any} */ listener) => {
    assert.equal(name, "beforeunload");
    leave = listener;
  };
  Object.defineProperty(page, "navigator", { value: { onLine }, configurable: true });
  warnBeforeLeaving(() => isAlone);
  let asked = false;
  /** @type {any} */ (leave)?.({ preventDefault: () => (asked = true) });
  return asked;
}

test("over plain HTTP a page with something to lose, or without network, is not left unasked", () => {
  assert.equal(asks(true), true);
  assert.equal(asks(false, false), true);
});

test("with network and nothing to lose nobody is asked", () => {
  assert.equal(asks(false), false);
});

test("where a worker keeps the page nobody is asked", () => {
  assert.equal(asks(true, false, true), false);
});
