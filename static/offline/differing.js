// @ts-check
/* The question that a person answers once when two phones wrote the same hands differently: fetched when it is asked. */

import { all, find, inputs, need } from "../dom.js";

/** @typedef {import("./queue.js").Item} Item */

/** What becomes of this phone's hand. @type {Record<string, string>} */
const ACTIONS = { mine: "anyway", theirs: "throw", both: "next" };

/** What was chosen in the dialog, which names items by their places. @param {HTMLElement} dialog @param {Item[]} asked @returns {[Item, string][]} */
const choicesOf = (dialog, asked) =>
  inputs("input:checked", dialog).map(({ name, value }) => [asked[Number(name.split("_")[1])], ACTIONS[value]]);

/**
 * Opens the dialog; does nothing while it is open with the same question.
 * @param {string} question HTML of the server
 * @param {Item[]} asked the items that were sent, by whose places the question names them
 * @param {(choices: [Item, string][]) => void} decide
 */
export function ask(question, asked, decide) {
  const before = find("dialog.differing");
  if (before?.dataset.asked === question) return;
  before?.remove();
  const page = new DOMParser().parseFromString(question, "text/html");
  const dialog = /** @type {HTMLDialogElement} */ (need("dialog", page));
  dialog.dataset.asked = question;
  for (const button of all("[data-all]", dialog)) {
    button.addEventListener("click", () => {
      for (const choice of inputs(`[value=${button.dataset.all}]`, dialog)) choice.checked = true;
    });
  }
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "decide") decide(choicesOf(dialog, asked));
  });
  document.body.append(dialog);
  dialog.showModal();
}
