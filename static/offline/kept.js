// @ts-check
/* The store on the phone (IndexedDB): one list of items for all sheets, in the order of writing, whatever the clock
 * says. */

import { soon, storeOf } from "./store.js";

/** @typedef {import("./queue.js").Item} Item */

const store = storeOf("cegoscore", "outbox", { keyPath: "seq", autoIncrement: true });

/* Other tabs of this phone have the same list in sight: they hear what was thrown away, or only that it changed. */
const openChannel = () => window.BroadcastChannel && new BroadcastChannel("cegoscore-outbox");
let tabs = openChannel();
/** @type {BroadcastChannel["onmessage"]} */
let onMessage = null;

/** Once more through a channel opened anew where the browser cut the old one. @param {unknown[]} thrown */
function tellTabs(thrown) {
  try {
    tabs?.postMessage(thrown);
  } catch {
    tabs = openChannel();
    tabs.onmessage = onMessage;
    tabs.postMessage(thrown);
  }
}

/** @template T @param {T} result */
const tell = (result) => {
  tellTabs([]);
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
  onMessage = ({ data }) => {
    for (const seq of data) thrown.add(seq);
    later();
  };
  if (tabs) tabs.onmessage = onMessage;
  addEventListener("pageshow", ({ persisted }) => persisted && later());
}

/** @returns {Promise<Item[]>} */
export const kept = () => soon(store("readonly", (items) => items.getAll()));

/** Takes items out, all or none. @param {Pick<Item, "seq">[]} gone */
export const forget = (gone) =>
  changeAll((items) => gone.map(({ seq }) => items.delete(/** @type {number} */ (seq))), gone.length);

/** Takes items out that are nowhere else. @param {Pick<Item, "seq">[]} gone */
export function discard(gone) {
  tellTabs(gone.map(({ seq }) => seq));
  return forget(gone);
}

/** Keeps a new item. Rejects where nothing can be kept. @param {Item} item */
export async function keep(item) {
  const asked = store("readwrite", (items) => items.put(item));
  try {
    item.seq = Number(tell(await soon(asked)));
  } catch (error) {
    asked.then((seq) => discard([{ seq: Number(seq) }])).catch(() => {}); // too late: it goes another way
    throw error;
  }
}

/** Keeps items anew as they are now, all or none. @param {Item[]} items */
export const keepAnew = (items) => changeAll((store) => items.map((item) => store.put(item)), items.length);

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
  count
    ? soon(store("readwrite", (items) => /** @type {IDBRequest} */ (work(items).at(-1))).then(tell))
    : Promise.resolve();
