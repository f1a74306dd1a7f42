/* Keeps an open sheet for times without network: its page, and the files that the page needs. Nothing else is answered
 * from here, nothing that is sent is touched, and what waits to be sent is not kept here (outbox.js does that). */
"use strict";

const FILES = {{ files|safe }};
const VERSION = "{{ version }}";
const FRAGMENT = "{{ fragment }}";
const [FILES_CACHE, PAGES_CACHE] = ["cegoscore-files", "cegoscore-pages"];
const [KEPT_AT, KEPT_BY] = ["x-kept-at", "x-kept-by"];
const KEEP_FOR = {{ days }} * 24 * 60 * 60 * 1000;
const PATIENCE = 4000;
const SHEET = /^\/sheets\/[0-9a-f-]{36}$/;
const RULES = /^\/sheets\/[0-9a-f-]{36}\/rules$/;
const COUNT = /^\/sheets\/[0-9a-f-]{36}\/count$/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(answerWhenKept(event)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (FILES.includes(url.pathname)) event.respondWith(fileFirst(request));
  else if (request.mode === "navigate" && (SHEET.test(url.pathname) || RULES.test(url.pathname))) event.respondWith(networkFirst(request, url.pathname, event));
  else if (url.pathname === FRAGMENT || (COUNT.test(url.pathname) && request.headers.has("HX-Request"))) {
    event.respondWith(networkFirst(request, url.pathname, event));
  } else if (/^\/static\//.test(url.pathname)) event.respondWith(kept(FILES_CACHE, url.pathname).then((file) => file ?? fetch(request)));
});

async function install() {
  const cache = await caches.open(FILES_CACHE);
  const have = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(FILES.filter((file) => !have.has(file)));
  await self.skipWaiting();
}

/* The pages that are kept name the files of their own version: those go once every page is of this one. */
async function clearOldFiles() {
  const pages = await caches.open(PAGES_CACHE);
  for (const page of await pages.matchAll()) if (page.headers.get(KEPT_BY) !== VERSION) return;
  const files = await caches.open(FILES_CACHE);
  const old = (await files.keys()).filter(({ url }) => !FILES.includes(new URL(url).pathname));
  await Promise.all(old.map((file) => files.delete(file)));
}

const kept = async (name, key) => (await caches.open(name)).match(key, { ignoreVary: true });

const fileFirst = async (request) => (await kept(FILES_CACHE, new URL(request.url).pathname)) ?? fetch(request);

/* From the network if it answers in time, else as it was kept. */
async function networkFirst(request, path, event) {
  const answer = fetch(request);
  event.waitUntil(answer.then((response) => remember(path, response.clone())).catch(() => {}));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([answer.catch(() => null), late]);
  return first ?? (await kept(PAGES_CACHE, path)) ?? answer;
}

/* Only an open sheet that this phone may write on says that it may be kept; any other answer clears it away. */
async function remember(path, response) {
  if (response.status >= 500 || response.type === "opaqueredirect") return;
  const pages = await caches.open(PAGES_CACHE);
  const may = response.ok && response.headers.has("{{ keep_header }}");
  if (!may) {
    await pages.delete(path);
    if (SHEET.test(path)) await Promise.all(["count", "rules"].map((part) => pages.delete(`${path}/${part}`)));
    return;
  }
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, Date.now());
  headers.set(KEPT_BY, VERSION);
  await pages.put(path, new Response(await response.blob(), { status: response.status, headers }));
  await clearOld(pages);
}

async function clearOld(pages) {
  for (const request of await pages.keys()) {
    const page = await pages.match(request, { ignoreVary: true });
    if (Date.now() - Number(page.headers.get(KEPT_AT)) > KEEP_FOR) await pages.delete(request);
  }
}

async function answerWhenKept({ data, ports }) {
  const isKept = await keepSheet(data);
  ports[0]?.postMessage(isKept);
  await clearOldFiles();
}

const rulesAsked = new Set();

/* The page as it is now, its rules, the counting help and the outbox. Whether the server was asked for them. */
async function keepSheet(path) {
  if (!SHEET.test(path)) return false;
  const headers = { "HX-Request": "true" };
  try {
    const page = await fetch(path, { cache: "no-store" });
    if (page.status >= 500) return false;
    await remember(path, page);
    if (page.ok) await remember(FRAGMENT, await fetch(FRAGMENT, { headers }));
    if (page.ok) await remember(`${path}/count`, await fetch(`${path}/count`, { headers }));
    if (page.ok && !rulesAsked.has(path)) {
      rulesAsked.add(path); // they change rarely: once in the life of this worker is enough
      await remember(`${path}/rules`, await fetch(`${path}/rules`));
    }
    return true;
  } catch {
    return false; // without network it stays as it was kept
  }
}
