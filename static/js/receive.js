/* The page that reads in what a phone could not send takes codes, too. A camera opens it once for each code, the part
 * behind the #; here the parts are kept until all are there, and put into the form as the file that they were cut from.
 * Only a person's tap sends it: nobody writes on a sheet by opening a link. */
(() => {
  "use strict";

  const { join, read } = window.cegoParts;
  const KEPT = "cego-part:";
  const DAY = 24 * 60 * 60 * 1000;
  const READING = "cego-reading"; // the series that this tab has sent, until the server has answered
  const ours = `${KEPT}${location.pathname}:`;
  const keyOf = ({ series, at }) => `${ours}${series}:${at}`;
  const keys = (start) => Object.keys(localStorage).filter((key) => key.startsWith(start));
  const find = (selector, from = document) => from.querySelector(selector);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const forget = (series) => keys(`${ours}${series}:`).forEach((key) => localStorage.removeItem(key));

  const place = find("#codes");
  const form = find("form.new-table");
  if (!place) return answered();
  const words = place.dataset;
  const lines = find("ul", place);

  /* What was written, or was there already, is done with; what was refused stays for a person to try again. */
  function answered() {
    if (find("[data-all-written]")) forget(sessionStorage.getItem(READING));
  }

  function complain(text) {
    find(".problem", place).hidden = !text;
    find(".problem span", place).textContent = text;
  }

  /* The part in the address is kept, and gone from there: it is none of the history's business. */
  function take() {
    const text = location.hash;
    if (text.length < 2) return;
    history.replaceState(null, "", location.pathname);
    const part = read(text);
    complain(part ? "" : words.damaged);
    try {
      if (part) localStorage.setItem(keyOf(part), `${Date.now()} ${text}`);
    } catch {
      complain(words.full);
    }
  }

  /* Every series with what is there of it, the one that was added to last first. */
  function series() {
    const found = new Map();
    for (const key of keys(KEPT)) {
      const [at, text] = localStorage.getItem(key).split(" ");
      const part = read(text ?? "");
      if (!part || Date.now() - at > DAY) localStorage.removeItem(key);
      else if (key === keyOf(part)) {
        const { last = 0, parts = [] } = found.get(part.series) ?? {};
        found.set(part.series, { last: Math.max(last, at), parts: [...parts, part] });
      }
    }
    return [...found.values()].sort((one, other) => other.last - one.last).map(({ parts }) => parts);
  }

  async function draw() {
    const all = await Promise.all(series().map(lineOf));
    lines.replaceChildren(...all);
    place.hidden = !all.length && find(".problem", place).hidden;
  }

  async function lineOf(parts) {
    const [{ series: which, of }] = parts;
    const line = find("template", place).content.firstElementChild.cloneNode(true);
    const missing = Array.from({ length: of }, (_, index) => index + 1).filter((at) => !parts.some((part) => part.at === at));
    const document = missing.length ? null : await documentOf(parts);
    const values = { i: parts.length, n: of, missing: missing.join(", "), hands: document?.hands };
    const said = missing.length ? words.missing : document ? (document.hands === 1 ? words.one : words.all) : words.broken;
    find("p", line).textContent = fill(said, values);
    find("[data-read]", line).hidden = !document;
    find("[data-read]", line).addEventListener("click", () => send(which, document.text));
    find("[data-throw]", line).addEventListener("click", () => {
      forget(which);
      draw();
    });
    return line;
  }

  async function documentOf(parts) {
    try {
      const text = await join(parts);
      return text && { text, hands: JSON.parse(JSON.parse(text).hands).length };
    } catch {
      return null;
    }
  }

  function send(which, text) {
    const files = new DataTransfer();
    files.items.add(new File([text], "codes.json", { type: "application/json" }));
    form.elements.file.files = files.files;
    sessionStorage.setItem(READING, which);
    form.requestSubmit();
  }

  async function start() {
    sessionStorage.removeItem(READING);
    if (typeof DecompressionStream === "undefined" && location.hash) complain(words.old);
    else take();
    await draw();
    if (!place.hidden) (find("[data-read]:not([hidden])", place) ?? find("h2", place)).focus();
  }

  addEventListener("hashchange", start);
  addEventListener("storage", draw); // another tab has opened another code
  start();
})();
