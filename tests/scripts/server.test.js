/* A queue on its way, with answers as servers, proxies and inns give them. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { send } from "../../static/offline/sending.js";

const HOME = "/sheets/a";
/** @type {import("../../static/offline/queue.js").Item} */
const ITEM = {
  ...{
    sheet: HOME,
    url: `${HOME}/hands`,
    fields: [
      ["uuid", "u"],
      ["points", "41"],
      ["reason", ""],
    ],
    uuid: "u",
  },
  ...{ kind: "new", number: 1, revision: 1, at: 17 },
};
const OURS = { "X-Cegoscore": "1" };
const WRITTEN = { written: [0], refused: null, differing: [] };
/** @param {string | null} text @param {number} [status] */
const ours = (text, status = 200) => new Response(text, { status, headers: OURS });
const written = () => ours(JSON.stringify(WRITTEN));

/** @type {(Response | Error)[]} */
let answers = [];
/** @type {[string, RequestInit][]} */
let asked = [];
let token = "old";
let lost = 0;

/** @type {any} */
const page = globalThis;
const field = {
  get value() {
    return token;
  },
  set value(fresh) {
    token = fresh;
  },
};
page.document = { querySelector: () => field, querySelectorAll: () => [field] };
page.DOMParser = class {
  parseFromString = (/** @type {string} */ html) => ({
    querySelector: () => ({ value: html.match(/token=(\w+)/)?.[1] ?? "" }),
  });
};
const WORDS = { gone: "Der Link gilt nicht mehr.", unknown: "Der Browser hat sein Cookie verloren." };
/** @param {import("../../static/offline/queue.js").Item[]} items */
const sendAll = (items) => send(HOME, items, WORDS, () => void lost++);
const GONE = { written: [], refused: { at: 0, gone: true, sentence: WORDS.gone }, differing: [] };

beforeEach(() => {
  [answers, asked, token, lost] = [[], [], "old", 0];
  mock.method(globalThis, "fetch", async (/** @type {string} */ url, /** @type {RequestInit} */ options) => {
    asked.push([url, options]);
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer;
  });
});
afterEach(() => mock.restoreAll());

test("items are posted with the page's token and without empty fields", async () => {
  answers = [written()];
  assert.deepEqual(await sendAll([ITEM]), WRITTEN);
  const [[url, { body, headers, method, redirect }]] = asked;
  assert.deepEqual([url, method, redirect], [`${HOME}/queue`, "POST", "manual"]);
  assert.equal(new Headers(headers).get("X-CSRFToken"), "old");
  const fields = [
    ["uuid", "u"],
    ["points", "41"],
  ];
  assert.deepEqual(JSON.parse(String(body)), [[`${HOME}/hands`, fields, 17]]);
});

test("without an answer it waits", async () => {
  answers = [new TypeError("no network")];
  assert.equal(await sendAll([ITEM]), null);
  assert.equal(lost, 1);
});

for (const status of [200, 302, 403, 404, 409, 422, 502]) {
  test(`what somebody else answers with ${status} is no answer, and nothing more is asked`, async () => {
    answers = [new Response(JSON.stringify(WRITTEN), { status })];
    assert.equal(await sendAll([ITEM]), null);
    assert.deepEqual([lost, asked.length], [1, 1]);
  });
}

test("an answer that breaks off is none", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("reset")) });
  answers = [new Response(body, { headers: OURS })];
  assert.equal(await sendAll([ITEM]), null);
});

test("a server of ours in trouble is asked again later", async () => {
  answers = [ours("", 503)];
  assert.equal(await sendAll([ITEM]), null);
  assert.equal(lost, 0);
});

test("an old page gets a new token, once", async () => {
  answers = [ours("", 403), ours("token=fresh"), written()];
  assert.deepEqual(await sendAll([ITEM]), WRITTEN);
  assert.equal(new Headers(asked[2][1].headers).get("X-CSRFToken"), "fresh");
  answers = [ours("", 403), ours("token=fresh"), ours("", 403), ours("", 403)];
  assert.deepEqual(await sendAll([ITEM]), GONE);
});

test("without the right, or without the sheet, it is refused", async () => {
  answers = [ours("", 404), ours("", 404)];
  assert.deepEqual(await sendAll([ITEM]), GONE);
});

for (const first of [403, 404]) {
  test(`a phone that has lost its cookie hears that, and not that a link was taken back (${first})`, async () => {
    const nothing = '<section id="left" data-unknown>';
    answers = [ours(first === 404 ? nothing : "csrf", first), ours(nothing, 404), ours("", 404)];
    assert.equal((await sendAll([ITEM]))?.refused?.sentence, WORDS.unknown);
  });
}
