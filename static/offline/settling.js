// @ts-check
/* The end of an evening without network: who has what, and who pays whom, from the totals that the sheet shows. */

import { all, copyOf, fill, find, input, need } from "../dom.js";
import { signed, withSign } from "../numbers.js";
import { isToClose, sayClose } from "./closing.js";
import { alikeIn, paymentsIn, unwritten, waits, wordOf } from "./queue.js";
import { balances, moneyText, settle, stillDue } from "./settle.js";
import { uuid } from "./uuid.js";

/** @typedef {import("./queue.js").Item} Item */

/** @param {HTMLElement} list @param {string} name @param {string} amount @param {string} [small] */
function addRow(list, name, amount, small = "") {
  const row = copyOf(need("template", list));
  const texts = { ".name": name, strong: amount, small };
  for (const [place, text] of Object.entries(texts)) need(place, row).textContent = text;
  list.append(row);
  return row;
}

/** The end of the evening, for those who may end it. @param {HTMLElement} dialog */
function offerToClose(dialog) {
  const choice = need("[data-close]", dialog);
  const box = input("input", choice);
  choice.hidden = !find("[data-closes]");
  box.checked = isToClose(location.pathname);
  box.addEventListener("change", () => {
    const [, newest] =
      need("#live")
        .getAttribute("hx-get")
        ?.match(/newest=(\d+)/) ?? [];
    sayClose(location.pathname, box.checked, newest);
  });
}

/**
 * A payment that waits as hands do, in no place of the ledger.
 * @param {import("./settle.js").Transfer} due
 * @param {string} text
 * @param {string[]} words of the payments that are known
 * @returns {Item}
 */
function itemOf({ payer, receiver, amount }, text, words) {
  const [id, sheet] = [uuid(), location.pathname];
  /** @type {[string, unknown][]} */
  const fields = Object.entries({ uuid: id, payer, receiver, cents: amount });
  fields.push(["seen", alikeIn(words, { payer, receiver, amount })]);
  return {
    ...{ sheet, url: `${sheet}/pay`, fields: fields.map(([name, value]) => [name, String(value)]), uuid: id, text },
    ...{ kind: "pay", number: 0, revision: 0, at: Date.now() },
  };
}

/**
 * Opens the dialog.
 * @param {HTMLElement} template
 * @param {Item[]} queue of the sheet
 * @param {(item: Item) => unknown} add lets a payment wait with it
 */
export function open(template, queue, add) {
  const words = template.dataset;
  const { stake: worth = "", currency = "", paid = "" } = need("[data-settle]").dataset;
  const stake = Number(worth) ? worth : ""; // a point of nothing is no money
  const dialog = /** @type {HTMLDialogElement} */ (copyOf(template));
  const names = all("#totals .name").map(({ textContent }) => textContent);
  const totals = all("#totals [data-total]").map(({ dataset }) => Number(dataset.total));
  const money = stake ? balances(settle(totals), stake, names.length) : [];
  /** @param {number} amount in cents */
  const text = (amount) => moneyText(amount, stake, currency, document.documentElement.lang);
  /** @param {number} amount in cents */
  const gained = (amount) => withSign(amount, text(amount));
  /** On one line. @param {number} n */
  const inPoints = (n) => fill(n === 1 ? words.point : words.points, { n }).replace(" ", "\u00a0");
  const order = names.map((_, seat) => seat).sort((one, other) => totals[other] - totals[one]);
  for (const seat of order)
    addRow(need(".standings", dialog), names[seat], signed(totals[seat]), stake && gained(money[seat]));
  const list = need(".payments", dialog);
  const waiting = queue.filter((item) => item.kind === "pay" && waits(item));
  const drawPayments = () => {
    for (const old of all("li", list)) old.remove();
    const said = [...paid.split(" "), ...waiting.map(wordOf)];
    const known = paymentsIn(said);
    const transfers = stake ? stillDue(totals, stake, known) : settle(totals);
    for (const item of waiting) addRow(list, item.text ?? "", "", words.paid);
    for (const [at, due] of transfers.entries()) {
      const who = fill(words.pays, { payer: names[due.payer], receiver: names[due.receiver] });
      const amount = stake ? text(due.amount) : inPoints(due.amount);
      const points = stake && !known.length ? `(${settle(totals)[at].amount})` : "";
      const button = need("[data-pay]", addRow(list, who, amount, points));
      button.hidden = !stake || !due.amount;
      button.addEventListener("click", () => {
        const item = itemOf(due, `${who} ${amount}`, said);
        waiting.push(item);
        drawPayments();
        add(item);
      });
    }
    need("[data-even]", dialog).hidden = transfers.length > 0;
  };
  drawPayments();
  need("[data-waiting]", dialog).hidden = !unwritten(queue).length;
  offerToClose(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
