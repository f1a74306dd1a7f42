// @ts-check
/* Who is one person by name and village, as the server has it (`identity` in clubs/people.py, `tidy` in scoring/names.py); a
 * test holds them equal. */

const BLANKS = /\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu;
const UNSEEN = /(?!\u200c|\u200d|\s)\p{C}|\ufeff/gu;
const STACKS = /([\p{Mn}\p{Me}]{3})[\p{Mn}\p{Me}]+/gu;
const JOINERS_AROUND = /^(?:\u200c|\u200d)+|(?:\u200c|\u200d)+$/gu;
const LOOKALIKES = "АВЕКМНОРСТУХЅІЈаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο";
const LATIN = "ABEKMHOPCTYXSIJaeopcyxsijABEZHIKMNOPTYXo";

/** @param {string} word */
const inOneScript = (word) =>
  /\p{Script=Latin}/u.test(word)
    ? word.replace(/\p{L}/gu, (letter) => LATIN[LOOKALIKES.indexOf(letter)] ?? letter)
    : word;

/** @param {string} name */
function tidy(name) {
  const seen = name.normalize("NFC").replace(BLANKS, " ").replace(UNSEEN, "").replace(STACKS, "$1");
  const words = seen.split(/\s+/u).map((word) => inOneScript(word.replace(JOINERS_AROUND, "")));
  const tidied = words.filter(Boolean).join(" ");
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(tidied) ? tidied : "";
}

/** @param {string} text */
const spelled = (text) =>
  tidy(tidy(text)) // what the first one took out may have stood between a letter and its accent
    .replace(/[’‘ʼ‛´`＇]/gu, "'")
    .replace(/[‐‑]/gu, "-")
    .toLowerCase();

/** A text that two typings of one person share. @param {string} typed a name, or name and village behind a comma */
export function identity(typed) {
  const comma = typed.lastIndexOf(",");
  return JSON.stringify(
    comma < 0 ? [spelled(typed), ""] : [typed.slice(0, comma), typed.slice(comma + 1)].map(spelled),
  );
}
