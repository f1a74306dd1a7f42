// @ts-check
/* Typing totals by keyboard: Enter goes on to the next field, and from the last one to the next table number. No total is
 * filled in unless a setting says so: that the typed ones come to zero is what catches an error. What is typed while a
 * form is on its way is typed into that form. Without this script the same forms are sent as they are. */

import { all, find, input, inputs, need, onHtmx, onSettled, targetOf } from "../dom.js";
import { signed, withSign } from "../numbers.js";
import { submit } from "../submit.js";
import { Ahead } from "./ahead.js";
import { amountIn, missingTotal, offBalance } from "./totals.js";
import { findHere, openHere } from "./typed_away.js";

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
  if (!form.hasAttribute("data-fills") || last !== totals(form).at(-1) || last.value || missing === null) return;
  last.value = withSign(missing);
  say(form);
}

document.addEventListener("input", (event) => {
  const form = formOf(event);
  if (form) say(form);
});

document.addEventListener("focusin", (event) => {
  if (targetOf(event).matches("[data-total]")) targetOf(event).select();
});

/**
 * The field behind a total; from the last one the reason, if there must be one and there is none.
 * @param {Element} form
 * @param {HTMLInputElement} field
 */
function fieldBehind(form, field) {
  const fields = totals(form);
  const why = inputs("input[name=why]", form).find(({ value }) => !value.trim());
  return fields[fields.indexOf(field) + 1] ?? (fields.includes(field) ? why : undefined);
}

document.addEventListener("keydown", (event) => {
  const form = formOf(event);
  const next = event.key === "Enter" && form ? fieldBehind(form, targetOf(event)) : undefined;
  if (!next) return;
  event.preventDefault();
  if (form) fillLast(form, next);
  next.focus();
});

const keys = new Ahead();
/** The form that keys are typed ahead for. @type {EventTarget | null} */
let asked = null;
const entrance = () => find("#entry");

/* Before anybody else hears the key. */
document.addEventListener(
  "keydown",
  (event) => {
    const typed = event.key.length === 1 || event.key === "Enter" || event.key === "Backspace";
    if (!typed || event.ctrlKey || event.metaKey || event.altKey || !entrance()?.contains(targetOf(event))) return;
    if (!keys.take(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

/** Types a key that waited, as the keyboard would. @param {string} key */
function type(key) {
  const field = /** @type {HTMLInputElement | null} */ (entrance()?.querySelector(":focus"));
  if (!field?.form) return;
  if (key === "Enter") {
    const next = fieldBehind(field.form, field);
    if (next) return next.focus();
    keys.begin();
    return submit(field.form);
  }
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  if (key === "Backspace") field.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
  else field.setRangeText(key, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What was typed ahead for a form that is not there is not typed anywhere else; it is said. */
function refuse() {
  const typed = keys.drop();
  const said = find("[data-ahead]");
  if (said && typed) said.textContent = `${said.dataset.lost} ${typed}`;
}

document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (!(target instanceof Element && entrance()?.contains(target))) return;
  keys.begin();
  asked = target;
  find("[data-ahead]")?.replaceChildren();
});
/* What else the page asks, such as what is new in the hall, may fail meanwhile. */
for (const each of ["sendError", "timeout", "sendAbort", "swapError"])
  onHtmx(each, ({ detail }) => detail.requestConfig.elt === asked && refuse());
onHtmx("afterRequest", ({ detail }) => {
  const isAnswered = detail.xhr.status > 0; // else "sendError" follows, and the form may come from here
  if (detail.requestConfig.elt === asked && isAnswered && !detail.successful) refuse();
});

/* The server is away: the form of a table comes from what was fetched beforehand, and what was typed ahead goes into it. */
document.addEventListener("stayed", (event) => {
  if (targetOf(event).matches("[data-find]") && openHere(targetOf(event))) keys.replay(type);
});

/* Kept until the server is back: typed and done with. Next comes another table, or the form is gone once it is sent. */
document.addEventListener("kept", (event) => {
  if (!targetOf(event).matches("[data-totals]")) return;
  for (const each of totals(targetOf(event))) each.disabled = true;
  if (findHere()) keys.replay(type);
});
document.addEventListener("sent", () => {
  if (find("[data-total]:disabled")) find("#entry [data-cancel]")?.click();
});

/* Escape leaves a table that was opened by mistake. */
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") find("#entry [data-cancel]")?.click();
});
document.addEventListener("click", (event) => {
  if (find("[data-away]") && targetOf(event).closest("#entry [data-cancel]")) findHere();
});

/* Not before all parts are in place: the keys that wait go into the new form. */
onSettled(({ detail }) => {
  if (detail.target.id !== "entry") return;
  const entry = need("#entry");
  const wrong = find(".field:has(.field-error) input", entry) ?? find("input[name=why]", entry);
  const first = find("[data-total], input[name=number]", entry);
  const field = find(".problem", entry) ? (wrong ?? first) : first;
  field?.focus();
  all("[data-totals]", entry).forEach(say);
  if (find(".problem, .field-error", entry)) refuse();
  else keys.replay(type);
});

if (matchMedia("(hover: hover)").matches) input("#entry input[name=number]")?.focus();
