// @ts-check
/* The outbox: hands that the server does not have yet. A hand is kept on the phone, shown with the others at once, and
 * sent in order when there is network. Here is what fingers, answers and other tabs do to it. */

import { all, field, find, htmx, need, onHtmx, targetOf } from "../dom.js";
import { load } from "../load.js";
import { isOurs } from "../ours.js";
import { entryForm, isBusy } from "../scoresheet/form.js";
import { alone } from "./alone.js";
import { offerToStayAwake } from "./awake.js";
import { sayClose } from "./closing.js";
import { dropTyped, keepTyped, restoreTyped } from "./draft.js";
import { carryOut } from "./deciding.js";
import { keepNow, sayFailed, sayHeld, sendFromPanel, sendHeld } from "./held.js";
import { amend, discard, forget, kept, missing, onChange } from "./kept.js";
import { hear, keepOther, keeper } from "./kept_page.js";
import { becomeKnown, isKnown } from "./made_here.js";
import { closeNow, offerWithoutNetwork } from "./offers.js";
import { giveIdOfItsOwn, itemOf, ledger, serverPage, shownOf } from "./page.js";
import { inLedger, isNew, ready, revisionOf, throwAway, unwritten } from "./queue.js";
import { Sender } from "./sending.js";
import { send } from "./server.js";
import { draw, drawUndo, itemAt, redraw, showOpen, sign, standingAt } from "./unsent.js";
import { saveFile } from "./unsent_file.js";
import { uuid } from "./uuid.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./unsent.js").Box} Box */

const UNDO_FOR = 7000; // milliseconds

/**
 * Called once, when the words and lines of the outbox are on the page.
 * @param {import("../scoresheet/sheet.js").Panel} panel
 */
export function start(panel) {
  const words = need("#outbox").dataset;
  const home = location.pathname;
  /** @type {Box} */
  const box = {
    ...{ panel, words, home, queue: [], current: null, revising: null, opens: null, since: null },
    ...{ stuck: false, held: "", brief: false, undo: null, question: null, otherwise: [], keeping: 0 },
  };
  const keepPage = keeper(words, () => box.keeping > 0);
  /** @type {Sender} */
  const sending = new Sender(box, {
    kept,
    amend,
    forget,
    keepPage,
    keepOther,
    showOpen,
    look: panel.look,
    show: (parts) => showParts(panel, parts),
    later: setTimeout.bind(window),
    online: () => navigator.onLine,
    version: () => find("#live")?.dataset.bell,
    alone,
    ask: (question, asked) => {
      box.question = { question, asked };
      askNow(box, sending);
    },
    redraw: () => redraw(box),
    sign: () => sign(box),
    inLedger: (item) => inLedger(ledger(), item),
    async send(sheet, items) {
      if (!(await isKnown(home, sheet))) return null;
      askedFrom = need("#live");
      return send(serverPage(words, sending.lost), sheet, items);
    },
  });
  offerToStayAwake();
  addEventListener("offline", sending.lost);
  addEventListener("online", () => isKnown(home, home).then((known) => (known ? panel.look() : undefined)));
  onChange(() => reread(box, sending).catch(() => {})); // the store went away
  Object.assign(panel.hooks, {
    settled() {
      draw(box);
      keepPage();
      sending.clearAway();
      sending.retryIfChanged();
      closeNow(box);
    },
    /** @param {string} state */
    sign: (state) => sign(box, state),
    /** No complaint about a hand that waits here. @param {string} text */
    unsent: (text) => box.stuck && panel.complain(sayHeld(box, text)),
  });
  kept()
    .catch(() => [])
    .then((items) => {
      watchAnswers(box, sending); // not before: what is written now must find its place behind what waits
      watchFingers(box, sending);
      begin(box, sending, items);
    });
}

/** @param {Box} box @param {Sender} sending @param {Item[]} items */
function begin(box, sending, items) {
  box.words.ready = "";
  becomeKnown(box);
  offerWithoutNetwork(box);
  adopt(box, sending, items);
  redraw(box);
  restoreTyped(box);
  showOpen();
  sending.tidyUp();
  if (unwritten(items).length) sending.flush(true);
}

/** Reads the store anew after a change by another tab of this phone. @param {Box} box @param {Sender} sending */
async function reread(box, sending) {
  if (missing(box.queue, await kept()).length) await box.panel.look(); // the server has them
  const before = box.keeping;
  const items = await kept();
  if (before !== box.keeping) return reread(box, sending); // a hand was written meanwhile
  const sent = missing(box.queue, items).map((item) => ({ ...item, written: true })); // shown till the ledger has them
  adopt(box, sending, [...sent, ...items]);
  redraw(box);
  if (ready(box.queue)) sending.flush();
}

/** @param {Box} box @param {Sender} sending @param {Item[]} items */
function adopt(box, sending, items) {
  box.queue = items.filter(({ sheet }) => sheet === box.home);
  sending.settle(box.queue.filter(({ written }) => written));
  giveIdOfItsOwn(box.queue);
  const { opens } = box;
  if (opens && !(opens instanceof Element)) box.opens = box.queue.find(({ seq }) => seq === opens.seq) ?? null;
  box.opens ??= box.queue.find(({ refused }) => refused && !refused.revision) ?? null;
}

/** The element that names the version of the sheet on the page, as it was when the queue was sent. @type {Element} */
let askedFrom;

/**
 * Shows the parts of the page that came with the answer to a hand: the first is `#live`. They go with the page as it was
 * when the hand was sent; if a look was answered meanwhile, it looks again.
 * @param {import("../scoresheet/sheet.js").Panel} panel
 * @param {string} parts
 */
function showParts(panel, parts) {
  hear(parts);
  const live = need("#live");
  if (live !== askedFrom) return panel.look();
  const eventInfo = { target: live, requestConfig: { elt: live, verb: "get" } };
  htmx().swap(live, parts, { swapStyle: "outerHTML" }, { contextElement: live, eventInfo });
}

/** Opens the question about what differs, unless somebody is in the middle of a hand. @param {Box} box @param {Sender} sending */
function askNow(box, sending) {
  if (!box.question || isBusy()) return;
  const { question, asked } = box.question;
  /** @param {[Item, string][]} choices */
  const decided = (choices) => decide(box, sending, choices);
  load(box.words.differing ?? "").then(
    (differing) => differing.ask(question, asked, decided),
    () => {}, // a tap on a line asks again
  );
}

/** @param {Box} box @param {Sender} sending */
function watchAnswers(box, sending) {
  /* Keep first, then send: nothing waits for an answer. */
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("#panel .entry")) return;
    event.preventDefault();
    if (box.current) return;
    box.current = form;
    box.stuck = false;
    write(box, sending, form).finally(() => (box.current = null));
  });

  onHtmx("afterRequest", ({ detail: { xhr } }) => {
    heed(sending, xhr);
    sendHeld(box, xhr);
    closeNow(box);
  });

  for (const name of ["sendError", "timeout"]) onHtmx(name, sending.lost); // and not what the page itself broke off

  /* Drop an answer whose target another answer has replaced meanwhile, and ask again. */
  onHtmx("beforeRequest", ({ detail: { target } }) => {
    /** @param {CustomEvent} event */
    const lookAgain = ({ detail }) => {
      if (target.isConnected) return;
      detail.shouldSwap = false;
      setTimeout(box.panel.look);
    };
    target.addEventListener("htmx:beforeSwap", lookAgain, { once: true });
  });
}

/** What an answer to a look says about the network. @param {Sender} sending @param {XMLHttpRequest} xhr */
function heed(sending, xhr) {
  if (!xhr.status) return;
  if (!isOurs(xhr)) sending.lost();
  else if (xhr.status < 400) sending.found();
  else if (xhr.status < 500) sending.denied();
}

/**
 * Keeps a hand, and goes on to the next one: it is sent meanwhile. What cannot be kept is sent from the panel.
 * @param {Box} box
 * @param {Sender} sending
 * @param {HTMLFormElement} form
 */
async function write(box, sending, form) {
  const item = itemOf(form, box);
  if (!(await keepNow(box, item))) {
    const parts = box.revising ? null : await sendFromPanel(box, form, () => sending.ways.send(box.home, [item]));
    if (parts === null) return;
    setAside(box, form);
    return parts ? sending.ways.show(parts) : sending.ways.look();
  }
  askToKeep(box);
  sayClose(box.home, false); // it goes on
  sending.flush();
  append(box, item);
  offerUndo(box, item);
  setAside(box, form);
  askNow(box, sending);
}

/** Asks the browser, once, to keep what waits; where it does not promise that, the list says so. @param {Box} box */
async function askToKeep(box) {
  if (!navigator.storage?.persist || box.promised !== undefined) return;
  box.promised = true; // until it has answered, which may take a person
  box.promised = await navigator.storage.persist().catch(() => false);
  draw(box);
}

/** The last of the queue, also if that was read from the store meanwhile. @param {Box} box @param {Item} item */
function append(box, item) {
  box.queue = [...box.queue.filter(({ seq }) => seq !== item.seq), item];
}

/** The hand of the panel has gone its way: the next one. @param {Box} box @param {HTMLFormElement} form */
function setAside(box, form) {
  const { panel } = box;
  panel.complain("");
  box.current = box.revising = null;
  box.otherwise = [];
  field(form, "uuid").value = uuid();
  for (const note of all(".note", form)) note.remove();
  panel.clear(form);
  dropTyped(box.home);
  redraw(box);
  find("#panel-title")?.focus({ preventScroll: true });
  need("#lines").scrollTop = 0;
}

/** @param {Box} box @param {Item} item */
function offerUndo(box, item) {
  box.undo = isNew(item) ? item : null;
  drawUndo(box);
  setTimeout(() => {
    if (box.undo !== item) return;
    box.undo = null;
    drawUndo(box);
  }, UNDO_FOR);
}

/** @param {Box} box @param {Sender} sending */
function watchFingers(box, sending) {
  for (const event of ["click", "input"]) document.addEventListener(event, () => keepTyped(box));
  document.addEventListener("click", (event) => {
    const target = targetOf(event);
    if (target.closest("div[data-undo] button")) return undo(box, sending);
    if (target.closest("#panel .entry")) box.undo = null; // whoever goes on has accepted the last hand
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
 * Takes the last hand back: as if it had never been, unless it was on its way to the server; then it is struck.
 * @param {Box} box
 * @param {Sender} sending
 */
async function undo(box, sending) {
  const item = box.undo;
  box.undo = null;
  drawUndo(box);
  if (!item) return;
  if (item.tried) return add(box, sending, revisionOf(box.home, "strike", nextOf(box, item), uuid()));
  const { gone, left } = throwAway(box.queue, item, ledger());
  box.queue = left;
  redraw(box);
  await discard(gone);
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
  else if (action === "strike" || action === "restore")
    add(box, sending, revisionOf(box.home, action, nextOf(box, of), uuid()));
  else if (!(of instanceof Element)) decide(box, sending, [[of, action]]);
}

/**
 * The revision that comes after what stands there, of a hand in the queue or in the ledger.
 * @param {Box} box
 * @param {Item | HTMLElement} of
 */
function nextOf(box, of) {
  const number = Number(of instanceof Element ? of.dataset.number : of.number);
  const { revision = 0, dealer = 0, lineup = [], of: first } = standingAt(box, number) ?? {};
  return { number, revision: revision + 1, dealer, lineup, of: first };
}

/** @param {Box} box @param {Item | HTMLElement} of */
function correct(box, of) {
  const shown = of instanceof Element ? (find(".number", of)?.textContent ?? "") : shownOf(of, box.queue);
  box.revising = { ...nextOf(box, of), shown };
  emptyPanel(box);
  redraw(box);
  const form = entryForm();
  if (form && !(of instanceof Element)) box.panel.refill(form, of.fields);
  need("#panel-title").focus({ preventScroll: true });
}

/** @param {Box} box */
function goBack(box) {
  box.revising = null;
  emptyPanel(box);
  draw(box);
}

/** @param {Box} box */
function emptyPanel({ panel }) {
  const form = /** @type {HTMLFormElement} */ (entryForm());
  field(form, "uuid").value = uuid();
  panel.clear(form);
}

/** @param {Box} box @param {Sender} sending @param {Item} item */
async function add(box, sending, item) {
  if (!(await keepNow(box, item))) return;
  append(box, item);
  sending.flush();
  redraw(box);
}

/**
 * Carries out a person's decisions about refused items.
 * @param {Box} box
 * @param {Sender} sending
 * @param {[Item, string][]} choices
 */
async function decide(box, sending, choices) {
  await carryOut(box, choices).catch((error) => sayFailed(box, error));
  redraw(box);
  sending.flush();
}
