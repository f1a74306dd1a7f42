// Typing totals by keyboard: Enter goes on to the next field, the last total is proposed, then the focus is back at
// the table number. Without this script the same forms are sent as they are.
(() => {
  "use strict";
  const totals = (form) => [...form.querySelectorAll("[data-total]")];
  const amount = (field) => {
    const text = field.value.replace(/[−–]/g, "-").replace(/\s/g, "");
    return /^[+-]?\d+$/.test(text) ? Number(text) : null;
  };
  const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

  const propose = (form) => {
    const fields = totals(form);
    const last = fields[fields.length - 1];
    const others = fields.slice(0, -1).map(amount);
    if (others.includes(null) || (last.value && !last.dataset.proposed)) return;
    last.value = signed(-others.reduce((sum, each) => sum + each, 0));
    last.dataset.proposed = "yes";
  };

  const say = (form) => {
    const sum = form.querySelector("[data-sum]");
    const amounts = totals(form).map(amount);
    if (amounts.includes(null)) {
      sum.textContent = "";
      return;
    }
    const over = amounts.reduce((all, each) => all + each, 0);
    sum.textContent = over ? `${sum.dataset.over} ${signed(over)}` : sum.dataset.zero;
    sum.classList.toggle("wrong", over !== 0);
  };

  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-totals]");
    if (!form || !event.target.matches("[data-total]")) return;
    delete event.target.dataset.proposed;
    if (event.target !== totals(form).at(-1)) propose(form);
    say(form);
  });

  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-total]")) event.target.select();
  });

  document.addEventListener("keydown", (event) => {
    const form = event.target.closest("[data-totals]");
    if (event.key !== "Enter" || !form || !event.target.matches("[data-total]")) return;
    const fields = totals(form);
    const next = fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  // Escape leaves a table that was opened by mistake.
  document.addEventListener("keydown", (event) => {
    const cancel = event.key === "Escape" && document.querySelector("#entry [data-cancel]");
    if (cancel) cancel.click();
  });

  // Not before htmx has taken the new form over: who types at once would send it the plain way.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "entry") return;
    const entry = document.getElementById("entry");
    const wrong = entry.querySelector(".field:has(.field-error) input") || entry.querySelector("input[name=why]");
    const first = entry.querySelector("[data-total], input[name=number]");
    const field = entry.querySelector(".problem") ? wrong || first : first;
    if (field) field.focus();
    entry.querySelectorAll("[data-totals]").forEach(say);
  });

  const number = document.querySelector("#entry input[name=number]");
  if (number && matchMedia("(hover: hover)").matches) number.focus();
})();
