// @ts-check
/* Typed: what stands in a form and is not written yet, kept on the phone with every change: a new table until it is opened,
 * a hand until it is recorded. */

import { field, find } from "../dom.js";
import { fieldsOf } from "../asking.js";
import { entryForm, isBusy } from "../scoresheet/form.js";
import { inPhone } from "./store.js";

const TABLE_HELD = 60 * 60 * 1000;

/** @param {string} path of the page */
const keyOf = (path) => `cego-typed:${path}`;

/** @param {string} path @param {HTMLFormElement} form */
function keepForm(path, form) {
  const typed = { at: Date.now(), fields: fieldsOf(new FormData(form)) };
  inPhone((storage) => storage.setItem(keyOf(path), JSON.stringify(typed)));
}

/** @param {string} path @returns {{at: number, fields: [string, string][]}} */
const typedAt = (path) =>
  JSON.parse(inPhone((storage) => storage.getItem(keyOf(path))) ?? "null") ?? { at: 0, fields: [] };

/** Forgets what was typed on a page. @param {string} path */
export const dropTyped = (path) => inPhone((storage) => storage.removeItem(keyOf(path)));

/**
 * Keeps the form of a new table, and puts back what was typed not long ago; never over a form that the server sent back.
 * @param {HTMLFormElement} form
 */
export function keepNewTable(form) {
  const path = location.pathname;
  const { at, fields } = typedAt(path);
  const isFresh = Date.now() - at < TABLE_HELD && !find(".field-error", form);
  for (const [name, value] of isFresh ? fields : []) {
    const place = field(form, name);
    if (place) place.value = value; // of a group of radio buttons, too
  }
  for (const event of ["input", "change"]) form.addEventListener(event, () => keepForm(path, form));
}

/** Keeps the hand that somebody is in the middle of. @param {import("./unsent.js").Box} box */
export function keepHand({ home, revising }) {
  const form = entryForm();
  if (form && isBusy() && !revising) keepForm(home, form);
  else dropTyped(home);
}

/**
 * Puts it back into an empty panel for the same deal. Another tab that had it in sight, too, lets go of it once it is
 * written.
 * @param {import("./unsent.js").Box} box
 */
export function restoreHand({ home, panel }) {
  const form = entryForm();
  const { fields } = typedAt(home);
  const isSame = fields.some(([name, value]) => name === "number" && form && value === field(form, "number").value);
  if (!form || !isSame || isBusy() || find(".problem:not([data-network])", form)) return;
  panel.refill(form, fields);
  const restored = JSON.stringify(said(form));
  addEventListener("storage", ({ key, newValue }) => {
    if (key === keyOf(home) && newValue === null && JSON.stringify(said(form)) === restored) panel.clear(form);
  });
}

/** What a person has typed. @param {HTMLFormElement} form */
const said = (form) => fieldsOf(new FormData(form)).filter(([name]) => field(form, name)?.type !== "hidden");

/** Over plain HTTP no worker keeps the page: leaving it is asked about. @param {() => boolean} isAlone tells that the page has more to lose than the browser knows */
export function warnBeforeLeaving(isAlone) {
  if (isSecureContext) return;
  addEventListener("beforeunload", (event) => {
    if (!navigator.onLine || isAlone()) event.preventDefault();
  });
}
