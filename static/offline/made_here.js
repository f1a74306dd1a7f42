// @ts-check
/* A sheet that only this phone knows: it asks the server again and again to take it in. */

import { need } from "../dom.js";
import { takeIn } from "./taking_in.js";
import { draw } from "./unsent.js";

const AGAIN = 15_000;

export const isMadeHere = () => "madeHere" in document.body.dataset;

/**
 * Makes a sheet known to the server, unless that has shown it itself. Resolves to whether it is.
 * @param {string} home path of the sheet on the page
 * @param {string} sheet
 */
export const isKnown = async (home, sheet) => (sheet === home && !isMadeHere()) || (await takeIn(sheet)) === "taken";

/** @param {import("./unsent.js").Box} box */
export function becomeKnown(box) {
  addEventListener("taken-in", (event) => {
    const { detail: sheet } = /** @type {CustomEvent<string>} */ (event);
    if (sheet === box.home && isMadeHere()) beKnown(box); // sent by whatever: a hand that waited, or a look
  });
  askToTakeIn(box);
}

/** @param {import("./unsent.js").Box} box @returns {Promise<void>} */
async function askToTakeIn(box) {
  const fate = await takeIn(box.home);
  if (!isMadeHere()) return;
  if (fate === "taken") return beKnown(box);
  setTimeout(() => askToTakeIn(box), AGAIN);
  if (fate === "later" || box.declined) return;
  box.declined = true;
  draw(box);
}

/** @param {import("./unsent.js").Box} box */
function beKnown(box) {
  delete document.body.dataset.madeHere;
  box.declined = false;
  const live = need("#live");
  live.dataset.live ??= live.dataset.liveLater;
  box.panel.follow();
  box.panel.look(); // whoever sent it said "only on this phone" till now
}
