/* What waits goes to the server in one request and in order; nothing is sent twice or lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sender } from "../../static/offline/sending.js";

/** @typedef {import("../../static/offline/queue.js").Item} Item */
/** @typedef {import("../../static/offline/sending.js").Answer} Answer */

const HOME = "/sheets/a";

/** @param {number} seq @param {Partial<Item>} [more] @returns {Item} */
const item = (seq, more) => ({
  ...{ sheet: HOME, url: `${HOME}/hands`, fields: [], uuid: `uuid-${seq}`, kind: "new", number: seq, revision: 1, seq },
  ...more,
});

const NOTHING = { written: [], refused: null, differing: [] };
const CLOSED = { at: 0, sentence: "Dieses Blatt ist geschlossen." };

/** A phone: what it keeps, and a server that answers as it is told, else takes everything. */
class Phone {
  /** The items of each request, by their places in the store. @type {number[][]} */ sent = [];
  /** @type {string[]} */ done = [];
  /** @type {[() => void, number][]} */ timers = [];
  /** @type {Item[]} */ kept;
  /** @type {import("../../static/offline/sending.js").State} */ state;
  online = true;
  pageIsKept = true;
  version = "1";
  sender;

  /** @param {Item[]} items @param {(Partial<Answer> | null)[]} answers */
  constructor(items, answers = []) {
    this.kept = items;
    this.answers = answers;
    this.state = {
      home: HOME,
      queue: items.filter(({ sheet }) => sheet === HOME),
      opens: null,
      since: null,
      brief: false,
      undo: null,
    };
    /** @param {string} what */
    const note = (what) => () => void this.done.push(what);
    this.sender = new Sender(this.state, {
      kept: async () => this.kept.map((one) => ({ ...one })),
      amend: async (changes) => {
        for (const [{ seq }, more] of changes) Object.assign(this.kept.find((one) => one.seq === seq) ?? {}, more);
      },
      forget: async (gone) => void (this.kept = this.kept.filter(({ seq }) => !gone.some((one) => one.seq === seq))),
      claim: async (choose) => {
        const chosen = choose(this.kept);
        for (const one of chosen) one.tried = true;
        return chosen.map((one) => ({ ...one }));
      },
      throwAway: async (gone) => {
        for (const { uuid } of gone) this.kept = this.kept.filter((one) => ![one.uuid, one.of].includes(uuid));
      },
      send: (sheet, some) => this.answer(some),
      alone: (work) => work(),
      later: (work, milliseconds) => this.timers.push([work, milliseconds]),
      online: () => this.online,
      look: async () => note("look")(),
      show: (parts) => void this.done.push(parts),
      ask: (question, asked) => void this.done.push(`${question} ${asked.length}`),
      version: () => this.version,
      redraw: note("redraw"),
      showOpen: note("showOpen"),
      sign: note("sign"),
      keepPage: async () => this.pageIsKept,
      keepOther: async (sheet) => (note(`keep ${sheet}`)(), this.pageIsKept),
      inLedger: () => true,
    });
  }

  /** @param {Item[]} some @returns {Promise<Answer | null>} */
  async answer(some) {
    this.sent.push(some.map(({ seq }) => Number(seq)));
    const answer = this.answers.shift();
    if (answer === null) this.sender.lost();
    return answer === null ? null : { ...NOTHING, written: answer ? [] : some.map((_, at) => at), ...answer };
  }

  get written() {
    return this.kept.filter(({ written }) => written).map(({ seq }) => seq);
  }
}

test("all that waits is sent in one request, in the order of writing, and the page asks what is new", async () => {
  const phone = new Phone([item(1), item(2), item(3)]);
  await phone.sender.flush();
  assert.deepEqual(phone.sent, [[1, 2, 3]]);
  assert.deepEqual(phone.done, ["look", "redraw", "showOpen"]);
  assert.deepEqual(phone.written, [1, 2, 3]);
});

test("more than a request holds goes in several, one after the other", async () => {
  const phone = new Phone(Array.from({ length: 90 }, (_, at) => item(at + 1)));
  await phone.sender.flush();
  assert.deepEqual(
    phone.sent.map((some) => [some[0], some.length]),
    [
      [1, 40],
      [41, 40],
      [81, 10],
    ],
  );
});

test("the parts that come with the answer are shown instead of asking", async () => {
  const phone = new Phone([item(1)], [{ written: [0], parts: "<div id=live>" }]);
  await phone.sender.flush();
  assert.deepEqual(phone.done, ["<div id=live>", "redraw", "showOpen"]);
});

test("without an answer all waits in its order, and it is tried again after a while that gets longer", async () => {
  const phone = new Phone([item(1), item(2)], [null, null]);
  await phone.sender.flush();
  assert.deepEqual([phone.sent, phone.done], [[[1, 2]], ["sign", "redraw"]]);
  assert.deepEqual(phone.written, []);
  const [work, pause] = phone.timers[1];
  work();
  await new Promise(setImmediate);
  assert.equal(phone.timers[2][1], 2 * pause); // brief is over once it is known that there is no network
  phone.timers[2][0]();
  await new Promise(setImmediate);
  assert.deepEqual([phone.sent.length, phone.written], [3, [1, 2]]);
});

test("where the browser is sure that there is no network nothing is tried", async () => {
  const phone = new Phone([item(1)]);
  phone.online = false;
  await phone.sender.flush();
  assert.deepEqual([phone.sent, phone.kept[0].tried], [[], undefined]);
});

test("what goes to the server is marked first: from then on it may be there", async () => {
  const phone = new Phone([item(1)], [null]);
  await phone.sender.flush();
  assert.deepEqual([phone.kept[0].tried, phone.state.queue[0].tried], [true, true]);
});

test("what is refused stops its sheet and is opened, other sheets go on", async () => {
  const phone = new Phone([item(1), item(2), item(3, { sheet: "/sheets/b" })], [{ refused: CLOSED }]);
  await phone.sender.flush();
  assert.deepEqual(phone.sent, [[1, 2], [3]]);
  assert.deepEqual(phone.written, [3]);
  assert.deepEqual(phone.kept[0].refused, { sentence: CLOSED.sentence });
  assert.equal(phone.state.opens, phone.state.queue[0]);
  await phone.sender.flush();
  assert.equal(phone.sent.length, 2);
});

test("a payment that is refused holds up no hand, nor another payment, and hands go first", async () => {
  const pay = (/** @type {number} */ seq) => item(seq, { kind: "pay", number: 0, revision: 0 });
  const phone = new Phone([pay(1), item(2), pay(3), item(4)], [{ written: [0, 1] }, { refused: CLOSED }]);
  await phone.sender.flush();
  assert.deepEqual(phone.sent, [[2, 4], [1], [3]]);
  assert.deepEqual(phone.written, [2, 3, 4]);
  phone.kept.push(item(5));
  await phone.sender.flush();
  assert.deepEqual(phone.sent.slice(3), [[5]]);
});

test("what is taken back while a request is on its way is not sent behind it", async () => {
  const phone = new Phone([item(1), item(2, { sheet: "/sheets/b" })]);
  const { answer } = phone;
  phone.answer = async (some) => {
    phone.kept = phone.kept.filter(({ seq }) => seq !== 2);
    return answer.call(phone, some);
  };
  await phone.sender.flush();
  assert.deepEqual(phone.sent, [[1]]);
});

test("a hand that was taken back on its way, and that the server never took, asks nobody", async () => {
  const strike = item(2, { kind: "strike", number: 1, revision: 2, of: "uuid-1", fields: [["of", "uuid-1"]] });
  const phone = new Phone(
    [item(1), strike],
    [{ differing: [{ at: 0, sentence: "theirs", revision: 1 }], question: "which?" }],
  );
  await phone.sender.flush();
  assert.deepEqual([phone.kept, phone.done], [[], ["look", "redraw", "showOpen"]]);
});

test("a sheet that gets no answer, as before the server takes it in, holds up no other one", async () => {
  const phone = new Phone([item(1, { sheet: "/sheets/b" }), item(2)], [null]);
  await phone.sender.flush();
  assert.deepEqual([phone.sent, phone.written], [[[1], [2]], [2]]);
});

test("what differs is asked about once, and what both wrote alike is written", async () => {
  const differing = [{ at: 0, sentence: "Ein anderes Handy war schneller.", revision: 2 }];
  const phone = new Phone([item(1), item(2)], [{ written: [1], differing, question: "which?" }]);
  await phone.sender.flush();
  assert.deepEqual(phone.done, ["look", "which? 2", "redraw", "showOpen"]);
  assert.deepEqual(phone.written, [2]);
  assert.deepEqual(phone.kept[0].refused, { sentence: differing[0].sentence, revision: 2 });
  assert.equal(phone.state.opens, null);
});

test("what was refused is tried again when the sheet is not as it was", async () => {
  const phone = new Phone([item(1), item(2)], [{ refused: CLOSED }]);
  await phone.sender.flush();
  phone.sender.retryIfChanged();
  assert.equal(phone.sent.length, 1);
  phone.version = "2";
  phone.sender.retryIfChanged();
  await new Promise(setImmediate);
  assert.deepEqual(phone.sent, [
    [1, 2],
    [1, 2],
  ]);
  assert.deepEqual(
    phone.kept.map(({ refused, written }) => [refused, written]),
    [
      [undefined, true],
      [undefined, true],
    ],
  );
});

test("what was refused for want of a right is tried again when the server shows the sheet again", async () => {
  const gone = { at: 0, sentence: "Der Link gilt nicht mehr.", gone: /** @type {const} */ (true) };
  const phone = new Phone([item(1)], [{ refused: gone }]);
  await phone.sender.flush();
  phone.sender.found();
  assert.equal(phone.sent.length, 1); // nothing has changed
  phone.sender.denied();
  phone.sender.found();
  await new Promise(setImmediate);
  assert.deepEqual(phone.written, [1]);
});

test("what is written is not sent again", async () => {
  const phone = new Phone([item(1, { written: true }), item(2)]);
  await phone.sender.flush();
  assert.deepEqual(phone.sent, [[2]]);
});

test("whoever asks while it is being sent makes it look once more", async () => {
  const phone = new Phone([item(1)]);
  const first = phone.sender.flush();
  await phone.sender.flush();
  await first;
  assert.deepEqual(phone.sent, [[1]]);
  assert.deepEqual(phone.done, ["look", "redraw", "showOpen", "redraw"]);
});

test("for a moment nobody need know that it is on its way", async () => {
  const phone = new Phone([item(1)]);
  /** @type {(answer: Partial<Answer>) => void} */
  let answer = () => {};
  phone.answer = () => new Promise((resolve) => (answer = (more) => resolve({ ...NOTHING, ...more })));
  const sent = phone.sender.flush();
  await new Promise(setImmediate);
  assert.equal(phone.state.brief, true);
  phone.timers[0][0]();
  assert.deepEqual([phone.state.brief, phone.done], [false, ["redraw"]]);
  answer({ written: [0] });
  await sent;
  assert.deepEqual(phone.written, [1]);
});

test("a store that goes away stops nothing else, and is asked again", async () => {
  const phone = new Phone([item(1)]);
  phone.sender.ways.kept = async () => {
    throw new DOMException("gone", "InvalidStateError");
  };
  await phone.sender.flush();
  assert.deepEqual(phone.done, ["redraw"]);
  phone.sender.ways.kept = async () => phone.kept;
  phone.timers[1][0](); // behind the one that says when being brief is over
  await new Promise(setImmediate);
  assert.deepEqual(phone.written, [1]);
});

test("a written hand stays until the kept page has it", async () => {
  const phone = new Phone([item(1)]);
  await phone.sender.flush();
  phone.pageIsKept = false;
  await phone.sender.clearAway();
  assert.equal(phone.kept.length, 1);
  phone.pageIsKept = true;
  phone.sender.found(); // the page asked what is new, and was answered
  await new Promise(setImmediate);
  assert.deepEqual(phone.kept, []);
});

test("an answer to what was sent again says that there is network, without a look", async () => {
  const phone = new Phone([item(1)], [null, { written: [0], parts: "<div id=live>" }]);
  await phone.sender.flush();
  assert.ok(phone.state.since instanceof Date);
  await phone.sender.flush();
  assert.equal(phone.state.since, null);
});

test("it says since when there is no network, until something is answered", () => {
  const phone = new Phone([]);
  phone.sender.lost();
  const { since } = phone.state;
  phone.sender.lost();
  assert.ok(since instanceof Date);
  assert.equal(phone.state.since, since);
  phone.sender.found();
  assert.equal(phone.state.since, null);
});
