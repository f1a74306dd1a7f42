// @ts-check
/* Payments of common hands: looked up in the amounts, never computed by rules. rare_verdicts.js has the others. */

import { fill } from "../dom.js";
import { signed } from "../numbers.js";
import { oneAgainstAll } from "./games.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Table} Table */
/**
 * `say` and `pay` when the hand is complete, `ask` for what is missing, `problem` when it cannot be, `doubt` when it
 * hardly can. `pay` has one amount for each of the line-up. `place` on the tariff: the declarer's card points, or row and
 * column, and the card points where a Räuber is paid by those; the last row if -1. `line` is what the line of a rare hand says.
 * @typedef {{say?: string, pay?: number[], place?: number[], ask?: string, problem?: string, doubt?: string | false, line?: import("./line_words.js").Line}} Verdict
 */
/** @typedef {(entry: Entry, words: DOMStringMap) => Verdict | null} Look */

/** @type {Look} */
function normal(entry, words) {
  const { table, declarer } = entry;
  const amounts = (entry.overSolo ? table.over_solo : table.normal)[entry.game ?? ""];
  if (entry.pfeif && entry.made === null) return { ask: words.how };
  if (entry.pfeif && !entry.made)
    return { say: words.lost, pay: oneAgainstAll(table, declarer, amounts[0]), place: [0] };
  if (entry.points === null) return { ask: words.enter };
  if (entry.points > table.total) return { problem: fill(words.tooMany, table) };
  const own = entry.byDefenders ? table.total - entry.points : entry.points;
  const even = 2 * own === table.total;
  const say = even ? words.buergermeister : own === 0 ? words.noTrick : amounts[own] > 0 ? words.won : words.lost;
  const unlikely = (own > 0 && own < table.least) || table.impossible.includes(own);
  return {
    say,
    pay: oneAgainstAll(table, declarer, amounts[own]),
    place: [own],
    doubt: unlikely && fill(words.unlikely, { points: own }),
  };
}

/** Nothing for a game whose value the house sets: that is only written by its amount. @type {Look} */
function target({ table, game, declarer, made, ouvert }, words) {
  const amounts = table.targets[game ?? ""];
  if (!amounts) return null;
  if (made === null) return { ask: words.how };
  const amount = (made ? 1 : -1) * Number(amounts[ouvert ? 1 : 0]);
  return { say: made ? words.made : words.lost, pay: oneAgainstAll(table, declarer, amount) };
}

/** By kind of game; rare ones are added when they are first needed. @type {Record<string, Look>} */
export const VERDICTS = { normal, target };

/**
 * "Bernd +45, the others −15 each", or everyone by name.
 * @param {Table} table
 * @param {number[]} paid
 * @param {DOMStringMap} words
 */
export function sentence(table, paid, words) {
  if (paid.every((amount) => amount === 0)) return words.nobody ?? "";
  /** @param {number} index */
  const name = (index) => table.names[table.lineup[index]];
  const one = paid.findIndex((amount) => paid.filter((other) => other === amount).length === 1);
  const rest = paid.filter((_, index) => index !== one);
  if (one >= 0 && rest.length > 1 && rest.every((amount) => amount === rest[0])) {
    return fill(words.two, { one: name(one), amount: signed(paid[one]), rest: signed(rest[0]) });
  }
  return paid.map((amount, index) => `${name(index)} ${signed(amount)}`).join(", ");
}
