// @ts-check
/* Lights the amount that a hand rests on which waits to be sent, and says its sources: both stand on the page of the
 * sheet's rules, which the phone keeps. Its place (`cell` in offline/queue.js) stands behind the # of the address. */

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

/**
 * The cell of a game with one amount or a few; of a Räuber perhaps in a list by card points.
 * @param {string} game
 * @param {number[]} place
 */
function cellOfGame(game, [row, column, points]) {
  const lists = all(`ul[data-game="${game}"]`);
  if (points) {
    const ranges = all("li", lists[column] ?? lists[0]);
    return ranges.find((range) => isWithin(need("span", range).textContent, points));
  }
  const rows = all(`tr[data-game="${game}"], tbody[data-game="${game}"] tr`);
  const counted = rows.filter((each) => !find("[colspan]", each));
  const cells = all("td", row < 0 ? rows.at(-1) : counted[Math.min(row, counted.length - 1)]);
  return cells[column] ?? cells[0] ?? find(`p[data-game="${game}"]`);
}

/** Amounts that were only written down rest on no cell. @param {string} line @param {string} result @param {number[]} place */
function cellOf(line, result, place) {
  if (line === "free" || result === "per_defender") return null;
  const custom = find(`[data-custom="${result || line}"]`);
  if (custom) return custom;
  const isByPoints = find(`th[data-won~="${line}"], th[data-lost~="${line}"]`);
  return isByPoints ? cellOfPoints(line, place[0]) : cellOfGame(line, place);
}

/** @param {string} line @param {string} result @param {number[]} place */
function light(line, result, place) {
  const cell = cellOf(line, result, place);
  cell?.classList.add("lit");
  cell?.setAttribute("aria-current", "true");
  const written = need("#only-written");
  written.hidden = Boolean(cell);
  const sources = need("#cell-sources");
  const topic = result || line;
  for (const entry of all("[data-for]", sources))
    entry.hidden = !cell || !entry.dataset.for?.split(" ").includes(topic);
  sources.hidden = !all("[data-for]", sources).some((entry) => !entry.hidden);
  cell?.closest("section")?.append(sources);
  (cell ?? written).scrollIntoView({ block: "center" });
}

const found = /^#cell=([a-z_]+\+?),([a-z_]*),([\d,-]*)$/.exec(location.hash);
if (found) light(found[1], found[2], found[3].split(",").map(Number));
