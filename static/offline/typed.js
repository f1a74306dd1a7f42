// @ts-check
/* Typed: what stands in a form and is not written yet, kept on the phone with every change: a new table until it is opened,
 * a hand until it is recorded. */

import { fieldsOf } from "../asking.js";
import { inPhone } from "./store.js";

/** @param {string} path of the page */
export const keyOf = (path) => `cego-typed:${path}`;

/** @param {string} path @param {HTMLFormElement} form */
export function keepTyped(path, form) {
  const typed = { at: Date.now(), fields: fieldsOf(new FormData(form)), typing: form.dataset.typing };
  inPhone((storage) => storage.setItem(keyOf(path), JSON.stringify(typed)));
}

/** `typing` names the number to which the next digit belongs. @param {string} path @returns {{at: number, fields: [string, string][], typing?: string}} */
export const typedAt = (path) =>
  JSON.parse(inPhone((storage) => storage.getItem(keyOf(path))) ?? "null") ?? { at: 0, fields: [] };

/** Forgets what was typed on a page. @param {string} path */
export const dropTyped = (path) => inPhone((storage) => storage.removeItem(keyOf(path)));

/** Over plain HTTP no worker keeps the page: leaving it is asked about. @param {() => boolean} isAlone tells that the page has more to lose than the browser knows */
export function warnBeforeLeaving(isAlone) {
  if (isSecureContext) return;
  addEventListener("beforeunload", (event) => {
    if (!navigator.onLine || isAlone()) event.preventDefault();
  });
}
