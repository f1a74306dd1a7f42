// @ts-check
/* Who pays whom at the end: totals settled as `settle` in scoring/ledger.py and money as scoresheet/money.py has it; a test
 * holds them equal. */

const MOST_EXACT = 14;

/** @typedef {{payer: number, receiver: number, amount: number}} Transfer seats, and whole points */

/** The key with the greatest value; the first of equals. @template T @param {T[]} keys @param {(key: T) => number} value */
const most = (keys, value) => keys.reduce((best, key) => (value(key) > value(best) ? key : best));

/** The largest debtor pays the largest creditor, until nothing is left. @param {number[]} group @param {number[]} totals */
function settleGroup(group, totals) {
  const left = new Map(group.map((seat) => [seat, totals[seat]]));
  /** @param {number} seat */
  const of = (seat) => left.get(seat) ?? 0;
  /** @type {Transfer[]} */
  const transfers = [];
  while (group.some(of)) {
    const payer = most(group, (seat) => -of(seat));
    const receiver = most(group, of);
    const amount = Math.min(-of(payer), of(receiver));
    left.set(payer, of(payer) + amount);
    left.set(receiver, of(receiver) - amount);
    transfers.push({ payer, receiver, amount });
  }
  return transfers;
}

/** Splits seats into as many groups as possible that are each even. @param {number[]} seats @param {number[]} totals */
function mostGroups(seats, totals) {
  const everyone = (1 << seats.length) - 1;
  const sums = [0];
  const best = [0];
  const last = [0];
  for (let mask = 1; mask <= everyone; mask += 1) {
    const low = mask & -mask;
    sums[mask] = sums[mask ^ low] + totals[seats[31 - Math.clz32(low)]];
    last[mask] = 0;
    best[mask] = -1;
    seats.forEach((_, at) => {
      const bit = 1 << at;
      if (!(mask & bit) || best[mask ^ bit] < best[mask]) return;
      [best[mask], last[mask]] = [best[mask ^ bit], bit];
    });
    best[mask] += sums[mask] === 0 ? 1 : 0;
  }
  /** @type {number[][]} */
  const found = [];
  /** @type {number[]} */
  let group = [];
  for (let mask = everyone; mask;) {
    const bit = last[mask];
    group.push(seats[31 - Math.clz32(bit)]);
    mask ^= bit;
    if (sums[mask]) continue;
    found.push(group.sort((one, other) => one - other));
    group = [];
  }
  return found;
}

/** The fewest transfers that bring every total to zero. @param {number[]} totals by seat, together zero */
export function settle(totals) {
  const seats = totals.map((_, seat) => seat).filter((seat) => totals[seat]);
  const groups = seats.length <= MOST_EXACT ? mostGroups(seats, totals) : [seats];
  return groups.flatMap((group) => settleGroup(group, totals));
}

/** Cents for points, half a cent up. @param {string} stake money a point, as in "0.05" @param {number} points not negative */
export function cents(stake, points) {
  const [whole, part = ""] = stake.split(".");
  const tenThousandths = BigInt(whole + part.padEnd(4, "0")) * BigInt(points);
  return Number((tenThousandths + 50n) / 100n);
}

/** Money that each seat gets or pays: its rounded transfers. @param {Transfer[]} transfers @param {string} stake @param {number} seats */
export function balances(transfers, stake, seats) {
  const money = Array.from({ length: seats }, () => 0);
  for (const { payer, receiver, amount } of transfers) {
    money[payer] -= cents(stake, amount);
    money[receiver] += cents(stake, amount);
  }
  return money;
}

/**
 * The fewest payments in cents that are left; as the points say as long as nothing was paid.
 * @param {number[]} totals @param {string} stake @param {Transfer[]} paid in cents
 * @returns {Transfer[]}
 */
export function stillDue(totals, stake, paid) {
  const transfers = settle(totals);
  if (!paid.length) return transfers.map((transfer) => ({ ...transfer, amount: cents(stake, transfer.amount) }));
  const left = balances(transfers, stake, totals.length);
  for (const { payer, receiver, amount } of paid) {
    left[payer] += amount;
    left[receiver] -= amount;
  }
  return settle(left);
}

/** "1,35 €", or "€1.35" where a language has it so; without cents where stake and money are whole numbers; on one line. @param {number} amount in cents @param {string} stake @param {string} currency @param {string} language */
export function moneyText(amount, stake, currency, language) {
  const digits = Number(stake) % 1 || amount % 100 ? 2 : 0;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: true };
  const text = (Math.abs(amount) / 100).toLocaleString(language, format);
  const euros = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).formatToParts(1);
  const isFirst = euros[0].type === "currency" && ["€", "$", "£"].includes(currency);
  return isFirst ? currency + text : `${text}\u00a0${currency}`.trim();
}

const AMOUNT = /^(\d+[.,]?\d*|[.,]\d+|\d{1,6}\/\d{1,6}) ?(€|euros?|ct|cents?)?$/i;

/** Money a point as people type it, with a decimal point; "" for nothing, null for what no sheet can have (`money_typed` in scoresheet/evening/new_table_form.py). @param {string} text */
export function stakeTyped(text) {
  const plain = text.replace(/\s+/g, " ").trim().replace(/^€ ?/, "");
  const [, amount, unit = ""] = AMOUNT.exec(plain) ?? [];
  if (!amount) return plain ? null : "";
  const [above, below = "1"] = amount.replace(",", ".").split("/");
  const [whole, part = ""] = above.split(".");
  const over = BigInt(below) * 10n ** BigInt(part.length) * (/^c/i.test(unit) ? 100n : 1n);
  const tenThousandths = BigInt(whole + part) * 10000n;
  if (!over || tenThousandths % over) return null;
  const digits = String(tenThousandths / over).padStart(5, "0");
  return digits.length > 10 ? null : `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, "");
}
