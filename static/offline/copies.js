// @ts-check
/** The first element of a `<template>`, to be filled and put in. @param {HTMLElement} template */
export const copyOf = (template) =>
  /** @type {HTMLElement} */ (/** @type {HTMLTemplateElement} */ (template).content.firstElementChild?.cloneNode(true));
