// @ts-check
/* The question that a person answers once when two phones wrote the same hands differently: fetched when it is asked. */

import { all, find, input, inputs, need } from "../dom.js";

/** @typedef {import("./queue.js").Item} Item */

/** What becomes of this phone's hand. @type {Record<string, string>} */
const ACTIONS = { mine: "anyway", theirs: "throw", both: "next" };

/** @param {HTMLElement} dialog @returns {[number, string][]} places in the queue, and what was chosen there */
const chosenIn = (dialog) =>
  inputs("input:checked", dialog).map(({ name, value }) => [Number(name.split("_")[1]), value]);

/** @param {HTMLElement} dialog @param {Item[]} asked @returns {[Item, string][]} */
const choicesOf = (dialog, asked) => chosenIn(dialog).map(([at, value]) => [asked[at], ACTIONS[value]]);

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
  const hands = all("fieldset", dialog).length;
  const button = /** @type {HTMLButtonElement} */ (need("[data-decide]", dialog));
  const check = () => (button.disabled = chosenIn(dialog).length < hands);
  dialog.dataset.asked = question;
  dialog.addEventListener("change", check);
  dialog.addEventListener("close", () => dialog.remove());
  for (const { dataset } of all("[data-all]", dialog)) {
    need(`[data-all=${dataset.all}]`, dialog).addEventListener("click", () => {
      for (const hand of all("fieldset", dialog)) input(`[value=${dataset.all}]`, hand).checked = true;
      check();
    });
  }
  need("[data-later]", dialog).addEventListener("click", () => dialog.close());
  button.addEventListener("click", () => {
    const choices = choicesOf(dialog, asked);
    dialog.close();
    decide(choices);
  });
  document.body.append(dialog);
  dialog.showModal();
}
