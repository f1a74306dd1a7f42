// @ts-check
/* What the browser keeps on this phone: databases (IndexedDB) with one list each, and its small store for all pages. */

const PATIENCE_WITH_STORE = 3000;

/** Works on the local storage; null where the browser forbids that. @template T @param {(storage: Storage) => T} work */
export function inPhone(work) {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}

/**
 * The way to a list: one transaction a call, once more through a door opened anew where the phone cut the old one (an
 * iPhone says nothing of it). "strict": on the disk, not only on its way there, when it resolves.
 * @param {string} name of the database
 * @param {string} list
 * @param {IDBObjectStoreParameters} keys
 * @returns {<T>(mode: IDBTransactionMode, work: (list: IDBObjectStore) => IDBRequest<T>) => Promise<T>}
 */
export function storeOf(name, list, keys) {
  /** @type {Promise<IDBDatabase> | undefined} */
  let opened;
  /** @returns {Promise<IDBDatabase>} */
  const open = () =>
    new Promise((resolve, reject) => {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(list, keys);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  /** @type {<T>(mode: IDBTransactionMode, work: (list: IDBObjectStore) => IDBRequest<T>) => Promise<T>} */
  const once = async (mode, work) => {
    const silent = setTimeout(() => (opened = undefined), PATIENCE_WITH_STORE);
    try {
      const transaction = (await (opened ??= open())).transaction(list, mode, { durability: "strict" });
      const asked = work(transaction.objectStore(list));
      return await new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(asked.result);
        transaction.onabort = transaction.onerror = () => reject(transaction.error ?? asked.error);
      });
    } catch (error) {
      opened = undefined;
      throw error;
    } finally {
      clearTimeout(silent);
    }
  };
  return (mode, work) => once(mode, work).catch(() => once(mode, work));
}

/**
 * Some phones' databases never answer: then nothing can be kept.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
export function soon(answer) {
  const late = () => new DOMException("the store does not answer", "TimeoutError");
  return Promise.race([answer, new Promise((_, reject) => setTimeout(() => reject(late()), PATIENCE_WITH_STORE))]);
}

/** The name of the sentence about a store that failed. @param {unknown} error @returns {"full" | "off" | "silent"} */
export function failureOf(error) {
  const { name = "" } = /** @type {{name?: string}} */ (error ?? {});
  if (name === "QuotaExceededError") return "full";
  return ["SecurityError", "ReferenceError", "TypeError", "InvalidStateError"].includes(name) ? "off" : "silent";
}
