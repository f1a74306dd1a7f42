// @ts-check
/* Over plain HTTP no worker keeps the page: without network it cannot be opened again, so leaving it is asked about. */

import { unwritten } from "./queue.js";

/** @param {Pick<import("./unsent.js").Box, "queue" | "since">} box */
export function warnBeforeLeaving(box) {
  if (isSecureContext) return;
  addEventListener("beforeunload", (event) => {
    if (box.since || !navigator.onLine || unwritten(box.queue).length) event.preventDefault();
  });
}
