/* An adjustment comes to zero, so the last amount is known: it is proposed in the one field that is still empty. */
(() => {
  "use strict";

  const form = document.querySelector("[data-adjust]");
  if (!form) return;
  const inputs = [...form.querySelectorAll("[name^=amount_]")];
  const number = (text) => Number(text.replace("\u2212", "-").replaceAll(" ", ""));
  const signed = (amount) => (amount > 0 ? `+${amount}` : String(amount).replace("-", "\u2212"));

  form.addEventListener("input", ({ target }) => {
    if (!inputs.includes(target)) return;
    delete target.dataset.proposed;
    const open = inputs.filter((input) => input !== target && (!input.value || "proposed" in input.dataset));
    for (const input of open) input.value = "";
    if (open.length !== 1 || !target.value) return;
    const rest = -inputs.reduce((sum, input) => sum + number(input.value), 0);
    if (!Number.isSafeInteger(rest)) return;
    open[0].value = signed(rest);
    open[0].dataset.proposed = "";
  });
})();
