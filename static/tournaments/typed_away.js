// @ts-check
/* Totals of every table can be typed while the server is away: the forms are fetched beforehand. */

import { all, find, htmx, input, need } from "../dom.js";
import { ask } from "../asking.js";

const SOON = 1000; // the page first
const AS_FRESH = 60_000;

const source = find("[data-totals-of]");
/** The page with the forms as templates. @type {Document | null} */
let fetched = null;

async function fetchForms() {
  if (!source || document.hidden || document.documentElement.hasAttribute("data-away")) return;
  const got = await ask(source.dataset.totalsOf ?? "");
  if (got?.status !== 200) return; // those that were fetched before go on
  fetched = new DOMParser().parseFromString(got.text, "text/html");
  source.toggleAttribute("data-ready", true);
}

/** @param {HTMLElement} template */
function putInto(template) {
  const entry = need("#entry");
  const content = /** @type {HTMLTemplateElement} */ (template).content;
  entry.replaceChildren(document.importNode(content, true));
  htmx()?.process(entry);
  input("[data-total], input[name=number]", entry).focus();
  return need("form", entry);
}

/** The word at the beginning of a part of somebody's name. @param {string} people @param {string} typed */
const sitsThere = (people, typed) =>
  people
    .toLowerCase()
    .split(", ")
    .some((name) => name.startsWith(typed) || name.split(/[ -]/).some((part) => part.startsWith(typed)));

/** @param {HTMLElement} template @param {string} typed */
const isMeant = ({ dataset }, typed) =>
  /^\d+$/.test(typed) ? Number(dataset.table) === Number(typed) : sitsThere(dataset.people ?? "", typed.toLowerCase());

/** @param {HTMLElement} form */
function sayUnknown(form) {
  const sentence = document.createElement("strong");
  sentence.className = "field-error";
  sentence.textContent = source?.dataset.unknown ?? "";
  need(".said", form).replaceChildren(sentence);
}

/**
 * Open the table that was typed, from what was fetched; false if there is nothing to open.
 * @param {HTMLElement} form
 */
export function openHere(form) {
  const typed = input("input[name=number]", form).value.trim();
  const meant = fetched && typed ? all("template[data-table]", fetched).filter((each) => isMeant(each, typed)) : [];
  if (meant.length !== 1) {
    if (fetched && typed) sayUnknown(form);
    return false;
  }
  putInto(meant[0]);
  return true;
}

/** Back to the field for the next table; false if it was not fetched. */
export function findHere() {
  const template = fetched && find("template[data-find]", fetched);
  return Boolean(template && putInto(template));
}

setTimeout(fetchForms, SOON);
setInterval(fetchForms, AS_FRESH);
