// @ts-check
/* Folds that are open stay open when a newer version of what they stand in comes; they are known by its id. */

import { all, onHtmx } from "./dom.js";

/** @type {string[]} */
let open = [];

onHtmx("beforeSwap", () => {
  open = all("details[open]").map((fold) => fold.closest("[id]")?.id ?? "");
});
onHtmx("afterSettle", () => {
  for (const id of open) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
});
