// @ts-check
/* When the server is away, every page of desk and door says so at once and keeps what was typed. Forms that may wait
 * (data-waits) are kept and sent when it is back; all others stay as they are until then, and hear "stayed". Nothing is taken for an answer
 * that is not ours. What is needed to go on without computers is fetched beforehand, and printed with one tap. */

import { all, fill, find, need, onHtmx, targetOf } from "../dom.js";
import { ask, fieldsOf, post } from "../asking.js";
import { isOurs } from "../ours.js";
import { uuid } from "../offline/uuid.js";
import { Waiting } from "./waiting.js";

/** @typedef {import("./waiting.js").Entry} Entry */

const PATIENCE = 15_000;
const AGAIN = 2000; // while it is away
const WATCH = 10_000; // on pages that follow nothing
const FRESH = 60_000; // how old the paper may be
const LATER = 3000; // the page first, then its paper

const box = need("#away");
const says = /** @type {Record<string, string>} */ (box.dataset);
const { ping, print } = says;
const waiting = new Waiting(localStorage, `waiting ${box.dataset.of}`, send);
const html = document.documentElement;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

const isAway = () => html.hasAttribute("data-away");

/** @param {Entry} entry @returns {Promise<import("./waiting.js").Outcome>} */
async function send({ url, fields }) {
  const got = await post(url, { body: new URLSearchParams(fields), redirect: "follow" }, location.href, PATIENCE);
  if (!got || got.status >= 500) return null;
  if (got.status < 400) return { written: true };
  const page = new DOMParser().parseFromString(got.text, "text/html");
  const sentence = find(".problem", page)?.textContent ?? find("h1", page)?.textContent ?? String(got.status);
  return { refused: sentence.replace(/\s+/g, " ").trim() };
}

/** @param {Entry} entry */
function line(entry) {
  const row = document.createElement("li");
  row.textContent = entry.what;
  if (!entry.refused) return row;
  const why = document.createElement("span");
  why.textContent = ` – ${entry.refused} `;
  const drop = document.createElement("button");
  drop.className = "button";
  drop.textContent = says.saysDrop;
  drop.addEventListener("click", () => (waiting.drop(entry.id), show()));
  row.append(why, drop);
  return row;
}

/** @param {number} [written] */
function show(written = 0) {
  const entries = waiting.entries;
  const refused = entries.filter((entry) => entry.refused).length;
  need(".away-says", box).textContent = isAway()
    ? says.saysAway
    : refused
      ? says.saysLook
      : entries.length
        ? says.saysSending
        : written
          ? fill(says.saysSent, { count: written })
          : "";
  need("ul", box).replaceChildren(...entries.map(line));
  box.hidden = !isAway() && !entries.length && !written;
  box.toggleAttribute("data-sent", !isAway() && !entries.length);
}

function lost() {
  clearTimeout(timer);
  const isNews = html.toggleAttribute("data-away", true) && box.hidden;
  show();
  if (isNews) box.scrollIntoView({ block: "nearest" });
  timer = setTimeout(look, AGAIN);
}

async function look() {
  clearTimeout(timer);
  const answer = await ask(ping, {}, PATIENCE);
  if (!answer || answer.status >= 500) return lost();
  html.removeAttribute("data-away");
  await sendAll();
  if (!find("[data-live]")) timer = setTimeout(look, WATCH);
}

async function sendAll() {
  const waited = waiting.ready.length;
  if (!waited) return show();
  show();
  const written = await waiting.send();
  if (waiting.ready.length) return lost();
  show(written);
  document.dispatchEvent(new Event("sent"));
  find("[data-live]")?.dispatchEvent(new Event("look", { bubbles: true }));
}

/**
 * Keep a form that the server did not answer to; whoever shows it makes ready for the next.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 * @param {HTMLElement | null} button
 */
function keep(form, data, button) {
  const fields = fieldsOf(data);
  const typed = all("input:not([type=hidden], [type=checkbox], [name=why])", form).map(valueOf);
  const chosen = button?.hasAttribute("name") ? [(button.textContent ?? "").replace(/\s+/g, " ").trim()] : typed;
  const { waits } = form.dataset;
  const what = waits ? `${waits}: ${chosen.join(", ")}` : chosen.filter(Boolean).join(" ");
  const own = fields.find(([name]) => name === "uuid")?.[1];
  const id = own ?? uuid();
  if (!waiting.add({ id, url: form.action, what, fields })) return;
  const next = /** @type {HTMLInputElement | null} */ (own ? form.elements.namedItem("uuid") : null);
  if (next) next.value = uuid();
  form.dispatchEvent(new Event("kept", { bubbles: true }));
  show();
}

/** @param {HTMLElement} field */
const valueOf = (field) => /** @type {HTMLInputElement} */ (field).value;

/* While it is away nothing is sent into the void: a form that may wait is kept, any other stays as it was typed. */
document.addEventListener(
  "submit",
  (event) => {
    if ("sent" in box.dataset) show(); // whoever goes on has read it
    if (!isAway()) return;
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (event.submitter);
    event.preventDefault();
    event.stopImmediatePropagation();
    const data = new FormData(form);
    if (button instanceof HTMLButtonElement && button.name) data.append(button.name, button.value);
    if (form.dataset.waits !== undefined) keep(form, data, button);
    else form.dispatchEvent(new Event("stayed", { bubbles: true }));
    look();
  },
  true,
);

/* A request that got no answer of ours: it may have been written, and is sent again with the same keys. So is one that
 * we refused, as without a cookie: with a new token it passes, or it waits with what was said. */
/** @param {CustomEvent} event */
function unanswered({ detail }) {
  const { requestConfig, xhr } = detail;
  const isRefused = xhr.status > 0 && xhr.status < 500 && isOurs(xhr);
  const form = requestConfig.elt.closest("form");
  if (!isRefused) {
    lost();
    if (form && requestConfig.verb === "get") form.dispatchEvent(new Event("stayed", { bubbles: true }));
  }
  if (requestConfig.verb !== "post" || form?.dataset.waits === undefined) return;
  const button = requestConfig.triggeringEvent?.submitter ?? null;
  keep(form, requestConfig.formData, button);
  if (isRefused) look();
}
for (const name of ["sendError", "timeout", "responseError"]) onHtmx(name, unanswered);
document.addEventListener("lost", look); // the bell is silent
addEventListener("offline", lost);
addEventListener("online", look);
/* Links would leave for a page that is not there. */
document.addEventListener("click", (event) => {
  if (!isAway() || !targetOf(event).closest("a[href]:not([href^='#'])")) return;
  event.preventDefault();
  look();
  box.scrollIntoView({ block: "nearest" });
});

// The paper

/** @type {{at: number, html: string}} */
let paper = { at: 0, html: "" };
const STORE = `paper ${box.dataset.of}`;

async function fetchPaper() {
  if (Date.now() - paper.at < FRESH || document.hidden || isAway()) return;
  const got = await ask(print, {}, PATIENCE);
  const main = got?.status === 200 && find("#everything", new DOMParser().parseFromString(got.text, "text/html"));
  if (!main) return;
  paper = { at: Date.now(), html: main.outerHTML };
  try {
    sessionStorage.setItem(STORE, JSON.stringify(paper));
  } catch {
    // it stays on this page
  }
}

/* The style sheets of the paper are fetched with the page, for the printer only. */
function printPaper() {
  const sheet = need("#paper");
  sheet.replaceChildren(...new DOMParser().parseFromString(paper.html, "text/html").body.childNodes);
  html.toggleAttribute("data-printing", true);
  window.print();
  html.removeAttribute("data-printing");
}

document.addEventListener("click", async (event) => {
  if (!targetOf(event).closest("[data-print-all]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  paper.at = isAway() ? paper.at : 0;
  await fetchPaper();
  if (paper.html) printPaper();
});

try {
  paper = JSON.parse(sessionStorage.getItem(STORE) ?? "") ?? paper;
} catch {
  // none was kept
}
setTimeout(fetchPaper, LATER);
setInterval(fetchPaper, FRESH);
if (waiting.entries.length || !find("[data-live]")) look();
