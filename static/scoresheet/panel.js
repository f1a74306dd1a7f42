// @ts-check
/* The entry panel: taps and keys fill the form's fields, and what the hand would pay is shown before it is saved. */

import { all, field, find, htmx, input, inputs, need, targetOf } from "../dom.js";
import { activeTile, draw } from "./drawing.js";
import { hooks } from "./hooks.js";
import { complain } from "./requests.js";
import { isPicked, pick, put, typed } from "./typing.js";

/** @param {HTMLFormElement} form @param {string} key */
export function press(form, key) {
  const tile = activeTile(form);
  if (tile) hooks.pressTile?.(form, tile, key);
  else pressPoints(form, key);
  draw(form);
}

/** "No trick" is no number: it takes the place of one, and gives way to one. @param {HTMLFormElement} form @param {string} key */
function pressPoints(form, key) {
  const [points, noTrick] = [field(form, "points"), field(form, "no_trick")];
  noTrick.checked = key === "none";
  if (noTrick.checked) input("[name=points_of][value=declarer]", form).checked = true;
  put(form, points, noTrick.checked ? "" : typed(points.value, key, isPicked(form, points)));
}

/** A side or a player's field was tapped: the next digit begins anew. @param {HTMLInputElement} target */
function pickTapped(target) {
  const { form } = target;
  if (!form || !target.matches(".tile input, [name=points_of]")) return;
  pick(form);
  if (target.name === "points_of") field(form, "no_trick").checked = false;
  else form.dataset.active = target.name;
  draw(form);
}

/** @param {MouseEvent} event */
function onClick(event) {
  const target = targetOf(event);
  const form = /** @type {HTMLFormElement | null} */ (target.closest?.("#panel .entry"));
  for (const menu of /** @type {HTMLDetailsElement[]} */ (all(".menu[open]"))) {
    if (!menu.contains(target)) menu.open = false;
  }
  if (!form) return;
  pickTapped(target);
  const button = target.closest("button");
  if (target.matches("[type=radio]")) delete form.dataset.open;
  if (target.name === "dead") field(form, "next_dealer").checked = target.value !== "misdeal"; // it is dealt again
  if (target.matches("[name=result]")) delete form.dataset.besides;
  const help = /** @type {HTMLAnchorElement | null} */ (target.closest("[data-count]"));
  if (help && htmx()) {
    event.preventDefault();
    countCards(form, help);
  }
  if (button?.dataset.key) return press(form, button.dataset.key);
  if (button?.dataset.change) form.dataset.open = button.dataset.change;
  if (button && "more" in button.dataset) toggleRare(form);
  if (button && "besidesToggle" in button.dataset) {
    form.toggleAttribute("data-besides");
    hooks.loadRare?.(form);
  }
  if (button || target.matches("[type=radio], [type=checkbox]")) draw(form);
}

/** @param {HTMLFormElement} form @param {HTMLAnchorElement} help */
async function countCards(form, help) {
  await hooks.loadRare?.(form);
  if (hooks.count) hooks.count(form, help);
  else complain(form.dataset.unsent ?? "");
}

/** @param {HTMLFormElement} form */
function toggleRare(form) {
  hooks.loadRare?.(form);
  const shown = need(".what", form).toggleAttribute("data-shown");
  for (const button of all("[data-more]", form)) button.ariaExpanded = String(shown);
}

/** @param {Event} event */
function onInput(event) {
  const target = targetOf(event);
  const form = /** @type {HTMLFormElement | null} */ (target.closest("#panel .entry"));
  if (!form) return;
  if (target.name === "points") field(form, "no_trick").checked = false;
  pick(form);
  draw(form);
}

/** A panel that has just come: make its fields ours, and draw what it already holds. @param {HTMLFormElement} form */
export function start(form) {
  form.dataset.ready = "";
  for (const tile of inputs(".tile input", form)) tile.inputMode = "none";
  for (const key of all(".keypad button", form)) key.tabIndex = -1;
  hooks.dress?.(form);
  if ("correcting" in form.dataset) hooks.loadRare?.(form);
  if (find(".rare [name=game]:checked", form)) toggleRare(form);
  draw(form);
}

/**
 * Puts the fields of a hand in, as they are sent.
 * @param {HTMLFormElement} form
 * @param {[string, string][]} fields
 */
export function refill(form, fields) {
  /** @param {string} name @param {string} [value] */
  const has = (name, value) => fields.find(([key, text]) => key === name && (value ?? text) === text);
  for (const place of inputs("input, select", form)) {
    if (["radio", "checkbox"].includes(place.type)) place.checked = Boolean(has(place.name, place.value));
    else if (place.type !== "hidden") place.value = has(place.name)?.[1] ?? "";
  }
  start(form);
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
  const penalty = field(form, "penalty");
  if (penalty) penalty.value = "other";
  for (const tile of all("[data-proposed]", form)) delete tile.dataset.proposed;
  for (const state of ["open", "active", "besides", "counting", "typing", "full"]) delete form.dataset[state];
  if ("shown" in need(".what", form).dataset) toggleRare(form);
  for (const problem of all(".problem:not([data-network])", form)) problem.remove();
  draw(form);
}

export function watchFingers() {
  document.addEventListener("click", onClick);
  document.addEventListener("focusin", (event) => pickTapped(targetOf(event)));
  document.addEventListener("input", onInput);
  document.addEventListener("keydown", (event) => hooks.key?.(event));
  addEventListener("resize", () => {
    const form = /** @type {HTMLFormElement | null} */ (find("#panel [data-ready]"));
    if (form) draw(form); // what is said fits another place now
  });
}
