/* Phones, tabs and a server at random: at rest all that was written and not taken back is there once, what was taken back is
 * not, and the sign tells the truth. The list, what is sent of it, and what a tap does to it are the scripts themselves;
 * the server is a small one (ledger_server.js). */

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { registerHooks } from "node:module";
import { mock, test } from "node:test";

import { Databases } from "./indexed_db.js";
import { SHEETS, Server, amountsOf, saysOf } from "./ledger_server.js";

/** @typedef {import("../../static/offline/queue.js").Item} Item */
/** @typedef {import("../../static/offline/queue.js").Line} Line */

const EVENINGS = Number(process.env.THOROUGH ? 300 : 24);
const TAPS = 30;
const turn = () => new Promise(setImmediate);

/** Dice that fall alike for one seed. @param {number} seed */
function dice(seed) {
  let state = seed * 2654435761 + 1;
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @template T @param {T[]} from @returns {T} */
  const one = (from) => from[Math.floor(next() * from.length)];
  return { one, happens: (/** @type {number} */ chance) => next() < chance };
}

/** Each tab has scripts of its own, and finds its own phone and page in them. @type {AsyncLocalStorage<Tab>} */
const here = new AsyncLocalStorage();
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const { search } = new URL(context.parentURL ?? "file:///");
    return search && specifier.startsWith(".") ? { ...found, url: found.url + search } : found;
  },
});
/** @type {any} */
const page = globalThis;
page.window = page;
page.location = { pathname: "" };
for (const [name, part] of Object.entries({ indexedDB: "store", localStorage: "small", document: "document" }))
  Object.defineProperty(page, name, { configurable: true, get: () => /** @type {any} */ (here.getStore())?.[part] });
page.addEventListener = () => {};
page.fetch = (/** @type {string} */ url, /** @type {{body: URLSearchParams}} */ { body }) =>
  /** @type {Tab} */ (here.getStore()).answerEnd(url, body);
page.BroadcastChannel = class {
  tab = here.getStore();
  postMessage() {
    for (const other of this.tab?.phone.tabs ?? []) if (other !== this.tab) other.hear();
  }
};

/** A phone: what it has on its disk, its tabs, and what fingers did. */
class Phone {
  store = new Databases();
  /** @type {Map<string, string>} */ #small = new Map();
  small = {
    getItem: (/** @type {string} */ key) => this.#small.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void this.#small.set(key, value),
    removeItem: (/** @type {string} */ key) => void this.#small.delete(key),
  };
  /** @type {Tab[]} */ tabs = [];
  isSending = Promise.resolve();
  /** @type {Set<string>} */ written = new Set();
  /** @type {Set<string>} */ takenBack = new Set();
  /** @type {Set<string>} */ thrown = new Set();
  /** How much of a sheet whoever ended its evening had seen. @type {Map<string, number>} */ ended = new Map();

  waiting = () => this.store.items("cegoscore").filter(({ written }) => !written);
}

let opened = 0;

/** A tab with one sheet open: the page as it was seen last, the box, and a sender. */
class Tab {
  /** @type {any} */ scripts;
  /** @type {any} */ box;
  /** @type {any} */ sender;
  /** @type {Line[]} */ lines = [];
  /** Payments that the page knows. @type {string[]} */ paid = [];
  /** How much of the ledger the page shows. */ newest = 0;
  /** Answers on their way. @type {(() => void)[]} */ held = [];
  isGone = false;
  isTold = false;

  /** @param {Evening} evening @param {Phone} phone @param {string} home */
  constructor(evening, phone, home) {
    Object.assign(this, { evening, phone, home, store: phone.store, small: phone.small });
    this.evening = evening;
    this.phone = phone;
    this.home = home;
    this.look();
    const line = (/** @type {Line} */ { number, revision, dealer, lineup, paid, void: isVoid }) => ({
      dataset: { number, revision, dealer, lineup: lineup.join(), paid: paid.join() },
      matches: () => isVoid,
    });
    const values = { dataset: {}, textContent: "", value: "token" };
    this.document = {
      querySelector: () => values,
      querySelectorAll: (/** @type {string} */ what) =>
        what === "#totals .seat" ? [1, 2, 3, 4] : what.startsWith("#lines .line") ? this.lines.map(line) : [],
    };
  }

  /** @template T @param {() => T} work @returns {T} */
  in = (work) => here.run(this, work);

  async open() {
    const each = (/** @type {string} */ name) => import(`../../static/offline/${name}.js?tab=${this.key}`);
    this.key = opened += 1;
    const names = ["kept", "sending", "deciding", "writing", "queue", "closing"];
    this.scripts = Object.assign({}, ...(await Promise.all(names.map(each))));
    const { kept, claim, amend, forget, throwAll, Sender, inLedger } = this.scripts;
    const queue = (await kept()).filter((/** @type {Item} */ { sheet }) => sheet === this.home);
    this.box = {
      home: this.home,
      queue,
      opens: null,
      since: null,
      brief: false,
      undo: null,
      question: null,
      keeping: 0,
    };
    const dead = () => new Promise(() => {});
    this.sender = new Sender(this.box, {
      ...{ kept, claim, amend, forget },
      throwAway: (/** @type {Item[]} */ items) => throwAll(this.box, items),
      send: async (/** @type {string} */ sheet, /** @type {Item[]} */ items) => {
        const answer = await this.evening.carry(this, sheet, items);
        return this.isGone ? dead() : answer;
      },
      alone: (/** @type {() => Promise<any>} */ work) => {
        if (this.evening.chance.happens(0.2)) return work(); // a tab that sleeps has the lock
        const done = this.phone.isSending.then(() => (this.isGone ? undefined : work()));
        this.phone.isSending = Promise.race([done, this.gone]).then(
          () => {},
          () => {},
        );
        return done;
      },
      ...{ later() {}, online: () => true, show() {}, ask() {}, redraw() {}, showOpen() {}, sign() {} },
      look: async () => this.look(),
      version: () => JSON.stringify(this.lines),
      ...{ keepPage: async () => true, keepOther: async () => true },
      inLedger: (/** @type {Item} */ item) => inLedger(this.lines, item),
    });
    return this;
  }

  leave() {
    this.isGone = true;
    this.#go();
    this.phone.tabs = this.phone.tabs.filter((tab) => tab !== this);
  }

  #go = () => {};
  gone = new Promise((resolve) => (this.#go = () => resolve(undefined)));

  /** The page as the server has it. */
  look() {
    this.lines = this.evening.server.lines(this.home);
    this.newest = this.evening.server.ledgers[this.home].length;
    this.paid = this.evening.server.words();
    if (!this.box) return;
    const { inLedger } = this.scripts;
    this.box.queue = this.box.queue.filter((/** @type {Item} */ item) => !(item.written && inLedger(this.lines, item)));
  }

  hear() {
    this.isTold = true;
  }

  /** Reads the list anew after another tab changed it, as outbox.js does. */
  async reread() {
    this.isTold = false;
    const { kept, missing } = this.scripts;
    const before = this.box.keeping;
    const items = await kept();
    if (before !== this.box.keeping) return this.hear();
    const sent = missing(this.box.queue, items).map((/** @type {Item} */ item) => ({ ...item, written: true }));
    this.box.queue = [...sent, ...items].filter(({ sheet }) => sheet === this.home);
    this.sender.settle(this.box.queue.filter((/** @type {Item} */ { written }) => written));
    this.look();
  }

  /** A due is paid with a tap, unless it is known that it was. @param {string} says */
  pay(says) {
    const { alikeIn, waits, wordOf } = this.scripts;
    const due = { payer: 0, receiver: 1, amount: amountsOf(says)[0] };
    const waiting = this.box.queue.filter((/** @type {Item} */ item) => item.kind === "pay" && waits(item));
    const seen = alikeIn([...this.paid, ...waiting.map(wordOf)], due);
    if (seen !== "none" || this.phone.written.has(says)) return;
    const fields = { payer: due.payer, receiver: due.receiver, cents: due.amount, seen };
    return this.write(says, { kind: "pay", number: 0, revision: 0 }, fields);
  }

  /** @param {string} says @param {Partial<Item>} [more] @param {object} [others] fields of the form */
  write(says, more, others = {}) {
    const { standings, turn: deal, add } = this.scripts;
    const id = `${says}/${(opened += 1)}`;
    const { standing } = standings(this.lines, this.box.queue, 4);
    const first = {
      number: Math.max(0, ...this.lines.map(({ number }) => number)) + 1,
      shown: 1,
      dealer: 0,
      lineup: [],
    };
    const { number } = deal(first, this.lines, this.box.queue, standing);
    const item = {
      ...{ sheet: this.home, url: `${this.home}/hands`, uuid: id, kind: "new", number, revision: 1 },
      ...{ lineup: [0, 1, 2, 3], dealer: 0, pay: amountsOf(says), counts: true, ...more },
    };
    const named = { uuid: id, number: item.number, revision: 1, says, ...others };
    const fields = Object.entries(named).map(([name, value]) => [name, String(value)]);
    this.phone.written.add(says);
    if (item.kind === "new") {
      this.phone.ended.delete(this.home);
      this.scripts.sayClose(this.home, false);
    }
    const kept = add(this.box, this.sender, { ...item, fields }).then(() => {
      this.box.undo = item.kind === "new" ? this.box.queue.find((/** @type {Item} */ { uuid }) => uuid === id) : null;
    });
    return kept;
  }

  /** The end of the evening is said without network, as of what the page shows. */
  end() {
    this.phone.ended.set(this.home, this.newest);
    this.scripts.sayClose(this.home, true, String(this.newest));
  }

  close = () => this.scripts.closeIfSaid(this.home, this.scripts.unwritten(this.box.queue).length);

  /** The server hears of an end once nothing waits, and takes it if nobody has written on. @param {string} url @param {URLSearchParams} body */
  async answerEnd(url, body) {
    const { server, faults } = this.evening;
    const status = server.close(this.home, body.get("newest"), this.phone);
    const seen = this.phone.ended.get(this.home);
    const others = server.ledgers[this.home].slice(seen).filter(({ by }) => by !== this.phone);
    if (status === 204 && (seen === undefined || others.length)) faults.push(`${url} was ended under others`);
    if (this.scripts.unwritten(this.box.queue).length) faults.push(`${url} was ended while hands wait`);
    if (status === 409 && !others.length) faults.push(`${url} was not ended`);
    await turn();
    return new Response(null, { status, headers: { "X-Cegoscore": "1" } });
  }

  undo() {
    const { undo } = this.box;
    this.box.undo = null;
    if (!undo) return;
    this.phone.takenBack.add(saysOf(undo));
    return this.scripts.takeBack(this.box, this.sender, undo);
  }

  /** A person decides about all that was refused. */
  async decide() {
    const { one } = this.evening.chance;
    for (const item of this.box.queue.filter((/** @type {Item} */ { refused }) => refused)) {
      const isHand = item.kind === "new" && item.refused.revision && !saysOf(item).startsWith("nonsense");
      const action = isHand ? one(["throw", "next", "anyway"]) : "throw";
      if (action === "throw") this.phone.thrown.add(saysOf(item));
      if (action === "anyway")
        this.evening.replaced.add(this.evening.server.standing(this.home, item.number)?.says ?? "");
      await this.scripts.carryOut(this.box, [[item, action]]);
    }
  }
}

/** Two phones, one of them with two tabs, and two sheets. */
class Evening {
  server = new Server();
  phones = [new Phone(), new Phone()];
  /** What somebody wrote something else in the place of. @type {Set<string>} */ replaced = new Set();
  /** Requests on their way. @type {(() => void)[]} */ onTheWay = [];
  isQuiet = false;
  /** @type {string[]} */ faults = [];
  /** Tabs that are being loaded. @type {Promise<unknown>[]} */ opening = [];

  /** @param {number} seed */
  constructor(seed) {
    this.chance = dice(seed);
  }

  tabs = () => this.phones.flatMap(({ tabs }) => tabs);

  /** @param {Phone} phone @param {string} home */
  async sit(phone, home) {
    const tab = new Tab(this, phone, home);
    await tab.in(() => tab.open());
    phone.tabs.push(tab);
  }

  /** A request: it gets lost before the server or behind it, or is answered, at some time. @param {Tab} tab @param {string} sheet @param {Item[]} items */
  async carry(tab, sheet, items) {
    const sent = structuredClone(items);
    const fate = this.isQuiet ? "answered" : this.chance.one(["answered", "answered", "before", "behind"]);
    if (!this.isQuiet) await new Promise((resolve) => this.onTheWay.push(() => resolve(undefined)));
    const answer = fate === "before" ? null : this.server.write(sheet, sent, tab.phone);
    if (!this.isQuiet) await new Promise((resolve) => this.onTheWay.push(() => resolve(undefined)));
    if (fate !== "answered") tab.sender.lost();
    return fate === "answered" ? answer : null;
  }

  /** @param {number} at */
  async tap(at) {
    const { one, happens } = this.chance;
    const tab = one(this.tabs());
    if (!tab) return turn(); // all are being opened
    const written = (/** @type {RegExp} */ what) =>
      this.phones.flatMap(({ written }) => [...written].filter((says) => what.test(says)));
    const alike = happens(0.2) && one(["solo 0", ...written(/solo/)]);
    const acts = {
      write: () =>
        tab.write(happens(0.05) ? `nonsense ${at}` : alike && !tab.phone.written.has(alike) ? alike : `solo ${at}`),
      pay: () => tab.pay(one([`nonsense ${at}`, `pays ${at}`, `pays ${at}`, ...written(/^pays/), ...written(/^pays/)])),
      end: () => tab.end(),
      close: () => tab.close(),
      undo: () => tab.undo(),
      decide: () => tab.decide(),
      flush: () => tab.sender.flush(happens(0.3)),
      look: () => tab.look(),
      leave: () => void (tab.leave(), this.opening.push(this.sit(tab.phone, tab.home))),
    };
    const names = /** @type {(keyof typeof acts)[]} */ (Object.keys(acts));
    const work = tab.in(() =>
      acts[one(/** @type {(keyof typeof acts)[]} */ ([...names, "write", "write", "undo", "undo", "flush"]))](),
    );
    Promise.resolve(work).catch(() => {});
    for (let turns = one([0, 1, 2, 5, 20]); turns > 0; turns -= 1) await turn();
    if (happens(0.5)) this.onTheWay.splice(0, 1).forEach((go) => go());
    for (const told of this.tabs()) if (told.isTold && happens(0.5)) await told.in(() => told.reread());
  }

  async comeToRest() {
    this.isQuiet = true;
    await Promise.all(this.opening);
    for (let round = 0; round < 30; round += 1) {
      for (const tab of this.tabs()) {
        for (let turns = 0; turns < 30; turns += 1) (this.onTheWay.splice(0).forEach((go) => go()), await turn());
        await tab.in(() => tab.reread());
        await tab.in(() => tab.decide());
        await tab.in(() => tab.sender.flush(true));
        await tab.in(() => tab.close());
        tab.look();
      }
      if (round > 2 && this.phones.every((phone) => !phone.waiting().length)) return;
    }
    assert.fail(`it never comes to rest: ${JSON.stringify(this.phones.map((phone) => phone.waiting()))}`);
  }

  check() {
    assert.deepEqual(this.faults, []);
    const there = [...SHEETS.flatMap(this.server.inForce), ...this.server.paid.values()];
    const said = new Set(this.phones.flatMap(({ written }) => [...written]));
    for (const says of said) {
      const writers = this.phones.filter(({ written }) => written.has(says));
      const gave = (/** @type {Phone} */ { takenBack, thrown }) => takenBack.has(says) || thrown.has(says);
      const count = there.filter((one) => one === says).length;
      assert.ok(count <= writers.length, `${says} is there ${count} times`);
      const isKept = !this.replaced.has(says) && !says.startsWith("nonsense");
      if (isKept && !writers.some(gave)) assert.ok(count, `${says} is lost`);
      if (says.startsWith("pays")) assert.ok(count < 2, `${says} is booked twice`);
      if (writers.every(({ takenBack }) => takenBack.has(says))) assert.equal(count, 0, `${says} was taken back`);
    }
    for (const tab of this.tabs()) {
      const { unwritten, waits } = tab.scripts;
      assert.deepEqual([unwritten(tab.box.queue).length, tab.box.queue.every(waits)], [0, true], "all is saved");
    }
  }
}

/** @param {number} seed */
async function play(seed) {
  const evening = new Evening(seed);
  const [first, second] = evening.phones;
  await evening.sit(first, SHEETS[0]);
  await evening.sit(first, evening.chance.one(SHEETS));
  await evening.sit(second, SHEETS[0]);
  for (let at = 1; at <= TAPS; at += 1) await evening.tap(at);
  await evening.comeToRest();
  evening.check();
}

test("what fingers wrote is there once, and what they took back is not", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  for (let seed = 0; seed < EVENINGS; seed += 1)
    await play(seed).catch((error) => assert.fail(`evening ${seed}: ${error.stack}`));
  mock.timers.reset();
});
