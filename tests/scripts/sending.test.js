/* Items go to the server one after the other; nothing is sent twice or lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sender } from "../../static/offline/sending.js";

/** @typedef {import("../../static/offline/queue.js").Item} Item */
/** @typedef {import("../../static/offline/server.js").Answer} Answer */

const HOME = "/sheets/a";

/** @param {number} seq @param {Partial<Item>} [more] @returns {Item} */
const item = (seq, more) => ({
  ...{ sheet: HOME, url: `${HOME}/hands`, fields: [], uuid: `uuid-${seq}`, kind: "new", number: seq, revision: 1, seq },
  ...more,
});

/** A phone: what it keeps, and a server that answers as it is told, else takes everything. */
class Phone {
  /** @type {Item[]} */ sent = [];
  /** @type {string[]} */ done = [];
  /** @type {Item[]} */ kept;
  /** @type {import("../../static/offline/sending.js").State} */ state;
  sender;

  /** @param {Item[]} items @param {Answer[]} answers */
  constructor(items, answers = []) {
    this.kept = items;
    this.state = {
      home: HOME,
      queue: items.filter(({ sheet }) => sheet === HOME),
      current: null,
      opens: null,
      since: null,
    };
    /** @param {string} what */
    const note = (what) => () => void this.done.push(what);
    this.sender = new Sender(this.state, {
      kept: async () => [...this.kept],
      amend: async (one, more) => void Object.assign(this.kept.find(({ seq }) => seq === one.seq) ?? {}, more),
      forget: async (one) => void (this.kept = this.kept.filter(({ seq }) => seq !== one.seq)),
      send: async (one) => {
        this.sent.push(one);
        return answers.shift() ?? {};
      },
      look: async () => note("look")(),
      redraw: note("redraw"),
      showOpen: note("showOpen"),
      sign: note("sign"),
      keepPage: async () => this.pageIsKept,
      inLedger: () => true,
    });
  }

  pageIsKept = true;
}

test("all that waits is sent in the order of writing, and the page asks what is new", async () => {
  const phone = new Phone([item(1), item(2), item(3)]);
  await phone.sender.flush();
  assert.deepEqual(
    phone.sent.map(({ seq }) => seq),
    [1, 2, 3],
  );
  assert.deepEqual(phone.done, ["look", "redraw", "showOpen"]);
  assert.ok(phone.kept.every(({ written }) => written));
});

test("without an answer the rest waits in its order, and nothing is asked", async () => {
  const phone = new Phone([item(1), item(2)], [{ wait: true }]);
  await phone.sender.flush();
  assert.deepEqual([phone.sent.length, phone.done], [1, ["redraw"]]);
  assert.ok(phone.kept.every(({ written }) => !written));
});

test("what is refused stops its sheet and is opened, other sheets go on", async () => {
  const refused = { sentence: "Ein anderes Handy war schneller." };
  const phone = new Phone([item(1), item(2), item(3, { sheet: "/sheets/b" })], [{ refused }]);
  await phone.sender.flush();
  assert.deepEqual(
    phone.sent.map(({ seq }) => seq),
    [1, 3],
  );
  assert.deepEqual(
    phone.kept.map(({ seq }) => seq),
    [1, 2],
  ); // the other sheet's is done with
  assert.deepEqual([phone.kept[0].refused, phone.state.opens], [refused, phone.state.queue[0]]);
  await phone.sender.flush();
  assert.equal(phone.sent.length, 2);
});

test("what htmx is sending, and what is written, is not sent", async () => {
  const [current, written] = [item(1), item(2, { written: true })];
  const phone = new Phone([current, written, item(3)]);
  phone.state.current = { form: /** @type {any} */ (null), item: current };
  await phone.sender.flush();
  assert.deepEqual(
    phone.sent.map(({ seq }) => seq),
    [3],
  );
});

test("whoever asks while it is being sent makes it look once more", async () => {
  const phone = new Phone([item(1)]);
  const first = phone.sender.flush();
  await phone.sender.flush();
  await first;
  assert.deepEqual(phone.done, ["look", "redraw", "showOpen", "redraw"]);
  assert.equal(phone.sent.length, 1);
});

test("a store that goes away stops nothing else", async () => {
  const phone = new Phone([item(1)]);
  phone.sender.ways.kept = async () => {
    throw new DOMException("gone", "InvalidStateError");
  };
  await phone.sender.flush();
  assert.deepEqual(phone.done, ["redraw"]);
});

test("a written hand stays until the kept page has it", async () => {
  const phone = new Phone([item(1)]);
  await phone.sender.flush();
  phone.pageIsKept = false;
  await phone.sender.clearAway();
  assert.equal(phone.kept.length, 1);
  phone.pageIsKept = true;
  await phone.sender.clearAway();
  assert.deepEqual(phone.kept, []);
});

test("an answer to the panel writes its item or, refused, takes it out", async () => {
  const phone = new Phone([item(1), item(2)]);
  phone.state.queue = [];
  await phone.sender.answered(phone.kept[0], false);
  assert.equal(phone.kept[0].written, true);
  await phone.sender.answered(phone.kept[1], true);
  assert.deepEqual(
    phone.kept.map(({ seq }) => seq),
    [1],
  );
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
