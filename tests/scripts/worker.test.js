/* The service worker as the server serves it, with a network and caches of ours. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { OWNER, Phone, SHEET, Server, mayBeKept, ours } from "./phone.js";

const DAY = 24 * 60 * 60 * 1000;
const KEPT = [SHEET, `${SHEET}/count`, `${SHEET}/rules`, `${SHEET}/rules/bidding`];
const WITH_LISTS = ["/", "/new", ...KEPT];

/** A phone whose worker has taken over and keeps a sheet, on which a hand was written. */
async function phoneWithSheet(server = new Server("1")) {
  const phone = await new Phone(server).start();
  assert.equal(await phone.keep(), true);
  return phone;
}

test("files come from the phone once they are there, and each is fetched once", async () => {
  const phone = await new Phone().start();
  assert.deepEqual(phone.asked, ["/sheets/pack.json", ...phone.server.files]);
  phone.online = false;
  for (const file of [...phone.server.files, "/static/rare.1.js"])
    assert.equal(await phone.get(file, { mode: "no-cors" }), file);
  const next = new Phone(new Server("2"), phone);
  await next.start();
  assert.deepEqual(next.asked, ["/sheets/pack.json", "/static/sheet.2.js", "/sheets/outbox?2"]);
});

test("a pack of another edition is not taken", async () => {
  const phone = new Phone(new Server("1"));
  phone.server = new Server("2");
  await assert.rejects(phone.tell("install"), /the server has 2/);
});

test("without network the sheet is as it was kept, with counting help, bidding and the words of its rules", async () => {
  const phone = await phoneWithSheet();
  phone.online = false;
  assert.equal(await phone.get(SHEET), "the sheet 1");
  const help = { mode: "cors", headers: new Headers({ "HX-Request": "true" }) };
  assert.equal(await phone.get(`${SHEET}/count`, help), "count 1");
  assert.equal(await phone.get(`${SHEET}/rules/bidding`), "rules/bidding 1");
  assert.equal(await phone.get(`${SHEET}/rules`, { mode: "cors" }), "rules 1");
});

test("with network the sheet is fresh, and kept as it is now; its counting help is not fetched again", async () => {
  const phone = await phoneWithSheet();
  phone.server.page = "after";
  assert.equal(await phone.get(SHEET), "after 1");
  phone.asked = [];
  await phone.keep();
  assert.deepEqual(phone.asked, [SHEET]);
  phone.online = false;
  assert.equal(await phone.get(SHEET), "after 1");
});

test("a sheet that is kept as it is shown is not fetched again", async () => {
  const phone = new Phone(new Server("1", 'the sheet "?v=4"'));
  await phone.start();
  const shows = { sheet: SHEET, shows: "?v=4" };
  assert.equal(await phone.ask(shows), true);
  phone.asked = [];
  assert.equal(await phone.ask(shows), true);
  assert.deepEqual(phone.asked, []);
  assert.equal(await phone.ask({ ...shows, shows: "?v=5" }), true);
  assert.deepEqual(phone.asked, [SHEET]);
});

test("a page that was mended takes the place of the one that was, and nothing is fetched", async () => {
  const phone = new Phone(new Server("1", 'the sheet "?v=4"'));
  await phone.start();
  await phone.ask({ sheet: SHEET, shows: "?v=4" });
  phone.asked = [];
  const mended = { of: '"?v=4"', page: 'mended "?v=5"' };
  assert.equal(await phone.ask({ sheet: SHEET, shows: "?v=5", mended }), true);
  assert.deepEqual(phone.asked, []);
  phone.online = false;
  assert.equal(await phone.get(SHEET), 'mended "?v=5"');
});

test("a page that was mended from another one than is kept is fetched", async () => {
  const phone = new Phone(new Server("1", 'the sheet "?v=6"'));
  await phone.start();
  await phone.ask({ sheet: SHEET, shows: "?v=6" });
  phone.asked = [];
  const mended = { of: '"?v=4"', page: 'mended "?v=5"' };
  assert.equal(await phone.ask({ sheet: SHEET, shows: "?v=5", mended }), true);
  assert.deepEqual(phone.asked, [SHEET]);
});

/** A page as it came before there was a worker, and what it shows. */
const CAME = { page: 'the sheet "?v=4" hx-get="/sheets/outbox?1"', device: OWNER, rules: "rules" };
const asCame = (/** @type {object} */ more) => ({ sheet: SHEET, shows: "?v=4", sent: { ...CAME, ...more } });

test("a page that came before there was a worker is kept as if it had been fetched", async () => {
  const phone = await new Phone().start();
  phone.server.page = CAME.page;
  await phone.ask({ sheet: SHEET });
  /** @param {Phone} by @returns {Promise<any>} */
  const keptBy = (by) => by.cache("cegoscore-pages").match(SHEET);
  const fetched = await keptBy(phone);
  const another = await new Phone().start();
  another.asked = [];
  assert.equal(await another.ask(asCame({})), true);
  assert.deepEqual(another.asked, []);
  const handed = await keptBy(another);
  assert.deepEqual(await handed.text(), `<!DOCTYPE html>\n${CAME.page}`);
  const headers = (/** @type {Response} */ answer) => Object.fromEntries(answer.headers);
  assert.deepEqual({ ...headers(handed), "content-type": "" }, { ...headers(fetched), "content-type": "" });
  another.online = false;
  assert.equal(await another.get(SHEET), `<!DOCTYPE html>\n${CAME.page}`);
});

for (const [why, more] of Object.entries({
  "for another device": { device: "another" },
  "for no device": { device: undefined },
  "of another edition": { page: CAME.page.replace("?1", "?2") },
  "of an older version": { page: CAME.page.replace("v=4", "v=3") },
}))
  test(`a page ${why} that came before there was a worker is fetched`, async () => {
    const phone = await new Phone().start();
    phone.asked = [];
    assert.equal(await phone.ask(asCame(more)), true);
    assert.deepEqual(phone.asked, [SHEET]);
    phone.online = false;
    assert.equal(await phone.get(SHEET), "the sheet 1");
  });

test("an answer that is overtaken on its way puts no older page in place of a newer one", async () => {
  const phone = await phoneWithSheet();
  let arrive = () => {};
  phone.held = [new Promise((resolve) => (arrive = () => resolve(undefined)))];
  phone.server.page = "one hand";
  const first = phone.keep();
  await new Promise(setImmediate);
  phone.server.page = "two hands";
  const second = phone.keep();
  await new Promise(setImmediate);
  arrive();
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  phone.online = false;
  assert.equal(await phone.get(SHEET), "two hands 1");
});

test("other rules have another counting help", async () => {
  const phone = await phoneWithSheet();
  phone.server.other[SHEET] = () => mayBeKept("by others", "1", { "X-Kept-Rules": "others" });
  phone.asked = [];
  await phone.keep();
  assert.deepEqual(phone.asked, KEPT);
});

test("what may not be kept any more is cleared away, with its counting help", async () => {
  const phone = await phoneWithSheet();
  await phone.get("/");
  phone.server.other[SHEET] = () => ours("closed");
  await phone.get(SHEET);
  assert.deepEqual(phone.pages(), ["/", "/new"]);
});

for (const status of [403, 404])
  test(`who has no right any more (${status}) keeps neither the sheet nor the lists that name it`, async () => {
    const phone = await phoneWithSheet();
    for (const list of ["/", "/new", "/evenings"]) await phone.get(list);
    phone.server.other[SHEET] = () => ours("no", {}, status);
    assert.equal(await phone.get(SHEET), "no");
    assert.deepEqual(phone.pages(), []);
  });

test("a page that was told so says it, too", async () => {
  const phone = await phoneWithSheet();
  await phone.get("/");
  await phone.ask({ gone: SHEET });
  assert.deepEqual(phone.pages(), []);
});

test("another device of the same browser finds nothing", async () => {
  const phone = await phoneWithSheet();
  phone.server.other["/"] = () => mayBeKept("start", "1", { "X-Kept-For": "another" });
  await phone.get("/");
  assert.deepEqual(phone.pages(), ["/"]);
});

for (const status of [200, 302, 403, 404, 502])
  test(`an answer that is not ours (${status}) changes nothing, and the kept sheet is shown`, async () => {
    const phone = await phoneWithSheet();
    phone.server.other[SHEET] = () => new Response("log in, please", { status });
    assert.equal(await phone.get(SHEET), "the sheet 1");
    assert.equal(await phone.keep(), false);
    assert.deepEqual(phone.pages(), WITH_LISTS);
  });

test("a server in trouble clears nothing away, and is not said to have it kept", async () => {
  const phone = await phoneWithSheet();
  phone.server.other[SHEET] = () => ours("", {}, 503);
  assert.equal(await phone.get(SHEET), "the sheet 1");
  assert.equal(await phone.keep(), false);
  assert.deepEqual(phone.pages(), WITH_LISTS);
});

test("a page without our header is never kept", async () => {
  const phone = await phoneWithSheet();
  for (const path of [`${SHEET}/links`, `${SHEET}/evening`, "/clubs/1", "/evenings?q=Anna"]) await phone.get(path);
  assert.deepEqual(phone.pages(), WITH_LISTS);
});

test("every page that is not here says so in our own look, sent forms too", async () => {
  const phone = await phoneWithSheet();
  phone.online = false;
  for (const path of ["/tournaments", `${SHEET}/links`, SHEET.replace("0", "1"), "/s/secret"])
    assert.equal(await phone.get(path), "no network 1");
  assert.equal(await phone.get("/demo", { method: "POST" }), "no network 1");
  assert.equal(await phone.get("/sheets/x/changes", { mode: "cors" }), undefined);
  assert.equal(await phone.get("/hands", { mode: "cors", method: "POST" }), undefined);
});

test("a new version, or another language, has its own page in place of those that cannot be had", async () => {
  const phone = await new Phone(new Server("2"), await phoneWithSheet()).start();
  phone.online = false;
  assert.equal(await phone.get("/tournaments"), "no network 2");
});

test("the end of an evening is reckoned on its kept sheet", async () => {
  const phone = await phoneWithSheet();
  phone.online = false;
  assert.equal(await phone.get(`${SHEET}/evening`), `to ${SHEET}#evening`);
});

test("a look at one sheet brings one pack and the sheet, and every other page says that it needs network", async () => {
  const phone = await new Phone().start();
  assert.equal(await phone.keepSeen(), true);
  assert.deepEqual(phone.asked, ["/sheets/pack.json", ...phone.server.files, SHEET]);
  phone.online = false;
  assert.equal(await phone.get(SHEET), "the sheet 1");
  for (const path of ["/", "/new", `${SHEET}/rules`]) assert.equal(await phone.get(path), "no network 1");
});

test("the rest comes with the first hand, and once", async () => {
  const phone = await new Phone().start();
  await phone.keepSeen();
  phone.asked = [];
  assert.equal(await phone.keep(), true);
  const parts = KEPT.filter((path) => path !== SHEET);
  assert.deepEqual(phone.asked, [SHEET, "/sheets/rest.json", ...parts]);
  phone.asked = [];
  await phone.keepSeen();
  assert.deepEqual(phone.asked, [SHEET]);
});

test("a phone without network for the rest asks for it again with the next hand", async () => {
  const phone = await new Phone().start();
  phone.server.other["/sheets/rest.json"] = () => ours("", {}, 503);
  assert.equal(await phone.keep(), true);
  assert.deepEqual(phone.pages(), [SHEET]);
  phone.server.other = {};
  await phone.keep();
  assert.deepEqual(phone.pages(), WITH_LISTS);
});

test("the lists that came with the rest are there before they were seen", async () => {
  const phone = await new Phone().start();
  await phone.ask({ wantsRest: true });
  phone.online = false;
  assert.equal(await phone.get("/"), "start 1");
});

test("lists that went because the phone is another device now come anew with its sheet", async () => {
  const phone = await new Phone().start();
  await phone.ask({ wantsRest: true });
  phone.server.other[SHEET] = () => mayBeKept("the sheet 1", "1", { "X-Kept-For": "another" });
  await phone.get(SHEET);
  assert.deepEqual(phone.pages(), [SHEET]);
  await phone.keepSeen();
  assert.deepEqual(
    phone.pages().filter((path) => !path.startsWith(SHEET)),
    ["/", "/new"],
  );
});

test("a later edition has the rest where the one before had it", async () => {
  for (const keep of ["keep", "keepSeen"]) {
    const phone = await new Phone().start();
    await phone[/** @type {"keep" | "keepSeen"} */ (keep)]();
    const next = await new Phone(new Server("2"), phone).start();
    assert.equal(next.asked.includes("/sheets/rest.json"), keep === "keep");
  }
});

test("the lists of this phone are shown as they were last", async () => {
  const phone = await phoneWithSheet();
  for (const list of ["/", "/new", "/evenings"]) await phone.get(list);
  phone.online = false;
  for (const list of ["/", "/new", "/evenings", "/evenings?q=Anna"]) assert.equal(await phone.get(list), "the sheet 1");
});

test("without network nothing is said to be kept", async () => {
  const phone = await new Phone().start();
  phone.online = false;
  assert.equal(await phone.keep(), false);
});

test("a kept sheet goes after a week", async () => {
  const phone = await phoneWithSheet();
  phone.now += 7 * DAY + 1;
  await phone.get("/");
  assert.deepEqual(phone.pages(), ["/"]);
});

test("an evening that only this phone knows stays until the server knows it", async () => {
  const phone = await new Phone().start();
  const made = new Response("made here", { headers: { "x-made-here": "1", "x-kept-by": "1", "x-kept-at": "0" } });
  await phone.cache("cegoscore-pages").put(SHEET, made);
  phone.now += 8 * DAY;
  phone.server.other[SHEET] = () => ours("unknown", {}, 404);
  phone.server.other["/"] = () => mayBeKept("start", "1", { "X-Kept-For": "another" });
  await phone.get("/");
  assert.equal(await phone.get(SHEET), "made here");
  assert.equal(await phone.keep(), false);
  phone.server.other = {};
  assert.equal(await phone.get(SHEET), "the sheet 1");
  assert.ok(await phone.keep());
  phone.server.other[SHEET] = () => ours("gone", {}, 404);
  await phone.get(SHEET);
  assert.deepEqual(phone.pages(), []);
});

test("a page of another version is not kept, and the new worker is looked for", async () => {
  const phone = await phoneWithSheet();
  phone.server = new Server("2");
  assert.equal(await phone.get(SHEET), "the sheet 2");
  assert.equal(await phone.keep(), false);
  assert.equal(phone.updates, 2);
  phone.online = false;
  assert.equal(await phone.get(SHEET), "the sheet 1");
});

/* What a phone does with an open sheet: seen, kept after a hand, loaded anew, and the worker looked for. */
const LIFE = ["get", "keep", "update", "get", "keep", "update", "keep"];

/** @param {Phone} phone @param {string} step the phone after it */
async function live(phone, step) {
  if (step === "get") await phone.get(SHEET);
  if (step === "keep") await phone.keep();
  if (step !== "update") return phone;
  const next = new Phone(phone.server, phone);
  return next.start().then(
    () => next,
    () => phone, // it was not there whole: the one before goes on
  );
}

/** The network of a phone that gets a new version with its n-th request. @param {Phone} phone */
function updateAt(phone, /** @type {Server} */ next, /** @type {number} */ at) {
  const { server } = phone;
  let asked = 0;
  /** @type {Server} */
  const changing = Object.create(server, {
    answer: { value: (/** @type {string} */ path) => ((asked += 1) > at ? next : server).answer(path) },
  });
  phone.server = changing;
  return () => asked;
}

test("an update at any moment leaves a sheet that opens with all its files", async () => {
  const [old, fresh] = [new Server("1"), new Server("2")];
  for (let at = 0; at < 20; at += 1) {
    let phone = await phoneWithSheet(old);
    updateAt(phone, fresh, at);
    for (const step of LIFE) {
      phone = await live(phone, step);
      const { online } = phone;
      phone.online = false;
      const shown = (await phone.get(SHEET)) ?? "";
      const server = [old, fresh].find(({ version }) => shown === `the sheet ${version}`);
      assert.ok(server, `${shown} after ${step}, updated at ${at}`);
      assert.ok(await phone.hasFilesOf(server), `${shown} after ${step}, updated at ${at}`);
      phone.online = online;
    }
    phone = await live(Object.assign(phone, { server: fresh }), "update");
    await phone.keep();
    phone.online = false;
    assert.equal(await phone.get(SHEET), "the sheet 2");
  }
});

test("files of the edition before stay for pages that are still open, older ones go", async () => {
  let phone = await phoneWithSheet();
  for (const version of ["2", "3"]) {
    phone = await new Phone(new Server(version), phone).start();
    await phone.keep();
  }
  assert.deepEqual(
    [...phone.caches.keys()].filter((name) => name.startsWith("cegoscore-files")),
    ["cegoscore-files-2", "cegoscore-files-3"],
  );
});
