// @ts-check
/* An adjustment comes to zero, so the last amount is known: it is proposed in the one field that is still empty. */

import { find, inputs, targetOf } from "../dom.js";
import { number, sum, withSign } from "../numbers.js";

/** @param {HTMLElement} form */
function watch(form) {
  const amounts = inputs("[name^=amount_]", form);
  /** @param {HTMLInputElement} field */
  const amountIn = ({ value }) => (value.trim() ? (number(value.replace(/\s/g, "")) ?? NaN) : 0);

  form.addEventListener("input", (event) => {
    const typed = targetOf(event);
    if (!amounts.includes(typed)) return;
    delete typed.dataset.proposed;
    const open = amounts.filter((field) => field !== typed && (!field.value || "proposed" in field.dataset));
    for (const field of open) field.value = "";
    if (open.length !== 1 || !typed.value) return;
    const rest = -sum(amounts.map(amountIn));
    if (!Number.isSafeInteger(rest)) return;
    open[0].value = withSign(rest);
    open[0].dataset.proposed = "";
  });
}

const form = find("[data-adjust]");
if (form) watch(form);
