/* One item on its way, with answers as servers and inns give them. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { isAnswered, send } from "../../static/offline/server.js";

/** @type {import("../../static/offline/queue.js").Item} */
const ITEM = {
  ...{
    sheet: "/sheets/a",
    url: "/sheets/a/hands",
    fields: [
      ["uuid", "u"],
      ["points", "41"],
    ],
    uuid: "u",
  },
  ...{ kind: "new", number: 1, revision: 1 },
};
const WRITTEN = () => new Response(null, { status: 204, headers: { "Preference-Applied": "return=minimal" } });

/** @type {(Response | Error)[]} */
let answers = [];
/** @type {[string, RequestInit][]} */
let asked = [];
let token = "old";
let lost = 0;

const page = {
  token: () => token,
  setToken: (/** @type {string} */ fresh) => void (token = fresh),
  parse: (/** @type {string} */ html) => ({ token: html.match(/token=(\w+)/)?.[1], sentence: html }),
  lost: () => void lost++,
  gone: "Der Link gilt nicht mehr.",
};

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

test("a hand is posted with the page's token, and is written when the server says so", async () => {
  answers = [WRITTEN()];
  assert.deepEqual(await send(page, ITEM), {});
  const [[url, { body, method, redirect }]] = asked;
  assert.deepEqual([url, method, redirect], ["/sheets/a/hands", "POST", "manual"]);
  assert.equal(String(body), "uuid=u&points=41&csrfmiddlewaretoken=old");
});

test("without an answer it waits", async () => {
  answers = [new TypeError("no network")];
  assert.deepEqual(await send(page, ITEM), { wait: true });
  assert.equal(lost, 1);
});

test("an inn's login page is no answer of ours", async () => {
  answers = [
    new Response("<p>Willkommen im WLAN</p>"),
    new Response(null, { status: 204 }),
    new Response("", { status: 500 }),
  ];
  for (let at = 0; at < 3; at++) assert.deepEqual(await send(page, ITEM), { wait: true });
  assert.equal(lost, 0);
});

test("an old page gets a new token, once", async () => {
  answers = [new Response("", { status: 403 }), new Response("token=fresh"), WRITTEN()];
  assert.deepEqual(await send(page, ITEM), {});
  assert.match(String(asked[2][1].body), /csrfmiddlewaretoken=fresh/);
  answers = [new Response("", { status: 403 }), new Response("token=fresh"), new Response("", { status: 403 })];
  assert.deepEqual(await send(page, ITEM), { refused: { gone: true, sentence: page.gone } });
});

test("without the right, or without the sheet, it is refused for good", async () => {
  answers = [new Response("", { status: 404 })];
  assert.deepEqual(await send(page, ITEM), { refused: { gone: true, sentence: page.gone } });
});

for (const status of [409, 422]) {
  test(`what is refused with ${status} says why`, async () => {
    answers = [new Response("Ein anderes Handy war schneller.", { status })];
    assert.deepEqual(await send(page, ITEM), { refused: { sentence: "Ein anderes Handy war schneller." } });
  });
}

test("htmx had an answer of ours if it has our parts, a refusal, or wants the page anew", () => {
  /** @param {number} status @param {string} responseText @param {string | null} header */
  const answer = (status, responseText, header = null) =>
    isAnswered(/** @type {any} */ ({ status, responseText, getResponseHeader: () => header }));
  assert.equal(answer(200, '<ol id="totals">'), true);
  assert.equal(answer(200, "<p id='login'>Willkommen im WLAN</p>"), false);
  assert.equal(answer(200, "", "true"), true);
  assert.equal(answer(409, "anything"), true);
  assert.equal(answer(500, '<ol id="totals">'), false);
  assert.equal(answer(0, ""), false);
});
