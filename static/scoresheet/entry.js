// @ts-check
/* Reads the panel's form into an entry. */

import { find, need } from "../dom.js";
import { number } from "../numbers.js";

/**
 * The amounts of the rule set (`panel` in scoring/tariff.py says what they mean), and who is at the table.
 * @typedef {object} Table
 * @property {number} total points in the pack
 * @property {Record<string, number[]>} normal
 * @property {Record<string, number[]>} over_solo
 * @property {Record<string, [number, number | null]>} targets
 * @property {Record<string, Raeuber>} raeuber
 * @property {[number, number] | null} dresch
 * @property {number | null} partie
 * @property {number | null} penalty
 * @property {Record<string, number[][]>} schinden
 * @property {Record<string, number[][]>} fault
 * @property {number} least
 * @property {number[]} impossible
 * @property {[number, number]} raeuber_sums
 * @property {number[]} lineup seats of this hand, anticlockwise, the dealer among them
 * @property {number[]} playing those that hold cards
 * @property {boolean} [sits_out_free] who sits out pays and gets nothing
 * @property {string[]} names by seat
 *
 * @typedef {object} Raeuber
 * @property {number[][]} amounts
 * @property {Record<number, number>[]} by_points
 * @property {number | null} takes_all
 * @property {string} tie_with_vorhand
 * @property {number} factor what Vorhand pays as a multiple, to be said
 *
 * @typedef {object} Entry
 * @property {Table} table
 * @property {string | null} game
 * @property {string | null} kind
 * @property {string} label the game as the page writes it
 * @property {DOMStringMap} flags
 * @property {number | null} declarer
 * @property {boolean} overSolo
 * @property {boolean} ouvert
 * @property {boolean} pfeif
 * @property {number | null} points
 * @property {boolean} byDefenders the points are those of the others
 * @property {boolean | null} made
 * @property {(number | null)[]} piles card points of each who plays
 * @property {(number | null)[]} free amounts of each at the table
 * @property {number} announcer who announced it, or Vorhand
 * @property {number | null} lastTrick
 * @property {number | null} offender
 * @property {string} why
 * @property {string | null} dead
 * @property {string | null} result how it ended, if not in the usual way
 * @property {number} times the stake
 */

/** @returns {Table} */
const tableOf = () => JSON.parse(need("#amounts").dataset.json ?? "");

/** @param {HTMLFormElement} form @returns {Entry} */
export function read(form) {
  const table = tableOf();
  const data = new FormData(form);
  const game = /** @type {HTMLInputElement | null} */ (find("[name=game]:checked", form));
  /** @param {string} name */
  const seat = (name) => number(data.get(name));
  /** @param {string} name */
  const text = (name) => /** @type {string | null} */ (data.get(name));
  /** @param {string} name @param {string} attribute */
  const flag = (name, attribute) => Boolean(game && data.has(name) && attribute in game.dataset);
  const pfeif = flag("pfeif_frei", "pfeifFrei");
  const noTrick = data.has("no_trick") && !pfeif;
  const dealer = table.lineup.indexOf(seat("dealer") ?? -1);
  return {
    table,
    game: game && game.value,
    kind: game?.dataset.kind ?? null,
    label: game?.nextElementSibling?.textContent.replaceAll("\u00ad", "") ?? "",
    flags: game ? game.dataset : {},
    declarer: seat("declarer"),
    overSolo: flag("over_solo", "overSolo"),
    ouvert: flag("ouvert", "ouvert"),
    pfeif,
    points: noTrick ? 0 : seat("points"),
    byDefenders: text("points_of") === "defenders" && !noTrick,
    made: data.has("made") ? text("made") === "true" : null,
    piles: table.playing.map((each) => seat(`card_points_${each}`)),
    free: table.lineup.map((each) => seat(`free_${each}`)),
    announcer: seat("announcer") ?? table.lineup[(dealer + 1) % table.lineup.length],
    lastTrick: seat("last_trick"),
    offender: seat("offender"),
    why: text("why")?.trim() ?? "",
    dead: text("dead"),
    result: text("result") || null,
    times: seat("stake_factor") || 1,
  };
}
