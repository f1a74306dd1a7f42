/* The power goes at any step of a hand's way: the server has it once, and the phone shows it once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sender } from "../../static/offline/sending.js";

/** @typedef {import("../../static/offline/queue.js").Item} Item */

const [HERE, THERE] = ["/sheets/a", "/sheets/b"];
const STEPS = ["sent", "answered", "noted", "kept"];

/** @param {number} seq @param {string} sheet @param {number} number @returns {Item} */
const item = (seq, sheet, number) => ({
  ...{ sheet, url: `${sheet}/hands`, fields: [], uuid: `uuid-${seq}`, kind: "new", number, revision: 1, seq },
});

/** What stays when the power goes: the phone's store, the pages that its worker keeps, and the server. */
class Disk {
  store = [item(1, HERE, 1), item(2, HERE, 2), item(3, THERE, 1)];
  /** @type {Record<string, string[]>} */ ledgers = { [HERE]: [], [THERE]: [] };
  /** @type {Record<string, string[]>} */ pages = { [HERE]: [], [THERE]: [] };

  /** The hands of a sheet as its page shows them without network: a number stands for one. @param {string} sheet */
  shown(sheet) {
    const waiting = this.store.filter((one) => one.sheet === sheet && !this.pages[sheet].includes(one.uuid));
    return [...this.pages[sheet], ...waiting.map(({ uuid }) => uuid)];
  }
}

/**
 * A start of a sheet, in which the power goes before a step.
 * @param {Disk} disk
 * @param {string} home
 * @param {string} [lost] the step that is not done any more
 */
async function start(disk, home, lost) {
  const queue = disk.store.filter(({ sheet }) => sheet === home).map((one) => ({ ...one }));
  /** @type {(value?: unknown) => void} */
  let goOff = () => {};
  const off = new Promise((resolve) => (goOff = resolve));
  let isOff = false;
  /** @template T @param {string} step @param {() => T} work @returns {Promise<T>} */
  const does = async (step, work) => {
    isOff ||= step === lost;
    if (isOff) goOff();
    if (isOff) return new Promise(() => {});
    return work();
  };
  /** @param {string} sheet */
  const keep = (sheet) => does("noted", () => ((disk.pages[sheet] = [...disk.ledgers[sheet]]), true));
  const state = { home, queue, opens: null, since: null, brief: false, undo: null };
  const sender = new Sender(state, {
    kept: async () => disk.store.map((one) => ({ ...one })),
    claim: (choose) =>
      does("sent", () => {
        const chosen = choose(disk.store);
        for (const one of chosen) one.tried = true;
        return chosen.map((one) => ({ ...one }));
      }),
    amend: (changes) =>
      does("answered", () => {
        for (const [{ seq }, more] of changes) Object.assign(disk.store.find((one) => one.seq === seq) ?? {}, more);
      }),
    forget: (gone) =>
      does("kept", () => (disk.store = disk.store.filter(({ seq }) => !gone.some((one) => one.seq === seq)))),
    send: (sheet, some) =>
      does("on its way", () => {
        const ledger = disk.ledgers[sheet];
        for (const { uuid } of some) if (!ledger.includes(uuid)) ledger.push(uuid);
        return { written: some.map((_, at) => at), refused: null, differing: [] };
      }),
    keepPage: () => keep(home),
    keepOther: keep,
    inLedger: (one) => disk.ledgers[home].includes(one.uuid),
    alone: (work) => work(),
    throwAway: async () => {},
    ...{ later: () => {}, online: () => true, look: async () => {}, show: () => {}, ask: () => {} },
    ...{ version: () => "1", redraw: () => {}, showOpen: () => {}, sign: () => {} },
  });
  sender.settle(queue.filter(({ written }) => written));
  const life = async () => {
    await sender.tidyUp();
    await sender.flush(true);
    await sender.clearAway();
  };
  await Promise.race([life(), off]);
}

for (const lost of [...STEPS, undefined])
  for (const [before, next] of [
    [HERE, HERE],
    [HERE, THERE],
  ])
    test(`the power goes before "${lost}", and ${before === next ? "the same" : "another"} sheet starts`, async () => {
      const disk = new Disk();
      await start(disk, before, lost);
      const whole = () => {
        assert.deepEqual(disk.shown(HERE), ["uuid-1", "uuid-2"]);
        assert.deepEqual(disk.shown(THERE), ["uuid-3"]);
      };
      whole();
      await start(disk, next);
      whole();
      assert.deepEqual(disk.ledgers, { [HERE]: ["uuid-1", "uuid-2"], [THERE]: ["uuid-3"] });
      await start(disk, next);
      whole();
      assert.deepEqual(disk.store, []);
    });
