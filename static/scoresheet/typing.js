// @ts-check
/* Typing a number by keys, as on a calculator: what was picked or stood there already is replaced by the first digit. */

export const PILE_DIGITS = 2;

/**
 * Card points after a key: a digit, or "erase"; null if no more digits fit.
 * @param {string} value
 * @param {string} key
 * @param {boolean} [picked] the number stands there to be replaced
 */
export function typed(value, key, picked = false) {
  const kept = picked ? "" : value;
  if (key === "erase") return kept.slice(0, -1);
  if (kept.length >= PILE_DIGITS) return null;
  return kept === "0" ? key : kept + key;
}

/** Tests that the next digit replaces the number. @param {HTMLFormElement} form @param {HTMLInputElement} number */
export const isPicked = (form, number) => form.dataset.typing !== number.name;

/** The next digit replaces whatever number it goes to. @param {HTMLFormElement} form */
export function pick(form) {
  delete form.dataset.typing;
  delete form.dataset.full;
}

/**
 * Puts the number that a key has made into its field; null leaves it as it is and says that it is full.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} number
 * @param {string | null} value
 */
export function put(form, number, value) {
  form.toggleAttribute("data-full", value === null);
  if (value === null) return;
  number.value = value;
  form.dataset.typing = number.name;
}
