// @ts-check
/* The entry panel: taps and keys fill the form's fields, and what the hand would pay is shown before it is saved. */

import { all, field, find, input, inputs, need, targetOf } from "../dom.js";
import { activeTile, draw, tiles } from "./drawing.js";
import { entryForm } from "./form.js";
import { hooks } from "./hooks.js";
import { complain } from "./requests.js";
import { PILE_DIGITS, typed } from "./typing.js";

/** @param {HTMLFormElement} form @param {string} key */
function press(form, key) {
  const tile = activeTile(form);
  if (!tile) pressPoints(form, key);
  else if (tile.name.startsWith("card_points_")) pressPile(form, tile, key);
  else hooks.pressAmount?.(form, tile, key);
  draw(form);
}

/** @param {HTMLFormElement} form @param {string} key */
function pressPoints(form, key) {
  const points = field(form, "points");
  if (key === "none") input("[name=points_of][value=declarer]", form).checked = true;
  points.value = key === "none" ? "0" : typed(points.value, key);
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} tile @param {string} key */
function pressPile(form, tile, key) {
  tile.value = key === "none" ? "0" : typed(tile.value, key);
  if (key === "none" || (key !== "erase" && tile.value.length === PILE_DIGITS)) advance(form, tile);
  else form.dataset.active = tile.name;
}

/** On to the next player who has no number yet. @param {HTMLFormElement} form @param {HTMLInputElement} tile */
function advance(form, tile) {
  const shown = tiles(form);
  const at = shown.indexOf(tile);
  const next = [...shown.slice(at + 1), ...shown.slice(0, at)].find(({ value }) => !value);
  form.dataset.active = (next ?? tile).name;
  if (document.activeElement === tile) next?.focus();
}

/** @param {MouseEvent} event */
function onClick(event) {
  const target = targetOf(event);
  const form = /** @type {HTMLFormElement | null} */ (target.closest?.("#panel .entry"));
  for (const menu of /** @type {HTMLDetailsElement[]} */ (all(".menu[open]"))) {
    if (!menu.contains(target)) menu.open = false;
  }
  if (!form) return;
  find("[data-undo]")?.remove(); // whoever goes on has accepted the last hand
  const button = target.closest("button");
  if (target.matches("[type=radio]")) delete form.dataset.open;
  if (target.name === "dead") field(form, "next_dealer").checked = target.value !== "misdeal"; // it is dealt again
  if (target.matches("[name=result]")) delete form.dataset.besides;
  const help = /** @type {HTMLAnchorElement | null} */ (target.closest("[data-count]"));
  if (help) toggleCounting(event, form, help);
  if (button?.dataset.key) return press(form, button.dataset.key);
  if (button?.dataset.change) form.dataset.open = button.dataset.change;
  if (button && "more" in button.dataset) toggleRare(form);
  if (button && "besidesToggle" in button.dataset) {
    form.toggleAttribute("data-besides");
    hooks.loadRare?.(form);
  }
  if (button || target.matches("[type=radio], [type=checkbox]")) draw(form);
}

/**
 * The counting help is fetched when it is first asked for.
 * @param {Event} event
 * @param {HTMLFormElement} form
 * @param {{href: string}} help
 */
function toggleCounting(event, form, { href }) {
  event.preventDefault();
  const place = need("#count", form);
  complain("");
  if (place.childElementCount) return form.toggleAttribute("data-counting") && place.dispatchEvent(new Event("again"));
  htmx.ajax("GET", href, { target: place, swap: "innerHTML" }).catch(() => complain(form.dataset.unsent ?? ""));
}

/** @param {HTMLFormElement} form */
function toggleRare(form) {
  hooks.loadRare?.(form);
  const shown = need(".what", form).toggleAttribute("data-shown");
  for (const button of all("[data-more]", form)) button.ariaExpanded = String(shown);
}

/** @param {FocusEvent} event */
function onFocus(event) {
  const { form, name } = targetOf(event);
  if (!form || !targetOf(event).matches(".tile input")) return;
  form.dataset.active = name;
  draw(form);
}

/** @param {Event} event */
function onInput(event) {
  const target = targetOf(event);
  const form = /** @type {HTMLFormElement | null} */ (target.closest("#panel .entry"));
  if (!form) return;
  if (target.name.startsWith("card_points_") && target.value.length === PILE_DIGITS) advance(form, target);
  draw(form);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const form = entryForm();
  const typing = targetOf(event).matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (!form || typing || event.ctrlKey || event.metaKey || event.altKey || form.dataset.stage !== "result") return;
  if (!need(".keypad", form).getClientRects().length) return; // it is hidden
  if (event.key !== "Backspace" && !/^\d$/.test(event.key)) return;
  event.preventDefault();
  press(form, event.key === "Backspace" ? "erase" : event.key);
}

/** A panel that has just come: make its fields ours, and draw what it already holds. @param {HTMLFormElement} form */
export function start(form) {
  form.dataset.ready = "";
  for (const tile of inputs(".tile input", form)) tile.inputMode = "none";
  hooks.dress?.(form);
  const [noTrick, points] = [field(form, "no_trick"), field(form, "points")];
  if (noTrick.checked) [noTrick.checked, points.value] = [false, "0"];
  if (find(".rare [name=game]:checked", form)) toggleRare(form);
  hideUndoLater();
  draw(form);
}

/**
 * The hand was written and only the head of the panel came anew: empty everything else.
 * @param {HTMLFormElement} form
 */
export function clear(form) {
  for (const choice of inputs("[type=radio], [type=checkbox]", form)) choice.checked = false;
  input("[name=points_of][value=declarer]", form).checked = true;
  field(form, "next_dealer").checked = true;
  for (const usual of inputs("[name=result][value='']", form)) usual.checked = true;
  for (const text of inputs(".tile input, [name=points], [name=why]", form)) text.value = "";
  field(form, "stake_factor").value = field(form, "stake_factor").defaultValue;
  for (const tile of all("[data-proposed]", form)) delete tile.dataset.proposed;
  for (const state of ["open", "active", "besides", "counting"]) delete form.dataset[state];
  if ("shown" in need(".what", form).dataset) toggleRare(form);
  for (const problem of all(".problem:not([data-network])", form)) problem.remove();
  hideUndoLater();
  draw(form);
}

/** Takes the offer to undo away: for two seconds it was deaf (app.css), for five it could be taken. */
function hideUndoLater() {
  const undo = find("[data-undo]");
  setTimeout(() => undo?.matches(":not(.htmx-request)") && undo.remove(), 7000);
}

export function watchFingers() {
  document.addEventListener("click", onClick);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("input", onInput);
  document.addEventListener("keydown", onKey);
}
