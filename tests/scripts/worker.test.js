/* The service worker as the server serves it, with a network and caches of ours. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const TEMPLATE = readFileSync(new URL("../../templates/scoresheet/worker.js", import.meta.url), "utf8");
const ORIGIN = "http://pub.test";
const SHEET = `/sheets/${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}`;
const FILES = ["/static/scripts/sheet.1.js", "/static/app.1.css"];
const DAY = 24 * 60 * 60 * 1000;

/** A cache by path. */
class Cache extends Map {
  /** @param {string | {url: string}} key */
  #path = (key) => new URL(typeof key === "string" ? key : key.url, ORIGIN).pathname;
  /** @type {(url: string) => Promise<Response>} */ fetch = async () => new Response("");

  match = async (/** @type {any} */ key) => this.get(this.#path(key))?.clone();
  matchAll = async () => [...this.values()].map((page) => page.clone());
  put = async (/** @type {any} */ key, /** @type {Response} */ answer) => void this.set(this.#path(key), answer);
  forgetOne = async (/** @type {any} */ key) => Map.prototype.delete.call(this, this.#path(key));
  paths = async () => [...super.keys()].map((path) => ({ url: ORIGIN + path }));
  addAll = async (/** @type {string[]} */ paths) => {
    for (const path of paths) await this.put(path, await this.fetch(ORIGIN + path));
  };
}

/** The cache with `delete` and `keys` as a browser's cache has them. @param {Cache} cache */
const asCache = (cache) =>
  new Proxy(cache, {
    get: (_, name) => (name === "delete" ? cache.forgetOne : name === "keys" ? cache.paths : Reflect.get(cache, name)),
  });

/** A phone with a worker: what it keeps, and a network that answers by path, or not at all. */
class Phone {
  /** @type {Map<string, Cache>} */ caches = new Map();
  /** @type {Record<string, (event: any) => void>} */ #listeners = {};
  /** @type {Record<string, () => Response>} */ network = {};
  online = true;
  now = 1_000_000;
  /** @type {string[]} */ asked = [];

  /** @param {string} version @param {Phone} [before] the same phone with another version of the app */
  constructor(version = "1", before) {
    if (before) this.caches = before.caches;
    /** @type {Record<string, string>} */
    const values = {
      files: JSON.stringify(FILES),
      version,
      fragment: "/sheets/outbox",
      keep_header: "X-Keep-Offline",
      days: "7",
    };
    const source = TEMPLATE.replace(/\{\{ (\w+)(?:\|safe)? \}\}/g, (_, name) => values[name]);
    const caches = { open: async (/** @type {string} */ name) => asCache(this.cache(name)) };
    const self = {
      addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) =>
        (this.#listeners[name] = listener),
      skipWaiting: async () => {},
      clients: { claim: async () => {} },
    };
    const Clock = { now: () => this.now };
    const soon = (/** @type {() => void} */ late) => void (this.online || late());
    vm.runInNewContext(source, {
      ...{ self, caches, fetch: this.fetch, location: { origin: ORIGIN }, URL, Headers, Response, Set, Promise },
      ...{ Date: Clock, setTimeout: soon },
    });
  }

  /** @param {string} name */
  cache(name) {
    const cache = this.caches.get(name) ?? new Cache();
    this.caches.set(name, cache);
    cache.fetch = this.fetch;
    return cache;
  }

  fetch = async (/** @type {string | {url: string}} */ what) => {
    const { pathname } = new URL(typeof what === "string" ? what : what.url, ORIGIN);
    this.asked.push(pathname);
    if (!this.online) throw new TypeError("no network");
    return this.network[pathname]?.() ?? new Response(`file ${pathname}`);
  };

  /**
   * The answer to a request of the page; undefined where the worker leaves it to the browser.
   * @param {string} path
   * @param {object} [more]
   */
  async get(path, more = {}) {
    /** @type {Promise<Response> | undefined} */
    let answer;
    /** @type {Promise<unknown>[]} */
    const waiting = [];
    const request = { method: "GET", url: ORIGIN + path, mode: "navigate", headers: new Headers(), ...more };
    const event = {
      request,
      respondWith: (/** @type {any} */ given) => (answer = given),
      waitUntil: (/** @type {any} */ work) => waiting.push(work),
    };
    this.#listeners.fetch(event);
    const text = await answer?.then(
      (response) => response.text(),
      () => "no answer",
    );
    await Promise.all(waiting);
    return text;
  }

  /** @param {string} name @param {object} [more] */
  async tell(name, more = {}) {
    /** @type {Promise<unknown>[]} */
    const waiting = [];
    this.#listeners[name]({ waitUntil: (/** @type {any} */ work) => waiting.push(work), ...more });
    await Promise.all(waiting);
  }

  /** The page asks that its sheet be kept. @returns {Promise<boolean>} */
  async keep() {
    let answer = false;
    await this.tell("message", {
      data: SHEET,
      ports: [{ postMessage: (/** @type {boolean} */ given) => (answer = given) }],
    });
    return answer;
  }

  kept = (/** @type {string} */ name) => [...this.cache(name).entries()].map(([path]) => path).sort();
}

/** @param {string} text */
const mayBeKept = (text) => () => new Response(text, { headers: { "X-Keep-Offline": "1" } });
const sheetAnd = (text = "the sheet") => ({
  [SHEET]: mayBeKept(text),
  [`${SHEET}/count`]: mayBeKept("count"),
  "/sheets/outbox": mayBeKept("outbox"),
});

test("files come from the phone once they are there, and are fetched once", async () => {
  const phone = new Phone();
  await phone.tell("install");
  phone.online = false;
  assert.equal(await phone.get(FILES[0], { mode: "no-cors" }), `file ${FILES[0]}`);
  assert.deepEqual(phone.asked, FILES);
  const next = new Phone("2", phone);
  await next.tell("install");
  assert.deepEqual(next.asked, []);
});

test("a sheet that was kept is there without network, with its outbox and the counting help", async () => {
  const phone = new Phone();
  phone.network = sheetAnd();
  assert.equal(await phone.keep(), true);
  assert.deepEqual(phone.kept("cegoscore-pages"), ["/sheets/outbox", SHEET, `${SHEET}/count`].sort());
  phone.online = false;
  assert.equal(await phone.get(`${SHEET}?v=3`), "the sheet");
  assert.equal(await phone.get("/sheets/outbox", { mode: "cors" }), "outbox");
});

test("with network the sheet is fresh, and kept as it is now", async () => {
  const phone = new Phone();
  phone.network = sheetAnd("before");
  await phone.keep();
  phone.network = sheetAnd("after");
  assert.equal(await phone.get(SHEET), "after");
  phone.online = false;
  assert.equal(await phone.get(SHEET), "after");
});

test("what may not be kept any more is cleared away, with its counting help", async () => {
  const phone = new Phone();
  phone.network = sheetAnd();
  await phone.keep();
  phone.network[SHEET] = () => new Response("closed");
  await phone.get(SHEET);
  assert.deepEqual(phone.kept("cegoscore-pages"), ["/sheets/outbox"]);
});

test("a server in trouble clears nothing away, and is not said to have it kept", async () => {
  const phone = new Phone();
  phone.network = sheetAnd();
  await phone.keep();
  phone.network[SHEET] = () => new Response("", { status: 502 });
  await phone.get(SHEET);
  assert.equal(await phone.keep(), false);
  assert.ok(phone.kept("cegoscore-pages").includes(SHEET));
});

test("without network nothing is said to be kept, and another page is not answered", async () => {
  const phone = new Phone();
  phone.online = false;
  assert.equal(await phone.keep(), false);
  assert.equal(await phone.get("/evenings"), undefined);
  assert.equal(await phone.get(`${SHEET}/evening`), undefined);
  assert.equal(await phone.get(SHEET, { method: "POST" }), undefined);
  assert.equal(await phone.get(SHEET), "no answer");
});

test("a kept sheet goes after a week", async () => {
  const phone = new Phone();
  phone.network = sheetAnd();
  await phone.keep();
  phone.now += 7 * DAY + 1;
  phone.network = { "/sheets/outbox": mayBeKept("outbox") };
  await phone.get("/sheets/outbox", { mode: "cors" });
  assert.deepEqual(phone.kept("cegoscore-pages"), ["/sheets/outbox"]);
});

test("old files go once every kept page is of the new version", async () => {
  const phone = new Phone("1");
  phone.network = sheetAnd();
  await phone.tell("install");
  await phone.keep();
  phone.cache("cegoscore-files").set("/static/old.js", new Response("old"));
  const next = new Phone("2", phone);
  await next.tell("message", { data: "/elsewhere", ports: [] });
  assert.ok(next.kept("cegoscore-files").includes("/static/old.js"));
  next.network = sheetAnd();
  await next.keep();
  assert.deepEqual(next.kept("cegoscore-files"), [...FILES].sort());
});
