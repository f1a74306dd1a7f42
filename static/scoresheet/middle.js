// @ts-check
/* While the sheet lies in the middle of the table, its screen stays on. */

/** @type {WakeLockSentinel | null} */
let screen = null;

async function stayOn() {
  const wanted = location.hash === "#middle" && !document.hidden;
  if (!wanted) return screen?.release();
  screen = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null; // a phone low on power says no
}

addEventListener("hashchange", stayOn);
document.addEventListener("visibilitychange", stayOn);
stayOn();
