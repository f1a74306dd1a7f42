// @ts-check
/* A rare hand in a few words, as a line of the sheet says it. */

import { fill } from "../dom.js";
import { signed } from "../numbers.js";
import { fold } from "./line_words.js";
import { namingOf } from "./rare_verdicts.js";

/** @typedef {import("./entry.js").Entry & import("./rare_verdicts.js").Rare} Entry */
/** @typedef {import("./line_words.js").Said} Said */
/** @typedef {(entry: Entry, words: DOMStringMap) => Said} Saying */

/** Seats and numbers as the sheet has its columns. @param {Entry} entry */
const bySeat = ({ table, piles }) =>
  table.playing.map((seat, at) => ({ seat, points: piles[at] })).sort((one, other) => one.seat - other.seat);

/** That whoever announced the game, Vorhand if nobody is named, pays a multiple. @param {Entry} entry @param {number} factor @param {DOMStringMap} words */
function asAnnouncer({ announcer, vorhand }, factor, words) {
  if (!factor || factor === 1) return [];
  return [fill(announcer === vorhand ? words.asVorhand : words.asAnnouncer, { fold: fold(factor, words) })];
}

/** @type {Saying} */
function raeuberSaid(entry, words) {
  const { table, game, counted, announcer } = entry;
  const rules = table.raeuber[game ?? ""];
  const naming = namingOf(table, words);
  const piles = bySeat(entry);
  const points = Math.max(...piles.map((pile) => Number(pile.points)));
  const seatsWith = (/** @type {number} */ number) =>
    piles.filter((pile) => pile.points === number).map(({ seat }) => seat);
  const most = counted ? seatsWith(points) : entry.most;
  const without = counted ? seatsWith(0) : entry.withoutTrick;
  const result = counted ? `${naming(most)} ${points}` : naming(most);
  if (rules.takes_all !== null && without.length === table.playing.length - 1)
    return { result, reasons: [words.takesAll ?? ""] };
  const reasons =
    without.length && new Set(rules.amounts[0]).size > 1 ? [fill(words.without, { names: naming(without) })] : [];
  const alone = rules.tie_with_vorhand === "vorhand_alone" && most.length > 1 && most.includes(announcer);
  if (alone) reasons.push(fill(words.tieAlone, { name: naming([announcer]) }));
  else if (most.length > 1) reasons.push(words.tieAll ?? "");
  const losers = alone ? [announcer] : most;
  return {
    result,
    reasons: [...reasons, ...(losers.includes(announcer) ? asAnnouncer(entry, rules.factor, words) : [])],
  };
}

/** @type {Saying} */
function dreschSaid(entry, words) {
  const { table, lastTrick, announcer } = entry;
  const [usual, asVorhand] = table.dresch ?? [1, 1];
  const reasons = lastTrick === announcer ? asAnnouncer(entry, asVorhand / usual, words) : [];
  return { result: fill(words.lastTrick, { name: table.names[lastTrick ?? -1] }), reasons };
}

/** By kind of game, or by how it ended. @type {Record<string, Saying>} */
const SAYINGS = {
  raeuber: raeuberSaid,
  dresch: dreschSaid,
  partie: (entry) => ({
    result: bySeat(entry)
      .map(({ points }) => points)
      .join(" : "),
  }),
  per_defender: ({ table, declarer, perDefender }, words) => ({
    result: fill(words.each, { name: table.names[declarer ?? -1], amount: signed(Number(perDefender)) }),
  }),
  schinden: ({ table, culprits }, words) => ({
    result: culprits.length
      ? fill(words.heldBack, { names: namingOf(table, words)(culprits) })
      : (words.falseClaim ?? ""),
  }),
  fault: ({ table, offender, eightfold }, words) => ({
    result: fill(eightfold ? words.faultEightfold : words.fault, { name: table.names[offender ?? -1] }),
  }),
  penalty: ({ table, offender, chosen }) => ({ result: `${table.names[offender ?? -1]}, ${chosen}` }),
  dead: ({ chosen }) => ({ result: chosen }),
  free: ({ why }) => ({ result: why }),
};

/** Nothing for a common hand. @param {Entry} entry @param {DOMStringMap} words @returns {Said | undefined} */
export const rareSaid = (entry, words) => SAYINGS[entry.result ?? entry.kind ?? ""]?.(entry, words);
