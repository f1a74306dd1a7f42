// @ts-check
/* While the sheet lies in the middle of the table, its screen stays on. On a tablet the totals stand beside the list, too,
 * each turned to who sits on that side. */

import { all, find } from "../dom.js";

/** @type {WakeLockSentinel | null} */
let screen = null;

async function stayOn() {
  const wanted = location.hash === "#middle" && !document.hidden;
  if (!wanted) return screen?.release();
  screen = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null; // a phone low on power says no
}

const tablet = matchMedia("(pointer: coarse) and (min-width: 44rem) and (min-height: 45rem)"); // as in app.css
let laid = "";

/** Lays the totals round the table anew: copies, which readers of the screen pass over. */
function layRound() {
  const seats = tablet.matches ? all("#totals > li") : [];
  const words = seats.map((seat) => seat.outerHTML).join("");
  if (words !== laid) find("#around")?.replaceChildren(...seats.map((seat) => seat.cloneNode(true)));
  laid = words;
}

// Whoever changes them, the server's answer or this phone without network.
const changes = { attributes: true, characterData: true, childList: true, subtree: true };
for (const main of all("main")) new MutationObserver(layRound).observe(main, changes);
tablet.addEventListener("change", layRound);
layRound();

addEventListener("hashchange", stayOn);
document.addEventListener("visibilitychange", stayOn);
stayOn();
