// @ts-check
/* Lights the amount that a hand rests on which waits to be sent, and says its sources: both stand on the page of the
 * sheet's rules, which the phone keeps. What was typed stands behind the # of its address. */

import { all, find, need } from "../dom.js";

/** @param {string | undefined} range such as 36–38 @param {number} points */
function isWithin(range, points) {
  if (!range) return false;
  const ends = range.split("–").map(Number);
  return Math.min(...ends) <= points && points <= Math.max(...ends);
}

/** The cell of a normal game, won or lost. @param {string} line the game, with a + over a Solo @param {number} points */
function cellOfPoints(line, points) {
  const half = find(`[data-half="${points}"]`);
  if (half) return half;
  for (const side of ["won", "lost"])
    for (const heading of all(`th[data-${side}~="${line}"]`)) {
      const table = /** @type {HTMLTableElement} */ (heading.closest("table"));
      const row = all("tbody tr", table).find((each) => isWithin(each.dataset[side], points));
      const at = all("th[data-won]", table).indexOf(heading);
      if (row) return /** @type {HTMLElement} */ (row.querySelectorAll("td")[at]);
    }
  return null;
}

/** The cell of a game with one amount, or with that which somebody got or paid. @param {string} game @param {number} place @param {string[]} pay */
function cellOfGame(game, place, pay) {
  const cells = all(`[data-game="${game}"] :is(td, b)`);
  if (find(`tr[data-game="${game}"]`)) return cells[place] ?? null;
  const amounts = new Set(pay.map((amount) => String(Math.abs(Number(amount)))));
  return cells.find((cell) => amounts.has(cell.textContent.trim())) ?? null;
}

const asked = new URLSearchParams(location.hash.slice(1));
const game = asked.get("game");
if (game && /^[a-z_]+$/.test(game)) {
  const line = asked.has("over_solo") ? `${game}+` : game;
  const points = Number(asked.get("points"));
  const isByPoints = find(`th[data-won~="${line}"], th[data-lost~="${line}"]`);
  const place = asked.has("ouvert") ? 1 : 0;
  const pay = asked.get("pay")?.split(",") ?? [];
  const cell = isByPoints ? cellOfPoints(line, points) : cellOfGame(game, place, pay);
  cell?.classList.add("lit");
  cell?.setAttribute("aria-current", "true");
  const sources = need("#cell-sources");
  for (const entry of all("[data-for]", sources)) entry.hidden = !entry.dataset.for?.split(" ").includes(line);
  sources.hidden = !all("[data-for]", sources).some((entry) => !entry.hidden);
  (cell?.closest("table") ?? find("[data-game]"))?.closest("section")?.append(sources);
  (cell ?? sources).scrollIntoView({ block: "center" });
}
