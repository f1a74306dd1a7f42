// @ts-check
/* Waiting: one list of items for all sheets, in the order of writing, whatever the clock says. They are in a database; what
 * that will not take, as it is full, forbidden or silent, comes behind them in the browser's small store, or in this page
 * alone. */

import { failureOf, inPhone, soon, storeOf } from "./store.js";

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

/** The items of the database as they were read last. @type {Item[]} */
let stored = [];
/** Those that it would not take. @type {Item[]} */
let apart = [];
const APART = "cego-unsent";
const FIRST_APART = 2 ** 52; // places in the list, behind those that the database gives

/** The small store has them, too. */
let isOnDisk = true;

/** @returns {Item[]} */
function readApart() {
  const there = isOnDisk ? inPhone((storage) => storage.getItem(APART)) : null;
  return (apart = JSON.parse(there ?? "null") ?? apart);
}

/** @param {Item[]} items */
function writeApart(items) {
  apart = items;
  isOnDisk = Boolean(inPhone((storage) => (storage.setItem(APART, JSON.stringify(items)), true)));
}

/** A database that fails is as it was read last, where an item waits that it would not take. @returns {Promise<Item[]>} */
export async function kept() {
  const read = soon(store("readonly", (items) => items.getAll()));
  const others = readApart();
  stored = await (others.length ? read.catch(() => stored) : read);
  return [...stored, ...others];
}

/** Keeps a new item. Resolves to why the database would not take it, if so. @param {Item} item */
export async function keep(item) {
  const asked = store("readwrite", (items) => items.put(item));
  const failure = await soon(asked).then((seq) => void (item.seq = Number(seq)), failureOf);
  if (failure) {
    asked.then((seq) => discard([{ seq: Number(seq) }])).catch(() => {}); // too late: it is kept apart
    item.seq = Math.max(FIRST_APART, ...readApart().map(({ seq }) => Number(seq) + 1));
    writeApart([...apart, item]);
  }
  tellTabs([]);
  return failure;
}

/** What this page has sent: a full store takes no mark. @type {Set<string>} */
const sent = new Set();

/**
 * Reads the list and marks what is chosen of it as on its way, in one transaction: what somebody takes back before is not
 * sent, what is taken back later may be with the server. Resolves to what is to be sent.
 * @param {(items: Item[]) => Item[]} choose
 * @returns {Promise<Item[]>}
 */
export async function claim(choose) {
  /** @type {Item[]} */
  let claimed = [];
  let isNews = false;
  /** @param {IDBObjectStore} [items] */
  const mark = (items) => {
    const chosen = choose([...stored, ...readApart()]);
    const fresh = new Set(chosen.filter(({ tried }) => !tried));
    const inStore = [...fresh].filter(({ seq }) => Number(seq) < FIRST_APART);
    if (!items && inStore.length) return false;
    claimed = chosen.map((item) => ({ ...item, tried: true }));
    isNews = fresh.size > 0;
    for (const item of inStore) items?.put({ ...item, tried: true });
    if (fresh.size > inStore.length)
      writeApart(apart.map((item) => (fresh.has(item) ? { ...item, tried: true } : item)));
    return true;
  };
  /** @param {IDBObjectStore} items */
  const readAndMark = (items) => {
    const asked = items.getAll();
    asked.onsuccess = () => {
      stored = asked.result;
      mark(items);
    };
    return asked;
  };
  await soon(store("readwrite", readAndMark)).catch(async (error) => {
    if (failureOf(error) === "full") claimed = choose(await kept()).map((item) => ({ ...item, tried: true }));
    else if (!readApart().length || !mark()) throw error;
  });
  for (const { uuid } of claimed) sent.add(uuid);
  if (isNews) tellTabs([]);
  return claimed;
}

/**
 * Takes items out unless one of them was on its way: the server may have it. In one transaction. Resolves to whether they
 * are out.
 * @param {Item[]} gone
 */
export async function withdraw(gone) {
  const isTried = (/** @type {Item} */ there) => there.tried || sent.has(there.uuid);
  const places = gone.map(({ seq }) => Number(seq)).filter((seq) => seq < FIRST_APART);
  if (readApart().some((there) => isTried(there) && gone.some(({ seq }) => seq === there.seq))) return false;
  let isOut = true;
  /** @param {IDBObjectStore} items */
  const takeOut = (items) => {
    const asked = items.getAll();
    asked.onsuccess = () => {
      isOut = !asked.result.some((there) => isTried(there) && places.includes(there.seq));
      if (isOut) for (const seq of places) items.delete(seq);
    };
    return asked;
  };
  if (places.length) await soon(store("readwrite", takeOut));
  if (isOut) await discard(gone.filter(({ seq }) => Number(seq) >= FIRST_APART));
  if (isOut) tellTabs(gone.map(({ seq }) => seq));
  return isOut;
}

/** Takes items out, all or none. @param {Pick<Item, "seq">[]} gone */
export const forget = (gone) => changeAll(gone, () => null);

/** Takes items out that are nowhere else. @param {Pick<Item, "seq">[]} gone */
export function discard(gone) {
  tellTabs(gone.map(({ seq }) => seq));
  return forget(gone);
}

/** Keeps items anew as they are now, all or none. @param {Item[]} changed */
export const keepAnew = (changed) =>
  changeAll(changed, (there, item) => ({ ...item, tried: item.tried || there.tried }));

/** Says more about items, unless another tab made another one of them. All at once. @param {[Item, Partial<Item>][]} changes */
export function amend(changes) {
  const more = new Map(changes);
  return changeAll([...more.keys()], (there, item) =>
    there.uuid === item.uuid ? { ...there, ...more.get(item) } : there,
  );
}

/**
 * Changes items that are still here, in one transaction, of which other tabs hear.
 * @template {Pick<Item, "seq">} T
 * @param {T[]} changed
 * @param {(there: Item, item: T) => Item | null} change null takes it out
 */
async function changeAll(changed, change) {
  if (!changed.length) return;
  /** @param {Item} there */
  const after = (there) => {
    const item = changed.find(({ seq }) => seq === there.seq);
    return item ? change(there, item) : there;
  };
  writeApart(
    readApart()
      .map(after)
      .filter((item) => item !== null),
  );
  const places = changed.map(({ seq }) => Number(seq)).filter((seq) => seq < FIRST_APART);
  /** @param {IDBObjectStore} items @param {number} seq */
  const changeOne = (items, seq) => {
    const asked = items.get(seq);
    asked.onsuccess = () => {
      const item = asked.result && after(asked.result);
      if (item) items.put(item);
      else items.delete(seq);
    };
    return asked;
  };
  /** @param {IDBObjectStore} items */
  const changeInStore = (items) => /** @type {IDBRequest} */ (places.map((seq) => changeOne(items, seq)).at(-1));
  if (places.length) await soon(store("readwrite", changeInStore));
  tellTabs([]);
}
