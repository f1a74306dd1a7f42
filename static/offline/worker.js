// @ts-nocheck - a worker has other globals than a page
/* Answers for the whole site when there is no network: open sheets and a few other pages as they were kept, files of the
 * same edition, and a page of ours in place of all others. Nothing that is sent is changed or kept here (outbox.js does
 * that). Only an answer that carries our header is believed: any other changes nothing that is kept. */
const { files: FILES, version: VERSION, pack: PACK, rest: REST, lastOfRest: LAST_OF_REST } = self.told;
const { outbox: OUTBOX, days: DAYS } = self.told;
const { noNetwork: NO_NETWORK, keep: KEEP, keptFor: KEPT_FOR, rules: RULES, ours: OURS } = self.told;
const [ALL_FILES, PAGES_CACHE] = ["cegoscore-files", "cegoscore-pages"];
const FILES_CACHE = `${ALL_FILES}-${VERSION}`;
const [KEPT_AT, KEPT_BY, MADE_HERE] = ["x-kept-at", "x-kept-by", "x-made-here"];
const KEEP_FOR = DAYS * 24 * 60 * 60 * 1000;
const PATIENCE = 4000;
const SHEET = /^\/sheets\/[0-9a-f-]{36}$/;
const SHEET_RULES = /^\/sheets\/[0-9a-f-]{36}\/rules(\/bidding)?$/;
const LESSON = /^\/learn\//;
const ON_PANEL = /^\/sheets\/[0-9a-f-]{36}\/count$/;
const LISTS_OF_REST = ["/", "/new"];
const LISTS = [...LISTS_OF_REST, "/evenings"];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(hear(event)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event, url));
  else if (request.method !== "GET") return;
  else if (url.pathname === OUTBOX || url.pathname.startsWith("/static/")) event.respondWith(fileFirst(request, url));
  else if (isForPanel(request, url)) event.respondWith(networkFirst(event, url.pathname));
});

const PARTS = { count: { "HX-Request": "true" }, rules: {}, "rules/bidding": {} }; // what is kept of a sheet besides its page, and how to ask
const withParts = (key) => [key, ...Object.keys(PARTS).map((part) => `${key}/${part}`)];
const isSheet = (path) => SHEET.test(path);
const isForPanel = ({ headers }, { pathname }) =>
  SHEET_RULES.test(pathname) || (ON_PANEL.test(pathname) && headers.has("HX-Request"));
const isOurs = (answer) => answer.headers.has(OURS);
const PATIENT = 2 * PATIENCE; // what is asked to be kept: nothing is kept meanwhile
/* In the language of the worker's own address: what a browser asks for by itself may name another one. */
const ask = (path, more) => fetch(path + location.search, more);
const pages = () => caches.open(PAGES_CACHE);
const kept = async (key) => (await pages()).match(key, { ignoreVary: true, ignoreSearch: true });

/* All files of this edition, or none: what the sheet has loaded comes from the browser's own cache, what else is needed
 * in one answer; the rest too, if an earlier edition had it. */
async function install() {
  const hadRest = await caches.match(LAST_OF_REST);
  const pack = await fetchPack(PACK);
  const files = await caches.open(FILES_CACHE);
  const have = await Promise.all(FILES.map((file) => caches.match(file, { ignoreVary: true })));
  await Promise.all(have.map((file, at) => file && files.put(FILES[at], file)));
  await files.addAll(FILES.filter((_, at) => !have[at]));
  await unpack(pack);
  if (hadRest) await unpack(await fetchPack(REST));
  await self.skipWaiting();
}

async function fetchPack(address) {
  const answer = await ask(address, { cache: "no-store" });
  const pack = await answer.json();
  if (pack.edition !== VERSION) throw new Error(`the server has ${pack.edition} by now`); // the browser looks again
  return { ...pack, headers: answer.headers };
}

async function unpack({ answers, lists, headers }) {
  await putAll(lists, await pages(), headers, keptNow());
  await putAll(answers, await caches.open(FILES_CACHE), headers, {});
}

async function putAll(answers, cache, given, more) {
  for (const [url, [type, text]] of Object.entries(answers)) {
    const headers = new Headers(given);
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    for (const [name, value] of Object.entries({ ...more, "content-type": type })) headers.set(name, value);
    await cache.put(url, new Response(text, { headers }));
  }
}

const keptNow = () => ({ [KEPT_AT]: Date.now(), [KEPT_BY]: VERSION });

async function activate() {
  await self.clients.claim();
  await clearOldFiles();
}

/* Files go with their whole edition: not those of kept pages, nor those of the edition before, which a page that is still
 * open may ask for. */
async function clearOldFiles() {
  const needed = (await (await pages()).matchAll()).map((page) => `${ALL_FILES}-${page.headers.get(KEPT_BY)}`);
  const editions = (await caches.keys()).filter((name) => name.startsWith(ALL_FILES) && name !== FILES_CACHE);
  const old = editions.slice(0, -1).filter((name) => !needed.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

const fileFirst = async (request, { pathname, search }) =>
  (await caches.match(pathname + search, { ignoreVary: true })) ?? fetch(request);

async function navigate(event, { pathname, search }) {
  const isPage = [SHEET, SHEET_RULES, LESSON].some((kind) => kind.test(pathname));
  const isKept = isPage || (LISTS.includes(pathname) && !search);
  if (event.request.method === "GET" && isKept) return networkFirst(event, pathname).catch(() => noNetwork(pathname));
  return fetch(event.request).catch(() => noNetwork(pathname));
}

/* The end of a kept evening is reckoned on its sheet; for all else there is a page that says why it is not there. */
async function noNetwork(pathname) {
  const [, sheet = ""] = pathname.match(/^(.*)\/evening$/) ?? [];
  if (isSheet(sheet) && (await kept(sheet))) return Response.redirect(`${sheet}#evening`);
  if (LISTS.includes(pathname) && (await kept(pathname))) return kept(pathname);
  return (await (await caches.open(FILES_CACHE)).match(NO_NETWORK)) ?? Response.error();
}

/* From the network if it answers in time and is ours, else as it was kept. */
async function networkFirst(event, key) {
  const answer = fetch(event.request);
  const keep = (copy) => inTurn(() => remember(key, copy));
  event.waitUntil(answer.then((response) => keep(response.clone())).catch(() => {}));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([answer.catch(() => null), late]);
  if (first && isOurs(first) && first.status < 500 && !(await isOnlyHere(key, first))) return first;
  return (await kept(key)) ?? first ?? answer;
}

/* An evening that was opened without network is unknown to the server until it is taken in. */
const isOnlyHere = async (key, { status }) => status === 404 && (await kept(key))?.headers.has(MADE_HERE);

/* Pages are kept one after the other: an answer that was overtaken must not put an older page in place of a newer one. */
let turn = Promise.resolve();
const inTurn = (work) => (turn = turn.then(work, work));

/* Keeps an answer of this edition that says that it may be kept; another one of ours clears the page away. Returns
 * whether nothing older is kept. */
async function remember(key, answer) {
  if (!isOurs(answer) || answer.status >= 500 || (await isOnlyHere(key, answer))) return false;
  await forgetOthers(answer.headers.get(KEPT_FOR));
  if (!answer.ok || !answer.headers.has(KEEP)) {
    await forget([...withParts(key), ...(answer.ok ? [] : LISTS)]);
    return true;
  }
  if (answer.headers.get(KEEP) !== VERSION) {
    self.registration.update().catch(() => {}); // its files are not here: the next worker keeps it
    return false;
  }
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(keptNow())) headers.set(name, value);
  await (await pages()).put(key, new Response(await answer.blob(), { status: answer.status, headers }));
  await clearOld();
  return true;
}

/* The answer that a page came by before there was a worker, with the headers that came with the files: null if it is of
 * another edition, or for another device than they. */
async function answerOf({ page, device, rules }) {
  const filed = await (await caches.open(FILES_CACHE)).match(NO_NETWORK);
  if (filed?.headers.get(KEPT_FOR) !== device || !page.includes(`"${OUTBOX}?${VERSION}"`)) return null;
  const headers = new Headers(filed.headers);
  headers.set(RULES, rules);
  return new Response(`<!DOCTYPE html>\n${page}`, { headers });
}

/* The page of a sheet as this edition keeps it, mended if it is still the one that was. */
async function keptHere(sheet, mended) {
  const here = await kept(sheet);
  if (here?.headers.get(KEPT_BY) !== VERSION) return null;
  if (!mended || !(await here.clone().text()).includes(mended.of)) return here;
  const headers = new Headers(here.headers);
  for (const [name, value] of Object.entries(keptNow())) headers.set(name, value);
  await (await pages()).put(sheet, new Response(mended.page, { status: here.status, headers }));
  return kept(sheet);
}

async function forget(keys) {
  const cache = await pages();
  await Promise.all(keys.map((key) => cache.delete(key, { ignoreVary: true })));
}

/* Nothing stays that another device of this browser saw, but for evenings that the server does not know yet. */
const forgetOthers = (mark) =>
  mark && forgetIf((page) => page.headers.has(KEPT_FOR) && page.headers.get(KEPT_FOR) !== mark);
const clearOld = () => forgetIf((page) => Date.now() - Number(page.headers.get(KEPT_AT)) > KEEP_FOR);

async function forgetIf(isToGo) {
  const cache = await pages();
  for (const request of await cache.keys()) {
    const page = await cache.match(request, { ignoreVary: true });
    if (!page.headers.has(MADE_HERE) && isToGo(page)) await cache.delete(request, { ignoreVary: true });
  }
}

/* A page of ours asks that its sheet be kept as it shows it, or its lesson, or says that the server knows it no more, or that this phone
 * does more than look at one sheet. A page of an old version says only which sheet it is. */
async function hear({ data, ports }) {
  const { gone, sheet = data, shows, mended, sent, wantsRest, lesson, files } = data;
  if (lesson) return inTurn(() => keepLesson(lesson, files)).catch(() => {}); // no network: it stays as it was kept
  if (gone && !(await isOnlyHere(gone, { status: 404 }))) await forget([...withParts(gone), ...LISTS]);
  ports[0]?.postMessage(!gone && (await inTurn(() => keepSheet(sheet, shows, mended, sent))));
  if (wantsRest || (await hasRest())) await inTurn(() => keepRest(sheet)).catch(() => {}); // no network: the next time
  await clearOldFiles();
}

/* A lesson, and the files that its page has loaded: those the browser's own cache has. */
async function keepLesson(lesson, files) {
  const cache = await caches.open(FILES_CACHE);
  const have = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
  await cache.addAll(files.filter((_, at) => !have[at]));
  await remember(lesson, await ask(lesson));
}

/* The page as it is now; the open page may hand over the kept one as it has mended it. Whether nothing older is kept. */
async function keepSheet(sheet, shows, mended, sent) {
  if (!isSheet(sheet)) return false;
  try {
    const here = await keptHere(sheet, mended);
    const isHere = shows && here && (await here.clone().text()).includes(`"${shows}"`);
    if (isHere) return true;
    const first = shows && sent?.page.includes(`"${shows}"`) && (await answerOf(sent));
    if (first) return await remember(sheet, first);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), PATIENT);
    return await remember(sheet, await ask(sheet, { cache: "no-store", signal: stop.signal }));
  } catch {
    return false; // without network it stays as it was kept
  }
}

const hasRest = async () => (await caches.open(FILES_CACHE)).match(LAST_OF_REST);

/* What is more than one sheet, and of a sheet its rules with bidding and counting help, unless these are here. Who opens
 * the first table becomes a device by that: the lists that were kept for nobody in particular have gone, and come anew. */
async function keepRest(sheet) {
  if (!(await hasRest())) await unpack(await fetchPack(REST));
  const page = isSheet(sheet) && (await kept(sheet));
  if (!page || page.headers.get(KEPT_BY) !== VERSION || page.headers.has(MADE_HERE)) return;
  for (const list of LISTS_OF_REST) if (!(await kept(list))) await remember(list, await ask(list));
  for (const [part, headers] of Object.entries(PARTS)) {
    const there = await kept(`${sheet}/${part}`);
    const isFresh = there?.headers.get(KEPT_BY) === VERSION && there.headers.get(RULES) === page.headers.get(RULES);
    if (!isFresh) await remember(`${sheet}/${part}`, await ask(`${sheet}/${part}`, { headers }));
  }
}
