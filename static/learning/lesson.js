// @ts-check
/* Checks the tasks of a lesson as they are tapped or typed, one after the other, and asks the worker to keep the page. */

import { all, fill, find, input, need } from "../dom.js";
import { register } from "../offline/register.js";
import { isNumber, slipOf, verdictOf } from "./answers.js";

const { keeper } = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.dataset ?? {};
const tasks = all("[data-task]");
const words = find(".tasks")?.dataset ?? {};
const begun = performance.now();

/** What is wrong says why, and is tried again. @param {HTMLElement} task @param {boolean} isRight @param {string} [why] */
function say(task, isRight, why) {
  const parts = isRight ? [words.yes, why] : [words.no, why, words.stuck];
  need(".outcome", task).textContent = parts.filter(Boolean).join(" ");
  need(".outcome", task).dataset.mark = isRight ? "yes" : "no";
}

/** One choice after the other, until all that are right have been found. @param {HTMLElement} task */
function choose(task) {
  const choices = /** @type {HTMLButtonElement[]} */ (all(".choices button", task));
  const rights = choices.map(({ dataset }) => "right" in dataset);
  /** @type {Set<number>} */
  const tapped = new Set();
  for (const [at, choice] of choices.entries()) {
    choice.disabled = false;
    choice.addEventListener("click", () => {
      const { isRight, left } = verdictOf(rights, tapped.add(at), at);
      const mark = find("small", choice) ?? choice.appendChild(document.createElement("small"));
      mark.textContent = (isRight ? words.yes : words.no) ?? "";
      choice.dataset.mark = isRight ? "yes" : "no";
      say(task, isRight, isRight && left ? fill(words.left, { n: left }) : choice.dataset.why);
      if (!left) done(task);
    });
  }
}

/** A number, as often as it takes. @param {HTMLElement} task @param {HTMLFormElement} form */
function type(task, form) {
  for (const part of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) part.disabled = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = input("input", form).value;
    const isRight = isNumber(typed, form.dataset.number);
    say(task, isRight, isRight ? form.dataset.why : slipOf(typed, form.dataset.slips));
    if (isRight) done(task);
  });
}

/** The way on, which nobody has to look for; against the clock it is gone at once. @param {HTMLElement} task */
function done(task) {
  const next = tasks[tasks.indexOf(task) + 1];
  if (!next) finish();
  else if (words.clocked) show(next, "input");
  else need("[data-on]", task).hidden = false;
}

function finish() {
  const seconds = Math.round((performance.now() - begun) / 1000);
  find(".next [rel=next]")?.classList.add("main");
  need(".clock").textContent = fill(words.clocked ?? words.finished, { n: seconds });
}

/**
 * One task, and the others not; the address says which, so that a page loaded anew goes on there.
 * @param {HTMLElement} shown
 * @param {string} [target] what gets the focus
 */
function show(shown, target) {
  for (const task of tasks) task.hidden = task !== shown;
  if (!words.clocked) history.replaceState(null, "", `#${tasks.indexOf(shown) + 1}`);
  if (target) need(target, shown).focus();
}

for (const [at, task] of tasks.entries()) {
  const form = /** @type {HTMLFormElement | null} */ (find("form", task));
  if (form) type(task, form);
  else choose(task);
  need("[data-on]", task).addEventListener("click", () => show(tasks[at + 1], "h3"));
}
if (tasks.length) show(tasks[Number(location.hash.slice(1)) - 1] ?? tasks[0]);

/* The page and its files, for when there is no network. */
if (keeper && isSecureContext && navigator.serviceWorker)
  register(keeper)
    .then(() => navigator.serviceWorker.ready)
    .then(
      ({ active }) => active?.postMessage({ lesson: location.pathname, files: filesOf() }),
      () => {}, // it is read with network
    );

function filesOf() {
  const links = /** @type {HTMLLinkElement[]} */ (all("link[rel=stylesheet]")).map(({ href }) => href);
  const scripts = /** @type {HTMLScriptElement[]} */ (all("script[src]")).map(({ src }) => src);
  return [...links, ...scripts].map((file) => new URL(file).pathname);
}
