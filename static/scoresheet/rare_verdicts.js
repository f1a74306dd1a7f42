// @ts-check
/* Payments of rare hands: Räuber, Dresch, Partie, games that were not played out (known by their amount, a Solo held
 * back, a fault), penalties, deals without a result, free entries. Looked up as in verdicts.js; with them comes what the line
 * of such a hand says. */

import { fill } from "../dom.js";
import { signed, sum } from "../numbers.js";
import { FOR_ALL, oneAgainstAll, paying } from "./games.js";
import { fold } from "./line_words.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Table} Table */
/** @typedef {import("./verdicts.js").Verdict} Verdict */
/**
 * What only games that were not played out have.
 * @typedef {object} Rare
 * @property {string} saying how it ended, in words
 * @property {number | null} perDefender
 * @property {number | null} announcedBy who announced a game of everyone for themselves, if somebody said so
 * @property {number[]} culprits
 * @property {boolean} nobody it is sure that nobody held back
 * @property {boolean} anyoneClaims not only the declarer may
 * @property {number | null} challenger
 * @property {boolean} eightfold
 * @property {boolean} counted the piles of a Räuber are counted
 * @property {number[]} most who has most where they are not
 * @property {number[]} withoutTrick
 * @property {string} chosen label of the penalty, or of the deal without a result
 * @property {number} vorhand
 */
/** @typedef {(entry: Entry & Rare, words: DOMStringMap) => Verdict} RareLook */

/** Names as people say them: "Anna, Bernd and Clara". @param {Table} table @param {DOMStringMap} words */
const namingOf = (table, words) => (/** @type {number[]} */ seats) => {
  const names = seats.map((seat) => table.names[seat]);
  const last = names.pop() ?? "";
  return names.length ? `${names.join(", ")} ${words.and} ${last}` : last;
};

/** @param {Entry} entry */
const manner = ({ overSolo, ouvert }) => Number(overSolo || ouvert);

/** Tests that every pile is a number. @param {(number | null)[]} numbers @returns {numbers is number[]} */
const complete = (numbers) => !numbers.includes(null);

/** @param {(number | null)[]} numbers */
const known = (numbers) => sum(numbers.map(Number));

/** @param {Table} table */
const nothing = ({ lineup }) => lineup.map(() => 0);

/** The claimant of a Solo held back: where only the declarer may claim, the declarer. @param {Entry & Rare} entry */
export const claimant = (entry) => (entry.anyoneClaims ? entry.challenger : leading(entry));

/** The declarer, or who announced a game of everyone for themselves. @param {Entry & Rare} entry */
function leading({ kind, declarer, announcedBy }) {
  const announced = kind === "raeuber" || kind === "dresch";
  return announced ? announcedBy : kind === "partie" ? null : declarer;
}

/** That whoever announced the game, Vorhand if nobody is named, pays a multiple. @param {Entry & Rare} entry @param {number} factor @param {DOMStringMap} words */
function asAnnouncer({ announcer, vorhand }, factor, words) {
  if (!factor || factor === 1) return [];
  return [fill(announcer === vorhand ? words.asVorhand : words.asAnnouncer, { fold: fold(factor, words) })];
}

/** @param {Entry} entry @param {number} amount */
function isKnown({ table, game, overSolo, ouvert }, amount) {
  const amounts = (overSolo ? table.over_solo : table.normal)[game ?? ""];
  if (amounts) return amounts.includes(amount);
  const target = table.targets[game ?? ""];
  return !target || Math.abs(amount) === target[ouvert ? 1 : 0];
}

/** @type {RareLook} */
function byAmount(entry, words) {
  const { perDefender: amount } = entry;
  if (amount === null) return { ask: words.askAmount };
  const doubt = fill(words.unknown, { amount: signed(amount), contract: entry.label });
  const pay = oneAgainstAll(entry.table, entry.declarer, amount);
  const result = fill(words.each, { name: entry.table.names[entry.declarer ?? -1], amount: signed(amount) });
  return { say: entry.saying, pay, doubt: !isKnown(entry, amount) && doubt, line: { result } };
}

/** Each culprit pays, or who claimed wrongly. @type {RareLook} */
function heldBack(entry, words) {
  const { table, culprits } = entry;
  if (!culprits.length && !entry.nobody) return { ask: words.askCulprits };
  const [amount, wrongly] = table.schinden[entry.game ?? ""][manner(entry)];
  const wrong = claimant(entry) ?? leading(entry) ?? entry.announcer;
  const pay = nothing(table);
  for (const loser of culprits.length ? culprits : [wrong]) {
    const paid = oneAgainstAll(table, loser, -(culprits.length ? amount : wrongly));
    paid.forEach((share, index) => (pay[index] += share));
  }
  const names = namingOf(table, words)(culprits);
  if (!culprits.length) return { say: words.falseClaim, pay, line: { result: words.falseClaim ?? "" } };
  return { say: `${entry.saying}: ${names}`, pay, line: { result: fill(words.heldBack, { names }) } };
}

/** A declarer at fault pays each; a defender pays the declarer for all. @type {RareLook} */
function fault(entry, words) {
  const { table, offender, saying } = entry;
  if (offender === null) return { ask: words.who };
  const leader = FOR_ALL.includes(entry.kind ?? "") ? null : entry.declarer;
  const byDefender = leader !== null && leader !== offender;
  const amounts = table.fault[entry.game ?? ""][manner(entry)];
  const amount = amounts[2 * Number(byDefender) + Number(entry.eightfold)];
  const line = { result: fill(entry.eightfold ? words.faultEightfold : words.fault, { name: table.names[offender] }) };
  if (!byDefender) return { say: saying, pay: oneAgainstAll(table, offender, -amount), line };
  const forAll = amount * (paying(table).length - 1);
  const pay = table.lineup.map((seat) => (seat === leader ? forAll : seat === offender ? -forAll : 0));
  return { say: saying, pay, line };
}

/**
 * Who has most of the piles, of how many points, and who took no trick; or what is missing.
 * @param {Entry & Rare} entry
 * @param {DOMStringMap} words
 */
function countedPiles({ table, piles }, words) {
  const together = known(piles);
  if (together > table.total) return { verdict: { problem: fill(words.tooMany, table) } };
  if (!complete(piles) || !together) return { verdict: { ask: words.each } };
  const [least, greatest] = table.raeuber_sums;
  const doubt = (together < least || together > greatest) && fill(words.together, { points: together });
  const points = Math.max(...piles);
  /** Seats as the sheet has its columns. @param {number} number */
  const seatsWith = (number) => table.playing.filter((_, at) => piles[at] === number).sort((a, b) => a - b);
  return { tied: seatsWith(points), points, without: seatsWith(0), doubt };
}

/** The same for piles that nobody counted. @param {Entry & Rare} entry @param {DOMStringMap} words */
const seenPiles = ({ most, withoutTrick }, words) =>
  most.length
    ? { tied: most, points: 0, without: withoutTrick, doubt: /** @type {const} */ (false) }
    : { verdict: { ask: words.askMost } };

/** Whoever has most pays, each of several; who takes everything wins. @type {RareLook} */
function raeuber(entry, words) {
  const { table, game, announcer, counted } = entry;
  const found = (counted ? countedPiles : seenPiles)(entry, words);
  if (found.verdict) return found.verdict;
  const { tied, points, without, doubt } = found;
  const rules = table.raeuber[game ?? ""];
  const names = namingOf(table, words)(tied);
  const result = counted ? `${names} ${points}` : names;
  if (rules.takes_all !== null && without.length === table.playing.length - 1) {
    const pay = oneAgainstAll(table, tied[0], rules.takes_all);
    return {
      say: fill(words.all, { names }),
      pay,
      place: [-1],
      doubt,
      line: { result, reasons: [words.takesAll ?? ""] },
    };
  }
  const alone = rules.tie_with_vorhand === "vorhand_alone" && tied.length > 1 && tied.includes(announcer);
  const losers = alone ? [announcer] : tied;
  const pay = nothing(table);
  const place = [without.length, 0, 0];
  for (const loser of losers) {
    const asVorhand = Number(loser === announcer);
    const [flat, byPoints = 0] = [rules.amounts[asVorhand][without.length], rules.by_points[asVorhand][points]];
    const amount = Math.max(flat, byPoints);
    place[1] ||= asVorhand;
    if (byPoints > flat) place[2] = points;
    oneAgainstAll(table, loser, -amount).forEach((share, index) => (pay[index] += share));
  }
  const text = tied.length > 1 ? words.mostSeveral : words.most;
  const say = fill(counted ? text : text?.replace(" ({points})", ""), { names, points });
  const name = table.names[announcer];
  const reasons = [
    ...(without.length && new Set(rules.amounts[0]).size > 1 ? [lacking(entry, without, words)] : []),
    ...(tied.length > 1 ? [alone ? fill(words.tieAlone, { name }) : (words.tieAll ?? "")] : []),
    ...(losers.includes(announcer) ? asAnnouncer(entry, rules.factor, words) : []),
  ];
  return { say: alone ? `${say}, ${fill(words.alone, { name })}` : say, pay, place, doubt, line: { result, reasons } };
}

/** @param {Entry} entry @param {number[]} seats @param {DOMStringMap} words */
const lacking = ({ table }, seats, words) => fill(words.without, { names: namingOf(table, words)(seats) });

/** @type {RareLook} */
function dresch(entry, words) {
  const { table, lastTrick, announcer, label } = entry;
  if (lastTrick === null) return { ask: words.who };
  const asVorhand = Number(lastTrick === announcer);
  const amounts = table.dresch ?? [1, 1];
  const reasons = asVorhand ? asAnnouncer(entry, amounts[1] / amounts[0], words) : [];
  const line = { result: fill(words.lastTrick, { name: table.names[lastTrick] }), reasons };
  return { say: label, pay: oneAgainstAll(table, lastTrick, -amounts[asVorhand]), place: [0, asVorhand], line };
}

/** @type {RareLook} */
function partie({ table, piles, label }, words) {
  const together = known(piles);
  if (together > table.total) return { problem: fill(words.tooMany, table) };
  if (!complete(piles)) return { ask: words.each };
  const winner = table.playing[piles.indexOf(Math.max(...piles))];
  const doubt = together !== table.total && fill(words.together, { points: together });
  const bySeat = [...table.playing].sort((one, other) => one - other).map((seat) => piles[table.playing.indexOf(seat)]);
  const line = { result: bySeat.join(" : ") };
  return { say: label, pay: oneAgainstAll(table, winner, Number(table.partie)), doubt, line };
}

/** @type {RareLook} */
function penalty({ table, offender, label, chosen }, words) {
  if (offender === null) return { ask: words.who };
  const line = { result: `${table.names[offender]}, ${chosen}` };
  return { say: label, pay: oneAgainstAll(table, offender, -Number(table.penalty)), line };
}

/** @type {RareLook} */
const dead = ({ dead: why, table, label, chosen }, words) =>
  why ? { say: label, pay: nothing(table), line: { result: chosen } } : { ask: words.none };

/** @type {RareLook} */
function free({ free: amounts, why, label }, words) {
  if (!complete(amounts)) return { ask: words.each };
  const over = sum(amounts);
  if (over) return { problem: fill(words.leftOver, { sum: signed(over) }) };
  return why ? { say: label, pay: amounts, line: { result: why } } : { ask: words.why, pay: amounts };
}

/** By kind of game, or by how it ended. @type {Record<string, RareLook>} */
export const RARE_VERDICTS = {
  per_defender: byAmount,
  schinden: heldBack,
  fault,
  raeuber,
  dresch,
  partie,
  penalty,
  dead,
  free,
};
