// @ts-check
/* What a hand that waits and one that the server has change alike: amounts of a line, who leads, who deals. */

import { all, find, need } from "../dom.js";
import { signed } from "../numbers.js";
import { after } from "./queue.js";

/** The names at the head of the sheet, whole. */
export const seatNames = () => all("#totals .name").map(({ textContent }) => textContent);

/**
 * The amounts of a line, and what screen readers say of them: those of who was there, or of everybody.
 * @param {HTMLElement} line
 * @param {(number | null)[]} amounts
 * @param {boolean} ofAll
 */
export function fillAmounts(line, amounts, ofAll) {
  const names = seatNames();
  const spoken = amounts.map((amount, seat) => (ofAll || amount !== null) && `${names[seat]} ${signed(amount ?? 0)}`);
  need(".vh", line).textContent = spoken.filter(Boolean).join(", ");
  const cells = amounts.map((amount) => {
    const cell = document.createElement("span");
    cell.textContent = amount === null ? "–" : signed(amount);
    if (Number(amount) > 0) cell.className = "plus";
    return cell;
  });
  need(".amounts", line).replaceChildren(...cells);
}

/** @param {HTMLElement} seat of the totals @param {boolean} leads @param {DOMStringMap} words */
export function tellWhoLeads(seat, leads, words) {
  find("[data-leads]", seat)?.remove();
  if (!leads) return;
  const note = Object.assign(document.createElement("span"), { className: "vh", textContent: words.leads });
  note.dataset.leads = "";
  seat.append(note);
}

/** The marks of who deals and who speaks first. @param {ParentNode} totals @param {{dealer: number, lineup: number[]}} deal */
export function moveMarks(totals, { dealer, lineup }) {
  const marks = all(".mark", totals);
  /** @param {string} symbol */
  const marked = (symbol) => marks.find((mark) => find(`[href="#${symbol}"]`, mark));
  /** @type {[string, number][]} */
  const places = [
    ["i-cards", dealer],
    ["i-first", after(lineup, dealer)],
  ];
  const moving = places.map(([symbol, seat]) => ({
    nodes: [...(marked(symbol)?.childNodes ?? [])],
    mark: marks[seat],
  }));
  for (const { nodes, mark } of moving) mark.replaceChildren(...nodes);
}
