// @ts-check
/* A walk through the table of an auction that the core made (scoring/auction_table.py): who may say what, and the end. */

/**
 * @typedef {object} AuctionTable
 * @property {string[]} words
 * @property {[turn: number, options: number[], calls?: number[]][]} states
 * @property {number} start
 * @property {[declarer: number, word: number, contract: string, overSolo: number, leads: number][]} ends
 *
 * A word that may be said, by its number, and the place that it leads to: a state, or below zero an end.
 * @typedef {{seat: number, word: number, next: number}} Choice
 * @typedef {{declarer: number, word: number, contract: string, overSolo: boolean, leads: number}} End
 */

/** @param {number[]} numbers @param {number} size */
const inGroups = (numbers, size) =>
  Array.from({ length: numbers.length / size }, (_, at) => numbers.slice(at * size, (at + 1) * size));

/**
 * Everything that may be said at a place: by whose turn it is, and out of turn.
 * @param {AuctionTable} table
 * @param {number} place
 * @returns {{turn: number, options: Choice[], calls: Choice[]}}
 */
export function sayable({ states }, place) {
  const [turn, options, calls = []] = states[place];
  return {
    turn,
    options: inGroups(options, 2).map(([word, next]) => ({ seat: turn, word, next })),
    calls: inGroups(calls, 3).map(([seat, word, next]) => ({ seat, word, next })),
  };
}

const MOST_BUTTONS = 4;
const MOST_LAST_CHOICES = 6;
const PASSES = ["fort", "gut", "no_special"];

/**
 * Words in steps of at most four buttons, of which the last one of a step leads to further words; passing stands in
 * the first step. Only the last choice, in which nobody passes and every word is the end, has up to six at once.
 * @param {AuctionTable} table
 * @param {Choice[]} choices
 */
export function inSteps({ words }, choices) {
  const pass = choices.filter(({ word }) => PASSES.includes(words[word]));
  const isLast =
    !pass.length && choices.every(({ next }) => next < 0) && new Set(choices.map(({ seat }) => seat)).size < 2;
  if (choices.length <= (isLast ? MOST_LAST_CHOICES : MOST_BUTTONS)) return [choices];
  const others = choices.filter((each) => !pass.includes(each));
  const first = MOST_BUTTONS - 1 - pass.length;
  const steps = [[...others.slice(0, first), ...pass]];
  for (let at = first; at < others.length; at += MOST_BUTTONS - 1) steps.push(others.slice(at, at + MOST_BUTTONS - 1));
  return steps;
}

/** The end at a place; nothing while somebody may still speak. @param {AuctionTable} table @param {number} place @returns {End | null} */
export function endAt({ ends }, place) {
  if (place >= 0) return null;
  const [declarer, word, contract, overSolo, leads] = ends[-1 - place];
  return { declarer, word, contract, overSolo: Boolean(overSolo), leads };
}

/** Where the words lead that were said so far. @param {AuctionTable} table @param {Choice[]} said */
export const placeAfter = ({ start }, said) => said.at(-1)?.next ?? start;

/** The auction as a hand keeps it: A is Vorhand. @param {AuctionTable} table @param {Choice[]} said */
export const textOf = ({ words }, said) => said.map(({ seat, word }) => `${"ABCD"[seat]}:${words[word]}`).join(" ");

/**
 * Seats that bid, from Vorhand on: those that hold cards.
 * @param {{lineup: number[], playing: number[]}} table
 * @param {number} dealer
 */
export function speakers({ lineup, playing }, dealer) {
  const at = lineup.indexOf(dealer) + 1;
  const seats = [...lineup.slice(at), ...lineup.slice(0, at)];
  return playing.length < lineup.length ? seats.slice(0, -1) : seats;
}
