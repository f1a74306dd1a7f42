// @ts-check
/* The store on the phone (IndexedDB): one list of items for all sheets, in the order of writing, whatever the clock
 * says. */

/** @typedef {import("./queue.js").Item} Item */

const PATIENCE_WITH_STORE = 3000;

/** @type {Promise<IDBDatabase> | undefined} */
let opened;
const database = () =>
  (opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("cegoscore", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
    asked.onsuccess = () => {
      asked.result.onclose = () => (opened = undefined); // some phones close it while nobody looks
      resolve(asked.result);
    };
    asked.onerror = () => {
      opened = undefined;
      reject(asked.error);
    };
  }));

/**
 * One transaction. "strict": on the disk, not only on its way there, when this resolves.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(items: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function store(mode, work) {
  const transaction = (await database()).transaction("outbox", mode, { durability: "strict" });
  const asked = work(transaction.objectStore("outbox"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? asked.error);
  });
}

/**
 * Some phones' databases never answer: then nothing can be kept.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
function soon(answer) {
  const late = () => new DOMException("the store does not answer", "TimeoutError");
  return Promise.race([answer, new Promise((_, reject) => setTimeout(() => reject(late()), PATIENCE_WITH_STORE))]);
}

/* Other tabs of this phone have the same list in sight. */
const tabs = window.BroadcastChannel && new BroadcastChannel("cegoscore-outbox");
/** @template T @param {T} result */
const tell = (result) => {
  tabs?.postMessage([]);
  return result;
};

/** What a person threw away in another tab. @type {Set<unknown>} */
const thrown = new Set();

/** Those that the store has no more though nobody threw them away: the server has them. @param {Item[]} items @param {Item[]} found */
export const missing = (items, found) =>
  items.filter(({ seq }) => !thrown.has(seq) && !found.some((item) => item.seq === seq));

/** Calls when another tab has changed the list. @param {() => void} reread */
export function onChange(reread) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(reread, 300); // what is answered by then was never waiting
  };
  if (tabs)
    tabs.onmessage = ({ data }) => {
      for (const seq of data) thrown.add(seq);
      later();
    };
  addEventListener("pageshow", ({ persisted }) => persisted && later());
}

/** @returns {Promise<Item[]>} */
export const kept = () => soon(store("readonly", (items) => items.getAll()));

/** Takes items out, all or none. @param {Pick<Item, "seq">[]} gone */
export const forget = (gone) =>
  changeAll((items) => gone.map(({ seq }) => items.delete(/** @type {number} */ (seq))), gone.length);

/** Takes items out that are nowhere else. @param {Pick<Item, "seq">[]} gone */
export function discard(gone) {
  tabs?.postMessage(gone.map(({ seq }) => seq));
  return forget(gone);
}

/** Keeps an item, anew if it was kept before. Rejects where nothing can be kept. @param {Item} item */
export async function keep(item) {
  const asked = store("readwrite", (items) => items.put(item));
  try {
    item.seq = Number(tell(await soon(asked)));
  } catch (error) {
    asked.then((seq) => discard([{ seq: Number(seq) }])).catch(() => {}); // too late: it goes another way
    throw error;
  }
}

/**
 * Says more about items, unless another tab took one out or made another of it. All at once.
 * @param {[Item, Partial<Item>][]} changes
 */
export const amend = (changes) =>
  changeAll(
    (items) =>
      changes.map(([{ seq, uuid }, more]) => {
        const asked = items.get(/** @type {number} */ (seq));
        asked.onsuccess = () => asked.result?.uuid === uuid && items.put({ ...asked.result, ...more });
        return asked;
      }),
    changes.length,
  );

/**
 * Several changes in one transaction, of which other tabs hear.
 * @param {(items: IDBObjectStore) => IDBRequest[]} work
 * @param {number} count
 */
const changeAll = (work, count) =>
  count ? store("readwrite", (items) => /** @type {IDBRequest} */ (work(items).at(-1))).then(tell) : Promise.resolve();
