// @ts-check
/* What was typed and is not sent, kept by this tab: a new table until it is opened, a hand until it is written. */

import { all, field } from "../dom.js";
import { entryForm, isBusy } from "../scoresheet/form.js";

const DRAFT = "new-table";
const DRAFT_HELD = 60 * 60 * 1000;

/** Keeps the form with every change. @param {HTMLFormElement} form */
export function keepDraft(form) {
  const keep = () => {
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    inTab((drafts) => drafts.setItem(DRAFT, JSON.stringify({ at: Date.now(), fields })));
  };
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
}

/** Forgets it. */
export const dropDraft = () => inTab((drafts) => drafts.removeItem(DRAFT));

/** Puts what was typed back, if that was not long ago; never over a form that the server sent back. @param {HTMLFormElement} form */
export function restoreDraft(form) {
  const kept = JSON.parse(inTab((drafts) => drafts.getItem(DRAFT)) ?? "null");
  if (!kept || Date.now() - kept.at > DRAFT_HELD || all(".field-error", form).length) return;
  for (const [name, value] of kept.fields) {
    const place = field(form, name);
    if (place) place.value = value; // of a group of radio buttons, too
  }
}

/** @param {string} home path of a sheet */
const handAt = (home) => `hand ${home}`;

/** Keeps the hand that somebody is in the middle of. @param {import("./unsent.js").Box} box */
export function keepTyped({ home, revising }) {
  const form = entryForm();
  const fields = form && isBusy() && !revising ? [...new FormData(form)] : [];
  if (fields.length) inTab((drafts) => drafts.setItem(handAt(home), JSON.stringify(fields)));
  else dropTyped(home);
}

/** Forgets it. @param {string} home path of the sheet */
export const dropTyped = (home) => inTab((drafts) => drafts.removeItem(handAt(home)));

/** Puts it back into an empty panel for the same deal. @param {import("./unsent.js").Box} box */
export function restoreTyped({ home, panel }) {
  const form = entryForm();
  /** @type {[string, string][]} */
  const fields = JSON.parse(inTab((drafts) => drafts.getItem(handAt(home))) ?? "[]");
  const isSame = fields.some(([name, value]) => name === "number" && form && value === field(form, "number").value);
  if (form && isSame && !isBusy()) panel.refill(form, fields);
}

/**
 * A browser may forbid its storage.
 * @template T
 * @param {(drafts: Storage) => T} work
 */
function inTab(work) {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}
