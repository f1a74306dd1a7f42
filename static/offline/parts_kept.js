// @ts-check
/* Parts that this browser has seen so far: a camera opens the page once for each code, each time in a tab of its own. */

import { readPart } from "./parts.js";

/** @typedef {import("./parts.js").Part} Part */

const KEPT = "cego-part:";
const DAY = 24 * 60 * 60 * 1000;

/** The parts for one page. @param {string} page its path @param {Storage} storage @param {() => number} now */
export function partsOf(page, storage, now = Date.now) {
  const ours = `${KEPT}${page}:`;
  /** @param {Part} part */
  const keyOf = ({ series, at }) => `${ours}${series}:${at}`;
  /** @param {string} start */
  const keys = (start) => Object.keys(storage).filter((key) => key.startsWith(start));

  return {
    /** Throws where nothing can be kept. @param {Part} part @param {string} text */
    keep: (part, text) => storage.setItem(keyOf(part), `${now()} ${text}`),

    /** @param {string | null} series */
    forget: (series) => keys(`${ours}${series}:`).forEach((key) => storage.removeItem(key)),

    /** Every series with what is there of it, the one that was added to last first; what is older than a day goes. */
    series() {
      /** @type {Map<string, {last: number, parts: Part[]}>} */
      const found = new Map();
      for (const key of keys(KEPT)) {
        const [at, text = ""] = (storage.getItem(key) ?? "").split(" ");
        const part = readPart(text);
        if (!part || now() - Number(at) > DAY) storage.removeItem(key);
        else if (key === keyOf(part)) {
          const { last = 0, parts = [] } = found.get(part.series) ?? {};
          found.set(part.series, { last: Math.max(last, Number(at)), parts: [...parts, part] });
        }
      }
      return [...found.values()].sort((one, other) => other.last - one.last).map(({ parts }) => parts);
    },
  };
}

/** Which parts of a series are not there yet. @param {Part[]} parts */
export const missingOf = (parts) =>
  Array.from({ length: parts[0].of }, (_, index) => index + 1).filter((at) => !parts.some((part) => part.at === at));
