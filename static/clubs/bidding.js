// @ts-check
/* The referee of the bidding: whose turn it is, what may be said, and who plays what in the end, by the table of states
 * that the core made. Who speaks stands behind the # of the address where the panel of a sheet leads here. */

import { fill, need } from "../dom.js";

/**
 * What may be said at a place, and where it leads: to a state, or below zero to an end.
 * @typedef {[seat: number, word: number, next: number]} Choice
 * @typedef {[declarer: number, word: number, isOverSolo: boolean, leads: number]} End
 */

const referee = need(".referee");
const title = need("#turn");
const unsay = /** @type {HTMLButtonElement} */ (need("[data-unsay]"));
/** @type {{names: string[], words: [label: string, meaning: string][], states: Choice[][], start: number, ends: End[]}} */
const { names, words, states, start, ends } = JSON.parse(need("#auction").textContent);
const handedOver = new URLSearchParams(location.hash.slice(1)).getAll("name");
const people = names.length && handedOver.length ? handedOver : names; // the page of a rule set has no names at all
history.replaceState(null, "", location.pathname + location.search); // so that no name is in an address that somebody passes on
/** @type {Choice[]} */
const said = [];

/** @param {number} seat */
const nameOf = (seat) => people[seat] ?? fill(referee.dataset.seat, { number: seat + 1 });

/** @param {Choice} choice @param {number} turn */
function button(choice, turn) {
  const [seat, number] = choice;
  const [word, meaning] = words[number];
  const button = document.createElement("button");
  const [strong, small] = [document.createElement("b"), document.createElement("span")];
  strong.textContent = seat === turn ? word : fill(referee.dataset.call, { name: nameOf(seat), word });
  small.textContent = meaning;
  button.type = "button";
  button.append(strong, small);
  button.addEventListener("click", () => {
    said.push(choice);
    goOn();
  });
  return button;
}

/** @param {End} end */
function sayEnd([declarer, number, isOverSolo, leads]) {
  const [game, meaning] = words[number];
  const { plays, overSolo } = referee.dataset;
  title.textContent = fill(isOverSolo ? overSolo : plays, { name: nameOf(declarer), game });
  return `${fill(referee.dataset.leads, { name: nameOf(leads) })} ${meaning}`;
}

/** @param {Choice[]} choices */
function sayTurn([[turn]]) {
  title.textContent = fill(referee.dataset.speaks, { name: nameOf(turn) });
  return "";
}

function draw() {
  const place = said.at(-1)?.[2] ?? start;
  const choices = states[place] ?? [];
  need("[data-outcome]").textContent = place < 0 ? sayEnd(ends[-1 - place]) : sayTurn(choices);
  need(".bids").replaceChildren(...choices.map((choice) => button(choice, choices[0][0])));
  const spoken = said.map(([seat, word]) => `${nameOf(seat)} ${words[word][0]}`);
  need("[data-said]").textContent = spoken.join(", ") || `Vorhand: ${nameOf(0)}`;
  unsay.disabled = !said.length;
}

function goOn() {
  draw();
  title.focus({ preventScroll: true });
}

unsay.addEventListener("click", () => {
  said.pop();
  goOn();
});
referee.hidden = false;
draw();
