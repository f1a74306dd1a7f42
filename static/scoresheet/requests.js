// @ts-check
/* Requests of the sheet, and messages about them. */

import { fill, find, htmx, need, onHtmx } from "../dom.js";
import { entryForm } from "./form.js";
import { hooks } from "./hooks.js";

/** @param {CustomEvent} event */
const isWriting = (event) => event.detail.requestConfig.verb === "post";

/** Says in the panel what is wrong with the network, or that nothing is. @param {string} text */
export function complain(text) {
  const line = find("[data-network]");
  if (!line) return;
  need("span", line).textContent = text;
  line.hidden = !text;
}

/** Shows the state at the head of the page, without "saved": only the outbox knows that. @param {string} state */
function sign(state) {
  const saved = need("#saved");
  const known = state === "saved" ? "" : state;
  saved.dataset.state = known;
  need("span", saved).textContent = saved.dataset[known] ?? "";
}

/**
 * Asks now what is new, and waits for the answer: for one that was asked from now on, as the server may have answered
 * before what is asked for. By itself the sheet asks as live.js has it.
 * @returns {Promise<void>}
 */
export async function lookNow() {
  const live = need("#live");
  if (live.classList.contains("htmx-request")) {
    await new Promise((resolve) => live.addEventListener("htmx:afterRequest", resolve, { once: true }));
    return lookNow();
  }
  await htmx()
    .ajax("GET", live.getAttribute("hx-get"), { source: live })
    .catch(() => {}); // the next look says it, too
}

/** Until the outbox is here, what has no way to go stays in the panel. @param {SubmitEvent} event */
function stay(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (navigator.onLine || find("#outbox[data-ready]") || !form.matches("#panel .entry")) return;
  event.preventDefault();
  event.stopPropagation();
  complain(form.dataset.unsent ?? "");
}

export function watchRequests() {
  hooks.sign = sign;
  document.addEventListener("submit", stay, { capture: true });
  onHtmx("beforeRequest", (event) => {
    if (!isWriting(event)) return;
    hooks.sign?.("saving");
    complain("");
  });
  onHtmx("afterRequest", (event) => isWriting(event) && hooks.sign?.(event.detail.successful ? "saved" : "failed"));
  for (const name of ["sendError", "timeout"]) {
    onHtmx(name, (event) => isWriting(event) && complain(entryForm()?.dataset.unsent ?? ""));
  }
  onHtmx("responseError", (event) => {
    const { xhr } = event.detail;
    const { refused, unsent } = entryForm()?.dataset ?? {};
    // One that would pass is somebody else's: see `live.js`.
    if (isWriting(event)) complain(fill(xhr.status < 400 ? unsent : refused, xhr));
  });
}
