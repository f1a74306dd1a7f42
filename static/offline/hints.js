// @ts-check
/* What a phone is told about the hands that wait on it. Sentences only: nothing is read or shown here. */

import { fill } from "../dom.js";

const HOUR = 60 * 60 * 1000;

/**
 * What is known of the phone: `promised` is false if the browser does not promise to keep its data, `until` when the
 * link ends by which it may write, `otherwise` the numbers of hands that the server calculated otherwise; `closing` that
 * the evening is to be ended, `declined` that the server will not have the sheet.
 * @typedef {{waiting: number, brief: boolean, secure: boolean, promised?: boolean, until?: string, otherwise: string[], closing?: boolean, declined?: boolean}} Known
 */

/**
 * The sentences above the hands that wait, the most urgent first, and those below them, which can wait, too.
 * @param {Known} known
 * @param {DOMStringMap} words
 * @param {number} now
 * @returns {{above: string[], below: string[]}}
 */
export function hintsOf({ waiting, brief, secure, promised, until, otherwise, closing, declined }, words, now) {
  const above = otherwise.length ? [fill(words.otherwise, { numbers: otherwise.join(", ") })] : [];
  if (declined) above.unshift(words.declined ?? "");
  if (closing) above.push(words.closing ?? "");
  if (!waiting || brief) return { above, below: [] };
  if (until && Date.parse(until) - now < HOUR) above.unshift(fill(words.until, { time: timeOf(until) }));
  if (!secure) above.push(words.plain ?? "");
  return { above, below: secure && promised === false ? [words.unpromised ?? ""] : [] };
}

/** @param {string} moment */
const timeOf = (moment) =>
  new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
