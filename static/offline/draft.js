// @ts-check
/* What was typed for a new table, kept by this tab until the table is opened: looking up a tariff loses nothing. */

import { all, field } from "../dom.js";

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
