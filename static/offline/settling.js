// @ts-check
/* The end of an evening without network: who has what, and who pays whom, from the totals that the sheet shows. */

import { all, copyOf, fill, input, need } from "../dom.js";
import { MINUS, signed } from "../numbers.js";
import { isToClose, sayClose } from "./closing.js";
import { balances, cents, moneyText, settle } from "./settle.js";

/** @param {HTMLElement} list @param {string} name @param {string} amount @param {string} [small] */
function addRow(list, name, amount, small = "") {
  const row = copyOf(need("template", list));
  const texts = { ".name": name, strong: amount, small };
  for (const [place, text] of Object.entries(texts)) need(place, row).textContent = text;
  list.append(row);
}

/** The end of the evening, for those who may end it. @param {HTMLElement} dialog */
function offerToClose(dialog) {
  const choice = need("[data-close]", dialog);
  const box = input("input", choice);
  choice.hidden = !("closes" in need("[data-settle]").dataset);
  box.checked = isToClose(location.pathname);
  box.addEventListener("change", () => sayClose(location.pathname, box.checked));
}

/** Opens the dialog. @param {HTMLElement} template @param {number} waiting hands that are not sent yet */
export function open(template, waiting) {
  const words = template.dataset;
  const { stake = "", currency = "" } = need("[data-settle]").dataset;
  const dialog = /** @type {HTMLDialogElement} */ (copyOf(template));
  const names = all("#totals .name").map(({ textContent }) => textContent);
  const totals = all("#totals [data-total]").map(({ dataset }) => Number(dataset.total));
  const transfers = settle(totals);
  const money = stake ? balances(transfers, stake, names.length) : [];
  /** @param {number} amount in cents */
  const text = (amount) => moneyText(amount, stake, currency, document.documentElement.lang);
  /** @param {number} amount in cents */
  const withSign = (amount) => (amount > 0 ? "+" : amount < 0 ? MINUS : "") + text(amount);
  const order = names.map((_, seat) => seat).sort((one, other) => totals[other] - totals[one]);
  for (const seat of order)
    addRow(need(".standings", dialog), names[seat], signed(totals[seat]), stake && withSign(money[seat]));
  for (const { payer, receiver, amount } of transfers) {
    const who = fill(words.pays, { payer: names[payer], receiver: names[receiver] });
    const points = String(amount);
    addRow(need(".payments", dialog), who, stake ? text(cents(stake, amount)) : points, stake && `(${points})`);
  }
  need("[data-even]", dialog).hidden = transfers.length > 0;
  need("[data-waiting]", dialog).hidden = !waiting;
  offerToClose(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
