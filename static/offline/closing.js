// @ts-check
/* The end of an evening that somebody said without network: kept on the phone until all that waits is written, and then
 * sent. Whoever writes on takes it back. */

import { post } from "../asking.js";
import { inPhone } from "./store.js";

const KEY = "cego-close:";

/** @param {string} home path of the sheet */
export const isToClose = (home) => inPhone((storage) => storage.getItem(KEY + home)) !== null;

/** @param {string} home @param {boolean} wanted @param {string} [newest] key of the newest hand that the page shows */
export const sayClose = (home, wanted, newest = "0") =>
  inPhone((storage) => (wanted ? storage.setItem(KEY + home, newest) : storage.removeItem(KEY + home)));

/**
 * Closes a sheet of which somebody said so, once nothing waits, and unless others have written on since: then that is
 * taken back. Resolves to true if it is closed, to null if it goes on.
 * @param {string} home
 * @param {number} waiting hands that are not sent yet
 */
export async function closeIfSaid(home, waiting) {
  const newest = inPhone((storage) => storage.getItem(KEY + home)) ?? null;
  if (waiting || newest === null) return false;
  const body = new URLSearchParams(newest === "yes" ? {} : { newest }); // "yes": by a page of 0.2.0
  const answer = await post(`${home}/close`, { body, headers: { Prefer: "return=minimal" } }, home);
  if (!answer || answer.status >= 500) return false; // again with the next answer
  // Who may not close it is not asked again; who said so anew meanwhile has seen more.
  if (inPhone((storage) => storage.getItem(KEY + home)) === newest) sayClose(home, false);
  return answer.status === 409 ? null : answer.status === 204;
}
