// @ts-check
/* Tables that this phone opened without network: kept until the server has taken them in. Each goes in one request,
 * which may come twice. */

import { post } from "../asking.js";
import { soon, storeOf } from "./store.js";

/** @typedef {{sheet: string, fields: [string, string][]}} Opened the path of its sheet, and the form that opens it */

const TAKE_IN = "/sheets/new";

const tables = storeOf("cegoscore-tables", "tables", { keyPath: "sheet" });

/** Keeps a table on the disk until it is taken in. @param {Opened} table */
export const keepTable = (table) => tables("readwrite", (store) => store.put(table));

/** Forgets a table that could not be opened here. @param {string} sheet */
export const dropTable = (sheet) => tables("readwrite", (store) => store.delete(sheet));

/** The tables that the server does not know yet. @returns {Promise<Opened[]>} */
const openedTables = () => soon(tables("readonly", (store) => store.getAll()));

/** @typedef {"taken" | "refused" | "later"} Fate the server has it, will not have it like that, or has not said */

/** Sends a table. @param {[string, string][]} fields @param {number} [patience] in milliseconds @returns {Promise<Fate>} */
export async function sendTable(fields, patience) {
  const sent = { headers: { Prefer: "return=minimal" }, body: new URLSearchParams(fields) };
  const answer = await post(TAKE_IN, sent, "/new", patience);
  if (!answer || answer.status >= 500) return "later";
  return answer.status === 204 ? "taken" : "refused";
}

/**
 * Makes a sheet known to the server; one that this phone did not open is. A store that does not say leaves it open.
 * @param {string} sheet its path
 * @returns {Promise<Fate>}
 */
export async function takeIn(sheet) {
  try {
    const table = (await openedTables()).find((each) => each.sheet === sheet);
    if (!table) return "taken";
    const fate = await sendTable(table.fields);
    if (fate !== "taken") return fate;
    await soon(dropTable(sheet));
  } catch {
    return "later";
  }
  dispatchEvent(new CustomEvent("taken-in", { detail: sheet }));
  return "taken";
}

/** Everything that this phone opened. */
export async function takeInAll() {
  const opened = await openedTables().catch(() => []); // nothing can be kept here
  for (const { sheet } of opened) if ((await takeIn(sheet)) === "later") return;
}
