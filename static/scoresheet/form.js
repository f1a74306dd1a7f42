// @ts-check
/* The panel's form. */

import { find } from "../dom.js";

/** @returns {HTMLFormElement | null} */
export const entryForm = () => /** @type {HTMLFormElement | null} */ (find("#panel .entry"));

/** Tells whether somebody is in the middle of a hand: game or declarer are chosen, or the referee leads its bidding. */
export const isBusy = () => {
  const form = entryForm();
  return Boolean(form && ("bidding" in form.dataset || find(":is([name=game], [name=declarer]):checked", form)));
};
