// @ts-check
/* The list under the field at the door: arrow keys mark one of its entries, for screen readers too. */

import { all, find, need } from "../dom.js";

export class Suggestions {
  #marked = -1;
  /** @type {HTMLElement | null} */
  #dressed = null;

  /** @param {HTMLInputElement} field */
  constructor(field) {
    this.field = field;
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", "suggestions");
  }

  #list = () => need("#suggestions");
  #options = () => all(".option", this.#list());

  /** The list is that of what the field says. */
  isFresh() {
    return this.#list().dataset.for === this.field.value;
  }

  /** @returns {HTMLElement | undefined} */
  marked() {
    return this.#options()[this.#marked];
  }

  /** Marks the next one, or the one before. @param {1 | -1} by */
  step(by) {
    const { length } = this.#options();
    if (length) this.#mark(this.#marked < 0 && by < 0 ? length - 1 : (this.#marked + by + length) % length);
    return length > 0;
  }

  /** @param {number} index */
  #mark(index) {
    this.#marked = index;
    this.#options().forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    const option = this.marked();
    if (option) this.field.setAttribute("aria-activedescendant", option.id);
    else this.field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  empty() {
    this.#list().replaceChildren();
    this.#list().dataset.for = "";
    this.#dress();
  }

  /** Dresses a list that came anew: its roles, and what Enter takes. Whether there was one. */
  dressIfNew() {
    if (this.#dressed === this.#list()) return false;
    this.#dressed = this.#list();
    this.#dress();
    return true;
  }

  #dress() {
    const options = this.#options();
    const box = find("ul", this.#list());
    box?.setAttribute("role", "listbox");
    for (const option of options) {
      option.setAttribute("role", "option");
      option.tabIndex = -1;
      option.parentElement?.setAttribute("role", "none");
    }
    this.field.setAttribute("aria-controls", box ? "options" : "suggestions");
    this.field.setAttribute("aria-expanded", String(options.length > 0));
    this.#mark(options.findIndex((option) => "proposed" in option.dataset));
  }
}
