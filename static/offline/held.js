// @ts-check
/* A hand that the phone cannot keep: the panel holds it, and it goes by itself once there is network. */

import { isOurs } from "../ours.js";
import { entryForm } from "../scoresheet/form.js";
import { submit } from "../submit.js";
import { keep } from "./kept.js";
import { tableWith } from "./page.js";
import { failureOf } from "./store.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./unsent.js").Box} Box */

/** @param {HTMLFormElement} form */
const typedIn = (form) => JSON.stringify([...new FormData(form)]);

/** Says why nothing could be kept. @param {Box} box @param {unknown} error */
export function sayFailed(box, error) {
  box.failure = failureOf(error);
  box.panel.complain(box.words[box.failure] ?? "");
}

/** Keeps an item with the table as it stands with it, or says why not; tells whether it did. @param {Box} box @param {Item} item */
export async function keepNow(box, item) {
  box.keeping++;
  item.table = tableWith([...box.queue, item]);
  const failed = await keep(item).catch((error) => error ?? true);
  if (failed) sayFailed(box, failed);
  return !failed;
}

/**
 * Sends a hand that could not be kept. Resolves to the parts of the page that it changes, if the server has it; to null
 * if the panel holds it until there is network. What is refused is sent as the form that it is, for the server to say why.
 * @param {Box} box
 * @param {HTMLFormElement} form
 * @param {() => Promise<import("./server.js").Answer | null>} send
 */
export async function sendFromPanel(box, form, send) {
  const answer = await send();
  box.stuck = !answer;
  box.held = answer ? "" : typedIn(form);
  if (answer?.written.length) return answer.parts ?? "";
  if (!answer) box.panel.complain(sayHeld(box, form.dataset.unsent ?? ""));
  else if (answer.refused?.gone) box.panel.complain(answer.refused.sentence);
  else form.submit();
  return null;
}

/** What the panel says of a hand that it holds. @param {Box} box @param {string} text what went wrong */
export const sayHeld = ({ failure = "full", held, words }, text) => `${words[failure]} ${held ? words.held : text}`;

/** After an answer of ours: sends what the panel holds, unless somebody has changed it meanwhile. @param {Box} box @param {XMLHttpRequest} xhr */
export function sendHeld({ held, current }, xhr) {
  const form = entryForm();
  if (held && !current && isOurs(xhr) && form && typedIn(form) === held) submit(form);
}
