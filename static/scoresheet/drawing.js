// @ts-check
/* The panel as its fields have it. All is drawn from the fields, so a panel that the server sends back looks as it did. */

import { all, field, find, inputs, need } from "../dom.js";
import { hooks } from "./hooks.js";
import { read } from "./entry.js";
import { FOR_ALL } from "./games.js";
import { isPicked } from "./typing.js";
import { VERDICTS, sentence } from "./verdicts.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./verdicts.js").Verdict} Verdict */

/** @param {HTMLFormElement} form */
export function draw(form) {
  hooks.prepare?.(form);
  const entry = read(form);
  const forAll = FOR_ALL.includes(entry.kind ?? "");
  const chosen = entry.game !== null && (forAll || entry.declarer !== null);
  const before = form.dataset.stage;
  form.dataset.kind = entry.result ?? entry.kind ?? "";
  form.dataset.stage = chosen && !form.dataset.open ? "result" : "choose";
  const verdict = chosen ? verdictOf(entry, form) : { ask: form.dataset.waiting };
  drawChoices(form, entry, forAll);
  showWhatBelongs(form, entry);
  drawPoints(form, entry);
  drawVerdict(form, entry, verdict);
  /** @type {HTMLButtonElement} */ (need("[data-save]", form)).disabled =
    !("say" in verdict) || Boolean(hooks.isUnchanged?.(form));
  // Where a screen does not hold all of it, the keys are in sight before the first of them is tapped.
  if (before === "choose" && form.dataset.stage === "result") need(".save", form).scrollIntoView({ block: "nearest" });
}

/** The payments of a complete hand, multiplied by the stake, and what its line says. @param {HTMLFormElement} form @param {DOMStringMap} words */
export function verdict(form, words) {
  const entry = read(form);
  const { pay = [], place, line } = verdictOf(entry, form, words);
  return { entry, paid: pay.map((amount) => amount * entry.times), place, line };
}

/** @param {Entry} entry @param {HTMLFormElement} form @param {DOMStringMap} [words] @returns {Verdict} */
function verdictOf(entry, form, words = form.dataset) {
  const found = VERDICTS[entry.result ?? entry.kind ?? ""]?.(entry, words);
  if (!found) hooks.loadRare?.(form);
  return found ?? { ask: "…" };
}

/** @param {HTMLFormElement} form @param {Entry} entry @param {boolean} forAll */
function drawChoices(form, entry, forAll) {
  const declarer = find("[name=declarer]:checked + span", form);
  for (const place of all("[data-change=who] > :first-child, [data-declarer]", form))
    place.replaceChildren(...(declarer?.cloneNode(true).childNodes ?? []));
  need("[data-change=who]", form).hidden = forAll;
  need("[data-change=what] span", form).textContent = entry.label;
  for (const flag of all("[data-flag]", form)) flag.hidden = !((flag.dataset.flag ?? "") in entry.flags);
  need("[data-besides-toggle]", form).classList.toggle("on", Boolean(entry.result));
}

/** @param {HTMLFormElement} form @param {Entry} entry */
function showWhatBelongs(form, entry) {
  const pfeif = entry.pfeif ? ["pfeif", ...(entry.made ? ["pfeif-made"] : [])] : null;
  const also = form.dataset.also?.split(" ") ?? [];
  const kinds = entry.result ? [entry.result, `besides-${entry.kind}`] : (pfeif ?? [entry.kind, ...also]);
  for (const part of all("[data-kinds]", form)) {
    part.hidden = !part.dataset.kinds?.split(" ").some((kind) => kinds.includes(kind));
  }
  need("[data-besides-toggle]", form).ariaExpanded = String("besides" in form.dataset);
  const active = activeTile(form);
  if (all("a.count-link", form).every((link) => link.closest("[hidden]"))) delete form.dataset.counting;
  for (const tile of all(".tile", form)) tile.toggleAttribute("data-active", tile === active?.parentElement);
}

/** @param {HTMLFormElement} form @param {Entry} entry */
function drawPoints(form, { points, table, byDefenders }) {
  form.toggleAttribute("data-picked", isPicked(form, activeTile(form) ?? field(form, "points")));
  const typed = String(points ?? "–");
  const other = points !== null && points <= table.total ? String(table.total - points) : "–";
  need("[data-own]", form).textContent = byDefenders ? other : typed;
  need("[data-theirs]", form).textContent = byDefenders ? typed : other;
}

/** @param {HTMLFormElement} form @param {Entry} entry @param {Verdict} verdict */
function drawVerdict(form, entry, { say, pay, ask, problem, doubt }) {
  const paid = pay?.map((amount) => amount * entry.times);
  const trouble = ("full" in form.dataset && form.dataset.noRoom) || problem || doubt;
  const place = need(".verdict", form);
  place.dataset.state = trouble ? "problem" : say === undefined ? "waiting" : "done";
  setText(need("[data-verdict]", form), trouble || (say ?? ask ?? ""));
  setText(need("[data-payments]", form), paid ? sentence(entry.table, paid, form.dataset) : "");
  fit(place);
}

/** Sets a text smaller until it fits its place, which stays as it is. @param {HTMLElement} place */
function fit(place) {
  place.style.removeProperty("--fit");
  for (let size = 0.9; size > 0.3 && place.scrollHeight > place.clientHeight; size -= 0.1)
    place.style.setProperty("--fit", String(size));
}

/**
 * Only what changed, so that a screen reader does not repeat itself.
 * @param {HTMLElement} element
 * @param {string} text
 */
const setText = (element, text) => element.textContent === text || (element.textContent = text);

/** The fields for numbers that belong to the hand. @param {HTMLFormElement} form */
export const tiles = (form) => inputs(".tile input", form).filter((tile) => !tile.closest("[hidden]"));

/** The tile that the keys fill. @param {HTMLFormElement} form */
export function activeTile(form) {
  const shown = tiles(form);
  return shown.find(({ name }) => name === form.dataset.active) ?? shown.find(({ value }) => !value) ?? shown[0];
}
