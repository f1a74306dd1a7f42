// @ts-check
/* Lists on the start page what waits on this phone: a sheet that cannot be opened any more does not say it itself. */

import { need } from "../dom.js";
import { copyOf } from "./copies.js";
import { kept } from "./kept.js";
import { unwritten } from "./queue.js";
import { saveFile } from "./unsent_file.js";

/** @typedef {import("./queue.js").Item} Item */

const place = need("#left");

/** @param {string} sheet @param {Item[]} items */
function row(sheet, items) {
  const line = copyOf(need("template", place));
  /** @type {HTMLAnchorElement} */ (need("a", line)).href = sheet;
  need("b", line).textContent = String(items.length);
  need("button", line).addEventListener("click", () => saveFile(sheet, items));
  return line;
}

kept().then(
  (found) => {
    const items = unwritten(found);
    /** @type {Map<string, Item[]>} */
    const sheets = new Map();
    for (const item of items) sheets.set(item.sheet, [...(sheets.get(item.sheet) ?? []), item]);
    for (const [sheet, waiting] of sheets) place.append(row(sheet, waiting));
    place.hidden = !items.length;
  },
  () => {}, // nothing can be kept here, so nothing waits
);
