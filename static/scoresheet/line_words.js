// @ts-check
/* A hand in a few words, as a line of the sheet says it (lines.py): common ones. Of the others the verdict has it. */

import { fill } from "../dom.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {{result: string, reasons?: string[]}} Line result of a hand, and what made its amount another one than usual */

/** The game, or what took its place. @param {Entry} entry @param {DOMStringMap} words */
export function titleOf({ kind, game, label, overSolo, ouvert, pfeif, result }, words) {
  if (kind === "target" && ouvert && !result) return fill(words.ouvert, { game: label });
  if (!overSolo || pfeif) return label;
  return game === "cego" ? "Gegensolo" : fill(words.overSolo, { game: label });
}

/**
 * Players and result, then the reasons.
 * @param {Entry} entry
 * @param {DOMStringMap} words
 * @param {Line} [rare] of a hand that is none of the common ones
 */
export function textOf(entry, words, rare) {
  const { result, reasons = [] } = rare ?? (entry.kind === "target" ? aim(entry, words) : counted(entry, words));
  return [result, ...reasons, ...(entry.times === 1 ? [] : [fold(entry.times, words)])].join(", ");
}

/** @param {Entry} entry */
const nameOf = ({ table, declarer }) => table.names[declarer ?? -1];

/** @param {Entry} entry @param {DOMStringMap} words @returns {Line} */
const aim = (entry, words) => ({ result: `${nameOf(entry)} ${entry.made ? words.made : words.lost}` });

/** @param {Entry} entry @param {DOMStringMap} words @returns {Line} */
function counted(entry, words) {
  const { table, pfeif, made, byDefenders } = entry;
  const given = Number(entry.points);
  const points = pfeif && !made ? 0 : byDefenders ? table.total - given : given;
  const result = points ? `${points} : ${table.total - points}` : pfeif ? words.lost : words.noTrick;
  const reasons = 2 * points === table.total ? [words.buergermeister ?? ""] : [];
  return { result: [nameOf(entry), ...(pfeif ? [words.pfeif] : []), result].join(" "), reasons };
}

/** The multiple in words. @param {number} factor @param {DOMStringMap} words */
export const fold = (factor, words) => (factor === 2 ? (words.double ?? "") : fill(words.fold, { factor }));
