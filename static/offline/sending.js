// @ts-check
/* Waiting, then sent, and what becomes of it: all that waits for a sheet goes to the server in one request, in the order of
 * writing, and comes back as written, refused or conflicting. */

import { post } from "../asking.js";
import { asksForValues } from "./one_hand.js";
import { isTakenBack, laneOf, ready, sendable, unwritten, waits } from "./queue.js";

/** @typedef {import("./queue.js").Item} Item */
/**
 * What became of each item of a request, by its place there: written (or there already), refused, or in the way of what
 * another phone wrote, whose revision is named. What is in none of them waits. `question` and `parts` are HTML. One hand
 * comes as values (`hand`) where the page lacks nothing else, and else as the parts of the page that change.
 * @typedef {object} Answer
 * @property {number[]} written
 * @property {number[]} [theirs] of those, what another phone had written alike before
 * @property {{at: number, sentence: string, gone?: true} | null} refused
 * @property {{at: number, sentence: string, gone?: true}[]} [also] was refused, as what came too late is
 * @property {{at: number, sentence: string, revision: number}[]} differing
 * @property {string} [question] about all that differs
 * @property {import("./one_hand.js").OneHand} [hand]
 * @property {string} [parts] of the page that one hand changes
 *
 * What waits, as far as the page shows it.
 * @typedef {object} State
 * @property {string} home path of the sheet
 * @property {Item[]} queue of this sheet
 * @property {Item | HTMLElement | null} opens whose actions are shown: an item, or the line of a hand that was sent
 * @property {Date | null} since without network
 * @property {boolean} brief it is being sent, and not for long yet: nobody need know
 * @property {Item | null} undo the hand that can be taken back
 *
 * What sending needs: the store, the server, the page and the clock.
 * @typedef {object} Ways
 * @property {() => Promise<Item[]>} kept
 * @property {(choose: (items: Item[]) => Item[]) => Promise<Item[]>} claim reads what is kept, and marks what is chosen as on its way
 * @property {(changes: [Item, Partial<Item>][]) => Promise<unknown>} amend
 * @property {(items: Item[]) => Promise<unknown>} forget
 * @property {(items: Item[]) => Promise<unknown>} throwAway items of this sheet, with what revises them
 * @property {(sheet: string, items: Item[]) => Promise<Answer | null>} send
 * @property {<T>(work: () => Promise<T>) => Promise<T>} alone no other tab of this phone sends meanwhile
 * @property {(work: () => void, milliseconds: number) => unknown} later
 * @property {() => boolean} online false if the browser is sure that there is no network
 * @property {() => Promise<unknown>} look asks the server what is new
 * @property {(parts: string) => void} show parts of the page
 * @property {(question: string, asked: Item[]) => void} ask a person about what differs
 * @property {() => string | undefined} version of the sheet that the page shows
 * @property {() => void} redraw
 * @property {() => void} showOpen
 * @property {() => void} sign
 * @property {() => Promise<boolean>} keepPage resolves to true if nothing older than what is shown is kept
 * @property {(sheet: string) => Promise<boolean>} keepOther the same for another sheet
 * @property {(item: Item) => boolean} inLedger the page shows it as written
 */

const AT_ONCE = 40; // a request of so many hands is within the server's limit
const BRIEF = 2000;
const [SOON, SELDOM] = [2000, 30_000];
const PATIENCE_WITH_TABS = 20_000;
/** On the page that is not there for who came without a cookie (scoresheet/evening/_left_here.html). */
const UNKNOWN = "data-unknown";

/**
 * Sends items of one sheet, in order. Resolves to nothing if they have to wait.
 * @param {string} sheet its path
 * @param {Item[]} items
 * @param {DOMStringMap} words what is said if this phone has no right any more (`gone`), or no cookie (`unknown`)
 * @param {() => void} lost called if there was no answer of ours
 * @returns {Promise<Answer | null>}
 */
export async function send(sheet, items, { gone = "", unknown = "" }, lost) {
  const body = JSON.stringify(items.map(({ url, fields, at = null }) => [url, fields.filter(([, text]) => text), at]));
  const headers = { "Content-Type": "application/json", ...asksForValues() };
  const answer = await post(`${sheet}/queue`, { body, headers }, sheet);
  if (!answer) lost();
  if (answer?.status === 200) return JSON.parse(answer.text);
  if (answer?.status !== 403 && answer?.status !== 404) return null;
  const sentence = answer.text.includes(UNKNOWN) ? unknown : gone;
  return { written: [], refused: { at: 0, gone: true, sentence }, differing: [] };
}

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

/** Sends what waits. The page's methods are arrow functions, to be handed on as they are. */
export class Sender {
  #sending = false;
  #again = false;
  #pause = SOON;
  #denied = false;
  /** The version of the sheet at which the server refused something. @type {string | undefined} */
  #refusedAt;
  /** Written, but perhaps not on the page yet that the phone keeps. @type {Item[]} */
  #settling = [];

  /** @param {State} state @param {Ways} ways */
  constructor(state, ways) {
    this.state = state;
    this.ways = ways;
  }

  /** There is network: only what our server answered tells. */
  found = () => {
    this.state.since = null;
    this.ways.sign();
    const again = this.#denied && this.state.queue.some(({ refused }) => refused?.gone);
    this.#denied = false;
    if (again || ready(this.state.queue)) this.flush(again);
    this.clearAway().catch(() => {}); // the kept page may have waited for network, too
  };

  lost = () => {
    this.state.since ??= new Date();
    this.ways.sign();
  };

  /** The server says that this phone may not see the sheet: it says so of what waits, too. */
  denied = () => {
    this.#denied = true;
    this.state.since = null;
    this.ways.sign();
    if (ready(this.state.queue)) this.flush();
  };

  /** The sheet is not as it was when something was refused: perhaps it is taken now. */
  retryIfChanged() {
    const changed = this.#refusedAt !== this.ways.version();
    if (changed && !this.state.queue.every(waits)) this.flush(true);
  }

  /**
   * Sends what waits. What is refused stops its sheet until a person has decided, or it is tried again.
   * @param {boolean} [refusedToo]
   * @returns {Promise<void>}
   */
  async flush(refusedToo = false) {
    if (this.#sending) this.#again = true;
    if (this.#sending || !this.ways.online()) return;
    this.#sending = true;
    this.#again = false;
    this.#beBrief();
    let changed = false;
    try {
      changed = await this.ways.alone(() => this.#sendAll(refusedToo));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#comeBack(); // the store went away: what is in it stays there
    }
    this.#sending = this.state.brief = false;
    this.ways.redraw();
    if (changed) this.ways.showOpen();
    if (this.#again) return this.flush();
  }

  #beBrief() {
    this.state.brief = !this.state.since;
    if (!this.state.brief) return;
    this.ways.later(() => {
      if (!this.state.brief) return;
      this.state.brief = false;
      this.ways.redraw();
    }, BRIEF);
  }

  /** @param {boolean} refusedToo */
  async #sendAll(refusedToo) {
    let changed = false;
    let isAnswered = true;
    const waiting = unwritten(await this.ways.kept());
    for (const sheet of new Set(waiting.map(({ sheet }) => sheet))) {
      /** @type {Set<string>} */
      const stopped = new Set();
      for (let some; (some = await this.#claim(sheet, refusedToo, stopped)).length;) {
        const answer = await this.ways.send(sheet, some);
        isAnswered &&= answer !== null;
        if (!answer) break; // other sheets may be taken
        changed = true;
        this.state.since = null;
        if (answer.written.length < some.length) stopped.add(laneOf(some[0]));
        await this.#note(some, answer);
      }
    }
    if (isAnswered || changed) this.#pause = SOON;
    if (!isAnswered) this.#comeBack();
    return changed;
  }

  /**
   * What is sent next, as it is kept now and not as it was before the last answer. From here on the server may have it,
   * whatever is answered.
   * @param {string} sheet
   * @param {boolean} refusedToo
   * @param {Set<string>} stopped
   */
  async #claim(sheet, refusedToo, stopped) {
    const some = await this.ways.claim((kept) => {
      const items = kept.filter((item) => item.sheet === sheet);
      return sendable(items, refusedToo, stopped).slice(0, AT_ONCE);
    });
    for (const item of this.state.queue) if (some.some(({ seq }) => seq === item.seq)) item.tried = true;
    return some;
  }

  /** Nothing was answered: again after a while, which gets longer. */
  #comeBack() {
    this.ways.later(() => ready(this.state.queue) && this.flush(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, SELDOM);
  }

  /** @param {Item[]} items @param {Answer} answer */
  async #note(items, { written, theirs = [], refused, also = [], differing, question, parts }) {
    const isHome = items[0].sheet === this.state.home;
    const done = written.map((at) => items[at]);
    for (const at of theirs) items[at].theirs = true;
    /** @type {Map<Item, Item["refused"]>} */
    const stopped = new Map();
    for (const { at, ...why } of [...(refused ? [refused] : []), ...also, ...differing]) stopped.set(items[at], why);
    const others = items.filter((item) => !done.includes(item) && (item.refused || stopped.has(item)));
    await this.ways.amend([
      ...done.map((item) => change(item, { written: true, theirs: item.theirs, refused: undefined })),
      ...others.map((item) => change(item, { refused: stopped.get(item) })),
    ]);
    if (!isHome) return; // the next start forgets them
    this.#noteHere(done, others, stopped);
    await this.#dropTakenBack(stopped);
    if (parts) this.ways.show(parts);
    else this.ways.look();
    if (question && stopped.size) this.ways.ask(question, items);
  }

  /** A hand that was taken back on its way, and that the server never took, needs no person. @param {Map<Item, Item["refused"]>} stopped */
  async #dropTakenBack(stopped) {
    const gone = [...stopped].filter(([item, why]) => !why?.gone && isTakenBack(this.state.queue, item));
    for (const [item] of gone) stopped.delete(item);
    if (gone.length) await this.ways.throwAway(gone.map(([item]) => item));
  }

  /**
   * The same on the page. What is written stays on the phone until the page that the phone keeps has it, too: loaded
   * without network, that page must not give its number to another hand.
   * @param {Item[]} done
   * @param {Item[]} others
   * @param {Map<Item, Item["refused"]>} stopped
   */
  #noteHere(done, others, stopped) {
    const shown = (/** @type {Item} */ item) => this.state.queue.find(({ seq }) => seq === item.seq) ?? item;
    for (const item of done) Object.assign(shown(item), { written: true, theirs: item.theirs, refused: undefined });
    const { undo } = this.state;
    const isMine = undo && done.some((item) => item.uuid === undo.uuid && !item.theirs);
    if (isMine) undo.written = true;
    else if (undo && [...done, ...stopped.keys()].some(({ uuid }) => uuid === undo.uuid)) this.state.undo = null;
    this.settle(done.map(shown));
    for (const item of others) {
      const refused = stopped.get(item);
      Object.assign(shown(item), { refused });
    }
    const first = others.find((item) => stopped.has(item) && !stopped.get(item)?.revision);
    if (first) this.state.opens = shown(first);
    if (stopped.size) this.#refusedAt = this.ways.version();
  }

  /** These are with the server. @param {Item[]} items */
  settle(items) {
    this.#settling.push(...items.filter(({ seq }) => !this.#settling.some((one) => one.seq === seq)));
  }

  /** Forgets what is with the server, as far as the kept page has it. */
  async clearAway() {
    const settled = this.#settling.filter(this.ways.inLedger);
    if (!settled.length || !(await this.ways.keepPage())) return;
    this.#settling = this.#settling.filter((item) => !settled.includes(item));
    await this.ways.forget(settled);
  }

  /** At the start of a sheet: forgets what is with the server, of all sheets. */
  tidyUp = () => Promise.all([this.clearAway(), this.#clearOthers()]).catch(() => {}); // the store went away

  /** What a sheet has sent for another one, or the power left half done. */
  async #clearOthers() {
    const others = (await this.ways.kept()).filter(({ sheet, written }) => written && sheet !== this.state.home);
    for (const sheet of new Set(others.map((item) => item.sheet)))
      if (await this.ways.keepOther(sheet)) await this.ways.forget(others.filter((item) => item.sheet === sheet));
  }
}

/** @param {Item} item @param {Partial<Item>} more @returns {[Item, Partial<Item>]} */
const change = (item, more) => [item, more];
