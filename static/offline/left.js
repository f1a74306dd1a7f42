// @ts-check
/* Lists on the start page what waits on this phone: a sheet that cannot be opened any more does not say it itself. */

import { find, need } from "../dom.js";
import { copyOf } from "./copies.js";
import { kept } from "./kept.js";
import { saveFile } from "./unsent_file.js";

/** @typedef {import("./queue.js").Item} Item */

/** @param {HTMLElement} place @param {string} sheet @param {Item[]} items */
function waitingRow(place, sheet, items) {
  const line = copyOf(need("template", place));
  /** @type {HTMLAnchorElement} */ (need("a", line)).href = sheet;
  need("b", line).textContent = String(items.length);
  need("button", line).addEventListener("click", () => saveFile(sheet, items));
  return line;
}

/** @param {HTMLElement} place @param {Item[]} items */
function listWaiting(place, items) {
  /** @type {Map<string, Item[]>} */
  const sheets = new Map();
  for (const item of items) sheets.set(item.sheet, [...(sheets.get(item.sheet) ?? []), item]);
  for (const [sheet, waiting] of sheets) place.append(waitingRow(place, sheet, waiting));
  place.hidden = !items.length;
}

const left = find("#left");
if (left)
  kept().then(
    (found) =>
      listWaiting(
        left,
        found.filter(({ written }) => !written),
      ),
    () => {}, // nothing can be kept here, so nothing waits
  );
