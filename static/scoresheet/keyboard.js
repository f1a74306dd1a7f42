// @ts-check
/* The panel by keyboard: digits fill its fields, arrows go along the choices, Enter saves. */

import { find, inputs, need, targetOf } from "../dom.js";
import { entryForm } from "./form.js";

/** @typedef {import("./sheet.js").Panel} Panel */

const KEYS = /** @type {Record<string, string>} */ ({ Backspace: "erase", "-": "sign" });
const WRITES = "input:not([type=radio], [type=checkbox], .tile input), select, textarea";

/** @param {Panel} panel */
export function watchKeys({ hooks, press }) {
  hooks.key = (event) => {
    const form = entryForm();
    const { key, ctrlKey, metaKey, altKey } = event;
    const target = targetOf(event);
    const isHidden = location.hash === "#middle"; // the sheet lies in the middle of the table
    if (!form || isHidden || ctrlKey || metaKey || altKey || target.matches(WRITES)) return;
    if (key.startsWith("Arrow") && target.matches(".who input, .what input")) return walk(event, form);
    if (form.dataset.stage !== "result") return;
    if (key === "Enter" && !target.closest("a, button, summary, input")) need("[data-save]", form).click();
    const pressed = KEYS[key] ?? key;
    const button = find(`.keypad [data-key="${CSS.escape(pressed)}"]`, form);
    if (!button?.offsetParent) return;
    event.preventDefault();
    press(form, pressed);
  };
  // A choice that led on is hidden now: the focus goes to where the work is.
  document.addEventListener("click", (event) => {
    const form = entryForm();
    if (form?.dataset.stage !== "result" || !targetOf(event).matches(".who input, .what input")) return;
    const shown = inputs(".result input", form).find(({ offsetParent }) => offsetParent);
    shown?.focus({ preventScroll: true });
  });
}

/**
 * Arrows only go along the choices: choosing one leads on.
 * @param {KeyboardEvent} event
 * @param {HTMLFormElement} form
 */
function walk(event, form) {
  const { name, value } = targetOf(event);
  event.preventDefault();
  const isThere = (/** @type {HTMLElement} */ one) =>
    one.offsetParent && getComputedStyle(one).visibility === "visible";
  const choices = inputs(`[name=${name}]`, form).filter(isThere);
  const by = /Right|Down/.test(event.key) ? 1 : choices.length - 1;
  choices[(choices.findIndex((choice) => choice.value === value) + by) % choices.length]?.focus();
}
