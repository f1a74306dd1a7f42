// @ts-check
/* Copying a link or the evening's text, and handing its picture to the phone's own sheet, where the browser allows it:
   only on pages that came over HTTPS. */

import { all, input, inputs, need } from "./dom.js";

const TEXT = ".address input, .message";

for (const address of inputs(TEXT)) address.addEventListener("focus", () => address.select());

/** @param {HTMLElement} button */
async function copy(button) {
  const link = /** @type {HTMLElement} */ (button.closest(".link, .sending"));
  const text = input(TEXT, link);
  const { copied = "", refused = "" } = button.dataset;
  button.textContent = await navigator.clipboard.writeText(text.value).then(
    () => copied,
    () => {
      const fold = text.closest("details");
      if (fold) fold.open = true;
      text.select();
      return refused;
    },
  );
}

for (const button of navigator.clipboard ? all("[data-copy]") : []) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

/**
 * Fetches the picture once the button is in sight, because a tap does not wait for it; without it goes the text alone.
 * @param {HTMLElement} button
 */
function offer(button) {
  const section = /** @type {HTMLElement} */ (button.closest(".sending"));
  const picture = /** @type {HTMLAnchorElement} */ (need("[download]", section));
  const { value: text } = input(TEXT, section);
  /** @type {File[]} */
  let files = [];
  const watch = new IntersectionObserver(async ([seen]) => {
    if (!seen.isIntersecting) return;
    watch.disconnect();
    const answer = await fetch(picture.href).catch(() => null);
    if (answer?.ok) files = [new File([await answer.blob()], picture.download, { type: "image/png" })];
  });
  watch.observe(button);
  button.addEventListener("click", () => {
    const both = files.length && navigator.canShare?.({ files, text });
    navigator.share(both ? { files, text } : { text }).catch(() => {});
  });
  button.hidden = false;
  need(".by-hand", section).hidden = true;
}

if ("share" in navigator) for (const button of all("[data-send]")) offer(button);
