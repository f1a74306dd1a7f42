// @ts-check
/* The panel's form. */

import { find } from "../dom.js";

/** @returns {HTMLFormElement | null} */
export const entryForm = () => /** @type {HTMLFormElement | null} */ (find("#panel .entry"));
