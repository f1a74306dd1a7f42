// @ts-check
/* What a tap or a number says about a task: nothing about the game, only what the page has told. */

/**
 * After a tap: whether it was right, and how many right ones are still to be tapped.
 * @param {boolean[]} rights of all choices @param {Iterable<number>} tapped before and now @param {number} now
 */
export function verdictOf(rights, tapped, now) {
  const found = new Set(tapped);
  const left = rights.filter((isRight, at) => isRight && !found.has(at)).length;
  return { isRight: rights[now], left };
}

/** @param {string} typed @param {string | undefined} wanted */
export const isNumber = (typed, wanted) => /^\s*\d+\s*$/.test(typed) && Number(typed) === Number(wanted);

/**
 * The reason why a number is wrong that one may well come to; none for any other.
 * @param {string} typed @param {string} [slips] reasons by number, as JSON
 * @returns {string | undefined}
 */
export const slipOf = (typed, slips = "{}") => JSON.parse(slips)[Number(typed)];
