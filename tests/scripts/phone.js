/* A phone with the service worker as the server serves it: its caches, and a network that answers by path. */

import { readFileSync } from "node:fs";
import vm from "node:vm";

const WORKER = readFileSync(new URL("../../static/offline/worker.js", import.meta.url), "utf8");
export const ORIGIN = "http://pub.test";
export const SHEET = `/sheets/${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}`;
export const OWNER = "owner";
const LANGUAGE = "?lang=de";

/** @param {string | {url: string}} key @param {{ignoreSearch?: boolean}} [how] */
const address = (key, { ignoreSearch } = {}) => {
  const { pathname, search } = new URL(typeof key === "string" ? key : key.url, ORIGIN);
  return ignoreSearch ? pathname : pathname + search;
};

/** A cache by address. */
class Cache {
  /** @type {Map<string, Response>} */ entries = new Map();

  /** @param {(url: string) => Promise<Response>} fetch */
  constructor(fetch) {
    this.fetch = fetch;
  }

  match = async (/** @type {any} */ key, /** @type {any} */ how = {}) => this.entries.get(address(key, how))?.clone();
  matchAll = async () => [...this.entries.values()].map((page) => page.clone());
  put = async (/** @type {any} */ key, /** @type {Response} */ answer) => void this.entries.set(address(key), answer);
  delete = async (/** @type {any} */ key) => this.entries.delete(address(key));
  keys = async () => [...this.entries.keys()].map((path) => ({ url: ORIGIN + path }));
  addAll = async (/** @type {string[]} */ paths) => {
    const answers = await Promise.all(paths.map((path) => this.fetch(ORIGIN + path)));
    if (answers.some(({ ok }) => !ok)) throw new TypeError("a file is not there");
    paths.forEach((path, at) => this.entries.set(path, answers[at]));
  };
}

/** What a server of ours says. @param {string} text @param {Record<string, string>} [more] @param {number} [status] */
export const ours = (text, more = {}, status = 200) =>
  new Response(text, { status, headers: { "X-Cegoscore": "1", ...more } });

/** @param {string} text @param {string} [version] @param {Record<string, string>} [more] */
export const mayBeKept = (text, version = "1", more = {}) =>
  ours(text, { "X-Keep-Offline": version, "X-Kept-For": OWNER, "X-Kept-Rules": "rules", ...more });

/** The app in one version: its files are named by it, and its pages name them. */
export class Server {
  /** @param {string} version */
  constructor(version, page = "the sheet") {
    this.version = version;
    this.page = page;
    this.files = [`/static/sheet.${version}.js`, "/static/same.css", `/sheets/outbox?${version}`];
    this.packed = [`/static/rare.${version}.js`];
    this.rest = [`/static/words.${version}.js`, "/blank-sheets.json"];
    /** @type {Record<string, () => Response>} */ this.other = {};
  }

  /** Files, and the page in place of others, which has the same address in every version. @param {string[]} names @param {object} lists */
  #pack(names, lists) {
    const files = Object.fromEntries(names.map((name) => [name, ["text/plain", name]]));
    const answers = { ...files, "/no-network": ["text/html", `no network ${this.version}`] };
    return mayBeKept(JSON.stringify({ edition: this.version, answers, lists }), this.version);
  }

  /** @param {string} path */
  answer(path) {
    const { version } = this;
    const [pathname] = path.split("?");
    const pages = [SHEET, "/", "/new", "/evenings"];
    if (this.other[pathname]) return this.other[pathname]();
    if (pathname === "/sheets/pack.json") return this.#pack(this.packed, {});
    if (pathname === "/sheets/rest.json") {
      const lists = { "/": ["text/html", `start ${version}`], "/new": ["text/html", `new ${version}`] };
      return this.#pack(this.rest, lists);
    }
    if ([...this.files, ...this.packed, ...this.rest].includes(path)) return ours(path);
    if (pathname.startsWith("/static/") || path.includes("?")) return ours("", {}, 404);
    const [, part] = pathname.match(`^${SHEET}/(count|rules|rules/bidding)$`) ?? [];
    if (part) return mayBeKept(`${part} ${version}`, version);
    if (pages.includes(pathname)) return mayBeKept(`${this.page} ${version}`, version);
    return ours(`page ${path}`);
  }
}

/** A phone with a worker. */
export class Phone {
  /** @type {Map<string, Cache>} */ caches = new Map();
  /** @type {Record<string, (event: any) => void>} */ #listeners = {};
  online = true;
  now = 1_000_000;
  updates = 0;
  /** What each of the next answers waits for on its way. @type {(Promise<unknown> | undefined)[]} */ held = [];
  /** @type {string[]} */ asked = [];

  /** @param {Server} server @param {Phone} [before] the same phone with another version of the app */
  constructor(server = new Server("1"), before) {
    this.server = server;
    if (before) this.caches = before.caches;
    const told = {
      files: server.files,
      version: server.version,
      pack: "/sheets/pack.json",
      rest: "/sheets/rest.json",
      lastOfRest: "/blank-sheets.json",
      outbox: "/sheets/outbox",
      noNetwork: "/no-network",
      keep: "X-Keep-Offline",
      keptFor: "X-Kept-For",
      rules: "X-Kept-Rules",
      ours: "X-Cegoscore",
      days: 7,
    };
    const self = {
      told,
      addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) =>
        (this.#listeners[name] = listener),
      skipWaiting: async () => {},
      clients: { claim: async () => {} },
      registration: { update: async () => void (this.updates += 1) },
    };
    const storage = {
      open: async (/** @type {string} */ name) => this.cache(name),
      keys: async () => [...this.caches.keys()],
      delete: async (/** @type {string} */ name) => this.caches.delete(name),
      match: async (/** @type {any} */ key, /** @type {any} */ how) => {
        for (const cache of this.caches.values()) if (await cache.match(key, how)) return cache.match(key, how);
      },
    };
    const Clock = { now: () => this.now };
    const soon = (/** @type {() => void} */ late) => void (this.online || late());
    const Redirects = class extends Response {
      static redirect = (/** @type {string | URL} */ to) => new Response(`to ${to}`);
    };
    vm.runInNewContext(WORKER, {
      ...{
        self,
        caches: storage,
        fetch: this.fetch,
        location: { origin: ORIGIN, search: LANGUAGE },
        URL,
        Headers,
        Set,
        Promise,
        AbortController,
      },
      ...{ Response: Redirects, Date: Clock, setTimeout: soon },
    });
  }

  /** @param {string} name */
  cache(name) {
    const cache = this.caches.get(name) ?? new Cache(this.fetch);
    this.caches.set(name, cache);
    cache.fetch = this.fetch;
    return cache;
  }

  fetch = async (/** @type {string | {url: string}} */ what) => {
    const path = address(what).replace(LANGUAGE, "");
    this.asked.push(path);
    if (!this.online) throw new TypeError("no network");
    // What the worker asks for by itself is in the browser's language, which may be another one than the page's.
    const isAsPage = typeof what !== "string" || /lang=de$|outbox|\/static\//.test(what);
    const answer = (isAsPage ? this.server : new Server("another language")).answer(path);
    await this.held.shift();
    return answer;
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
    this.#listeners.fetch({
      request,
      respondWith: (/** @type {any} */ given) => (answer = given),
      waitUntil: (/** @type {any} */ work) => waiting.push(work),
    });
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

  /** The worker is found and takes over. */
  async start() {
    await this.tell("install");
    await this.tell("activate");
    return this;
  }

  /** The page asks the worker something. @param {unknown} data @returns {Promise<boolean>} */
  async ask(data) {
    let answer = false;
    const ports = [{ postMessage: (/** @type {boolean} */ given) => (answer = given) }];
    await this.tell("message", { data, ports });
    return answer;
  }

  /** The page asks that its sheet be kept, after a hand was written there. */
  keep = () => this.ask({ sheet: SHEET, wantsRest: true });

  /** The same after no more than a look at it. */
  keepSeen = () => this.ask({ sheet: SHEET });

  /** Addresses of the pages that are kept. */
  pages = () => [...this.cache("cegoscore-pages").entries.keys()].sort();

  /** Everything that the phone has of a version's files. @param {Server} server */
  async hasFilesOf({ files, packed, rest }) {
    const found = await Promise.all([...files, ...packed, ...rest].map((file) => this.#find(file)));
    return found.every(Boolean);
  }

  /** @param {string} path */
  async #find(path) {
    for (const cache of this.caches.values()) if (await cache.match(path)) return true;
    return false;
  }
}
