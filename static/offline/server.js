// @ts-check
/* A sheet's queue on its way to the server, and what the server made of it. */

import { OURS } from "../ours.js";

/** @typedef {import("./queue.js").Item} Item */
/**
 * What became of each item of a request, by its place there: written (or there already), refused, or in the way of what
 * another phone wrote, whose revision is named. What is in none of them waits. `question` and `parts` are HTML.
 * @typedef {object} Answer
 * @property {number[]} written
 * @property {{at: number, sentence: string, gone?: true} | null} refused
 * @property {{at: number, sentence: string, revision: number}[]} differing
 * @property {string} [question] about all that differs
 * @property {string} [parts] of the page that one hand changes
 *
 * What this needs of the page.
 * @typedef {object} Page
 * @property {() => string} token against forged requests
 * @property {(token: string) => void} setToken on every form
 * @property {(html: string) => string | undefined} tokenIn another page
 * @property {() => void} lost there was no answer of ours
 * @property {string} gone what is said if this phone has no right any more
 * @property {string} unknown what is said if the server does not know its browser any more
 */

export const TOKEN = "csrfmiddlewaretoken";
export const PATIENCE = 8000;
const NO_RIGHT = [403, 404];
/** On the page that is not there for who came without a cookie (scoresheet/evening/_left_here.html). */
const UNKNOWN = "data-unknown";

/**
 * The answer with its text, or nothing if none of ours came whole and in time.
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function ask(url, options) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { ...options, cache: "no-store", signal: patience.signal });
    if (!answer.headers.has(OURS)) return null;
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends items of one sheet, in order. Resolves to nothing if they have to wait.
 * @param {Page} page
 * @param {string} sheet its path
 * @param {Item[]} items
 * @returns {Promise<Answer | null>}
 */
export async function send(page, sheet, items, fresh = false) {
  const answer = await ask(`${sheet}/queue`, {
    method: "POST",
    body: JSON.stringify(items.map(({ url, fields, at = null }) => [url, fields.filter(([, text]) => text), at])),
    headers: { "Content-Type": "application/json", "X-CSRFToken": page.token() },
    redirect: "manual",
  });
  if (!answer) page.lost();
  if (!answer) return null;
  const there = answer.status === 403 && !fresh ? await ask(sheet) : null;
  if (renew(page, there)) return send(page, sheet, items, true);
  if (answer.status === 200) return JSON.parse(answer.text);
  if (!NO_RIGHT.includes(answer.status)) return null;
  const sentence = (there ?? answer).text.includes(UNKNOWN) ? page.unknown : page.gone;
  return { written: [], refused: { at: 0, gone: true, sentence }, differing: [] };
}

/**
 * Closes a sheet. Resolves to the status of an answer of ours, or to nothing.
 * @param {Page} page
 * @param {string} sheet its path
 * @returns {Promise<number | null>}
 */
export async function close(page, sheet, fresh = false) {
  const headers = { Prefer: "return=minimal", "X-CSRFToken": page.token() };
  const answer = await ask(`${sheet}/close`, { method: "POST", headers, redirect: "manual" });
  if (answer?.status === 403 && !fresh && renew(page, await ask(sheet))) return close(page, sheet, true);
  return answer && answer.status;
}

/** The page may be days old, and so may the token on it. @param {Page} page @param {Awaited<ReturnType<typeof ask>>} sheet */
function renew(page, sheet) {
  const token = sheet?.status === 200 && page.tokenIn(sheet.text);
  if (token) page.setToken(token);
  return token;
}
