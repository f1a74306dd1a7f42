// @ts-check
/* The way from the phone to the server: one item after the other, in the order of writing. */

import { ready, waits } from "./queue.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./server.js").Answer} Answer */
/**
 * What waits, as far as the page shows it.
 * @typedef {object} State
 * @property {string} home path of the sheet
 * @property {Item[]} queue of this sheet
 * @property {{form: HTMLFormElement, item?: Item} | null} current what htmx is sending
 * @property {Item | HTMLElement | null} opens whose actions are shown: an item, or the line of a hand that was sent
 * @property {Date | null} since without network
 *
 * What sending needs: the store, the server and the page.
 * @typedef {object} Ways
 * @property {() => Promise<Item[]>} kept
 * @property {(item: Item, more: Partial<Item>) => Promise<unknown>} amend
 * @property {(item: Item) => Promise<unknown>} forget
 * @property {(item: Item) => Promise<Answer>} send
 * @property {() => Promise<unknown>} look asks the server what is new
 * @property {() => void} redraw
 * @property {() => void} showOpen
 * @property {() => void} sign
 * @property {() => Promise<boolean>} keepPage resolves to true if nothing older than what is shown is kept
 * @property {(item: Item) => boolean} inLedger the page shows it as written
 */

/** Sends what waits. The page's methods are arrow functions, to be handed on as they are. */
export class Sender {
  #sending = false;
  #again = false;
  /** Written, but perhaps not on the page yet that the phone keeps. @type {Item[]} */
  #settling = [];

  /** @param {State} state @param {Ways} ways */
  constructor(state, ways) {
    this.state = state;
    this.ways = ways;
  }

  /** There is network: only what was answered tells. */
  found = () => {
    this.state.since = null;
    this.ways.sign();
    if (ready(this.state.queue)) this.flush();
  };

  lost = () => {
    this.state.since ??= new Date();
    this.ways.sign();
  };

  /** Sends what waits; a refused item stops its sheet until a person has decided. @returns {Promise<void>} */
  async flush() {
    this.#again = this.#sending;
    if (this.#sending) return;
    this.#sending = true;
    let changed = false;
    try {
      changed = await this.#sendAll();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // the store went away: what is in it stays there
    }
    if (changed) await this.ways.look();
    this.#sending = false;
    this.ways.redraw();
    if (changed) this.ways.showOpen();
    if (this.#again) return this.flush();
  }

  async #sendAll() {
    const blocked = new Set();
    let changed = false;
    for (const item of await this.ways.kept()) {
      if (!waits(item)) blocked.add(item.sheet);
      if (item.written || blocked.has(item.sheet) || item.seq === this.state.current?.item?.seq) continue;
      const answer = await this.ways.send(item);
      if (answer.wait) break;
      changed = true;
      if (answer.refused) blocked.add(item.sheet);
      await this.#note(item, answer);
    }
    return changed;
  }

  /** @param {Item} item @param {Answer} answer */
  async #note(item, { refused }) {
    const shown = this.state.queue.find(({ seq }) => seq === item.seq);
    if (shown && refused) this.state.opens = Object.assign(shown, { refused });
    if (refused) await this.ways.amend(item, { refused });
    else if (item.sheet === this.state.home) await this.#written(shown ?? item);
    else await this.ways.forget(item);
  }

  /**
   * It is with the server, and stays on the phone until the page that the phone keeps has it, too: loaded without
   * network, that page must not give its number to another hand.
   * @param {Item} item
   */
  async #written(item) {
    item.written = true;
    this.settle([item]);
    await this.ways.amend(item, { written: true });
  }

  /** These are with the server. @param {Item[]} items */
  settle(items) {
    this.#settling.push(...items);
  }

  /** Forgets what is with the server, as far as the kept page has it. */
  async clearAway() {
    const settled = this.#settling.filter(this.ways.inLedger);
    if (!settled.length || !(await this.ways.keepPage())) return;
    this.#settling = this.#settling.filter((item) => !settled.includes(item));
    await Promise.all(settled.map(this.ways.forget));
  }

  /** htmx had an answer for an item. @param {Item} item @param {boolean} refused */
  answered(item, refused) {
    return (refused ? this.ways.forget(item) : this.#written(item)).then(this.found, () => {});
  }
}
