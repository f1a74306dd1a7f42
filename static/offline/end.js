// @ts-check
/* Offers the end of the evening where the server's page of it cannot be had: without network, or for a sheet that only
 * this phone knows. */

import { find, need, targetOf } from "../dom.js";
import { unwritten } from "./queue.js";

/** @param {import("./unsent.js").Box} box */
export function offerEnd(box) {
  const template = need("#settling");
  const settle = async () => {
    if (find("dialog.settling")) return;
    const { open } = await box.panel.load(template.dataset.script ?? "");
    open(template, unwritten(box.queue).length);
  };
  document.addEventListener("click", (event) => {
    const alone = box.since || !navigator.onLine || "madeHere" in document.body.dataset;
    if (!alone || !targetOf(event).closest("[data-settle]")) return;
    event.preventDefault();
    settle();
  });
  if (location.hash === "#evening" && find("[data-settle]")) settle();
}
