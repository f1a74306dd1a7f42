// @ts-check
/* Facts about games that hold for all house rules. */

/** Kinds without a declarer. */
export const FOR_ALL = ["raeuber", "dresch", "partie", "penalty", "dead", "free"];

/**
 * Seats that pay and get: all at the table, or only those that hold cards.
 * @param {{lineup: number[], playing: number[], sits_out_free?: boolean}} table
 */
export const paying = ({ lineup, playing, sits_out_free: free }) => (free ? playing : lineup);

/**
 * One gets from each, or pays to each; who sits out and pays all the same (a dealer's penalty) pays to everybody.
 * @param {{lineup: number[], playing: number[], sits_out_free?: boolean}} table
 * @param {number | null} seat
 * @param {number} amount
 * @returns {number[]}
 */
export const oneAgainstAll = (table, seat, amount) => {
  const seats = seat !== null && paying(table).includes(seat) ? paying(table) : table.lineup;
  const of = (/** @type {number} */ other) => (seats.includes(other) ? -amount : 0);
  return table.lineup.map((other) => (other === seat ? amount * (seats.length - 1) : of(other)));
};
