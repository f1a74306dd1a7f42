// @ts-check
/* The counting help: steppers for the cards of a side, what they make, and a tap that takes it into the hand. */

import { all, field, fill, find, input, inputs, need, targetOf } from "../dom.js";
import { pileOf } from "./pile.js";

const help = need("#count .counting");
const form = /** @type {HTMLFormElement} */ (help.closest("form"));
/** @type {import("./pile.js").CountingTable} */
const table = JSON.parse(help.dataset.table ?? "");
const how = need("[data-pile]", help).textContent;
let uuid = field(form, "uuid").value;

const tile = () => /** @type {HTMLInputElement | null} */ (find(".tile[data-active] input", form));

function pile() {
  const byDeclarer = !tile() && input("[name=points_of]:checked", form).value === "declarer";
  /** @param {HTMLInputElement} typed */
  const cards = ({ type, checked, value, dataset }) =>
    type === "checkbox" ? Number(checked) : Math.min(Number(value) || 0, Number(dataset.most));
  const numbers = inputs("input", help).map((each) => /** @type {[string, number]} */ ([each.name, cards(each)]));
  return pileOf(table, numbers, byDeclarer);
}

function draw() {
  const { cards, points, missing, rest } = pile();
  const other = tile() ? "" : ` : ${table.total - points}`;
  need("[data-pile]", help).textContent = cards ? fill(help.dataset.pile, { cards, how, rest }) : how;
  const trouble = missing > 0 ? help.dataset.missing : help.dataset.over;
  need("[data-missing]", help).textContent = cards && missing ? fill(trouble, { cards: Math.abs(missing) }) : "";
  // Red only once it can be right: a few cards are always missing while they are tapped in.
  need("[data-missing]", help).toggleAttribute("data-trouble", missing < table.trick);
  const take = /** @type {HTMLButtonElement} */ (need("[data-take]", help));
  take.disabled = !cards;
  take.textContent = cards ? fill(help.dataset.points, { points: `${points}${other}` }) : "–";
  for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-step]", help))) {
    const number = input("input", button.parentElement ?? help);
    const after = Number(number.value) + Number(button.dataset.step);
    button.disabled = after < 0 || after > Number(number.dataset.most);
  }
}

/** @param {HTMLButtonElement} button */
function step(button) {
  const number = input("input", button.parentElement ?? help);
  number.value = String(Number(number.value) + Number(button.dataset.step) || "");
  draw();
}

/** Into the hand: as if it had been typed. */
function take() {
  const number = tile() ?? field(form, "points");
  number.value = String(pile().points);
  delete form.dataset.counting;
  empty();
  number.dispatchEvent(new Event("input", { bubbles: true }));
}

function empty() {
  for (const card of inputs(".ones input", help)) card.checked = false;
  for (const number of inputs(".several input", help)) number.value = "";
  draw();
}

help.addEventListener("click", (event) => {
  const button = targetOf(event).closest("button");
  if (button && "step" in button.dataset) step(button);
  if (button && "take" in button.dataset) take();
});
help.addEventListener("change", draw);
form.addEventListener("change", draw);
form.addEventListener("focusin", draw);
help.parentElement?.addEventListener("again", () => {
  if (uuid !== field(form, "uuid").value) empty();
  uuid = field(form, "uuid").value;
  draw();
});
for (const number of inputs(".several input", help)) number.inputMode = "none";
form.dataset.counting = "";
draw();
