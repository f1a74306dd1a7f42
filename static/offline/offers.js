// @ts-check
/* What the sheet offers besides, without network too: the end of the evening, whatever is rare, a screen that stays on. */

import { find, input, need, targetOf } from "../dom.js";
import { load } from "../load.js";
import { entryForm } from "../scoresheet/form.js";
import { closeIfSaid } from "./closing.js";
import { unwritten } from "./queue.js";
import { inPhone } from "./store.js";
import { warnBeforeLeaving } from "./typed.js";
import { draw, redraw } from "./unsent.js";
import { add } from "./writing.js";

const settlingScript = () => need("#settling").dataset.script ?? "";

/**
 * Settling up where the server's page of it cannot be had: without network, or for a sheet that only this phone knows.
 * One dialog, however often it was tapped; without its script the panel says that there is no network, and the next tap
 * tries again.
 * @param {import("./unsent.js").Box} box
 * @param {import("./sending.js").Sender} sending
 */
function offerEnd(box, sending) {
  /** @param {import("./queue.js").Item} item */
  const pay = (item) => add(box, sending, item).then(() => redraw(box));
  const settle = () =>
    load(settlingScript()).then(
      ({ open }) =>
        find("dialog.settling") ?? open(need("#settling"), box.queue, pay).addEventListener("close", () => redraw(box)),
      () => box.panel.complain(entryForm()?.dataset.unsent ?? ""),
    );
  document.addEventListener("click", (event) => {
    const alone = box.since || !navigator.onLine || "madeHere" in document.body.dataset;
    if (!alone || !targetOf(event).closest("[data-settle]")) return;
    event.preventDefault();
    settle();
  });
  if (location.hash === "#evening" && find("[data-settle]")) settle();
}

/** Over plain HTTP no worker keeps the dialog for the time when it is asked for. */
function fetchBefore() {
  if (isSecureContext) return;
  const style = /** @type {HTMLTemplateElement} */ (need("#settling")).content.querySelector("link")?.href ?? "";
  setTimeout(() => Promise.all([load(settlingScript()), fetch(style)]).catch(() => {}), 2000);
}

/** Ends the evening, if somebody said so without network. @param {import("./unsent.js").Box} box */
export async function closeNow(box) {
  const isClosed = await closeIfSaid(box.home, unwritten(box.queue).length);
  if (isClosed === null) {
    draw(box);
    box.panel.complain(box.words.goesOn ?? "");
  }
  if (isClosed) location.assign(`${box.home}/evening`);
}

/** Whatever may be written without network: from the worker, once it has it. @param {import("./unsent.js").Box} box */
function loadRare({ panel }) {
  const rare = () => {
    const form = entryForm();
    if (form) panel.hooks.loadRare?.(form);
  };
  const worker = isSecureContext && navigator.serviceWorker;
  if (worker && !worker.controller) worker.addEventListener("controllerchange", rare, { once: true });
  else setTimeout(rare, 1000);
}

/** @type {WakeLockSentinel | null} */
let lock = null;

/** The screen stays on while the sheet is in sight, if the user wants it. */
async function stayAwake() {
  const wanted = find(".menu [name=awake]:checked") && !document.hidden;
  if (!wanted) return lock?.release();
  lock = await navigator.wakeLock.request("screen").catch(() => null); // a phone low on power says no
}

/** Adds the switch to the menu; it is hidden where the browser cannot. */
function offerToStayAwake() {
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

/** @param {import("./unsent.js").Box} box @param {import("./sending.js").Sender} sending */
export function offerBesides(box, sending) {
  offerToStayAwake();
  loadRare(box);
  offerEnd(box, sending);
  fetchBefore();
  warnBeforeLeaving(() => Boolean(box.since) || unwritten(box.queue).length > 0);
}
