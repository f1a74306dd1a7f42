// @ts-check
/* Tables that this phone opened without network: kept until the server has taken them in. Each goes in one request,
 * which may come twice. */

import { OURS } from "../ours.js";

/** @typedef {{sheet: string, fields: [string, string][]}} Opened the path of its sheet, and the form that opens it */

const TABLE_PATIENCE = 8000;
const TAKE_IN = "/sheets/new";

/** @type {Promise<IDBDatabase> | undefined} */
let tableDatabase;
const tables = () =>
  (tableDatabase ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("cegoscore-tables", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("tables", { keyPath: "sheet" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  }));

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(tables: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function tableStore(mode, work) {
  const transaction = (await tables()).transaction("tables", mode, { durability: "strict" });
  const asked = work(transaction.objectStore("tables"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? asked.error);
  });
}

/** Keeps a table on the disk until it is taken in. @param {Opened} table */
export const keepTable = (table) => tableStore("readwrite", (store) => store.put(table));

/** The tables that the server does not know yet. @returns {Promise<Opened[]>} */
export const openedTables = () => tableStore("readonly", (store) => store.getAll()).catch(() => []);

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

/**
 * Sends a table. `taken`: the server has it; `refused`: it will not have it like that; `later`: no answer of ours.
 * @param {[string, string][]} fields
 * @param {string} token against forged requests
 * @param {number} [patience]
 * @returns {Promise<"taken" | "refused" | "later">}
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
 * Makes a sheet known to the server. True at once for one that this phone did not open, else once it was taken in.
 * @param {string} sheet its path
 * @param {string} token
 */
export async function takeIn(sheet, token) {
  const table = (await openedTables()).find((each) => each.sheet === sheet);
  if (!table) return true;
  if ((await sendTable(table.fields, token)) !== "taken") return false;
  await tableStore("readwrite", (store) => store.delete(sheet));
  dispatchEvent(new CustomEvent("taken-in", { detail: sheet }));
  return true;
}

/** Everything that this phone opened. @param {string} token */
export async function takeInAll(token) {
  for (const { sheet } of await openedTables()) if (!(await takeIn(sheet, token))) return;
}
