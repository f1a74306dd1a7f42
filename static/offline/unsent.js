// @ts-check
/* Shows the queue: lines among the hands, totals, the panel at the next deal, and the sign at the head of the page.
 * Drawn anew from the sheet as the server sent it and from the queue. */

import { all, copyOf, field, fill, find, need } from "../dom.js";
import { isToClose } from "./closing.js";
import { fillAmounts, moveMarks, tellWhoLeads } from "./drawn.js";
import { signed } from "../numbers.js";
import { entryForm, isBusy } from "../scoresheet/form.js";
import { columns, isTaken, ledger, moveOn, nextDeal, setTable, shownOf } from "./page.js";
import {
  after,
  changesNothing,
  inLedger,
  isNew,
  isThere,
  paidOtherwise,
  standings,
  struckUnsent,
  turn,
  unwritten,
  waits,
} from "./queue.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./queue.js").Turn} Turn */
/**
 * @typedef {object} More
 * @property {import("../scoresheet/sheet.js").Panel} panel
 * @property {DOMStringMap} words
 * @property {{number: number, revision: number, lineup: number[], dealer: number, of?: string, shown: string, auction: [string, string][], stands?: string, replaces?: Item} | null} revising what the panel corrects, with the field of its auction, what is said of it so far, and what of it takes the place of a refused one
 * @property {"full" | "off" | "silent"} [failure] why the database took nothing
 * @property {number} keeping how many items were given to the store since the page was loaded
 * @property {HTMLFormElement | null} current the panel, while what it holds is being kept
 * @property {Item | null} undo the hand that can be taken back
 * @property {{question: string, asked: Item[]} | null} question about what another phone wrote otherwise
 * @property {boolean} [promised] by the browser, to keep what waits; unknown before it was asked
 * @property {string[]} otherwise numbers of hands that the server calculated otherwise than was shown here
 * @property {boolean} [declined] the server will not have the sheet, which this phone opened
 *
 * @typedef {import("./sending.js").State & More} Box
 */

/** The line of an item that waits, and the item of a line. @type {WeakMap<Element, Item>} */
const items = new WeakMap();
const HOUR = 60 * 60 * 1000;
const NEW_FOR = 2000; // milliseconds: screen readers say only what is drawn within them
/** The line that asks a person, and since when. */
const question = { since: 0, asked: "" };

/** @param {Element} line */
export const itemAt = (line) => items.get(line);

/** The standing at a number once all that waits is written. @param {Box} box @param {number} number */
export const standingAt = (box, number) => standings(ledger(), box.queue, columns()).standing.get(number);

/** @param {Box} box */
export function draw(box) {
  const lines = ledger();
  const arrived = box.queue.filter((item) => item.written && (inLedger(lines, item) || changesNothing(lines, item)));
  box.otherwise.push(...paidOtherwise(lines, arrived).map((item) => shownOf(item, box.queue)));
  box.queue = box.queue.filter((item) => !arrived.includes(item));
  for (const item of arrived) moveOn(item);
  const { standing, changes } = standings(lines, box.queue, columns());
  drawLines(box, changes);
  drawTotals(box, changes);
  drawFinal();
  const server = nextDeal();
  if (server && !box.current) drawTurn(box, turn(server, lines, box.queue, standing), server.planned);
  makeRoom(box);
  sign(box);
}

/** @param {Box} box */
export function redraw(box) {
  draw(box);
  box.panel.showWhatIsNew();
}

/** @param {Box} box @param {Map<Item, (number | null)[]>} changes */
function drawLines(box, changes) {
  const list = find("#ledger") ?? emptyLedger();
  const focusAgain = focusIn(list);
  for (const old of all(".unsent, .actions, .hint", list)) old.remove();
  const lines = ledger();
  const struck = struckUnsent(box.queue);
  for (const item of box.queue) {
    if (isThere(lines, item) || struck.includes(item)) continue;
    const ofStruck = struck.some(({ uuid }) => uuid === item.of);
    list.prepend(lineOf(box, item, ofStruck ? [] : changes.get(item)));
  }
  for (const empty of all("#lines .empty")) empty.hidden = box.queue.length > 0;
  const { above, below } = hints(box);
  list.prepend(...above.map(hint));
  all(".unsent", list)
    .at(-1)
    ?.after(...below.map(hint));
  const { opens } = box;
  const open = opens instanceof Element ? opens : all(".unsent").find((line) => itemAt(line) === opens);
  if (open?.isConnected && opens) {
    open.append(actionsOf(box, opens));
    find("button.row", open)?.setAttribute("aria-expanded", "true");
  }
  drawUndo(box);
  announce();
  focusAgain();
}

/**
 * Remembers which button of which line has the focus; what is returned gives it back once all are drawn anew: of a hand
 * that was struck to the strike, which is its line then.
 * @param {HTMLElement} list
 */
function focusIn(list) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const line = list.contains(focused) && focused?.closest(".line");
  if (!focused || !line) return () => {};
  const at = buttonsIn(line).indexOf(focused);
  const { seq, uuid } = itemAt(line) ?? {};
  return () => {
    /** @param {(item: Partial<Item>) => boolean} is */
    const lineWith = (is) => all(".unsent", list).find((one) => is(itemAt(one) ?? {}));
    const again = seq ? (lineWith((item) => item.seq === seq) ?? lineWith(({ of }) => of === uuid)) : line;
    const [row, ...others] = again ? buttonsIn(again) : [];
    const place = others[at - 1];
    if (document.activeElement !== focused) (place?.hidden === false ? place : row)?.focus({ preventScroll: true });
  };
}

/** The row first, then its actions. @param {Element} line */
const buttonsIn = (line) => all("a, button", line);

/** What asks a person is said when it comes, and not whenever it is drawn. */
function announce() {
  const asking = find("#lines .refused .actions");
  const asked = asking?.closest(".line")?.textContent ?? "";
  if (asked !== question.asked) question.since = Date.now();
  question.asked = asked;
  if (asking && Date.now() - question.since < NEW_FOR) need(".problem", asking).setAttribute("role", "alert");
}

/**
 * What is known of the phone: `promised` is false if the browser does not promise to keep its data, `until` when the
 * link ends by which it may write, `failure` why the database takes nothing, `otherwise` the numbers of hands that the server calculated otherwise; `closing` that
 * the evening is to be ended, `declined` that the server will not have the sheet.
 * @typedef {{waiting: number, brief: boolean, secure: boolean, promised?: boolean, until?: string, failure?: string, otherwise: string[], closing?: boolean, declined?: boolean}} Known
 */

/** A browser that promises nothing, and what only Safari does. @param {DOMStringMap} words */
const unpromised = ({ unpromised = "", weekly = "" }) =>
  "GestureEvent" in globalThis ? [unpromised, weekly] : [unpromised];

/**
 * The sentences above the hands that wait, the most urgent first, and those below them, which can wait, too.
 * @param {Known} known
 * @param {DOMStringMap} words
 * @param {number} now
 * @returns {{above: string[], below: string[]}}
 */
export function hintsOf(
  { waiting, brief, secure, promised, until, failure, otherwise, closing, declined },
  words,
  now,
) {
  const above = otherwise.length ? [fill(words.otherwise, { numbers: otherwise.join(", ") })] : [];
  if (declined) above.unshift(words.declined ?? "");
  if (closing) above.push(words.closing ?? "");
  if (!waiting || brief) return { above, below: [] };
  if (until && Date.parse(until) - now < HOUR) above.unshift(fill(words.until, { time: timeOf(new Date(until)) }));
  if (failure) above.unshift(`${words[failure]} ${words.held}`);
  if (!secure) above.push(words.plain ?? "");
  return { above, below: secure && promised === false ? unpromised(words) : [] };
}

/** @param {Box} box */
function hints({ home, queue, brief, promised, otherwise, declined, failure, words }) {
  const { until } = find("#saved")?.dataset ?? {};
  const known = { waiting: unwritten(queue).length, brief, secure: isSecureContext, promised, until, otherwise };
  return hintsOf({ ...known, declined, failure, closing: isToClose(home) }, words, Date.now());
}

/** @param {string} text */
const hint = (text) => Object.assign(document.createElement("li"), { className: "hint", textContent: text });

/**
 * The offer to take the last hand back, on its line, until another phone's stands there; one that came from the server goes
 * by itself.
 * @param {Box} box
 */
export function drawUndo({ undo, queue }) {
  find("div[data-undo]")?.remove();
  if (!undo) return;
  const { theirs, written } = queue.find(({ uuid }) => uuid === undo.uuid) ?? {};
  undo.written ||= written;
  const number = undo.written && !theirs ? String(undo.number) : "";
  const line = all("#ledger > .line").find(
    (one) => itemAt(one)?.uuid === undo.uuid || (number && one.dataset.number === number),
  );
  line?.append(copyOf(need("#unsent-undo")));
}

function emptyLedger() {
  const list = Object.assign(document.createElement("ol"), { id: "ledger", reversed: true });
  need("#lines").prepend(list);
  return list;
}

/** @param {Box} box @param {Item} item @param {(number | null)[]} [change] */
function lineOf(box, item, change) {
  const { queue, words } = box;
  const line = copyOf(need("#unsent"));
  const number = shownOf(item, queue);
  items.set(line, item);
  line.classList.toggle("refused", Boolean(item.refused));
  need(".number", line).textContent = isNew(item) && item.counts && waits(item) && !isTaken(item) ? number : "";
  need(".game", line).textContent = isNew(item) ? (item.game ?? "") : fill(words[item.kind], { number });
  need(".text", line).textContent = item.kind === "correct" ? `${item.game} ${item.text}` : (item.text ?? "");
  need(".tag", line).hidden = Boolean(item.written) || (box.brief && !item.refused);
  need("[data-tag]", line).textContent = (item.refused ? words.refused : words.unsent) ?? "";
  fillAmounts(line, (item.kind !== "pay" && change) || [], true);
  return line;
}

/** @param {Box} box @param {Map<Item, (number | null)[]>} changes */
function drawTotals({ words }, changes) {
  const sums = all("#totals [data-total]").map((total, seat) => {
    const sent = (total.dataset.sent ??= total.dataset.total);
    const shown = [...changes.values()].reduce((before, change) => before + (change[seat] ?? 0), Number(sent));
    total.dataset.total = String(shown);
    total.textContent = signed(shown);
    return shown;
  });
  const best = Math.max(...sums);
  all("#totals .seat").forEach((seat, index) => {
    const leads = best > 0 && sums[index] === best;
    seat.classList.toggle("leads", leads);
    tellWhoLeads(seat, leads, words);
  });
}

/** For the desk, where the last hand is written without network. */
function drawFinal() {
  const rows = all("#totals .seat").map((seat) => {
    const row = document.createElement("li");
    row.append(...[".name", ".total"].map((part) => need(part, seat).cloneNode(true)));
    return row;
  });
  find("#panel .complete .final")?.replaceChildren(...rows);
}

/** A question stands alone, unless somebody is in the middle of a hand. @param {Box} box */
function makeRoom({ opens }) {
  const deciding = Boolean(opens && "refused" in opens && opens.refused) && !isBusy();
  find("#panel .entry, #finish")?.toggleAttribute("data-deciding", deciding);
}

/** The panel's place in the ledger, and who deals. @param {Box} box @param {Turn} next @param {number} planned */
function drawTurn({ panel, revising, words }, next, planned) {
  const form = /** @type {HTMLFormElement} */ (entryForm());
  moveMarks(need("#totals"), next);
  const place = revising ?? { ...next, revision: 1 };
  const inputs = ["number", "revision", "dealer", "lineup"].map((name) => field(form, name));
  const wanted = [place.number, place.revision, place.dealer, place.lineup].map(String);
  if (inputs.every(({ value }, index) => value === wanted[index])) return;
  inputs.forEach((hidden, index) => (hidden.value = wanted[index]));
  const names = setTable(form, place);
  const people = { dealer: names[place.dealer], vorhand: names[after(place.lineup, place.dealer)] };
  const title = fill(words.hand, { number: next.shown }) + (planned ? ` / ${planned}` : "");
  need("#panel-title").textContent = revising ? fill(words.correcting, { number: revising.shown }) : title;
  need(".turn p", form).textContent = revising ? "" : fill(words.turn, people);
  find("[data-back]", form)?.remove();
  if (revising) need(".turn", form).append(copyOf(need("#unsent-back")));
  form.toggleAttribute("data-revising", Boolean(revising));
  const save = need("[data-save]", form);
  save.dataset.word ??= save.textContent;
  save.textContent = (revising ? words.mend : save.dataset.word) ?? "";
  const complete = !revising && planned > 0 && next.shown > planned;
  panel.complain(complete ? fill(words.complete, { planned }) : "");
  form.toggleAttribute("data-complete", complete);
  panel.draw(form);
}

/**
 * Actions for a line that waits, or for a sent one while there is no network.
 * @param {Box} box
 * @param {Item | HTMLElement} of
 */
function actionsOf(box, of) {
  const actions = copyOf(need("#unsent-actions"));
  /** @param {string} name */
  const offer = (name) => (need(`[data-do=${name}]`, actions).hidden = false);
  const sent = of instanceof Element;
  need("[data-do=file]", actions).hidden = sent;
  const tariff = /** @type {HTMLAnchorElement} */ (need("[data-tariff]", actions));
  const { sheet, cell } = sent ? /** @type {Partial<Item>} */ ({}) : of;
  tariff.hidden = !cell || "madeHere" in document.body.dataset;
  tariff.href = `${sheet}/rules#cell=${cell}`;
  need("[data-between]", actions).hidden = !sent;
  if (!sent && of.refused) {
    const behind = box.queue.filter((item) => !item.written && Number(item.seq) > Number(of.seq)).length;
    const wait = behind > 1 ? fill(box.words.behind, { n: behind }) : behind ? box.words.oneBehind : "";
    need(".problem", actions).textContent = `${of.refused.sentence} ${wait}`.trim();
    if (isMendable(of) && entryForm()) offer("correct");
    need(".problem", actions).hidden = false;
    offer(of.refused.gone || !entryForm() || of.kind === "pay" ? "retry" : isNew(of) ? "next" : "anyway");
    ["throw", "later"].forEach(offer);
  } else if (!sent && of.kind === "pay") {
    if (!of.tried) offer("throw");
  } else if (entryForm() && (sent || standingAt(box, of.number)?.of === (of.of ?? of.uuid) || !isNew(of))) {
    const struck = standingAt(box, Number(sent ? of.dataset.number : of.number))?.void;
    (struck ? ["restore"] : ["correct", "strike"]).forEach(offer);
  }
  return actions;
}

/** What the server refused for what it says, and not for what another phone wrote there. @param {Item} item */
const isMendable = ({ kind, refused }) =>
  (kind === "new" || kind === "correct") && Boolean(refused && !refused.gone && !refused.revision);

/** The line whose actions are shown, whole. */
export const showOpen = () => find("#lines .actions")?.parentElement?.scrollIntoView({ block: "nearest" });

/**
 * One honest sign: all saved, so many waiting, or since when there is no network.
 * @param {Box} box
 * @param {string} [state]
 */
export function sign(box, state = "") {
  const saved = find("#saved");
  if (!saved) return;
  const [shown, text = ""] = signOf(box, state || "saved", saved.dataset);
  saved.dataset.state = shown;
  const place = need("span", saved);
  if (place.textContent !== text) place.textContent = text;
}

/** @param {Box} box @param {string} state @param {DOMStringMap} said @returns {[string, string?]} */
function signOf({ queue, since, words, brief }, state, said) {
  const waiting = unwritten(queue).length;
  if (!queue.every(waits)) return ["refused", words.decide];
  if (waiting && brief) return ["saving", said.saving];
  if (waiting) return ["waiting", waiting === 1 ? words.one : fill(words.count, { n: waiting })];
  if ("madeHere" in document.body.dataset) return ["waiting", words.here];
  if (!since) return [state, said[state]];
  return ["offline", fill(words.since, { time: timeOf(since) })];
}

/** @param {Date} moment */
const timeOf = (moment) => moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
