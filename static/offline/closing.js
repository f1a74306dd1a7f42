// @ts-check
/* The end of an evening that somebody said without network: kept on the phone until all that waits is written, and then
 * sent. Whoever writes on takes it back. */

import { post } from "../asking.js";
import { inPhone } from "./store.js";

const KEY = "cego-close:";

/** @param {string} home path of the sheet */
export const isToClose = (home) => inPhone((storage) => storage.getItem(KEY + home)) !== null;

/** @param {string} home @param {boolean} wanted */
export const sayClose = (home, wanted) =>
  inPhone((storage) => (wanted ? storage.setItem(KEY + home, "yes") : storage.removeItem(KEY + home)));

/**
 * Closes a sheet of which somebody said so, once nothing waits. Resolves to true if it is closed.
 * @param {string} home
 * @param {number} waiting hands that are not sent yet
 */
export async function closeIfSaid(home, waiting) {
  if (waiting || !isToClose(home)) return false;
  const answer = await post(`${home}/close`, { headers: { Prefer: "return=minimal" } }, home);
  if (!answer || answer.status >= 500) return false; // again with the next answer
  sayClose(home, false); // who may not close it is not asked again
  return answer.status === 204;
}
