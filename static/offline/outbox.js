// @ts-check
/* The outbox: hands that the server does not have yet. A hand is kept on the phone, shown with the others at once, and
 * sent in order when there is network. Here is what fingers, answers and other tabs do to it. */

import { find, htmx, need, onHtmx } from "../dom.js";
import { isOurs } from "../ours.js";
import { askNow, throwAll, watchFingers } from "./deciding.js";
import { amend, claim, forget, kept, missing, onChange } from "./kept.js";
import { hear, keepOther, keeper } from "./kept_page.js";
import { becomeKnown, isKnown } from "./made_here.js";
import { closeNow, offerBesides } from "./offers.js";
import { asksForValues, partsOf } from "./one_hand.js";
import { giveIdOfItsOwn, ledger } from "./page.js";
import { inLedger, ready, unwritten } from "./queue.js";
import { Sender, alone, send } from "./sending.js";
import { draw, redraw, showOpen, sign } from "./unsent.js";
import { restoreHand, write } from "./writing.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./unsent.js").Box} Box */

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
    ...{ brief: false, undo: null, question: null, otherwise: [], keeping: 0 },
  };
  const keepPage = keeper(words, panel.sent, () => box.keeping > 0);
  /** @type {Sender} */
  const sending = new Sender(box, {
    kept,
    claim,
    amend,
    forget,
    keepPage,
    keepOther,
    showOpen,
    throwAway: (items) => throwAll(box, items),
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
      const answer = await send(sheet, items, words, sending.lost);
      return answer?.hand && sheet === home ? { ...answer, parts: partsOf(answer.hand, words) } : answer;
    },
  });
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
  });
  kept()
    .catch(() => [])
    .then((items) => {
      watchAnswers(box, sending); // not before: what is written now must find its place behind what waits
      watchLooks(box);
      watchFingers(box, sending);
      begin(box, sending, items);
    });
}

/** @param {Box} box @param {Sender} sending @param {Item[]} items */
function begin(box, sending, items) {
  box.words.ready = "";
  becomeKnown(box);
  offerBesides(box, sending);
  adopt(box, sending, items);
  redraw(box);
  restoreHand(box);
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

/** @param {Box} box @param {Sender} sending */
function watchAnswers(box, sending) {
  /* Keep first, then send: nothing waits for an answer. */
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("#panel .entry")) return;
    event.preventDefault();
    if (box.current) return;
    box.current = form;
    write(box, sending, form)
      .then(() => askNow(box, sending))
      .finally(() => (box.current = null));
  });

  onHtmx("afterRequest", ({ detail: { xhr } }) => {
    heed(sending, xhr);
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

/** One more hand comes as values; where they do not fit the page, it asks for all of it. @param {Box} box */
function watchLooks({ panel, words }) {
  let wantsParts = false;
  onHtmx("configRequest", ({ detail: { elt, headers } }) => {
    if (elt.id !== "live") return;
    if (!wantsParts) Object.assign(headers, asksForValues());
    wantsParts = false;
  });
  onHtmx("beforeSwap", ({ detail }) => {
    const { xhr, shouldSwap } = detail;
    if (!shouldSwap || !isOurs(xhr) || !xhr.getResponseHeader("Content-Type")?.startsWith("application/json")) return;
    detail.serverResponse = partsOf(JSON.parse(detail.serverResponse), words);
    hear(detail.serverResponse);
    if (detail.serverResponse) return;
    detail.shouldSwap = false;
    wantsParts = true;
    setTimeout(panel.look);
  });
}

/** What an answer to a look says about the network. @param {Sender} sending @param {XMLHttpRequest} xhr */
function heed(sending, xhr) {
  if (!xhr.status) return;
  if (!isOurs(xhr)) sending.lost();
  else if (xhr.status < 400) sending.found();
  else if (xhr.status < 500) sending.denied();
}
