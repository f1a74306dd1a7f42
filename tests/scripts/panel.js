/* Panels without a page: the tables and words of a rule set, and entries of them. */

import { readFileSync } from "node:fs";

import { RARE_VERDICTS } from "../../static/scoresheet/rare_verdicts.js";
import { VERDICTS, sentence } from "../../static/scoresheet/verdicts.js";

/**
 * @type {Record<string, {amounts: import("../../static/scoresheet/entry.js").Table, counting: import("../../static/scoresheet/pile.js").CountingTable, words: DOMStringMap}>}
 */
export const TABLES = JSON.parse(readFileSync(new URL("tables.json", import.meta.url), "utf8"));

const EMPTY = {
  ...{ game: null, kind: null, label: "", flags: {}, declarer: null, overSolo: false, ouvert: false, pfeif: false },
  ...{
    points: null,
    byDefenders: false,
    made: null,
    lastTrick: null,
    offender: null,
    why: "",
    dead: null,
    result: null,
  },
  ...{ times: 1, saying: "", perDefender: null, announcedBy: null, culprits: [], nobody: false, anyoneClaims: false },
  ...{ challenger: null, eightfold: false, counted: true, most: [], withoutTrick: [] },
};

/**
 * @typedef {import("../../static/scoresheet/entry.js").Entry & import("../../static/scoresheet/rare_verdicts.js").Rare} Entry
 */

/**
 * The panel's verdict on an entry at a table.
 * @param {import("../../static/scoresheet/entry.js").Table} table
 * @param {Partial<Entry>} entry
 * @param {DOMStringMap} words
 */
export function look(table, entry, words) {
  const nobody = table.playing.map(() => null);
  const given = { ...EMPTY, table, piles: nobody, free: nobody, announcer: table.lineup[0], ...entry };
  const kind = given.result ?? given.kind ?? "";
  return (VERDICTS[kind] ?? RARE_VERDICTS[kind])(given, words) ?? {};
}

/**
 * The panel's sentence about a hand, and its payments as a sentence and by seat.
 * @param {string} rules
 * @param {Partial<Entry>} entry
 */
export function verdictOf(rules, entry) {
  const { amounts: table, words } = TABLES[rules];
  const { say, pay, ask, problem, doubt } = look(table, entry, words);
  return {
    said: problem || doubt || (say ?? ask),
    complete: say !== undefined,
    pay,
    paid: pay && sentence(table, pay, words),
  };
}
