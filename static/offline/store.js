// @ts-check
/* A database of this phone (IndexedDB) with one list. */

const PATIENCE_WITH_STORE = 3000;

/**
 * The way to a list: one transaction a call. "strict": on the disk, not only on its way there, when it resolves.
 * @param {string} name of the database
 * @param {string} list
 * @param {IDBObjectStoreParameters} keys
 * @returns {<T>(mode: IDBTransactionMode, work: (list: IDBObjectStore) => IDBRequest<T>) => Promise<T>}
 */
export function storeOf(name, list, keys) {
  /** @type {Promise<IDBDatabase> | undefined} */
  let opened;
  const open = () =>
    new Promise((resolve, reject) => {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(list, keys);
      asked.onsuccess = () => {
        asked.result.onclose = () => (opened = undefined); // some phones close it while nobody looks
        resolve(asked.result);
      };
      asked.onerror = () => reject(asked.error);
    });
  /** @param {unknown} error */
  const tryAgain = (error) => {
    opened = undefined;
    throw error;
  };
  return async (mode, work) => {
    const transaction = (await (opened ??= open().catch(tryAgain))).transaction(list, mode, {
      durability: "strict",
    });
    const asked = work(transaction.objectStore(list));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? asked.error);
    });
  };
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
