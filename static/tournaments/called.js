// @ts-check
/* What the page calls somebody to the table for: the round, its state, the table and the seat, or nothing. */

/**
 * Whether a page that called for `before` calls now: there is something to call for, and it is something else.
 * @param {string | undefined} before undefined when the page was just opened
 * @param {string} now
 */
export const isCalled = (before, now) => now !== "" && before !== undefined && before !== now;
