// @ts-check
/* The sheet as the server sent it, read from the page. */

import { all, field, find, input, inputs, need } from "../dom.js";
import { sum } from "../numbers.js";
import { entryForm } from "../scoresheet/form.js";
import { countedBefore, isNew, standings, wordOf } from "./queue.js";
import { uuid } from "./uuid.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./queue.js").Line} Line */
/** @typedef {import("./queue.js").Turn} Turn */

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
    fields: line.dataset.fields,
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
  const settle = find("[data-settle]");
  if (settle && item.kind === "pay" && !item.theirs)
    settle.dataset.paid = `${settle.dataset.paid ?? ""} ${wordOf(item)}`;
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
  const rules = need("[data-rules]").dataset.rules ?? "";
  const called = need("h1").textContent.trim();
  return { names, rules, title: called === names.join(", ") ? "" : called, stake, currency, totals };
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
  const sitsOut = table.playing.length < lineup.length;
  const playing = lineup.filter((seat) => !(sitsOut && seat === dealer));
  dataset.json = JSON.stringify({ ...table, lineup, playing });
  for (const group of all("[data-people]", form)) {
    const everybody = group.dataset.people === "all";
    seatPeople(group, everybody ? lineup : playing);
    if (everybody) hideFromGame(group, sitsOut ? dealer : -1);
  }
  return table.names;
}

/** One field for each of these seats, in their order. @param {HTMLElement} group @param {number[]} people */
function seatPeople(group, people) {
  const labels = labelsOf(group);
  for (const label of labels.splice(people.length)) label.remove();
  while (labels.length < people.length) labels.push(copyOfLast(labels));
  labels.forEach((label, index) => {
    const person = input("input", label);
    if (person.hasAttribute("inputmode")) person.name = person.name.replace(/\d+$/, String(people[index]));
    else person.value = String(people[index]);
    showName(need("span", label), people[index]);
  });
}

/** Fields of one person each: not the one for nobody. @param {HTMLElement} group */
const labelsOf = (group) => all("label", group).filter((label) => find("[inputmode], [value]", label));

/** @param {HTMLElement[]} labels */
function copyOfLast(labels) {
  const last = labels[labels.length - 1];
  const copy = /** @type {HTMLElement} */ (last.cloneNode(true));
  const person = input("input", copy);
  if (person.hasAttribute("inputmode")) person.value = "";
  person.checked = false;
  last.after(copy);
  return copy;
}

/** Who sits out can only be named for a penalty. @param {HTMLElement} group @param {number} seat */
function hideFromGame(group, seat) {
  for (const choice of inputs("[value]:not([inputmode])", group)) {
    const label = choice.closest("label");
    if (!label) continue;
    if (Number(choice.value) === seat) label.dataset.kinds = "penalty";
    else delete label.dataset.kinds;
    label.hidden = false; // until the panel is drawn
  }
}

/** A page that was kept brings one id for the next hand each time it is opened, in each tab. @param {Item[]} queue */
export function giveIdOfItsOwn(queue) {
  const form = entryForm();
  const id = form && field(form, "uuid");
  if (id && queue.some((item) => item.uuid === id.value)) id.value = uuid();
}

/** @param {Item} item */
export const isTaken = (item) => item.number < (nextDeal()?.number ?? 0);
