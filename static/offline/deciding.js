// @ts-check
/* What a person decided about refused items, in the queue and in the store. */

import { discard, keepAnew } from "./kept.js";
import { ledger, tableWith } from "./page.js";
import { lineAt, moveToEnd, replaceTheirs, throwAway, unwritten } from "./queue.js";
import { uuid } from "./uuid.js";

/** @typedef {import("./queue.js").Item} Item */

/**
 * Throws items away, or makes them sendable: after the last hand ("next"), or in place of what stands there ("anyway").
 * @param {import("./unsent.js").Box} box
 * @param {[Item, string][]} choices
 */
export async function carryOut(box, choices) {
  box.opens = box.question = null;
  for (const [{ seq }, action] of choices) {
    const item = box.queue.find((one) => one.seq === seq);
    if (!item) continue; // another tab has decided
    if (action === "throw") {
      const { gone, left } = throwAway(box.queue, item, ledger());
      await discard(gone);
      box.queue = left;
    } else if (action === "next") moveToEnd(box.queue, item, ledger(), uuid());
    else if (action === "anyway") {
      const revision = item.refused?.revision ?? lineAt(ledger(), item.number)?.revision ?? 0;
      replaceTheirs(box.queue, item, revision, uuid());
    }
    delete item.refused;
  }
  const left = unwritten(box.queue);
  for (const item of left.slice(-1)) item.table = tableWith(box.queue);
  await keepAnew(left);
}
