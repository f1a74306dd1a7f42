// @ts-check
/* Typing totals by keyboard: Enter goes on to the next field, the last total is proposed, then the focus is back at the
 * table number. Without this script the same forms are sent as they are. */

import { all, find, input, inputs, need, onHtmx, targetOf } from "../dom.js";
import { signed } from "../numbers.js";
import { amountIn, lastTotal, offBalance } from "./totals.js";

/** @param {Element} form */
const totals = (form) => inputs("[data-total]", form);

/** @param {Event} event */
const formOf = (event) => (targetOf(event).matches("[data-total]") ? targetOf(event).closest("[data-totals]") : null);

/** @param {Element} form */
function propose(form) {
  const fields = totals(form);
  const last = fields[fields.length - 1];
  const proposed = lastTotal(fields.slice(0, -1).map(({ value }) => amountIn(value)));
  if (proposed === null || (last.value && !last.dataset.proposed)) return;
  last.value = proposed;
  last.dataset.proposed = "yes";
}

/** @param {Element} form */
function say(form) {
  const line = need("[data-sum]", form);
  const over = offBalance(totals(form).map(({ value }) => amountIn(value)));
  line.textContent = over === null ? "" : over ? `${line.dataset.over} ${signed(over)}` : (line.dataset.zero ?? "");
  if (over !== null) line.classList.toggle("wrong", over !== 0);
}

document.addEventListener("input", (event) => {
  const form = formOf(event);
  if (!form) return;
  delete targetOf(event).dataset.proposed;
  if (targetOf(event) !== totals(form).at(-1)) propose(form);
  say(form);
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
  next.focus();
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
