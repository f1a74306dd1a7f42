// @ts-check
/* One item on its way to the server, and what the server made of it. */

/** @typedef {import("./queue.js").Item} Item */
/**
 * Nothing: it is written. `wait`: later again, in this order. `refused`: not before a person has decided.
 * @typedef {{wait?: true, refused?: {sentence: string, gone?: boolean}}} Answer
 *
 * What this needs of the page.
 * @typedef {object} Page
 * @property {() => string} token against forged requests
 * @property {(token: string) => void} setToken on every form
 * @property {(html: string) => {token: string | undefined, sentence: string}} parse another page's token, and what it says is wrong
 * @property {() => void} lost there was no answer
 * @property {string} gone what is said if this phone has no right any more
 */

export const TOKEN = "csrfmiddlewaretoken";
export const PATIENCE = 8000;
const NO_RIGHT = [403, 404];
const REFUSED = [409, 422];
/** Header of an answer to a hand that came late: it waits for those who manage the circle, or they declined it. */
const LATE = "X-Late-Hand";

/**
 * Tests that an answer to the panel came from our server, and not from the login page of a public network.
 * @param {XMLHttpRequest} xhr
 */
export function isAnswered(xhr) {
  const ours = /id="(totals|panel)"/.test(xhr.responseText) || xhr.getResponseHeader("HX-Refresh");
  return isRefused(xhr) || (xhr.status >= 200 && xhr.status < 300 && Boolean(ours));
}

/** Tests for a refusal; what was refused stands in the panel again. @param {{status: number}} answer */
export const isRefused = ({ status }) => REFUSED.includes(status);

/** The answer, or nothing if none came in time. @param {string} url @param {RequestInit} [options] */
async function ask(url, options) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await fetch(url, { ...options, cache: "no-store", signal: patience.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Page} page @param {Item} item @returns {Promise<Answer>} */
export async function send(page, item, fresh = false) {
  const body = new URLSearchParams(item.fields);
  body.set(TOKEN, page.token());
  const answer = await ask(item.url, {
    method: "POST",
    body,
    headers: { Prefer: "return=minimal" },
    redirect: "manual",
  });
  if (!answer) page.lost();
  if (!answer) return { wait: true };
  if (answer.status === 204 && answer.headers.has("Preference-Applied")) return {};
  if (answer.status === 403 && !fresh && (await renew(page, item.sheet))) return send(page, item, true);
  if (NO_RIGHT.includes(answer.status)) return { refused: { gone: true, sentence: page.gone } };
  const gone = answer.headers.has(LATE) || undefined;
  if (isRefused(answer)) return { refused: { gone, sentence: page.parse(await answer.text()).sentence } };
  return { wait: true };
}

/** The page may be days old, and so may the token on it. @param {Page} page @param {string} sheet */
async function renew(page, sheet) {
  const answer = await ask(sheet);
  const token = answer?.ok && page.parse(await answer.text()).token;
  if (token) page.setToken(token);
  return token;
}
