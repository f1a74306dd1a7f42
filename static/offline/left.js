// @ts-check
/* What waits on this phone where its sheet cannot say so, on the start page and where the sheet should be: hands are
 * listed, tables that were opened without network go to the server. */

import { copyOf, find, input, need } from "../dom.js";
import { discard, kept } from "./kept.js";
import { takeInAll } from "./taking_in.js";
import { documentOf, saveFile } from "./unsent_file.js";

/** @typedef {import("./queue.js").Item} Item */

/** @param {HTMLElement} place @param {string} sheet @param {Item[]} items */
function waitingRow(place, sheet, items) {
  const line = copyOf(need("template", place));
  const link = /** @type {HTMLAnchorElement | null} */ (find("a", line));
  if (link) link.href = sheet;
  need("b", line).textContent = String(items.length);
  need("[data-file]", line).addEventListener("click", () => saveFile(sheet, items));
  const content = input("[name=content]", line);
  if (content) content.value = documentOf(sheet, items);
  const away = find("[data-throw]", line);
  away?.addEventListener("click", () => throwAway(away, items));
  return line;
}

/** Only with the second tap. @param {HTMLElement} button @param {Item[]} items */
async function throwAway(button, items) {
  const { throw: question = "", sure } = button.dataset;
  if (sure === undefined) {
    button.dataset.sure = "";
    button.textContent = question;
    return;
  }
  await discard(items);
  need("#left").hidden = true;
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
const { sheet: here } = left?.dataset ?? {};
if (left)
  kept().then(
    (found) =>
      listWaiting(
        left,
        found.filter(({ written, sheet }) => !written && (!here || sheet === here)),
      ),
    () => {}, // nothing can be kept here, so nothing waits
  );
takeInAll();
