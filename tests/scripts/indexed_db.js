/* A browser's databases in memory, as far as the phone's lists use them: one list each, one transaction after the other. */

/** The databases of a phone. */
export class Databases {
  /** @type {Map<string, {key: string, last: number, items: Map<unknown, any>}>} */ lists = new Map();
  /** Transactions are done by themselves; else when the test says so. */ prompt = true;
  /** None can be opened. */ broken = false;
  /** Nothing more can be put in. */ full = false;
  /** So many doors were opened. */ opened = 0;
  /** @type {any[]} */ #connections = [];
  /** @type {(() => void)[]} */ #begun = [];

  /** What a database holds. @param {string} name */
  items = (name) => [...(this.lists.get(name)?.items.values() ?? [])];

  open = (/** @type {string} */ name) => {
    this.opened += 1;
    /** @type {any} */
    const asked = { error: new DOMException("broken", "UnknownError") };
    const connection = { isOpen: true, transaction: () => this.#transaction(name, connection.isOpen) };
    const createObjectStore = (/** @type {string} */ _, /** @type {{keyPath: string}} */ { keyPath }) =>
      this.lists.set(name, { key: keyPath, last: 0, items: new Map() });
    setImmediate(() => {
      if (this.broken) return asked.onerror();
      asked.result = { createObjectStore };
      if (!this.lists.has(name)) asked.onupgradeneeded();
      asked.result = connection;
      this.#connections.push(connection);
      asked.onsuccess();
    });
    return asked;
  };

  /** Closes what is open, as phones do with a page that nobody looks at. */
  close() {
    for (const connection of this.#connections.splice(0)) {
      connection.isOpen = false;
      connection.onclose?.();
    }
  }

  /** The same, as an iPhone does it in the background: nobody hears of it. */
  cut() {
    for (const connection of this.#connections.splice(0)) connection.isOpen = false;
  }

  /** Does what was begun. */
  finish() {
    for (const done of this.#begun.splice(0)) done();
  }

  /** @param {string} name @param {boolean} isOpen */
  #transaction(name, isOpen) {
    if (!isOpen) throw new DOMException("closed", "InvalidStateError");
    const list = /** @type {{key: string, last: number, items: Map<unknown, any>}} */ (this.lists.get(name));
    const { key, items } = list;
    /** @type {(() => void)[]} */
    const steps = [];
    /** @param {() => unknown} work */
    const step = (work) => {
      /** @type {any} */
      const request = {};
      steps.push(() => {
        request.result = work();
        request.onsuccess?.();
      });
      return request;
    };
    const before = new Map(items);
    const put = (/** @type {any} */ given) => {
      if (this.full) transaction.error = new DOMException("full", "QuotaExceededError");
      const item = structuredClone(given);
      return step(() => items.set((item[key] ??= list.last += 1), item) && item[key]); // no key comes twice
    };
    const ways = {
      put,
      get: (/** @type {unknown} */ at) => step(() => structuredClone(items.get(at))),
      getAll: () => step(() => structuredClone([...items.values()])),
      delete: (/** @type {unknown} */ at) => step(() => void items.delete(at)),
    };
    /** @type {any} */
    const transaction = { objectStore: () => ways };
    this.#begun.push(() => {
      for (let at = 0; at < steps.length; at += 1) steps[at]();
      if (!transaction.error) return transaction.oncomplete();
      items.clear();
      for (const [at, item] of before) items.set(at, item);
      transaction.onabort();
    });
    if (this.prompt) setImmediate(() => this.finish());
    return transaction;
  }
}
