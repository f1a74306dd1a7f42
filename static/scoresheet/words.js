// @ts-check
/* Words of the game, explained where they stand: after the tap on "What is that?" every tap asks and none plays. */

import { all, field, find, need, targetOf } from "../dom.js";
import { longestIn } from "./word_search.js";

const WORD_PLACES =
  ".pick, .side, .chip, .switch, .keypad button, .mark, .game, .turn p, .verdict, legend, .count-link";

/** @typedef {{word: string, meaning: string, lesson: HTMLElement | null}} Explained */
/**
 * What that page says, and its ways to the bidding and to what is asked while it is played, if it has them.
 * @typedef {{said: DOMStringMap, forms: Map<string, Explained>, ways: HTMLAnchorElement[]}} Words
 */
/** @type {Words | undefined} */
let words;
/** From the tap on "What is that?" until "Done": every further tap on it is one too many. */
let isExplaining = false;

/** The words of the page of the sheet's rules. @param {string} href @returns {Promise<Words>} */
async function fetchWords(href) {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const list = need("#words", page);
  const forms = new Map();
  for (const entry of all("[data-forms]", list)) {
    const [word, meaning] = [need("dt", entry).textContent, need("dd", entry).textContent];
    const explained = { word, meaning, lesson: find("a", entry) };
    for (const form of entry.dataset.forms?.split("|") ?? []) if (!forms.has(form)) forms.set(form, explained);
  }
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = list.dataset.style ?? "";
  document.head.append(style);
  const ways = /** @type {HTMLAnchorElement[]} */ (all("[data-say], [data-asked]", page));
  return { said: list.dataset, forms, ways };
}

const explainedBox = document.createElement("div");
explainedBox.className = "explained";
const explainedText = document.createElement("p");
explainedText.setAttribute("role", "status");
const doneButton = document.createElement("button");
doneButton.type = "button";
doneButton.className = "button";
explainedBox.append(explainedText, doneButton);

/** @param {string} sentence @param {Explained} [explained] */
function sayWord(sentence, explained) {
  const bold = document.createElement("b");
  bold.textContent = explained?.word ?? "";
  const lesson = explained?.lesson ? [" ", explained.lesson] : [];
  explainedText.replaceChildren(...(explained ? [bold] : []), sentence, ...lesson);
}

/** Explains words until "Done". Rejects where the rules of the sheet cannot be had. @param {string} href */
export async function explain(href) {
  if (isExplaining) return;
  isExplaining = true;
  try {
    words ??= await fetchWords(href);
    ask(words);
  } catch (error) {
    isExplaining = false;
    throw error;
  }
}

/** Names of those at the table, from Vorhand on: to where they are said they go in the address, which no server sees. */
function speakers() {
  /** @type {import("./entry.js").Table} */
  const { lineup, names } = JSON.parse(need("#amounts").dataset.json ?? "");
  const at = lineup.indexOf(Number(field(/** @type {HTMLFormElement} */ (need("#panel .entry")), "dealer").value)) + 1;
  const inTurn = [...lineup.slice(at), ...lineup.slice(0, at)];
  return new URLSearchParams(inTurn.map((seat) => ["name", names[seat]])).toString();
}

/** @param {Words} words */
function ask({ said, forms, ways }) {
  const asks = new AbortController();
  /** @param {Element} place */
  const found = (place) => longestIn(place.textContent ?? "", [...forms.keys()]);
  for (const place of all(WORD_PLACES)) place.toggleAttribute("data-word", Boolean(found(place)));
  doneButton.textContent = said.done ?? "";
  sayWord(said.ask ?? "");
  for (const way of ways) {
    way.classList.add("button");
    if ("say" in way.dataset) way.hash = speakers();
    explainedBox.append(way);
  }
  document.body.append(explainedBox);
  const end = () => {
    isExplaining = false;
    asks.abort();
    explainedBox.remove();
    for (const place of all("[data-word]")) place.removeAttribute("data-word");
    need("#panel-title").focus({ preventScroll: true });
  };
  /** @param {MouseEvent} event */
  const answer = (event) => {
    if (targetOf(event).closest(".explained a")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (doneButton.contains(targetOf(event))) return end();
    const place = targetOf(event).closest(WORD_PLACES);
    const explained = forms.get(place ? found(place) : "");
    sayWord(explained?.meaning ?? said.unknown ?? "", explained);
  };
  document.addEventListener("click", answer, { capture: true, signal: asks.signal });
  addEventListener("keydown", (event) => event.key === "Escape" && end(), { capture: true, signal: asks.signal });
  doneButton.focus({ preventScroll: true });
}
