// @ts-check
/* Copying a link or the evening's text, where the browser allows it: only on pages that came over HTTPS. */

import { all, input, inputs } from "./dom.js";

const TEXT = ".address input, .message";

for (const address of inputs(TEXT)) address.addEventListener("focus", () => address.select());

/** @param {HTMLElement} button */
async function copy(button) {
  const link = /** @type {HTMLElement} */ (button.closest(".link"));
  const text = input(TEXT, link);
  const { copied = "", refused = "" } = button.dataset;
  button.textContent = await navigator.clipboard.writeText(text.value).then(
    () => copied,
    () => (text.select(), refused),
  );
}

for (const button of navigator.clipboard ? all("[data-copy]") : []) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
