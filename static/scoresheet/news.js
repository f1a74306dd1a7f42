// @ts-check
/* Shows what is new in the ledger: the line stands out, and the totals count up. */

import { all } from "../dom.js";
import { signed } from "../numbers.js";

const newestNumber = () => Math.max(0, ...all(".line[data-number]").map((line) => Number(line.dataset.number)));
const shownTotals = () => all("[data-total]").map((total) => Number(total.dataset.total));
let newest = newestNumber();
let totals = shownTotals();

export function showWhatIsNew() {
  const line = all(".line[data-number]").find((each) => Number(each.dataset.number) > newest);
  line?.classList.add("fresh");
  newest = newestNumber();
  const before = totals;
  totals = shownTotals();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  all("[data-total]").forEach((total, index) => countUp(total, before[index] ?? totals[index], totals[index]));
}

/** @param {HTMLElement} element @param {number} from @param {number} to */
function countUp(element, from, to) {
  if (from === to) return;
  const start = performance.now();
  /** @param {number} now */
  const step = (now) => {
    const part = Math.min(1, (now - start) / 600);
    element.textContent = signed(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
