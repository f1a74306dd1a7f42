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
 * @property {"new" | "correct" | "strike" | "restore" | "pay"} kind
 * @property {number} number its place in the ledger; 0 for a payment, which has none
 * @property {number} revision
 * @property {number} [seq] its place in the store
 * @property {string} [of] UUID of the hand that it revises, while that waits too
 * @property {string} [game] of a hand: the game, its result, what each seat of the sheet gets, who takes part,
 * @property {string} [text]
 * @property {(number | null)[]} [pay]
 * @property {(string | number)[]} [cell] of the tariff that it rests on: the game, with a + over a Solo, how it ended if
 * not in the usual way, and the place (Verdict); clubs/cell.js finds it
 * @property {number[]} [lineup]
 * @property {number} [dealer]
 * @property {number} [next] who deals after it,
 * @property {boolean} [counts] and whether it is one of those that are planned
 * @property {Refusal} [refused] by the server, which then waits for a person
 * @property {number} [at] when it was written, by the phone's clock: to be shown, it decides nothing
 * @property {boolean} [tried] it was on its way to the server, which may have it
 * @property {boolean} [written] by the server, but not on the page yet that the phone keeps
 * @property {boolean} [theirs] another phone had written the same before: it is not for this one to take back
 * @property {Table} [table] as it was then
 *
 * Who plays by which rules (their digest) and for what, and the totals with all that waited.
 * @typedef {{names: string[], rules: string, title: string, stake: string, currency: string, totals: number[]}} Table
 *
 * Why the server did not write an item: `gone` if this phone has no right any more; `revision` of what stands at its
 * place and says something else.
 * @typedef {{sentence: string, gone?: boolean, revision?: number}} Refusal
 *
 * A hand of the ledger as the server sent it; `paid` of a struck one is what it would pay if it counted again.
 * `fields` is what the panel says of it, as an address has it.
 * @typedef {{number: number, revision: number, dealer: number, lineup: number[], void: boolean, paid: (number | null)[], fields?: string}} Line
 *
 * What stands at a number; `worth` is what a struck hand would pay.
 * @typedef {object} Standing
 * @property {number} number
 * @property {number} revision
 * @property {boolean} void
 * @property {(number | null)[]} pay
 * @property {(number | null)[]} worth
 * @property {number} [dealer]
 * @property {(string | number)[]} [cell] of the tariff that it rests on: the game, with a + over a Solo, how it ended if
 * not in the usual way, and the place (Verdict); clubs/cell.js finds it
 * @property {number[]} [lineup]
 * @property {string} [of]
 * @property {string | [string, string][]} [fields] what the panel says of it; not of a page that was kept before there were any
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

/** What goes to the server in one order: hands together, each payment by itself. @param {Item} item */
export const laneOf = ({ kind, uuid }) => (kind === "pay" ? uuid : "hands");

/**
 * The items of the first lane that can be sent, and is none of those that were stopped: nothing in it waits for a person,
 * unless what was refused is to be tried, too. Hands come first: payments rest on them.
 * @param {Item[]} items of one sheet
 * @param {boolean} [refusedToo]
 * @param {Set<string>} [stopped]
 */
export function sendable(items, refusedToo = false, stopped = new Set()) {
  const waiting = unwritten(items);
  const lanes = [...new Set(["hands", ...waiting.map(laneOf)])].map((lane) =>
    waiting.filter((item) => laneOf(item) === lane && !stopped.has(lane)),
  );
  return lanes.find((lane) => lane.length && (refusedToo || lane.every(waits))) ?? [];
}

/** Something can be sent. @param {Item[]} items of one sheet */
export const ready = (items) => sendable(items).length > 0;
/** @param {Line[]} lines @param {number} number */
export const lineAt = (lines, number) => lines.find((line) => line.number === number);
/** @param {Line[]} lines @param {Item} item */
export const inLedger = (lines, item) => (lineAt(lines, item.number)?.revision ?? 0) >= item.revision;
/** @param {Item[]} items @param {Item} item */
const followersOf = (items, item) => items.filter(({ of }) => of === item.uuid);
/** @param {Line[]} lines */
const newest = (lines) => Math.max(0, ...lines.map(({ number }) => number));

const WORD = ["uuid", "payer", "receiver", "cents"];
/** A payment in a word: its uuid, who paid whom, and the cents. @param {Item} item */
export const wordOf = ({ fields }) => WORD.map((part) => fields.find(([name]) => name === part)?.[1]).join(":");

/**
 * The payments alike that are known: one more of them is the same, tapped on another phone.
 * @param {string[]} words
 * @param {{payer: number, receiver: number, amount: number}} due
 */
export function alikeIn(words, { payer, receiver, amount }) {
  const end = `:${payer}:${receiver}:${amount}`;
  const alike = new Set(words.filter((word) => word.endsWith(end)).map((word) => word.split(":")[0]));
  return [...alike].join(",") || "none";
}

/** Payments in cents; the same word counts once. @param {string[]} words */
export const paymentsIn = (words) =>
  [...new Set(words)].filter(Boolean).map((word) => {
    const [payer, receiver, amount] = word.split(":").slice(1).map(Number);
    return { payer, receiver, amount };
  });

/** @param {(number | null)[]} one @param {(number | null)[]} other */
const areEqual = (one, other) => one.length === other.length && one.every((value, at) => value === other[at]);

/**
 * Tests that the ledger says what an item says: it arrived and only the answer was lost, or another phone wrote the same.
 * @param {Line[]} lines
 * @param {Item} item
 */
export function isThere(lines, item) {
  const line = lineAt(lines, item.number);
  if (!line || line.revision < item.revision) return false;
  if (item.kind === "strike" || item.kind === "restore") return line.void === (item.kind === "strike");
  const dealtAlike = line.dealer === item.dealer && areEqual(line.lineup, item.lineup ?? []);
  return !line.void && dealtAlike && areEqual(line.paid, item.pay ?? []);
}

/** Tests that a correction says what stands there: then the server writes no revision of it. @param {Line[]} lines @param {Item} item */
export const changesNothing = (lines, item) => item.kind === "correct" && isThere(lines, { ...item, revision: 0 });

/**
 * Of items that the ledger has, those for which it pays something else than they showed: the rules were changed.
 * @param {Line[]} lines
 * @param {Item[]} items
 */
export const paidOtherwise = (lines, items) =>
  items.filter((item) => {
    const line = lineAt(lines, item.number);
    return item.pay && line && line.revision === item.revision && !line.void && !areEqual(line.paid, item.pay);
  });

/**
 * What stands at each number once all that waits is written, and what each item changes, by seat. An item changes
 * nothing if the ledger has something at its place already, the same or something else: a hand counts once.
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
  /** Hands that the ledger does not have as they are here: what revises them revises nothing. */
  const apart = new Set();
  for (const item of items) {
    const goesOn = waits(item) && !inLedger(lines, item) && !apart.has(item.of);
    if (!goesOn && isNew(item) && !isThere(lines, item)) apart.add(item.uuid);
    const before = standing.get(item.number);
    const stands = goesOn ? revised(item, before) : before;
    changes.set(
      item,
      Array.from({ length: seats }, (_, seat) => (goesOn && stands ? changeAt(seat, item, before, stands) : null)),
    );
    if (goesOn && stands) standing.set(item.number, stands);
  }
  return { standing, changes };
}

/** @param {Item} item @param {Standing | undefined} before @returns {Standing} */
function revised(item, before) {
  const { number, revision, kind, pay = [] } = item;
  const place = { pay: [], worth: [], ...before, number, revision };
  if (kind === "strike") return { ...place, void: true, pay: [] };
  if (kind === "restore") return { ...place, void: false, pay: place.worth };
  const { lineup, dealer, fields } = item;
  return { ...place, lineup, dealer, fields, pay, worth: pay, void: false, of: item.of ?? item.uuid };
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
 * The number of a hand of the queue as people count, for the item itself and for what revises it.
 * @param {Item} item
 * @param {Item[]} items
 * @param {{number: number, shown: number}} server the server's next deal
 */
export function countedBefore(item, items, server) {
  const counted = items.filter((one) => isNew(one) && one.counts && waits(one) && one.number >= server.number);
  return server.shown + counted.filter((one) => one.number < item.number).length;
}

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
 * The strike of a hand that is taken back while it may be with the server: it names the hand, so that nothing else is
 * struck in its place.
 * @param {Item} item a new hand
 * @param {string} uuid
 * @returns {Item}
 */
export function takingBack(item, uuid) {
  const strike = revisionOf(item.sheet, "strike", { ...item, revision: item.revision + 1, of: item.uuid }, uuid);
  strike.fields.push(["of", item.uuid]);
  return strike;
}

/** Tests that a hand was taken back while it was on its way. @param {Item[]} items @param {Item} item */
export const isTakenBack = (items, item) =>
  items.some(({ fields }) => fields.some(([name, uuid]) => name === "of" && uuid === item.uuid));

/**
 * Hands that wait and do not count any more, with what revised them before: the strike, their last line, says it for all.
 * @param {Item[]} items
 */
export const struckUnsent = (items) =>
  items.filter(isNew).flatMap((item) => {
    const revisions = [item, ...followersOf(items, item)];
    const counts = revisions.at(-1)?.kind !== "strike";
    return counts || revisions.some((one) => one.written || !waits(one)) ? [] : revisions.slice(0, -1);
  });

/**
 * Takes out an item and what revises it; what was written after it moves up. Both lists.
 * @param {Item[]} items
 * @param {Item} item
 * @param {Line[]} lines
 */
export function throwAway(items, item, lines) {
  const gone = [item, ...followersOf(items, item)];
  const left = items.filter((one) => !gone.includes(one));
  if (isNew(item)) numberAnew(left, lines);
  return { gone, left };
}

/**
 * A refused hand becomes one after the server's last: in the order of writing with what has no place there yet.
 * @param {Item[]} items
 * @param {Item} item
 * @param {Line[]} lines
 * @param {string} uuid
 */
export function moveToEnd(items, item, lines, uuid) {
  for (const one of followersOf(items, item)) {
    one.of = uuid;
    setField(one, "of", uuid);
  }
  rename(item, uuid);
  numberAnew(items, lines, item);
}

/**
 * All the same: it becomes the next revision of what stands at its number.
 * @param {Item[]} items
 * @param {Item} item
 * @param {number} revision that of what stands there
 * @param {string} uuid
 */
export function replaceTheirs(items, item, revision, uuid) {
  const followers = followersOf(items, item);
  if (isNew(item)) Object.assign(item, { kind: "correct", url: `${item.sheet}/hands/${item.number}/correct` });
  rename(item, uuid);
  [item, ...followers].forEach((one, at) => {
    one.revision = revision + 1 + at;
    setField(one, "revision", one.revision);
    setField(one, "of", uuid);
    delete one.of;
  });
}

/**
 * New hands that have no place in the ledger, and one that gave its place up, get the next ones in the order of writing.
 * @param {Item[]} items
 * @param {Line[]} lines
 * @param {Item} [moved]
 */
function numberAnew(items, lines, moved) {
  const last = newest(lines);
  items
    .filter((item) => item === moved || (isNew(item) && item.number > last))
    .sort((one, other) => Number(one.seq) - Number(other.seq))
    .forEach((item, at) => setNumber(items, item, last + 1 + at));
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

/** @param {Item[]} items @param {Item} item @param {number} number for the item and what revises it */
function setNumber(items, item, number) {
  for (const one of [item, ...followersOf(items, item)]) {
    one.number = number;
    setField(one, "number", number);
    one.url = one.url.replace(/hands\/\d+/, `hands/${number}`);
  }
}
