// @ts-check
/* Facts about games that hold for all house rules. */

/** Kinds without a declarer. */
export const FOR_ALL = ["raeuber", "dresch", "partie", "penalty", "dead", "free"];

/**
 * One gets from each, or pays to each.
 * @param {{lineup: number[]}} table
 * @param {number | null} seat
 * @param {number} amount
 * @returns {number[]}
 */
export const oneAgainstAll = ({ lineup }, seat, amount) =>
  lineup.map((other) => (other === seat ? amount * (lineup.length - 1) : -amount));
