// @ts-check
/* The queue of a sheet: items that wait, their places in the ledger, and the ledger once they are written.
 * Values only: nothing is read from the page, shown, kept or sent here. */

/**
 * A form that was sent or will be.
 * @typedef {object} Item
 * @property {string} sheet path of its sheet
 * @property {string} url where it is sent
 * @property {[string, string][]} fields
 * @property {string} uuid
 * @property {"new" | "correct" | "strike" | "restore"} kind
 * @property {number} number its place in the ledger
 * @property {number} revision
 * @property {number} [seq] its place in the store
 * @property {string} [of] UUID of the hand that it revises, while that waits too
 * @property {string} [game] of a hand: the game, its result, what each seat of the sheet gets, who takes part,
 * @property {string} [text]
 * @property {(number | null)[]} [pay]
 * @property {number[]} [lineup]
 * @property {number} [dealer]
 * @property {number} [next] who deals after it,
 * @property {boolean} [counts] and whether it is one of those that are planned
 * @property {{sentence: string, gone?: boolean}} [refused] by the server, which then waits for a person
 * @property {boolean} [written] by the server, but not on the page yet that the phone keeps
 *
 * A hand of the ledger as the server sent it; `paid` of a struck one is what it would pay if it counted again.
 * @typedef {{number: number, revision: number, dealer: number, lineup: number[], void: boolean, paid: (number | null)[]}} Line
 *
 * What stands at a number; `worth` is what a struck hand would pay.
 * @typedef {object} Standing
 * @property {number} number
 * @property {number} revision
 * @property {boolean} void
 * @property {(number | null)[]} pay
 * @property {(number | null)[]} worth
 * @property {number} [dealer]
 * @property {number[]} [lineup]
 * @property {string} [of]
 *
 * A deal: its place in the ledger, and its number as people count (deals without a result have none).
 * @typedef {{number: number, dealer: number, lineup: number[], shown: number}} Turn
 */

/** @param {number[]} lineup @param {number} seat */
export const after = (lineup, seat) => lineup[(lineup.indexOf(seat) + 1) % lineup.length];
/** @param {Item} item */
export const isNew = (item) => item.kind === "new";
/** @param {Item} item */
export const waits = (item) => !item.refused;
/** @param {Item[]} items */
export const unwritten = (items) => items.filter(({ written }) => !written);
/** Something can be sent, and nothing waits for a person. @param {Item[]} items */
export const ready = (items) => unwritten(items).length > 0 && items.every(waits);
/** @param {Line[]} lines @param {number} number */
export const lineAt = (lines, number) => lines.find((line) => line.number === number);
/** @param {Line[]} lines @param {Item} item */
export const inLedger = (lines, item) => (lineAt(lines, item.number)?.revision ?? 0) >= item.revision;
/** @param {Item[]} items @param {Item} item */
const followersOf = (items, item) => items.filter(({ of }) => of === item.uuid);
/** @param {Line[]} lines */
const newest = (lines) => Math.max(0, ...lines.map(({ number }) => number));

/**
 * What stands at each number once all that waits is written, and what each item changes, by seat.
 * @param {Line[]} lines
 * @param {Item[]} items
 * @param {number} seats how many columns the sheet has
 */
export function standings(lines, items, seats) {
  /** @type {Map<number, Standing>} */
  const standing = new Map();
  for (const { paid, ...line } of lines)
    standing.set(line.number, { ...line, worth: paid, pay: line.void ? [] : paid });
  /** @type {Map<Item, (number | null)[]>} */
  const changes = new Map();
  for (const item of items.filter(waits)) {
    const before = standing.get(item.number);
    const stands = revised(item, before);
    changes.set(
      item,
      Array.from({ length: seats }, (_, seat) => changeAt(seat, item, before, stands)),
    );
    standing.set(item.number, stands);
  }
  return { standing, changes };
}

/** @param {Item} item @param {Standing | undefined} before @returns {Standing} */
function revised(item, before) {
  const { number, revision, kind, pay = [] } = item;
  const place = { pay: [], worth: [], ...before, number, revision };
  if (kind === "strike") return { ...place, void: true, pay: [] };
  if (kind === "restore") return { ...place, void: false, pay: place.worth };
  const { lineup, dealer } = item;
  return { ...place, lineup, dealer, pay, worth: pay, void: false, of: item.of ?? item.uuid };
}

/** @param {number} seat @param {Item} item @param {Standing | undefined} before @param {Standing} stands */
const changeAt = (seat, item, before, { pay }) =>
  isNew(item) ? (pay[seat] ?? null) : (pay[seat] ?? 0) - (before?.pay[seat] ?? 0);

/**
 * The deal that comes next.
 * @param {Turn} server as the server has it
 * @param {Line[]} lines
 * @param {Item[]} items
 * @param {Map<number, Standing>} standing
 * @returns {Turn}
 */
export function turn(server, lines, items, standing) {
  const mine = items.filter((item) => isNew(item) && waits(item) && item.number >= server.number);
  const taken = items.filter(isNew).map((item) => item.number + 1);
  const counting = mine.filter(({ counts, number }) => counts && !standing.get(number)?.void).length;
  const shown = server.shown + counting + struckOrRestored(lines, standing);
  const next = { ...server, shown, number: Math.max(server.number, ...taken) };
  const last = mine.findLast((item) => !standing.get(item.number)?.void);
  if (last) return { ...next, dealer: last.next ?? next.dealer, lineup: last.lineup ?? next.lineup };
  return { ...next, ...turnOfRevised(lines, standing) };
}

/**
 * How many hands of the ledger count again, less those that were struck, once all that waits is written.
 * @param {Line[]} lines
 * @param {Map<number, Standing>} standing
 */
const struckOrRestored = (lines, standing) =>
  lines
    .filter(({ paid }) => paid.some((amount) => amount !== null))
    .reduce((count, line) => count + Number(line.void) - Number(standing.get(line.number)?.void ?? line.void), 0);

/**
 * If the last hands of the ledger were struck here, the first of their deals comes again; after one that counts again
 * the next one deals.
 * @param {Line[]} lines the newest first
 * @param {Map<number, Standing>} standing
 */
function turnOfRevised(lines, standing) {
  const at = lines.findIndex(({ number }) => !standing.get(number)?.void);
  const above = lines.slice(0, at < 0 ? undefined : at);
  const again = above.findLast((line) => !line.void);
  if (again) return { dealer: again.dealer, lineup: again.lineup };
  if (!lines[at]?.void) return {};
  const { dealer, lineup, worth } = { ...lines[at], worth: lines[at].paid, ...standing.get(lines[at].number) };
  return worth.some((amount) => amount !== null) ? { dealer: after(lineup, dealer), lineup } : {};
}

/**
 * The number of a new hand as people count.
 * @param {Item} item
 * @param {Item[]} items
 * @param {number} next that of the server's next deal
 */
export function countedBefore(item, items, next) {
  const counted = items.filter((one) => isNew(one) && one.counts && waits(one) && one.number !== item.number);
  return next + counted.filter((one) => Number(one.seq) < Number(item.seq)).length;
}

/** Tests that a new hand of the queue stands at that number. @param {Item[]} items @param {number} number */
export const isTakenHere = (items, number) => items.some((item) => isNew(item) && item.number === number);

/**
 * To strike a hand, or to let it count again.
 * @param {string} sheet
 * @param {"strike" | "restore"} kind
 * @param {{number: number, revision: number, of?: string}} place
 * @param {string} uuid
 * @returns {Item}
 */
export function revisionOf(sheet, kind, { number, revision, of }, uuid) {
  /** @type {[string, string][]} */
  const fields = [
    ["uuid", uuid],
    ["revision", String(revision)],
  ];
  return { sheet, url: `${sheet}/hands/${number}/${kind}`, fields, uuid, kind, number, revision, of };
}

/**
 * Takes out a refused item and what revises it; what was written after it moves up. Both lists.
 * @param {Item[]} items
 * @param {Item} item
 * @param {Line[]} lines
 */
export function throwAway(items, item, lines) {
  const gone = [item, ...followersOf(items, item)];
  const left = items.filter((one) => !gone.includes(one));
  if (isNew(item) && item.number > newest(lines)) shift(left, (other) => other.number > item.number, -1);
  return { gone, left };
}

/**
 * A refused hand becomes the one after the server's last; what was written after it and collides with nothing moves on.
 * @param {Item[]} items
 * @param {Item} item
 * @param {Line[]} lines
 * @param {string} uuid
 */
export function moveToEnd(items, item, lines, uuid) {
  const number = newest(lines) + 1;
  const followers = followersOf(items, item);
  shift(items, (other) => other !== item && other.of !== item.uuid && other.number >= number, 1);
  rename(item, uuid);
  for (const one of [item, ...followers]) setNumber(one, number);
  for (const one of followers) one.of = uuid;
}

/**
 * All the same, after what somebody else made of the hand.
 * @param {Item} item
 * @param {Line[]} lines
 * @param {string} uuid
 */
export function reviseAgain(item, lines, uuid) {
  item.revision = (lineAt(lines, item.number)?.revision ?? 0) + 1;
  setField(item, "revision", item.revision);
  rename(item, uuid);
}

/** @param {Item[]} items @param {(item: Item) => boolean} which @param {number} by */
function shift(items, which, by) {
  for (const item of items.filter((each) => isNew(each) && which(each))) {
    const number = item.number + by;
    for (const one of [item, ...followersOf(items, item)]) setNumber(one, number);
  }
}

/** Sets a field that the item has; ignores others. @param {Item} item @param {string} name @param {unknown} value */
function setField(item, name, value) {
  const pair = item.fields.find(([key]) => key === name);
  if (pair) pair[1] = String(value);
}

/** @param {Item} item @param {string} uuid */
function rename(item, uuid) {
  item.uuid = uuid;
  setField(item, "uuid", uuid);
}

/** @param {Item} item @param {number} number */
function setNumber(item, number) {
  item.number = number;
  setField(item, "number", number);
  item.url = item.url.replace(/hands\/\d+/, `hands/${number}`);
}
