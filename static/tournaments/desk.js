// @ts-check
/* Typing totals by keyboard: Enter goes on to the next field, and from the last one to the next table number. No total is
 * filled in unless a setting says so: that the typed ones come to zero is what catches an error. Without this script the same forms are sent as
 * they are. */

import { all, find, input, inputs, need, onHtmx, targetOf } from "../dom.js";
import { signed } from "../numbers.js";
import { amountIn, missingTotal, offBalance } from "./totals.js";

/** @param {Element} form */
const totals = (form) => inputs("[data-total]", form);

/** @param {Event} event */
const formOf = (event) => (targetOf(event).matches("[data-total]") ? targetOf(event).closest("[data-totals]") : null);

/** @param {Element} form */
function say(form) {
  const line = need("[data-sum]", form);
  const over = offBalance(totals(form).map(({ value }) => amountIn(value)));
  line.textContent = over === null ? "" : over ? `${line.dataset.over} ${signed(over)}` : (line.dataset.zero ?? "");
  if (over !== null) line.classList.toggle("wrong", over !== 0);
}

/** Where the organiser wants it: the last total is what is left over. @param {Element} form @param {HTMLInputElement} last */
function fillLast(form, last) {
  const missing = missingTotal(totals(form).map(({ value }) => amountIn(value)));
  if (!form.hasAttribute("data-fills") || last.value || missing === null) return;
  last.value = signed(missing);
  say(form);
}

document.addEventListener("input", (event) => {
  const form = formOf(event);
  if (form) say(form);
});

document.addEventListener("focusin", (event) => {
  if (targetOf(event).matches("[data-total]")) targetOf(event).select();
});

document.addEventListener("keydown", (event) => {
  const form = formOf(event);
  if (event.key !== "Enter" || !form) return;
  const fields = totals(form);
  const next = fields[fields.indexOf(targetOf(event)) + 1];
  if (!next) return;
  event.preventDefault();
  fillLast(form, next);
  next.focus();
});

/* Kept until the server is back: typed and done with, and gone from here once it is sent. */
document.addEventListener("kept", (event) => {
  if (targetOf(event).matches("[data-totals]")) for (const each of totals(targetOf(event))) each.disabled = true;
});
document.addEventListener("sent", () => {
  if (find("[data-total]:disabled")) find("#entry [data-cancel]")?.click();
});

/* Escape leaves a table that was opened by mistake. */
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") find("#entry [data-cancel]")?.click();
});

/* Not before htmx has taken the new form over: who types at once would send it the plain way. */
onHtmx("afterSettle", ({ detail }) => {
  if (detail.target.id !== "entry") return;
  const entry = need("#entry");
  const wrong = find(".field:has(.field-error) input", entry) ?? find("input[name=why]", entry);
  const first = find("[data-total], input[name=number]", entry);
  const field = find(".problem", entry) ? (wrong ?? first) : first;
  field?.focus();
  all("[data-totals]", entry).forEach(say);
});

if (matchMedia("(hover: hover)").matches) input("#entry input[name=number]")?.focus();
