// @ts-check
/* Card points of a pile, looked up. */

/**
 * Of the counting help's page: values by kind of card, what is taken off a pile, how many cards are missing for whole
 * tricks (of the others, of the declarer), both by number of cards.
 * @typedef {object} CountingTable
 * @property {Record<string, number>} kinds
 * @property {number[]} off
 * @property {[number[], number[]]} missing
 * @property {number} bonus of the declarer
 * @property {number} total
 * @property {number} group so many cards are counted together
 * @property {number} trick
 */

/** @param {CountingTable} table @param {[string, number][]} numbers cards by kind @param {boolean} byDeclarer */
export function pileOf(table, numbers, byDeclarer) {
  const cards = numbers.reduce((sum, [, number]) => sum + number, 0);
  const values = numbers.reduce((sum, [kind, number]) => sum + number * table.kinds[kind], 0);
  const missing = table.missing[byDeclarer ? 1 : 0][cards];
  return {
    cards,
    points: values - table.off[cards] + (byDeclarer ? table.bonus : 0),
    missing,
    rest: cards % table.group,
  };
}
