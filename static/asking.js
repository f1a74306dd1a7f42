// @ts-check
/* Questions to our server, and forms on their way to it. */

import { input, inputs } from "./dom.js";
import { OURS } from "./ours.js";

/** The field with the token against forged requests. */
const TOKEN = "csrfmiddlewaretoken";
const USUAL_PATIENCE = 8000;

/** @param {ParentNode} [page] */
const tokenOn = (page) => input(`[name=${TOKEN}]`, page)?.value ?? "";

/** What a form says, without the token. @param {FormData} form */
export const fieldsOf = (form) => /** @type {[string, string][]} */ ([...form].filter(([name]) => name !== TOKEN));

/**
 * The answer with its text, or null if none of ours came whole and in time.
 * @param {string} url
 * @param {RequestInit} [options]
 * @param {number} [patience] in milliseconds
 */
export async function ask(url, options, patience = USUAL_PATIENCE) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(url, { ...options, cache: "no-store", signal: stop.signal });
    return answer.headers.has(OURS) ? { status: answer.status, text: await answer.text() } : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * As `ask`, for what is posted. The page may be days old, and so may its token: it is fetched anew, once. If it cannot be
 * had, because this phone has no right any more, the answer is that of the page.
 * @param {string} url
 * @param {RequestInit & {headers?: Record<string, string>}} options
 * @param {string} page of ours that has a token
 * @param {number} [patience]
 */
export async function post(url, options, page, patience) {
  const send = () => {
    const headers = { ...options.headers, "X-CSRFToken": tokenOn(document) };
    return ask(url, { redirect: "manual", ...options, method: "POST", headers }, patience);
  };
  const answer = await send();
  const there = answer?.status === 403 ? await ask(page, {}, patience) : null;
  const token = there?.status === 200 && tokenOn(new DOMParser().parseFromString(there.text, "text/html"));
  if (!token) return there && there.status !== 200 ? there : answer;
  for (const hidden of inputs(`[name=${TOKEN}]`)) hidden.value = token;
  return send();
}
