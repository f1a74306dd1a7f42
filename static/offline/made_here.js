// @ts-check
/* A sheet that only this phone knows: it asks the server again and again to take it in. */

import { need } from "../dom.js";
import { token } from "./page.js";
import { takeIn } from "./taking_in.js";

const AGAIN = 15_000;

export const isMadeHere = () => "madeHere" in document.body.dataset;

/** @param {import("./unsent.js").Box} box @returns {Promise<void>} */
export async function becomeKnown(box) {
  const isTaken = await takeIn(box.home, token());
  if (!isTaken) return void setTimeout(() => becomeKnown(box), AGAIN);
  if (!isMadeHere()) return;
  delete document.body.dataset.madeHere;
  const live = need("#live");
  live.dataset.live ??= live.dataset.liveLater;
  box.panel.follow();
  box.panel.look(); // whoever sent it said "only on this phone" till now
}
