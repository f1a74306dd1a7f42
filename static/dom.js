// @ts-check
/* Elements of the page. The casts say what its templates promise. */

/** @type {(selector: string, root?: ParentNode) => HTMLElement | null} */
export const find = (selector, root = document) => root.querySelector(selector);

/** As `find`, for what the page is sure to have. */
export const need = /** @type {(selector: string, root?: ParentNode) => HTMLElement} */ (find);

/** As `need`, for a field of a form. */
export const input = /** @type {(selector: string, root?: ParentNode) => HTMLInputElement} */ (find);

/** @param {string} selector @param {ParentNode} [root] */
export const all = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/** As `all`, for fields of a form. */
export const inputs = /** @type {(selector: string, root?: ParentNode) => HTMLInputElement[]} */ (all);

/** The one field of that name. @param {HTMLFormElement} form @param {string} name */
export const field = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** A copy of the first element of a `<template>`, to be filled and put in. @param {HTMLElement} template */
export const copyOf = (template) =>
  /** @type {HTMLElement} */ (/** @type {HTMLTemplateElement} */ (template).content.firstElementChild?.cloneNode(true));

/** Fills the places in braces. @param {string | undefined} text @param {object} values */
export const fill = (text = "", values) =>
  text.replace(/\{(\w+)\}/g, (_, key) => /** @type {Record<string, string>} */ (values)[key]);

/** The target of an event, as a field: most of ours are. @param {Event} event */
export const targetOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/** htmx itself, as soon as its file is here. @returns {any} */
export const htmx = () => /** @type {any} */ (window).htmx;

/**
 * Hears what htmx tells. `detail.elt` is whom it tells it of; who asked is `detail.requestConfig.elt`.
 * @param {string} name without "htmx:"
 * @param {(event: CustomEvent) => unknown} listener
 */
export const onHtmx = (name, listener) =>
  document.addEventListener(`htmx:${name}`, (event) => listener(/** @type {CustomEvent} */ (event)));

/** Hears once that an answer is in place, of however many parts it is. @param {(event: CustomEvent) => unknown} listener */
export function onSettled(listener) {
  /** @type {object | undefined} */
  let last;
  onHtmx("afterSettle", (event) => {
    if (event.detail === last) return;
    last = event.detail;
    listener(event);
  });
}
