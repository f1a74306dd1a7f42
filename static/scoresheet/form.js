// @ts-check
/* The panel's form. */

import { find } from "../dom.js";

/** @returns {HTMLFormElement | null} */
export const entryForm = () => /** @type {HTMLFormElement | null} */ (find("#panel .entry"));

/** Tells whether somebody is in the middle of a hand: game or declarer are chosen. */
export const isBusy = () => Boolean(find("#panel .entry :is([name=game], [name=declarer]):checked"));
