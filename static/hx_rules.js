// @ts-check
/* What the hx- attributes of a page say, and what becomes of an answer: values only. */

/** Refusals that say in the page what is wrong: shown as an answer, and no error. */
const REFUSALS = [409, 422];

/**
 * When an element asks: at an event, of its own or of the window, so many milliseconds after the last one.
 * @typedef {{on: string, delay: number, ofWindow: boolean}} Trigger
 */

/** As in "load delay:300ms, online from:window". @param {string} text @returns {Trigger[]} */
export const triggersOf = (text) =>
  text.split(",").map((each) => {
    const [on, ...more] = each.trim().split(" ");
    const delay = more.find((word) => word.startsWith("delay:"))?.match(/\d+/)?.[0] ?? 0;
    return { on, delay: Number(delay), ofWindow: more.includes("from:window") };
  });

/**
 * How and where a part goes that an answer brings besides: "true" in place of what has its id, else as
 * "afterbegin:#ledger" says.
 * @param {string} text
 * @param {string} id
 */
export function placeOf(text, id) {
  const [style, place] = text === "true" ? ["outerHTML", `#${id}`] : text.split(":");
  return { style, place };
}

/** @param {number} status */
export function fateOf(status) {
  const isRefusal = REFUSALS.includes(status);
  const isError = status >= 400 && !isRefusal;
  return { isError, shouldSwap: !isError && status !== 204 };
}

/** Fields behind the question mark of a path that may have one already. @param {string} path @param {string} query */
export const withQuery = (path, query) => (query ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path);

/** The page that an answer is, or only parts of one. @param {string} text */
export const isWholePage = (text) => /<body[\s>]/i.test(text);
