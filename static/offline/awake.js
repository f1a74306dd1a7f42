// @ts-check
/* The switch in the sheet's menu that keeps the screen on. */

import { find, input, need } from "../dom.js";
import { inPhone } from "./in_phone.js";

/** @type {WakeLockSentinel | null} */
let lock = null;

/** The screen stays on while the sheet is in sight, if the user wants it. */
async function stayAwake() {
  const wanted = find(".menu [name=awake]:checked") && !document.hidden;
  if (!wanted) return lock?.release();
  lock = await navigator.wakeLock.request("screen").catch(() => null); // a phone low on power says no
}

/** Adds the switch to the menu; it is hidden where the browser cannot. */
export function offerToStayAwake() {
  const more = /** @type {DocumentFragment} */ (
    /** @type {HTMLTemplateElement} */ (need("#sheet-menu")).content.cloneNode(true)
  );
  const wanted = input("[name=awake]", more);
  const can = Boolean(navigator.wakeLock);
  /** @type {HTMLElement} */ (wanted.parentElement).hidden = !can;
  wanted.checked = can && Boolean(inPhone((storage) => storage.getItem("awake")));
  wanted.addEventListener("change", () => {
    inPhone((storage) => (wanted.checked ? storage.setItem("awake", "yes") : storage.removeItem("awake")));
    stayAwake();
  });
  need(".menu nav").append(more);
  if (!can) return;
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
