/* The call to the table rings, also on a phone that was locked since its sound was allowed. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any} */
const page = globalThis;
/** @type {Record<string, (event: any) => void>} */
const listeners = {};
const shown = { dataset: { call: "", short: "" }, textContent: "", classList: { add() {} } };

page.Element = class {
  closest = () => this;
};
page.addEventListener = () => {};
page.document = {
  title: "",
  documentElement: { dataset: {} },
  addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) => (listeners[name] = listener),
  querySelector: (/** @type {string} */ selector) => (selector === "#call" ? shown : null),
};

/** A browser's sound, as far as it is used. */
class Sound {
  static last = new Sound();
  state = "suspended";
  currentTime = 0;
  rang = 0;
  parameter = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };

  constructor() {
    Sound.last = this;
  }

  async resume() {
    this.state = "running";
  }

  createGain = () => ({ gain: this.parameter, connect: () => {} });
  createOscillator = () => ({
    frequency: this.parameter,
    connect: (/** @type {object} */ next) => next,
    start: () => (this.rang += 1),
    stop: () => {},
  });
}
page.AudioContext = Sound;

test("a phone that was locked after its sound was allowed rings aloud", async () => {
  await import("../../static/tournaments/call.js");
  listeners.click({ target: new page.Element() });
  assert.deepEqual([Sound.last.rang, Sound.last.state], [3, "running"]);
  Sound.last.state = "interrupted";
  shown.dataset.call = "round 2";
  listeners["htmx:afterSettle"]({});
  assert.deepEqual([Sound.last.rang, Sound.last.state], [6, "running"]);
});

test("the page calls when a seat is drawn, changes or the round starts, not when it is opened or all is over", async () => {
  const { isCalled } = await import("../../static/tournaments/call.js");
  const steps = /** @type {[string | undefined, string][]} */ ([
    [undefined, "1.drawn.3.2"],
    ["", "1.drawn.3.2"],
    ["1.drawn.3.2", "1.drawn.3.2"],
    ["1.drawn.3.2", "1.drawn.5.1"],
    ["1.drawn.5.1", "1.playing.5.1"],
    ["1.playing.5.1", ""],
    [undefined, ""],
  ]);
  assert.deepEqual(
    steps.map(([before, now]) => isCalled(before, now)),
    [false, true, false, true, true, false, false],
  );
});
