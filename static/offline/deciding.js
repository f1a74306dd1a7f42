// @ts-check
/* What fingers do to hands that wait, and without network to sent ones: they are taken back, corrected, struck, let count
 * again; what was refused or conflicts is sent once more, in another place, or thrown away. */

import { find, need, targetOf } from "../dom.js";
import { load } from "../load.js";
import { entryForm, isBusy } from "../scoresheet/form.js";
import { discard, keepAnew, withdraw } from "./kept.js";
import { ledger, shownOf, tableWith } from "./page.js";
import { lineAt, moveToEnd, replaceTheirs, revisionOf, takingBack, throwAway, unwritten } from "./queue.js";
import { failureOf } from "./store.js";
import { draw, drawUndo, itemAt, redraw, showOpen, standingAt } from "./unsent.js";
import { saveFile } from "./unsent_file.js";
import { uuid } from "./uuid.js";
import { add, emptyPanel, goBack, keepHand, textSaid } from "./writing.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./sending.js").Sender} Sender */
/** @typedef {import("./unsent.js").Box} Box */

/** @param {Box} box @param {Sender} sending */
export function watchFingers(box, sending) {
  for (const event of ["click", "input"]) document.addEventListener(event, () => keepHand(box));
  document.addEventListener("click", (event) => {
    const target = targetOf(event);
    if (target.closest("div[data-undo] button")) return undo(box, sending);
    if (target.closest("#panel .entry :is(button, label)")) box.undo = null; // whoever goes on has accepted the last hand
    const button = /** @type {HTMLElement | null} */ (target.closest("#lines [data-do]"));
    if (button) return act(box, sending, button);
    if (target.closest("[data-back]")) return goBack(box);
    const row = target.closest(".unsent .row");
    const alone = (box.since || !navigator.onLine) && entryForm();
    const sent = alone ? target.closest("#lines .line[data-number] a") : null;
    const line = (row ?? sent)?.parentElement;
    if (!line) return;
    event.preventDefault();
    const of = row ? (itemAt(line) ?? null) : line;
    if (row && box.question && of && "refused" in of && of.refused?.revision) return askNow(box, sending);
    box.opens = box.opens === of ? null : of;
    draw(box);
    showOpen();
  });
}

/**
 * Takes the last hand back: as if it had never been, unless it was on its way to the server; then it, and nothing else, is
 * struck.
 * @param {Box} box
 * @param {Sender} sending
 */
async function undo(box, sending) {
  const item = box.undo;
  box.undo = null;
  drawUndo(box);
  if (!item) return;
  await takeBack(box, sending, item);
  redraw(box);
}

/** @param {Box} box @param {Sender} sending @param {Item} item as it was when it was written */
export async function takeBack(box, sending, item) {
  const ofIt = box.queue.filter(({ uuid: id, of }) => [id, of].includes(item.uuid));
  const isWaiting = ofIt.some(({ uuid: id }) => id === item.uuid);
  if (!isWaiting || !(await withdraw(ofIt).catch(() => false))) return add(box, sending, takingBack(item, uuid()));
  const mine = box.queue.find(({ uuid: id }) => id === item.uuid); // other tabs may have been heard meanwhile
  if (!mine) return;
  const { left } = throwAway(box.queue, mine, ledger());
  box.queue = left;
  await keepAnew(left.filter(({ seq, written }) => !written && Number(seq) > Number(mine.seq))); // they moved up
}

/** @param {Box} box @param {Sender} sending @param {HTMLElement} button */
function act(box, sending, button) {
  const { do: action = "" } = button.dataset;
  if (action === "throw" && !("sure" in button.dataset)) {
    button.dataset.sure = "";
    button.textContent = box.words.sure ?? "";
    return;
  }
  if (action === "file") return saveFile(box.home, unwritten(box.queue));
  const of = box.opens;
  box.opens = null;
  if (action === "later" || !of) return draw(box);
  if (action === "correct") correct(box, of);
  else if (action === "strike" || action === "restore") revise(box, sending, action, of);
  else if (!(of instanceof Element)) decide(box, sending, [[of, action]]);
}

/**
 * The revision that comes after what stands there, of a hand in the queue or in the ledger.
 * @param {Box} box
 * @param {Item | HTMLElement} of
 */
function nextOf(box, of) {
  const number = Number(of instanceof Element ? of.dataset.number : of.number);
  const { revision = 0, dealer = 0, lineup = [], of: first, fields } = standingAt(box, number) ?? {};
  return { number, revision: revision + 1, dealer, lineup, of: first, fields };
}

/** The panel begins with what stands there, or with what was refused. @param {Box} box @param {Item | HTMLElement} of */
function correct(box, of) {
  const shown = of instanceof Element ? (find(".number", of)?.textContent ?? "") : shownOf(of, box.queue);
  emptyPanel(box);
  const refused = of instanceof Element || !of.refused ? undefined : of;
  const { number, revision, dealer = 0, lineup = [], of: first, fields = [] } = refused ?? nextOf(box, of);
  const stands = [...new URLSearchParams(fields)];
  const auction = stands.filter(([name]) => name === "auction");
  box.revising = { number, revision, dealer, lineup, of: first, shown, auction, replaces: refused };
  redraw(box);
  const form = entryForm();
  if (form && stands.length) {
    box.panel.refill(form, stands);
    if (!refused) box.revising.stands = textSaid(form);
  }
  need("#panel-title").focus({ preventScroll: true });
}

/** @param {Box} box @param {Sender} sending @param {"strike" | "restore"} kind @param {Item | HTMLElement} of */
async function revise(box, sending, kind, of) {
  await add(box, sending, revisionOf(box.home, kind, nextOf(box, of), uuid()));
  redraw(box);
}

/** Opens the question about what differs, unless somebody is in the middle of a hand. @param {Box} box @param {Sender} sending */
export function askNow(box, sending) {
  if (!box.question || isBusy()) return;
  const { question, asked } = box.question;
  /** @param {[Item, string][]} choices */
  const decided = (choices) => decide(box, sending, choices);
  load(box.words.differing ?? "").then(
    (differing) => differing.ask(question, asked, decided),
    () => {}, // a tap on a line asks again
  );
}

/** @param {Box} box @param {Sender} sending @param {[Item, string][]} choices */
async function decide(box, sending, choices) {
  await carryOut(box, choices).catch((error) => (box.failure = failureOf(error)));
  redraw(box);
  sending.flush();
}

/**
 * Throws items away, or makes them sendable: after the last hand ("next"), or in place of what stands there ("anyway").
 * @param {import("./unsent.js").Box} box
 * @param {[Item, string][]} choices
 */
export async function carryOut(box, choices) {
  box.opens = box.question = box.undo = null;
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
    item.fields = item.fields.filter(([name]) => name !== "seen"); // whoever decides has read what was refused
    delete item.refused;
  }
  const left = unwritten(box.queue);
  for (const item of left.slice(-1)) item.table = tableWith(box.queue);
  await keepAnew(left);
}

/** @param {import("./unsent.js").Box} box @param {Item[]} items */
export const throwAll = (box, items) =>
  carryOut(
    box,
    items.map((item) => [item, "throw"]),
  );
