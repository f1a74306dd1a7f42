// @ts-check
/* The page that reads in what a phone could not send takes codes, too. A camera opens it once for each code, the part
 * behind the #; here the parts are kept until all are there, and put into the form as the file that they were cut from.
 * Only a person's tap sends it: nobody writes on a sheet by opening a link. */

import { field, fill, find, need } from "../dom.js";
import { submit } from "../submit.js";
import { copyOf } from "./copies.js";
import { join, readPart } from "./parts.js";
import { missingOf, partsOf } from "./parts_kept.js";

/** @typedef {import("./parts.js").Part} Part */

const READING = "cego-reading"; // the series that this tab has sent, until the server has answered

/** @param {HTMLElement} place */
function receive(place) {
  const words = place.dataset;
  const kept = partsOf(location.pathname, localStorage);

  /** @param {string} [text] */
  function complain(text = "") {
    need(".problem", place).hidden = !text;
    need(".problem span", place).textContent = text;
  }

  /** The part in the address is kept, and gone from there: it is none of the history's business. */
  function take() {
    const text = location.hash;
    if (text.length < 2) return;
    history.replaceState(null, "", location.pathname);
    const part = readPart(text);
    complain(part ? "" : words.damaged);
    try {
      if (part) kept.keep(part, text);
    } catch {
      complain(words.full);
    }
  }

  async function draw() {
    const lines = await Promise.all(kept.series().map(lineOf));
    need("ul", place).replaceChildren(...lines);
    place.hidden = !lines.length && need(".problem", place).hidden;
  }

  /** @param {Part[]} parts */
  async function lineOf(parts) {
    const [{ series, of }] = parts;
    const line = copyOf(need("template", place));
    const missing = missingOf(parts);
    const document = missing.length ? null : await documentOf(parts);
    const values = { i: parts.length, n: of, missing: missing.join(", "), hands: document?.hands };
    const complete = document?.hands === 1 ? words.one : words.all;
    need("p", line).textContent = fill(missing.length ? words.missing : document ? complete : words.broken, values);
    need("[data-read]", line).hidden = !document;
    need("[data-read]", line).addEventListener("click", () => document && send(series, document.text));
    need("[data-throw]", line).addEventListener("click", () => {
      kept.forget(series);
      draw();
    });
    return line;
  }

  async function start() {
    sessionStorage.removeItem(READING);
    if (typeof DecompressionStream === "undefined" && location.hash) complain(words.old);
    else take();
    await draw();
    if (!place.hidden) (find("[data-read]:not([hidden])", place) ?? need("h2", place)).focus();
  }

  addEventListener("hashchange", start);
  addEventListener("storage", draw); // another tab has opened another code
  start();
}

/** The document that was cut, and how many hands it has. @param {Part[]} parts */
async function documentOf(parts) {
  try {
    const text = await join(parts);
    return text ? { text, hands: Number(JSON.parse(JSON.parse(text).hands).length) } : null;
  } catch {
    return null;
  }
}

/** @param {string} series @param {string} text */
function send(series, text) {
  const form = /** @type {HTMLFormElement} */ (need("form.new-table"));
  const files = new DataTransfer();
  files.items.add(new File([text], "codes.json", { type: "application/json" }));
  field(form, "file").files = files.files;
  sessionStorage.setItem(READING, series);
  submit(form);
}

const place = find("#codes");
if (place) receive(place);
else if (find("[data-all-written]")) partsOf(location.pathname, localStorage).forget(sessionStorage.getItem(READING));
