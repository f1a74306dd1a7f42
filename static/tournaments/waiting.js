// @ts-check
/* What was entered while the server was away: kept in this browser, sent in its order when the server is back, each
 * once. A form carries what makes it once: a UUID made here, or a state that is set and not toggled. */

/**
 * A form that waits. `refused` is what the server said to it: then it waits for a person.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} url
 * @property {[string, string][]} fields without a token
 * @property {string} what in words
 * @property {string} [refused]
 *
 * What became of a form: written, refused with a sentence, or null if no answer of ours came.
 * @typedef {{written: true} | {refused: string} | null} Outcome
 */

export class Waiting {
  /**
   * @param {Pick<Storage, "getItem" | "setItem">} store
   * @param {string} key
   * @param {(entry: Entry) => Promise<Outcome>} post
   */
  constructor(store, key, post) {
    this.store = store;
    this.key = key;
    this.post = post;
    /** @type {Promise<number> | null} */
    this.sending = null;
  }

  /** @returns {Entry[]} */
  get entries() {
    try {
      return JSON.parse(this.store.getItem(this.key) ?? "[]");
    } catch {
      return [];
    }
  }

  /** @param {(entries: Entry[]) => Entry[]} change */
  change(change) {
    this.store.setItem(this.key, JSON.stringify(change(this.entries)));
  }

  /** False if this browser cannot keep it. @param {Entry} entry */
  add(entry) {
    try {
      this.change((entries) => [...entries.filter(({ id }) => id !== entry.id), entry]);
      return this.entries.some(({ id }) => id === entry.id);
    } catch {
      return false;
    }
  }

  /** @param {string} id */
  drop(id) {
    this.change((entries) => entries.filter((entry) => entry.id !== id));
  }

  /** Those that no person has to look at. */
  get ready() {
    return this.entries.filter(({ refused }) => !refused);
  }

  /** Sends all that waits; resolves to the number written. Who asks while it is being sent hears the same. */
  send() {
    return (this.sending ??= this.#sendAll().finally(() => (this.sending = null)));
  }

  /** In order, until no answer comes. */
  async #sendAll() {
    let written = 0;
    for (let entry = this.ready[0]; entry; entry = this.ready[0]) {
      const { id } = entry;
      const outcome = await this.post(entry);
      if (!outcome) break;
      if ("written" in outcome) this.drop(id);
      else this.change((all) => all.map((each) => (each.id === id ? { ...each, refused: outcome.refused } : each)));
      written += Number("written" in outcome);
    }
    return written;
  }
}
