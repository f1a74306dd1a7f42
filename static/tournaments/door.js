// @ts-check
/* The field at the door: arrow keys and Enter choose from the list under it, and it gets the focus back. Everything
 * also
 * works without this: then the list comes after Enter, and its buttons are pressed. */

import { submit } from "../submit.js";
import { find, inputs, onHtmx, onSettled, targetOf } from "../dom.js";
import { Suggestions } from "./suggestions.js";

/** @param {HTMLFormElement} form @param {HTMLInputElement} field */
function watch(form, field) {
  const list = new Suggestions(field);
  let waiting = false;

  function take() {
    waiting = false;
    const option = list.isFresh() ? list.marked() : undefined; // nobody is taken from a list of something else
    if (option) option.click();
    else submit(form);
  }

  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.step(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    } else if (event.key === "Escape") {
      field.value = "";
      list.empty();
    }
  });

  /* Enter anywhere in the form takes what is marked; a list that is still on its way is waited for. */
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || targetOf(event).closest("button, a") || event.isComposing) return;
    event.preventDefault();
    const isAway = document.documentElement.hasAttribute("data-away");
    if (field.value.trim().length > 1 && !list.isFresh() && !isAway) waiting = true;
    else take();
  });

  onSettled(() => {
    if (list.dressIfNew() && waiting && list.isFresh()) take();
    if (document.activeElement === document.body) field.focus();
  });
  for (const each of ["sendError", "timeout", "responseError"])
    onHtmx(each, ({ detail }) => detail.requestConfig.elt === field && waiting && take());

  getReadyAfterEach(form, field);
  list.dressIfNew();
}

/**
 * Registered: the field is ready for the next one, unless somebody is typing there already.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
function getReadyAfterEach(form, field) {
  /** @type {string | null} */
  let sent = null;
  form.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target === form) sent = field.value;
  });

  function makeReady() {
    for (const box of inputs("[data-once]", form)) {
      box.checked = false;
      if (box.type === "text") box.value = "";
    }
    for (const choice of form.querySelectorAll("select")) choice.selectedIndex = 0;
    field.focus();
  }

  form.addEventListener("htmx:afterRequest", (event) => {
    const { successful, xhr } = /** @type {CustomEvent} */ (event).detail;
    if (event.target !== form || !successful || xhr.status !== 200) return;
    if (field.value === sent) field.value = "";
    makeReady();
  });

  /* Kept until the server is back. */
  form.addEventListener("kept", () => {
    field.value = "";
    makeReady();
  });

  /* Whoever begins to type anywhere on the page means the field. */
  document.addEventListener("keydown", (event) => {
    const plain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && !targetOf(event).closest("input, textarea, select")) field.focus();
  });
}

/* The first of the steps counts with the list. */
onSettled(() => {
  const [note, people] = [find("#door-note"), find("#people")];
  if (note && people?.dataset.here) note.textContent = people.dataset.here;
});

const entry = /** @type {HTMLFormElement | null} */ (find("#entry"));
const who = /** @type {HTMLInputElement | null} */ (find("#who"));
if (entry && who) watch(entry, who);
