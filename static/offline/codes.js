// @ts-check
/* Shows the queue as QR codes: for a phone with network, whose camera opens the page that reads them in. */

import { all, fill, need } from "../dom.js";
import { copyOf } from "./copies.js";
import { cut } from "./parts.js";
import { documentOf, saveFile } from "./unsent_file.js";

/**
 * The library that draws codes, as far as it is used here.
 * @typedef {{size: number, get: (x: number, y: number) => boolean}} Code
 * @typedef {{generate: (text: string, options: object) => Code, correction: {L: number}}} Library
 */

const QUIET = 4; // as many modules of white as the standard wants around a code
const SVG = "http://www.w3.org/2000/svg";

/**
 * Drawn dark on white whatever the page looks like: not every camera reads it the other way round.
 * @param {Code} code
 * @param {string} label
 */
function pictureOf(code, label) {
  const size = code.size + 2 * QUIET;
  let dark = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) dark += `M${x} ${y}h1v1h-1z`;
  }
  const picture = document.createElementNS(SVG, "svg");
  const viewBox = `${-QUIET} ${-QUIET} ${size} ${size}`;
  const attributes = { viewBox, role: "img", "aria-label": label, "shape-rendering": "crispEdges" };
  for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", dark);
  picture.append(path);
  return picture;
}

/** @param {HTMLElement} dialog @param {string[]} addresses @param {Library} library @param {DOMStringMap} words */
function show(dialog, addresses, { generate, correction }, words) {
  let at = 0;
  const draw = () => {
    const place = { i: at + 1, n: addresses.length };
    const code = generate(addresses[at], { minCorrectionLevel: correction.L });
    need(".code", dialog).replaceChildren(pictureOf(code, fill(words.label, place)));
    need(".code", dialog).dataset.address = addresses[at];
    need(".place", dialog).textContent = fill(words.place, place);
  };
  need(".turning", dialog).hidden = addresses.length < 2;
  for (const button of all("[data-turn]", dialog)) {
    button.addEventListener("click", () => {
      at = (at + Number(button.dataset.turn) + addresses.length) % addresses.length;
      draw();
    });
  }
  draw();
}

/**
 * Opens the dialog with what waits for a sheet.
 * @param {string} home its path
 * @param {import("./queue.js").Item[]} items
 */
export async function openCodes(home, items) {
  if (!items.length) return; // the server has it all by now
  const template = /** @type {HTMLTemplateElement} */ (need("#codes"));
  const dialog = /** @type {HTMLDialogElement} */ (copyOf(template));
  dialog.addEventListener("close", () => dialog.remove());
  need("[data-file]", dialog).addEventListener("click", () => saveFile(home, items));
  document.body.append(dialog);
  dialog.showModal();
  try {
    const parts = await cut(documentOf(home, items));
    const addresses = parts.map((part) => `${location.origin}${home}/unsent#${part}`);
    show(dialog, addresses, await loadLibrary(), template.dataset);
  } catch {
    need(".problem", dialog).hidden = false;
  }
}

/** @returns {Promise<Library>} */
const loadLibrary = () => import(need("#codes").dataset.library ?? "");

// Over plain HTTP no worker keeps the library for the time when it is asked for.
if (!isSecureContext) loadLibrary().catch(() => {});
