// @ts-check
/* What the sheet offers without network: QR codes of what waits, and the end of the evening. */

import { find, need, targetOf } from "../dom.js";
import { load } from "../load.js";
import { entryForm } from "../scoresheet/form.js";
import { closeIfSaid } from "./closing.js";
import { warnBeforeLeaving } from "./leaving.js";
import { parse, setToken, token } from "./page.js";
import { unwritten } from "./queue.js";
import { close } from "./server.js";
import { redraw } from "./unsent.js";

/** The script of the QR codes comes when it is asked for; over plain HTTP before. @param {import("./unsent.js").Box} box */
function offerCodes(box) {
  const codes = () => load(need("#codes").dataset.script ?? "");
  document.addEventListener("click", (event) => {
    if (!targetOf(event).closest("[data-codes]")) return;
    codes().then(
      ({ openCodes }) => openCodes(box.home, unwritten(box.queue)),
      () => {}, // the next tap tries again
    );
  });
  if (isSecureContext) return;
  const style = /** @type {HTMLTemplateElement} */ (need("#codes")).content.querySelector("link")?.href ?? "";
  setTimeout(() => Promise.all([codes(), fetch(style)]).catch(() => {}), 2000);
}

/**
 * Settling up where the server's page of it cannot be had: without network, or for a sheet that only this phone knows.
 * @param {import("./unsent.js").Box} box
 */
function offerEnd(box) {
  const template = need("#settling");
  const settle = async () => {
    if (find("dialog.settling")) return;
    const { open } = await load(template.dataset.script ?? "");
    open(template, unwritten(box.queue).length).addEventListener("close", () => redraw(box));
  };
  document.addEventListener("click", (event) => {
    const alone = box.since || !navigator.onLine || "madeHere" in document.body.dataset;
    if (!alone || !targetOf(event).closest("[data-settle]")) return;
    event.preventDefault();
    settle();
  });
  if (location.hash === "#evening" && find("[data-settle]")) settle();
}

/** Ends the evening, if somebody said so without network. @param {import("./unsent.js").Box} box */
export async function closeNow(box) {
  const isClosed = await closeIfSaid(box.home, unwritten(box.queue).length, (sheet) =>
    close({ token, setToken, parse, lost: () => {}, gone: "" }, sheet),
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
  warnBeforeLeaving(() => Boolean(box.since) || unwritten(box.queue).length > 0);
}
