// @ts-check
/* Tabs of one phone send one after the other, where the browser has locks. */

const PATIENCE_WITH_TABS = 20_000;

/**
 * Does the work while no other tab does it. A tab that the phone has put to sleep may hold the lock for hours: then the
 * work is done beside it, which the ids of what is sent allow.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(work) {
  if (!navigator.locks) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_WITH_TABS);
  let begun = false;
  const begin = () => {
    clearTimeout(timer);
    begun = true;
    return work();
  };
  try {
    return await navigator.locks.request("cegoscore-outbox", { signal: patience.signal }, begin);
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}
