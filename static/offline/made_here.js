// @ts-check
/* A sheet that only this phone knows: it asks the server again and again to take it in. */

import { need } from "../dom.js";
import { token } from "./page.js";
import { takeIn } from "./taking_in.js";

const AGAIN = 15_000;

export const isMadeHere = () => "madeHere" in document.body.dataset;

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
  const isTaken = await takeIn(box.home, token());
  if (!isTaken) setTimeout(() => askToTakeIn(box), AGAIN);
  else if (isMadeHere()) beKnown(box);
}

/** @param {import("./unsent.js").Box} box */
function beKnown(box) {
  delete document.body.dataset.madeHere;
  const live = need("#live");
  live.dataset.live ??= live.dataset.liveLater;
  box.panel.follow();
  box.panel.look(); // whoever sent it said "only on this phone" till now
}
