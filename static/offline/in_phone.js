// @ts-check
/* What the browser keeps for all pages of the app, which it may forbid. */

/** Works on the local storage; null where that is forbidden. @template T @param {(storage: Storage) => T} work */
export function inPhone(work) {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}
