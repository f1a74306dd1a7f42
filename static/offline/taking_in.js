// @ts-check
/* Tables that this phone opened without network: kept until the server has taken them in. Each goes in one request,
 * which may come twice. */

import { OURS } from "../ours.js";
import { soon, storeOf } from "./store.js";

/** @typedef {{sheet: string, fields: [string, string][]}} Opened the path of its sheet, and the form that opens it */

const TABLE_PATIENCE = 8000;
const TAKE_IN = "/sheets/new";

const tables = storeOf("cegoscore-tables", "tables", { keyPath: "sheet" });

/** Keeps a table on the disk until it is taken in. @param {Opened} table */
export const keepTable = (table) => tables("readwrite", (store) => store.put(table));

/** The tables that the server does not know yet. @returns {Promise<Opened[]>} */
const openedTables = () => soon(tables("readonly", (store) => store.getAll()));

/** @param {string} url @param {RequestInit} options @param {number} patience in milliseconds */
async function askServer(url, options, patience) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(url, { ...options, cache: "no-store", redirect: "manual", signal: stop.signal });
    const isAnswer = answer.headers.has(OURS) && answer.status < 500;
    return isAnswer ? { status: answer.status, text: await answer.text() } : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** A fresh token: that of a page may be days old. @param {number} patience */
async function freshToken(patience) {
  const page = new DOMParser().parseFromString((await askServer("/new", {}, patience))?.text ?? "", "text/html");
  return /** @type {HTMLInputElement | null} */ (page.querySelector("[name=csrfmiddlewaretoken]"))?.value;
}

/** @typedef {"taken" | "refused" | "later"} Fate the server has it, will not have it like that, or has not said */

/**
 * Sends a table.
 * @param {[string, string][]} fields
 * @param {string} token against forged requests
 * @param {number} [patience]
 * @returns {Promise<Fate>}
 */
export async function sendTable(fields, token, patience = TABLE_PATIENCE, fresh = false) {
  const headers = { "X-CSRFToken": token, Prefer: "return=minimal" };
  const answer = await askServer(TAKE_IN, { method: "POST", headers, body: new URLSearchParams(fields) }, patience);
  if (!answer) return "later";
  if (answer.status === 204) return "taken";
  const renewed = answer.status === 403 && !fresh && (await freshToken(patience));
  return renewed ? sendTable(fields, renewed, patience, true) : "refused";
}

/**
 * Makes a sheet known to the server; one that this phone did not open is. A store that does not say leaves it open.
 * @param {string} sheet its path
 * @param {string} token
 * @returns {Promise<Fate>}
 */
export async function takeIn(sheet, token) {
  try {
    const table = (await openedTables()).find((each) => each.sheet === sheet);
    if (!table) return "taken";
    const fate = await sendTable(table.fields, token);
    if (fate !== "taken") return fate;
    await soon(tables("readwrite", (store) => store.delete(sheet)));
  } catch {
    return "later";
  }
  dispatchEvent(new CustomEvent("taken-in", { detail: sheet }));
  return "taken";
}

/** Everything that this phone opened. @param {string} token */
export async function takeInAll(token) {
  const opened = await openedTables().catch(() => []); // nothing can be kept here
  for (const { sheet } of opened) if ((await takeIn(sheet, token)) === "later") return;
}
