// @ts-check
const LETTER = /\p{L}/u;

/**
 * The longest of the forms that stands in a text as a word of its own, else nothing.
 * @param {string} text @param {string[]} forms
 */
export function longestIn(text, forms) {
  const plain = text.replaceAll("\u00ad", "").replace(/\s+/g, " ");
  /** @param {string} form */
  const stands = (form) => {
    const at = plain.indexOf(form);
    return at >= 0 && !LETTER.test(plain[at - 1] ?? "") && !LETTER.test(plain[at + form.length] ?? "");
  };
  const found = forms.filter((form) => form && stands(form));
  return found.reduce((longest, form) => (form.length > longest.length ? form : longest), "");
}
