// @ts-check
/* A new table: the phone makes its id and sends it in one request. If no answer comes, it makes the sheet by itself. */

import { fieldsOf } from "../asking.js";
import { all, field, fill, find, need } from "../dom.js";
import { isMuch, sayStake, worthIn } from "../stake.js";
import { sheetPage } from "./blank_sheet.js";
import { identity } from "./identity.js";
import { stakeTyped } from "./settle.js";
import { watchSize, wishRules } from "./table_size.js";
import { dropTable, keepTable, sendTable } from "./taking_in.js";
import { dropTyped, keepTyped, typedAt, warnBeforeLeaving } from "./typed.js";
import { uuid } from "./uuid.js";

/** @typedef {import("./blank_sheet.js").Blank} Blank */
/**
 * A circle as scoresheet/circles.py has it.
 * @typedef {object} Circle
 * @property {string} circle id
 * @property {string} title
 * @property {string} label
 * @property {[string, number][]} people names and row ids, from who deals first
 * @property {string[]} known names of all that belong to it
 * @property {string} rules
 * @property {string} digest
 * @property {string} rules_name
 * @property {string} stake
 * @property {string} currency
 */

const PATIENCE = 4000;
const TYPED_HELD = 60 * 60 * 1000;
const SEATS = [0, 1, 2, 3, 4];
const form = /** @type {HTMLFormElement} */ (need(".new-table"));
/** @type {{circles: Circle[], nobody: Circle, blank?: Blank}} */
const data = JSON.parse(need("#circles-data").textContent);

const worth = need(".stake", form);

/** @param {string} name */
const valueOf = (name) => field(form, name).value.trim();

/** The circle that the table is for. */
const chosen = () => data.circles.find(({ circle }) => circle === valueOf("circle")) ?? data.nobody;

/** @param {Circle} circle */
function sitDown(circle) {
  field(form, "circle").value = circle.circle;
  SEATS.forEach((seat) => (field(form, `name_${seat}`).value = circle.people[seat]?.[0] ?? ""));
  /** @type {HTMLInputElement} */ (need("[name=first_dealer][value='0']", form)).checked = true;
  const rules = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field(form, "rules")));
  if (![...rules.options].some(({ value }) => value === circle.rules))
    rules.add(new Option(circle.rules_name, circle.rules));
  rules.value = circle.rules;
  for (const name of /** @type {const} */ (["title", "stake", "currency"])) field(form, name).value = circle[name];
  worth.dataset.began = stakeTyped(circle.stake) ?? "";
  wishRules(form);
  need("#known-people").replaceChildren(...circle.known.map((name) => new Option("", name)));
  showChosen();
}

function showChosen() {
  sayStake(worth);
  for (const link of all("#circles a")) link.ariaCurrent = link.dataset.circle === valueOf("circle") ? "true" : null;
  need(".extras b").textContent = `${valueOf("title")} ${worthIn(worth, worth.dataset.worth)}`;
}

function offerCircles() {
  need("#circles").addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link) return;
    event.preventDefault();
    sitDown(data.circles.find(({ circle }) => circle === link.dataset.circle) ?? data.nobody);
    /** @type {HTMLDetailsElement} */ (need("#circles details")).open = false;
    dropTyped(location.pathname);
  });
  // the page may have been kept by the phone: then it is for whom its address says
  const asked = new URLSearchParams(location.search).get("circle") ?? valueOf("circle");
  const isAsked = asked !== valueOf("circle") && !find(".field-error");
  if (isAsked && asked) sitDown(data.circles.find(({ circle }) => circle === asked) ?? data.nobody);
  restoreTyped();
  showChosen();
}

/** Puts back what was typed not long ago, and keeps what is; never over a form that the server sent back. */
function restoreTyped() {
  const { at, fields } = typedAt(location.pathname);
  const isFresh = Date.now() - at < TYPED_HELD && !find(".field-error", form);
  for (const [name, value] of isFresh ? fields : []) if (field(form, name)) field(form, name).value = value; // of radio buttons, too
  for (const event of ["input", "change"]) form.addEventListener(event, () => keepTyped(location.pathname, form));
  form.addEventListener("change", showChosen);
}

/** @param {string} id @param {string} [digest] of the rules, as far as known @returns {[string, string][]} */
function tableOf(id, digest = chosen().rules === valueOf("rules") ? chosen().digest : "") {
  const more = { id, started_at: new Date().toISOString() };
  const people = new Map(chosen().people);
  const persons = SEATS.map((seat) => [`person_${seat}`, people.get(valueOf(`name_${seat}`))?.toString() ?? ""]);
  return /** @type {[string, string][]} */ ([
    ...fieldsOf(new FormData(form)),
    ...Object.entries({ ...more, digest }),
    ...persons,
  ]);
}

/** @param {string} text */
function complain(text) {
  const line = need("[data-problem]");
  need("span", line).textContent = text;
  line.hidden = !text;
  line.scrollIntoView({ block: "nearest" });
}

/** The blank sheets of the edition that this page is of. @returns {Promise<Blank | null>} */
async function blankSheets() {
  if (!("caches" in window)) return null;
  const files = await caches.open(`cegoscore-files-${form.dataset.edition}`);
  return (await (await files.match("/blank-sheets.json"))?.json()) ?? null;
}

/** What is wrong with the table, in words. @param {string[]} names @param {number[]} sizes */
function problemOf(names, sizes) {
  const { twice, nobody, money = "", size } = need("[data-problem]").dataset;
  const alike = names.map(identity);
  const again = names.find((_, seat) => alike.indexOf(alike[seat]) < seat);
  if (again) return fill(twice, { name: again });
  if (!valueOf(`name_${valueOf("first_dealer")}`)) return nobody ?? "";
  if (stakeTyped(valueOf("stake")) === null) return money;
  if (isMuch(worth) && !field(form, "much").checked) return worthIn(worth, worth.dataset.sentence);
  return sizes.includes(names.length) ? "" : fill(size, { sizes: sizes.join(", "), size: names.length });
}

/** The name of the table, as the server will call it: the circle and the day. */
function titleNow() {
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "long" });
  return valueOf("title") && `${valueOf("title")}, ${day.format(new Date())}`;
}

/**
 * Opens the table here: its page where the worker finds it, and its form to be sent later. Resolves to what is wrong, in
 * words, or to nothing once the page of the sheet is asked for.
 * @param {string} id
 * @param {Blank} published
 */
async function openHere(id, published) {
  const names = SEATS.map((seat) => valueOf(`name_${seat}`)).filter(Boolean);
  const digest = published.digests?.[valueOf("rules")] ?? chosen().digest;
  const blank = published.pages[digest] ? published : data.blank;
  const problem = problemOf(names, Object.keys(blank?.pages[digest] ?? {}).map(Number));
  if (problem) return problem;
  const dealer = names.indexOf(valueOf(`name_${valueOf("first_dealer")}`));
  const money = { stake: stakeTyped(valueOf("stake")) ?? "", currency: valueOf("currency") };
  const table = {
    id,
    names,
    dealer,
    title: titleNow() || names.join(", "),
    token: valueOf("csrfmiddlewaretoken"),
    hand: uuid(),
    ...money,
  };
  const html = blank && sheetPage(blank, digest, table);
  const pages = await caches.open("cegoscore-pages");
  const headers = new Headers((await pages.match("/new", { ignoreVary: true }))?.headers);
  headers.set("x-made-here", "1");
  headers.set("x-kept-by", form.dataset.edition ?? "");
  await keepTable({ sheet: `/sheets/${id}`, fields: tableOf(id, digest) });
  await pages.put(`/sheets/${id}`, new Response(html, { headers })).catch(async (error) => {
    await dropTable(`/sheets/${id}`); // a form without a page would open a second table later
    throw error;
  });
  dropTyped(location.pathname);
  navigator.storage?.persist?.();
  location.assign(`/sheets/${id}`);
  return "";
}

/** The last attempt: what the form said, and the id of its table. */
const attempt = { said: "", id: "" };

/** The id of the table that the form describes: sent again it is the same table, changed it is another. */
function idOfTable() {
  const said = JSON.stringify([...new FormData(form)]);
  if (said !== attempt.said) Object.assign(attempt, { said, id: uuid() });
  return attempt.id;
}

/** Sends the table; without an answer it is opened here. Resolves as `openHere`. */
async function openTable() {
  const id = idOfTable();
  const { offline = "" } = need("[data-problem]").dataset;
  const fields = /** @type {[string, string][]} */ ([...tableOf(id), ["asks", "on"]]);
  const answer = navigator.onLine ? await sendTable(fields, PATIENCE) : "later";
  if (answer === "taken") dropTyped(location.pathname);
  if (answer === "taken") location.assign(`/sheets/${id}`);
  if (answer === "refused") form.submit(); // the page says why
  if (answer !== "later") return "";
  const published = await blankSheets();
  return published ? openHere(id, published) : offline;
}

offerCircles();
watchSize(form);
warnBeforeLeaving(() => false);
let sending = false; // true until there is a problem: the next page is on its way
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (sending) return;
  sending = true;
  complain("");
  const { full = "" } = need("[data-problem]").dataset;
  openTable()
    .catch(() => full)
    .then((problem) => {
      sending = !problem;
      complain(problem);
    });
});
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  sending = false;
  attempt.said = ""; // whoever comes back to this page opens another table
});
