// @ts-check
/* The sheet as the server sent it, read from the page. */

import { all, field, find, input, inputs, need } from "../dom.js";
import { sum } from "../numbers.js";
import { entryForm } from "../scoresheet/form.js";
import { textOf, titleOf } from "../scoresheet/line_words.js";
import { after, countedBefore, isNew, standings } from "./queue.js";
import { TOKEN } from "./server.js";
import { uuid } from "./uuid.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./queue.js").Line} Line */
/** @typedef {import("./queue.js").Turn} Turn */
/** @typedef {import("./unsent.js").Box} Box */

/** @param {string} [text] */
const seats = (text = "") => text.split(",").map(Number);
/** @param {string} [text] amounts by seat, empty for who was not at the table */
const amounts = (text = "") => text.split(",").map((amount) => (amount === "" ? null : Number(amount)));

/** The number of columns of the sheet. */
export const columns = () => all("#totals .seat").length;

const lineElements = () => all("#lines .line[data-number]");

/** The hands of the ledger, the newest first. @returns {Line[]} */
export const ledger = () =>
  lineElements().map((line) => ({
    number: Number(line.dataset.number),
    revision: Number(line.dataset.revision),
    dealer: Number(line.dataset.dealer),
    lineup: seats(line.dataset.lineup),
    void: line.matches(".void"),
    paid: amounts(line.dataset.paid),
  }));

/**
 * The deal that comes next, and how many hands are planned; null where nothing can be written.
 * @returns {Turn & {planned: number} | null}
 */
export function nextDeal() {
  const next = find("#next")?.dataset;
  return next
    ? {
        number: Number(next.number),
        dealer: Number(next.dealer),
        lineup: seats(next.lineup),
        shown: Number(next.shown),
        planned: Number(next.planned ?? 0),
      }
    : null;
}

/**
 * Moves the server's next deal on by a hand that arrived: who is in the middle of the next one keeps the head of the
 * panel, which then says what was next before.
 * @param {Item} item
 */
export function moveOn(item) {
  const next = find("#next");
  if (!next || !isNew(item) || Number(next.dataset.number) !== item.number) return;
  next.dataset.number = String(item.number + 1);
  next.dataset.dealer = String(item.next ?? next.dataset.dealer);
  next.dataset.lineup = String(item.lineup ?? next.dataset.lineup);
  next.dataset.shown = String(Number(next.dataset.shown) + Number(item.counts));
}

/**
 * The number of an item's hand as people count: deals without a result have none.
 * @param {Item} item
 * @param {Item[]} items
 */
export function shownOf(item, items) {
  const line = lineElements().find(({ dataset }) => Number(dataset.number) === item.number);
  if (line) return find(".number", line)?.textContent ?? "";
  return String(countedBefore(item, items, nextDeal() ?? { number: 0, shown: 1 }));
}

/**
 * The table with all that waits, of which another sheet could be made.
 * @param {Item[]} items
 * @returns {import("./queue.js").Table}
 */
export function tableWith(items) {
  const changes = [...standings(ledger(), items, columns()).changes.values()];
  const { stake = "", currency = "" } = find("[data-settle]")?.dataset ?? {};
  const totals = all("#totals [data-total]").map(({ dataset: { sent, total } }, seat) =>
    sum([Number(sent ?? total), ...changes.map((change) => change[seat] ?? 0)]),
  );
  const names = all("#totals .name").map(({ textContent }) => textContent);
  const rules = need(".rules-name").dataset.rules ?? "";
  return { names, rules, title: need("h1").textContent.trim(), stake, currency, totals };
}

/**
 * The item for the panel's form: a new hand or a correction.
 * @param {HTMLFormElement} form
 * @param {Box} box
 * @returns {Item}
 */
export function itemOf(form, box) {
  const fields = /** @type {[string, string][]} */ ([...new FormData(form)].filter(([name]) => name !== TOKEN));
  const item = { sheet: box.home, url: form.getAttribute("action") ?? "", fields, uuid: field(form, "uuid").value };
  const hand = { ...item, ...handOf(form, box), at: Date.now() };
  if (!box.revising) return hand;
  return { ...hand, kind: "correct", of: box.revising.of, url: `${box.home}/hands/${hand.number}/correct` };
}

/** A hand as the panel shows it. @param {HTMLFormElement} form @param {Box} box */
function handOf(form, { panel }) {
  const { entry, paid, place = [0, Number(entry.ouvert)] } = panel.verdict(form);
  const { lineup } = entry.table;
  const dealer = Number(field(form, "dealer").value);
  const dead = entry.kind === "dead";
  const words = { ...form.dataset, ...need("#unsent").dataset };
  return {
    kind: /** @type {const} */ ("new"),
    number: Number(field(form, "number").value),
    revision: Number(field(form, "revision").value),
    game: titleOf(entry, words),
    text: textOf(entry, words, panel.hooks.rareSaid?.(form, words)),
    pay: Array.from({ length: columns() }, (_, seat) => (dead ? null : (paid[lineup.indexOf(seat)] ?? null))),
    cell: dead ? undefined : [`${entry.game}${entry.overSolo ? "+" : ""}`, entry.result ?? "", ...place],
    lineup,
    dealer,
    next: dead && !field(form, "next_dealer").checked ? dealer : after(lineup, dealer),
    counts: !dead,
  };
}

/** As the head of the sheet shows it. @param {Element} place @param {number} seat */
const showName = (place, seat) => place.replaceChildren(...all("#totals .name")[seat].cloneNode(true).childNodes);

/**
 * Sets the panel's fields to the players of a deal. Returns everybody's names.
 * @param {HTMLFormElement} form
 * @param {{lineup: number[], dealer: number}} deal
 * @returns {string[]}
 */
export function setTable(form, { lineup, dealer }) {
  const { dataset } = need("#amounts");
  const table = JSON.parse(dataset.json ?? "");
  const sitsOut = table.playing.length < table.lineup.length;
  const playing = lineup.filter((seat) => !(sitsOut && seat === dealer));
  dataset.json = JSON.stringify({ ...table, lineup, playing });
  for (const name of ["declarer", "announcer", "last_trick", "culprits", "challenger"]) {
    inputs(`[name=${name}][value]`, form).forEach((choice, index) => {
      choice.value = String(playing[index]);
      showName(need("input + span", choice.closest("label") ?? form), playing[index]);
    });
  }
  inputs("[name^=card_points_]", form).forEach((pile, index) => {
    pile.name = `card_points_${playing[index]}`;
    showName(need(".whose", pile.closest("label") ?? form), playing[index]);
  });
  return table.names;
}

/** A page that was kept brings one id for the next hand each time it is opened, in each tab. @param {Item[]} queue */
export function giveIdOfItsOwn(queue) {
  const form = entryForm();
  const id = form && field(form, "uuid");
  if (id && queue.some((item) => item.uuid === id.value)) id.value = uuid();
}

/** The token against forged requests. */
export const token = () => input(`[name=${TOKEN}]`)?.value ?? "";

/** @param {string} fresh */
function setToken(fresh) {
  for (const hidden of inputs(`[name=${TOKEN}]`)) hidden.value = fresh;
}

/** The token of another page of ours. @param {string} html */
const tokenIn = (html) => input(`[name=${TOKEN}]`, new DOMParser().parseFromString(html, "text/html"))?.value;

/** What sending needs of this page. @param {DOMStringMap} words @param {() => void} lost @returns {import("./server.js").Page} */
export const serverPage = ({ gone = "", unknown = "" }, lost) => ({ token, setToken, tokenIn, lost, gone, unknown });

/** @param {Item} item */
export const isTaken = (item) => item.number < (nextDeal()?.number ?? 0);
