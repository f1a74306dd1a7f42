// @ts-check
/* While the sheet lies in the middle of the table, its screen stays on. On a tablet the totals stand beside the list, too,
 * each turned to who sits on that side. */

import { all, find, onSettled } from "../dom.js";

/** @type {WakeLockSentinel | null} */
let screen = null;

async function stayOn() {
  const wanted = location.hash === "#middle" && !document.hidden;
  if (!wanted) return screen?.release();
  screen = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null; // a phone low on power says no
}

/** Lays the totals round the table anew: copies, which readers of the screen pass over. */
const layRound = () => find("#around")?.replaceChildren(...all("#totals > li").map((seat) => seat.cloneNode(true)));

onSettled(layRound);
layRound();

addEventListener("hashchange", stayOn);
document.addEventListener("visibilitychange", stayOn);
stayOn();
