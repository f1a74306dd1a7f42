// @ts-check
/* The outbox: hands that the server does not have yet. A hand is kept on the phone before it is sent, shown with the
 * others
 * meanwhile, and sent in order when there is network. Here is what fingers, htmx and other tabs do to it. */

import { all, field, find, need, onHtmx, targetOf } from "../dom.js";
import { entryForm } from "../scoresheet/form.js";
import { offerToStayAwake } from "./awake.js";
import { offerCodes } from "./codes.js";
import { offerEnd } from "./end.js";
import { amend, forget, keep, kept, onChange } from "./kept.js";
import { keeper } from "./kept_page.js";
import { warnBeforeLeaving } from "./leaving.js";
import { itemOf, ledger, parse, setToken, shownOf, token } from "./page.js";
import { inLedger, moveToEnd, ready, reviseAgain, revisionOf, throwAway, unwritten } from "./queue.js";
import { Sender } from "./sending.js";
import { PATIENCE, isAnswered, isRefused, send } from "./server.js";
import { takeIn } from "./taking_in.js";
import { draw, itemAt, redraw, showOpen, sign, standingAt } from "./unsent.js";
import { saveFile } from "./unsent_file.js";
import { uuid } from "./uuid.js";

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
  const box = { panel, words, home, queue: [], current: null, revising: null, opens: null, stuck: false, since: null };
  const keepPage = keeper(words);
  /** @type {Sender} */
  const sending = new Sender(box, {
    kept,
    amend,
    forget,
    keepPage,
    showOpen,
    look: panel.look,
    redraw: () => redraw(box),
    sign: () => sign(box),
    inLedger: (item) => inLedger(ledger(), item),
    send: async (item) =>
      (await takeIn(item.sheet, token()))
        ? send({ token, setToken, parse, lost: () => sending.lost(), gone: words.gone ?? "" }, item)
        : { wait: true },
  });
  watchHtmx(box, sending);
  watchFingers(box, sending);
  offerToStayAwake();
  offerCodes(home);
  addEventListener("offline", sending.lost);
  addEventListener("online", () => takeIn(home, token()).then((isKnown) => (isKnown ? panel.look() : undefined)));
  onChange(() => reread(box, sending).catch(() => {})); // the store went away
  Object.assign(panel.hooks, {
    settled() {
      draw(box);
      keepPage();
      sending.clearAway();
    },
    /** @param {string} state */
    sign: (state) => sign(box, state),
    /** No complaint about a hand that waits here. @param {string} text */
    unsent: (text) => box.stuck && panel.complain(`${text} ${words.full}`),
  });
  kept()
    .catch(() => [])
    .then((items) => begin(box, sending, items));
}

/** @param {Box} box @param {Sender} sending @param {Item[]} items */
function begin(box, sending, items) {
  box.words.ready = "";
  becomeKnown(box);
  offerEnd(box);
  warnBeforeLeaving(box);
  adopt(box, items);
  sending.settle(box.queue.filter(({ written }) => written));
  redraw(box);
  showOpen();
  sending.clearAway();
  if (unwritten(items).length) sending.flush();
  setTimeout(() => {
    const form = entryForm();
    if (form) box.panel.hooks.loadRare?.(form); // whatever may be written without network
  }, 1000);
}

const isMadeHere = () => "madeHere" in document.body.dataset;

/** The sheet may be known to this phone alone: then it asks the server again and again to take it in. @param {Box} box */
async function becomeKnown(box) {
  const isTaken = await takeIn(box.home, token());
  if (!isTaken) return void setTimeout(() => becomeKnown(box), 15_000);
  if (!isMadeHere()) return;
  delete document.body.dataset.madeHere;
  const live = need("#live");
  live.dataset.live ??= live.dataset.liveLater;
  box.panel.follow();
}

/** Reads the store anew after a change by another tab of this phone. @param {Box} box @param {Sender} sending */
async function reread(box, sending) {
  /** @param {Item[]} items */
  const missing = (items) => box.queue.some(({ seq }) => !items.some((item) => item.seq === seq));
  if (missing(await kept())) await box.panel.look(); // where it went to
  adopt(box, await kept());
  redraw(box);
  if (ready(box.queue)) sending.flush();
}

/** @param {Box} box @param {Item[]} items */
function adopt(box, items) {
  box.queue = items.filter(({ seq, sheet }) => sheet === box.home && seq !== box.current?.item?.seq);
  const { opens } = box;
  if (opens && !(opens instanceof Element)) box.opens = box.queue.find(({ seq }) => seq === opens.seq) ?? null;
  box.opens ??= box.queue.find(({ refused }) => refused) ?? null;
}

/** @param {Box} box @param {Sender} sending */
function watchHtmx(box, sending) {
  /* Keep first, then send; behind others, or without network, it only joins the queue. */
  onHtmx("confirm", (event) => {
    const form = event.detail.elt;
    if (!form.matches(".entry[hx-post], [data-undo]")) return;
    event.preventDefault();
    if (box.current) return;
    box.current = { form };
    box.stuck = false;
    write(box, sending, form, () => event.detail.issueRequest(true));
  });

  onHtmx("configRequest", ({ detail }) => {
    if (detail.elt === box.current?.form) detail.timeout = PATIENCE;
  });

  onHtmx("afterRequest", ({ detail: { requestConfig, successful, xhr } }) => {
    if (requestConfig.verb === "get") return xhr.status && sending.found();
    if (!box.current || requestConfig.elt !== box.current.form) return;
    const { form, item } = box.current;
    box.current = null;
    if (!item) box.stuck = !successful;
    else if (isAnswered(xhr)) sending.answered(item, isRefused(xhr));
    else {
      if (!xhr.status) sending.lost();
      setAside(box, form, item);
      if (xhr.status) sending.flush();
    }
  });

  for (const name of ["sendError", "timeout"]) {
    // and not what the page itself broke off
    onHtmx(name, ({ detail }) => detail.requestConfig.verb === "get" && sending.lost());
  }

  onHtmx("beforeSwap", ({ detail }) => {
    const ours = detail.requestConfig.elt !== box.current?.form || isAnswered(detail.xhr);
    if (!ours) detail.shouldSwap = false;
  });

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

/** @param {Box} box @param {Sender} sending @param {HTMLFormElement} form @param {() => void} issue */
async function write(box, sending, form, issue) {
  const item = itemOf(form, box);
  try {
    await keep(item);
  } catch {
    if (!box.revising) return issue(); // as without an outbox: the panel keeps it until it is sent
    box.current = null;
    return box.panel.complain(box.words.full ?? "");
  }
  navigator.storage?.persist?.();
  box.current = { form, item };
  if (!isMadeHere() && navigator.onLine && !unwritten(box.queue).length && !box.revising) return issue();
  setAside(box, form, item);
  sending.flush();
}

/** @param {Box} box @param {HTMLFormElement} form @param {Item} item */
function setAside(box, form, item) {
  const { panel } = box;
  box.current = null;
  box.queue.push(item);
  panel.complain("");
  if (form.matches(".entry")) {
    box.revising = null;
    field(form, "uuid").value = uuid();
    for (const note of all(".note", form)) note.remove();
    draw(box);
    panel.clear(form);
  } else form.remove();
  redraw(box);
  find("#panel-title")?.focus({ preventScroll: true });
  need("#lines").scrollTop = 0;
}

/** @param {Box} box @param {Sender} sending */
function watchFingers(box, sending) {
  document.addEventListener("click", (event) => {
    const target = targetOf(event);
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
    box.opens = box.opens === of ? null : of;
    draw(box);
    showOpen();
  });
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
  else if (!(of instanceof Element)) decide(box, sending, of, action);
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
  try {
    await keep(item);
  } catch {
    return box.panel.complain(box.words.full ?? "");
  }
  box.queue.push(item);
  redraw(box);
  sending.flush();
}

/**
 * Carries out a person's decision about a refused item.
 * @param {Box} box
 * @param {Sender} sending
 * @param {Item} item
 * @param {string} action
 */
async function decide(box, sending, item, action) {
  if (action === "throw") {
    const { gone, left } = throwAway(box.queue, item, ledger());
    for (const one of gone) await forget(one);
    box.queue = left;
  } else if (action === "next") moveToEnd(box.queue, item, ledger(), uuid());
  else if (action === "anyway") reviseAgain(item, ledger(), uuid());
  delete item.refused;
  box.opens = null;
  await Promise.all(unwritten(box.queue).map(keep));
  redraw(box);
  sending.flush();
}
