// @ts-check
/* One more hand as values (scoresheet/hand/one_hand.py), for a page that shows everything before it: made into the parts
 * of the page that it changes, as the server sends them where more has changed. For the phone that wrote it and for those
 * that follow. */

import { all, copyOf, fill, find, need } from "../dom.js";
import { signed } from "../numbers.js";
import { fillAmounts, moveMarks, seatNames, tellWhoLeads } from "./drawn.js";
import { uuid } from "./uuid.js";

/**
 * `shown` is its number as people count, `amounts` are by seat, `seats` their totals and classes after it, `next` the deal
 * after it; `warnings` are doubts about it, `news` is said if somebody else wrote it.
 * @typedef {object} OneHand
 * @property {number} version of the sheet with it
 * @property {number} key @property {number} number @property {number | null} shown
 * @property {number} dealer @property {string} lineup @property {(number | null)[]} amounts @property {string} fields
 * @property {string} game @property {string} text @property {string} schnaps who owes a round for it
 * @property {[number, string][]} seats
 * @property {{dealer: number, vorhand: number, shown: number}} next
 * @property {string[]} warnings @property {string} news
 */

/**
 * Says to the server that this page reads values; with its first hand a page gets the list.
 * @returns {Record<string, string>}
 */
export const asksForValues = () => (find("#ledger .line[data-number]") ? { "X-Reads": "hand" } : {});

/**
 * The parts of the page that it changes, the first of them `#live`; nothing if the page lacks more.
 * @param {OneHand} hand
 * @param {DOMStringMap} words
 */
export function partsOf(hand, words) {
  const next = find("#next");
  const isNext = versionShown() === hand.version - 1 && (next?.dataset.lineup ?? hand.lineup) === hand.lineup;
  if (!isNext || !find("#ledger .line[data-number]")) return "";
  const parts = [live(hand), totals(hand, words), list(hand), news(hand), ...(next ? [deal(next, hand, words)] : [])];
  return parts.map(({ outerHTML }) => outerHTML).join("\n");
}

const versionShown = () =>
  Number(
    need("#live")
      .getAttribute("hx-get")
      ?.match(/[?&]v=(\d+)/)?.[1],
  );

/** A copy that takes the place of a part. @param {HTMLElement} part */
function anew(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  copy.setAttribute("hx-swap-oob", "true");
  return copy;
}

/** @param {OneHand} hand */
function live({ version, key }) {
  const part = anew(need("#live"));
  part.removeAttribute("hx-swap-oob");
  delete part.dataset.script; // it is here
  part.removeAttribute("class");
  /** @param {string | null | undefined} asked */
  const moved = (asked) => asked?.replace(/([?&]v=)\d+/, `$1${version}`).replace(/([?&]newest=)\d*/, `$1${key}`) ?? "";
  part.setAttribute("hx-get", moved(part.getAttribute("hx-get")));
  part.dataset.bell = moved(part.dataset.bell);
  return part;
}

/** @param {OneHand} hand @param {DOMStringMap} words */
function totals({ seats, lineup, next }, words) {
  const part = anew(need("#totals"));
  all(".seat", part).forEach((seat, at) => {
    const [total, looks] = seats[at];
    seat.className = `seat ${looks}`;
    const shown = need("[data-total]", seat);
    delete shown.dataset.sent;
    shown.dataset.total = String(total);
    shown.textContent = signed(total);
    tellWhoLeads(seat, seat.matches(".leads"), words);
  });
  moveMarks(part, { dealer: next.dealer, lineup: lineup.split(",").map(Number) });
  return part;
}

/** The line, for the head of the list. @param {OneHand} hand */
function list({ number, shown, dealer, lineup, amounts, fields, game, text, schnaps }) {
  const line = copyOf(need("#sent"));
  const paid = amounts.map((amount) => amount ?? "").join();
  Object.assign(line.dataset, { number, revision: 1, dealer, lineup, paid, fields });
  need("a", line).setAttribute("href", `${location.pathname}/hands/${number}`);
  if (shown === null) need(".number", line).remove();
  else need(".number", line).textContent = String(shown);
  need(".game", line).textContent = game;
  need(".text", line).textContent = text;
  const owes = need(".tag", line);
  if (schnaps) owes.append(fill(owes.dataset.owes, { names: schnaps }));
  else owes.remove();
  delete owes.dataset.owes;
  fillAmounts(line, amounts, false);
  const part = document.createElement("ol");
  part.setAttribute("hx-swap-oob", "afterbegin:#ledger");
  part.append(line);
  return part;
}

/** @param {OneHand} hand */
function news({ news: sentence }) {
  const part = anew(need("#news"));
  part.setAttribute("hx-swap-oob", "innerHTML");
  part.replaceChildren(...(sentence ? [symbol("pencil"), ` ${sentence}`] : []));
  return part;
}

/** @param {string} name */
function symbol(name) {
  const drawing = need("svg", copyOf(need("#sent")));
  need("use", drawing).setAttribute("href", `#i-${name}`);
  return drawing;
}

/** The head of the panel. @param {HTMLElement} next @param {OneHand} hand @param {DOMStringMap} words */
function deal(next, { version, number, lineup, next: { dealer, vorhand, shown }, warnings }, words) {
  const part = anew(next);
  Object.assign(part.dataset, { number: number + 1, dealer, lineup, shown });
  const values = { uuid: uuid(), number: number + 1, revision: 1, lineup, dealer, seen: version };
  for (const [name, value] of Object.entries(values)) need(`[name=${name}]`, part).setAttribute("value", String(value));
  find("[name=auction]", part)?.remove();
  find("[data-back]", part)?.remove();
  const names = seatNames();
  const { planned } = part.dataset;
  need("h2", part).textContent = fill(words.hand, { number: shown }) + (planned ? ` / ${planned}` : "");
  need(".turn p", part).textContent = fill(words.turn, { dealer: names[dealer], vorhand: names[vorhand] });
  for (const note of all(".note", part)) note.remove();
  for (const sentence of warnings) {
    const note = Object.assign(document.createElement("p"), { className: "note" });
    note.append(symbol("warning"), sentence);
    part.append(note);
  }
  return part;
}
