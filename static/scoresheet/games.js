// @ts-check
/* What is true of a game whatever the house rules say. */

/** Kinds without a declarer. */
export const FOR_ALL = ["raeuber", "dresch", "partie", "penalty", "dead", "free"];

/** One gets from each, or pays to each. @param {{lineup: number[]}} table @param {number | null} seat @param {number} amount @returns {number[]} */
export const oneAgainstAll = ({ lineup }, seat, amount) =>
  lineup.map((other) => (other === seat ? amount * (lineup.length - 1) : -amount));
