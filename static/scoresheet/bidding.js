// @ts-check
/* The referee of the bidding: whose turn it is, what may be said, and at the end the panel filled with who plays what. */

import { all, field, fill, find, input, need, targetOf } from "../dom.js";
import { number } from "../numbers.js";
import { endAt, inSteps, placeAfter, sayable, speakers, textOf } from "./auction_walk.js";

/** @typedef {import("./auction_walk.js").Choice} Choice */
/** @typedef {import("./auction_walk.js").End} End */

const referee = need("#count .bidding");
const form = /** @type {HTMLFormElement} */ (referee.closest("form"));
/** @type {import("./auction_walk.js").AuctionTable & {said: [label: string, meaning: string, isUnsure: number][]}} */
const table = JSON.parse(referee.dataset.table ?? "");
const IN_A_COLUMN = 4;
const WITHOUT_DECLARER = ["raeuber", "dresch"];
/** @type {Choice[]} */
let said = [];
let step = 0;
let uuid = field(form, "uuid").value;

/** @returns {import("./entry.js").Table} */
const seated = () => JSON.parse(need("#amounts").dataset.json ?? "");
const order = () => speakers(seated(), Number(field(form, "dealer").value));
/** @param {number} seat */
const nameOf = (seat) => seated().names[order()[seat]];
const end = () => endAt(table, placeAfter(table, said));

/** @param {number} word */
function meaningOf(word) {
  const [, meaning, isUnsure] = table.said[word];
  return meaning && isUnsure ? `${meaning} °` : meaning;
}

/** @param {Choice} choice @param {boolean} withName */
const labelOf = ({ seat, word }, withName) => (withName ? `${nameOf(seat)}: ` : "") + table.said[word][0];

/** @param {string} label @param {string} meaning @param {() => void} act */
function button(label, meaning, act) {
  const button = document.createElement("button");
  const [strong, small] = [document.createElement("b"), document.createElement("span")];
  strong.textContent = label;
  small.textContent = meaning;
  button.type = "button";
  button.append(strong, small);
  button.addEventListener("click", act);
  return button;
}

/** @param {Choice} choice */
function say(choice) {
  said.push(choice);
  delete referee.dataset.calling;
  step = 0;
  draw();
  const ended = end();
  if (ended) fillPanel(ended);
  need("#bidding-turn").focus({ preventScroll: true });
}

function draw() {
  const ended = end();
  const words = said.map(({ seat, word }) => `${nameOf(seat)} ${table.said[word][0]}`);
  need("[data-said]", referee).textContent = words.join(", ");
  need("[data-bids]", referee).replaceChildren();
  /** @type {HTMLButtonElement} */ (need("[data-unsay]", referee)).disabled = !said.length;
  need("[data-play]", referee).hidden = !ended;
  need("[data-outcome]", referee).hidden = !ended;
  if (ended) drawEnd(ended);
  else drawTurn();
}

function drawTurn() {
  const { turn, options, calls } = sayable(table, placeAfter(table, said));
  const isCalling = "calling" in referee.dataset && calls.length > 0;
  const steps = inSteps(table, isCalling ? calls : options);
  const shown = steps[step % steps.length];
  const call = need("[data-call]", referee);
  call.hidden = !calls.length;
  call.ariaPressed = String(isCalling);
  const { speaks, calls: whoCalls } = referee.dataset;
  need("#bidding-turn").textContent = isCalling ? (whoCalls ?? "") : fill(speaks, { name: nameOf(turn) });
  const bids = need("[data-bids]", referee);
  bids.toggleAttribute("data-many", shown.length > IN_A_COLUMN);
  const label = (/** @type {Choice} */ choice) => labelOf(choice, isCalling);
  bids.append(...shown.map((choice) => button(label(choice), meaningOf(choice.word), () => say(choice))));
  if (steps.length > 1) bids.append(further(steps[(step + 1) % steps.length].map(label)));
}

/** The way to further words, which it names. @param {string[]} labels */
const further = (labels) =>
  button(referee.dataset.further ?? "", labels.join(", "), () => {
    step += 1;
    draw();
    need("#bidding-turn").focus({ preventScroll: true });
  });

/** @param {End} ended */
function drawEnd({ declarer, word, overSolo, leads }) {
  const { plays, overSolo: over } = referee.dataset;
  need("[data-call]", referee).hidden = true;
  const sentence = fill(overSolo ? over : plays, { name: nameOf(declarer), game: table.said[word][0] });
  need("#bidding-turn").textContent = sentence;
  const leader = fill(referee.dataset.leads, { name: nameOf(leads) });
  need("[data-outcome]", referee).textContent = `${leader} ${meaningOf(word)}`;
}

/** Who plays what, as if it had been tapped. @param {End} ended */
function fillPanel({ declarer, contract, overSolo }) {
  const game = input(`[name=game][value="${contract}"]`, form);
  const isForAll = WITHOUT_DECLARER.includes(game.dataset.kind ?? "");
  for (const choice of all("[name=declarer], [name=announcer]", form))
    /** @type {HTMLInputElement} */ (choice).checked = false;
  game.checked = true;
  const seat = order()[declarer];
  const name = isForAll ? "announcer" : "declarer";
  if (!isForAll || declarer) input(`[name=${name}][value="${seat}"]`, form).checked = true;
  const over = field(form, "over_solo");
  if (over) over.checked = overSolo;
  delete form.dataset.open;
  game.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {string} name */
const chosen = (name) => number(/** @type {HTMLInputElement | null} */ (find(`[name=${name}]:checked`, form))?.value);

/** The hand is still what the auction ended with. @param {End} ended */
function fits({ declarer, contract, overSolo }) {
  const game = /** @type {HTMLInputElement | null} */ (find("[name=game]:checked", form));
  if (!game || game.value !== contract) return false;
  const isForAll = WITHOUT_DECLARER.includes(game.dataset.kind ?? "");
  const seat = isForAll ? (chosen("announcer") ?? order()[0]) : chosen("declarer");
  const isOver = "overSolo" in game.dataset && Boolean(field(form, "over_solo")?.checked);
  return seat === order()[declarer] && isOver === overSolo;
}

/** The auction, while the hand is what it ended with. */
function fittingText() {
  const ended = uuid === field(form, "uuid").value && end();
  return ended && fits(ended) ? textOf(table, said) : "";
}

/** Says so where the hand was changed after its auction. */
function drawNote() {
  find("[data-no-auction]", form)?.remove();
  if (uuid !== field(form, "uuid").value || !end() || fittingText()) return;
  const note = document.createElement("p");
  note.dataset.noAuction = "";
  note.className = "small";
  note.setAttribute("role", "status");
  note.textContent = referee.dataset.noLonger ?? "";
  need(".verdict", form).before(note);
}

function begin() {
  if (uuid !== field(form, "uuid").value) said = [];
  uuid = field(form, "uuid").value;
  delete referee.dataset.calling;
  step = 0;
  draw();
  need("#bidding-turn").focus({ preventScroll: true });
}

referee.addEventListener("click", (event) => {
  const { unsay, call } = targetOf(event).closest("button")?.dataset ?? {};
  if (unsay !== undefined) said.pop();
  if (call !== undefined) referee.toggleAttribute("data-calling");
  if (unsay === undefined && call === undefined) return;
  step = 0;
  draw();
});
form.addEventListener("formdata", ({ formData }) => {
  const text = fittingText();
  if (text) formData.set("auction", text);
});
form.addEventListener("change", drawNote);
referee.parentElement?.addEventListener("again", () => "bidding" in form.dataset && begin());
form.dataset.bidding = "";
begin();
