// @ts-check
/* How many sit down at a new table: rules for so many stand first and are proposed, and Enter goes to the next name. */

import { all, inputs } from "../dom.js";

/** People from whom on other rules than the wished ones are proposed: fewer are on their way to more. */
const PROPOSED_FROM = 3;

/** @param {HTMLFormElement} form */
const selectOf = (form) => /** @type {HTMLSelectElement} */ (form.elements.namedItem("rules"));

/** For how many people these rules are; nothing where they do not say so. @param {HTMLOptionElement | undefined} option */
const sizesOf = (option) => (option?.dataset.sizes ?? "").split(",").filter(Boolean).map(Number);

/** @param {HTMLOptionElement | undefined} option @param {number} size */
const isFor = (option, size) => !sizesOf(option).length || sizesOf(option).includes(size);

/** @param {HTMLFormElement} form */
const nameFields = (form) => inputs("[name^=name_]", form);
/** @param {HTMLFormElement} form */
const sizeOf = (form) => nameFields(form).filter(({ value }) => value.trim()).length;

/** @param {HTMLSelectElement} select */
const wishedIn = (select) => [...select.options].find(({ value }) => value === select.dataset.wished);

/** The rules as they are chosen now are the wished ones. @param {HTMLFormElement} form */
export function wishRules(form) {
  const select = selectOf(form);
  select.dataset.wished = select.value;
}

/** @param {HTMLFormElement} form */
function proposeRules(form) {
  const [select, size] = [selectOf(form), sizeOf(form)];
  const wished = wishedIn(select);
  if (size < PROPOSED_FROM || !wished) return;
  const groups = all("optgroup", select);
  /** @param {HTMLElement} group */
  const isFirst = (group) => inOf(group).some((option) => isFor(option, size));
  select.append(...groups.filter(isFirst), ...groups.filter((group) => !isFirst(group)));
  const fitting = [...select.options].find((option) => sizesOf(option).includes(size));
  select.value = (isFor(wished, size) ? wished : (fitting ?? wished)).value;
}

/** @param {HTMLElement} group */
const inOf = (group) => /** @type {HTMLOptionElement[]} */ (all("option", group));

/** Enter in a name goes to the next empty one while fewer sit there than the wished rules need. @param {HTMLFormElement} form @param {KeyboardEvent} event */
function goToNextName(form, event) {
  const fields = nameFields(form);
  const field = fields.find((one) => one === event.target);
  const sizes = sizesOf(wishedIn(selectOf(form)));
  const next = fields.find(({ value }) => !value.trim());
  const isTooFew = sizes.every((size) => sizeOf(form) < size) && sizes.length > 0;
  if (event.key !== "Enter" || event.isComposing || !field?.value.trim() || !next || !isTooFew) return;
  event.preventDefault();
  next.focus();
}

/** @param {HTMLFormElement} form */
export function watchSize(form) {
  wishRules(form);
  selectOf(form).addEventListener("change", () => wishRules(form));
  form.addEventListener("input", ({ target }) => {
    if (target !== selectOf(form)) proposeRules(form);
  });
  form.addEventListener("keydown", (event) => goToNextName(form, event));
}
