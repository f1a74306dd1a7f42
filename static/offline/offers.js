// @ts-check
/* What the sheet offers without network: the end of the evening, and whatever is rare. */

import { find, need, targetOf } from "../dom.js";
import { load } from "../load.js";
import { entryForm } from "../scoresheet/form.js";
import { closeIfSaid } from "./closing.js";
import { warnBeforeLeaving } from "./leaving.js";
import { serverPage } from "./page.js";
import { unwritten } from "./queue.js";
import { close } from "./server.js";
import { redraw } from "./unsent.js";

const settlingScript = () => need("#settling").dataset.script ?? "";

/**
 * Settling up where the server's page of it cannot be had: without network, or for a sheet that only this phone knows.
 * One dialog, however often it was tapped; without its script the panel says that there is no network, and the next tap
 * tries again.
 * @param {import("./unsent.js").Box} box
 */
function offerEnd(box) {
  const settle = () =>
    load(settlingScript()).then(
      ({ open }) =>
        find("dialog.settling") ??
        open(need("#settling"), unwritten(box.queue).length).addEventListener("close", () => redraw(box)),
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
  offerEnd(box);
  fetchBefore();
  warnBeforeLeaving(() => Boolean(box.since) || unwritten(box.queue).length > 0);
}
