// @ts-check
/* What the sheet offers without network: QR codes of what waits, and the end of the evening. */

import { find, need, targetOf } from "../dom.js";
import { load } from "../load.js";
import { entryForm } from "../scoresheet/form.js";
import { closeIfSaid } from "./closing.js";
import { warnBeforeLeaving } from "./leaving.js";
import { serverPage } from "./page.js";
import { unwritten } from "./queue.js";
import { close } from "./server.js";
import { redraw } from "./unsent.js";

const codesScript = () => need("#codes").dataset.script ?? "";
const settlingScript = () => need("#settling").dataset.script ?? "";

/**
 * Opens a dialog by a script that comes when it is asked for: one at a time, however often it was tapped. Without the
 * script the panel says that there is no network; the next tap tries again.
 * @param {import("./unsent.js").Box} box
 * @param {string} script
 * @param {(exports: any) => void} open
 */
const openBy = ({ panel }, script, open) =>
  load(script).then(
    (exports) => find("dialog.codes") ?? open(exports),
    () => panel.complain(entryForm()?.dataset.unsent ?? ""),
  );

/** @param {import("./unsent.js").Box} box */
function offerCodes(box) {
  document.addEventListener("click", (event) => {
    if (!targetOf(event).closest("[data-codes]")) return;
    openBy(box, codesScript(), ({ openCodes }) => openCodes(box.home, unwritten(box.queue)));
  });
}

/**
 * Settling up where the server's page of it cannot be had: without network, or for a sheet that only this phone knows.
 * @param {import("./unsent.js").Box} box
 */
function offerEnd(box) {
  const settle = () =>
    openBy(box, settlingScript(), ({ open }) =>
      open(need("#settling"), unwritten(box.queue).length).addEventListener("close", () => redraw(box)),
    );
  document.addEventListener("click", (event) => {
    const alone = box.since || !navigator.onLine || "madeHere" in document.body.dataset;
    if (!alone || !targetOf(event).closest("[data-settle]")) return;
    event.preventDefault();
    settle();
  });
  if (location.hash === "#evening" && find("[data-settle]")) settle();
}

/** Over plain HTTP no worker keeps the dialogs for the time when they are asked for. */
function fetchBefore() {
  if (isSecureContext) return;
  const style = /** @type {HTMLTemplateElement} */ (need("#codes")).content.querySelector("link")?.href ?? "";
  setTimeout(() => Promise.all([load(codesScript()), load(settlingScript()), fetch(style)]).catch(() => {}), 2000);
}

/** Ends the evening, if somebody said so without network. @param {import("./unsent.js").Box} box */
export async function closeNow(box) {
  const isClosed = await closeIfSaid(box.home, unwritten(box.queue).length, (sheet) =>
    close(
      serverPage(box.words, () => {}),
      sheet,
    ),
  );
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

/** @param {import("./unsent.js").Box} box */
export function offerWithoutNetwork(box) {
  loadRare(box);
  offerCodes(box);
  offerEnd(box);
  fetchBefore();
  warnBeforeLeaving(() => Boolean(box.since) || unwritten(box.queue).length > 0);
}
