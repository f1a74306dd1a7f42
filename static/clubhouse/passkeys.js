// @ts-check
/* Passkeys: asks the browser for one, and sends its answer with the form that asked. */

import { all, field, need } from "../dom.js";
import { submit } from "../submit.js";
import { answerOf, creation, request } from "./passkey_json.js";

/** @param {HTMLFormElement} form */
async function ask(form) {
  const { asks, question = "" } = form.dataset;
  const response = await fetch(question);
  if (!response.ok) throw new Error(question);
  const options = await response.json();
  const { credentials } = navigator;
  return asks === "create" ? credentials.create(creation(options)) : credentials.get(request(options));
}

/** @param {HTMLFormElement} form @param {Event} event */
async function send(form, event) {
  const credential = field(form, "credential");
  if (credential.value) return;
  event.preventDefault();
  const line = need(".problem", form);
  line.hidden = true;
  try {
    credential.value = JSON.stringify(answerOf(/** @type {PublicKeyCredential} */ (await ask(form))));
    submit(form);
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    line.textContent = (isKnown ? line.dataset.known : line.dataset.failed) ?? "";
    line.hidden = false;
  }
}

for (const element of window.PublicKeyCredential ? all("form[data-asks]") : []) {
  const form = /** @type {HTMLFormElement} */ (element);
  field(form, "credential").value = ""; // a browser that goes back remembers what was sent
  form.addEventListener("submit", (event) => send(form, event));
  form.hidden = false;
  need("#no-passkey").hidden = true;
}
