// @ts-check
/* Parts of a page that ask the server and put its answers in place, as their hx- attributes say; tests/test_hx.py lists
 * those. They are an extract of htmx 2, with its names: what happens is told by events "htmx:..." that bubble, with what
 * htmx says in them. Attributes count for the element that bears them and for nothing in it. Scripts of an answer are
 * not run. Without this script the same forms and links work as they are. */

import { all, find, input, need } from "./dom.js";
import { fateOf, isWholePage, placeOf, triggersOf, withQuery } from "./hx_rules.js";

/**
 * What a listener may change before a request goes out.
 * @typedef {object} Question
 * @property {Element} elt who asks
 * @property {Element} target what the answer is for
 * @property {"get" | "post"} verb
 * @property {string} path
 * @property {FormData} formData
 * @property {number} timeout
 * @property {Event} [triggeringEvent]
 *
 * What is told of a request. `successful` is missing as long as there is no answer, or nobody wanted it.
 * @typedef {object} Exchange
 * @property {Element} elt
 * @property {Element} target
 * @property {Question} requestConfig
 * @property {XMLHttpRequest} xhr
 * @property {{requestPath: string}} pathInfo
 * @property {boolean} [successful]
 *
 * @typedef {{path?: string, event?: Event}} Asked a path that is in no attribute, and what made the element ask
 * @typedef {{asked: Asked, resolve: () => void, reject: (error: Error) => void}} Next
 */

const PATIENCE = 15_000;
const FORMS = "[hx-post], form[hx-get], [hx-boost=true]";
const UNANSWERED = /** @type {const} */ ({ error: "sendError", abort: "sendAbort", timeout: "timeout" });

/** Requests under way by who asked, and what is to be asked after them. @type {Map<Element, {xhr: XMLHttpRequest, next?: Next}>} */
const underWay = new Map();
/** Elements whose triggers are heard. @type {WeakSet<Element>} */
const heard = new WeakSet();

/** @param {Element} elt @param {string} name without "hx-" */
const attribute = (elt, name) => elt.getAttribute(`hx-${name}`);
/** @param {Element} elt */
const isBoosted = (elt) => attribute(elt, "boost") === "true";

/** Tells what happens; false if a listener does not want it. @param {Element} elt @param {string} name @param {object} detail */
const tell = (elt, name, detail) =>
  elt.dispatchEvent(new CustomEvent(`htmx:${name}`, { bubbles: true, cancelable: true, detail }));

/** As `tell`, also for what has left the page meanwhile. @param {Element} elt @param {string} name @param {object} detail */
const tellPage = (elt, name, detail) => tell(elt.isConnected ? elt : document.body, name, detail);

// Asking

/**
 * Asks as the element's attributes say. Resolves when the answer is in place, also if it had to wait for the one before,
 * or if nothing was to be asked; rejects if there was none or it was an error.
 * @param {Element} elt
 * @param {Asked} asked
 * @returns {Promise<void>}
 */
export const askServer = (elt, asked = {}) =>
  new Promise((resolve, reject) => {
    const issueRequest = () => issue(elt, asked, resolve, reject);
    if (tell(elt, "confirm", { elt, issueRequest, triggeringEvent: asked.event })) issueRequest();
    else resolve();
  });

/** As `askServer`, where nobody waits for it: the events tell how it went. @param {Element} elt @param {Event} [event] */
const askByItself = (elt, event) => void askServer(elt, { event }).catch(() => {});

/**
 * One request of an element at a time: what it asks meanwhile is dropped, or comes after it, the last for all of them.
 * @param {Element} elt
 * @param {Asked} asked
 * @param {() => void} resolve
 * @param {(error: Error) => void} reject
 */
function issue(elt, asked, resolve, reject) {
  const before = underWay.get(elt);
  if (before && attribute(elt, "sync") !== "this:drop") {
    before.next = afterAll(before.next, { asked, resolve, reject });
    return;
  }
  if (before || !elt.isConnected) return resolve();
  const requestConfig = questionOf(elt, asked);
  const { path, target } = requestConfig;
  const xhr = new XMLHttpRequest();
  /** @type {Exchange} */
  const exchange = { elt, target, requestConfig, xhr, pathInfo: { requestPath: path } };
  if (!tell(elt, "configRequest", requestConfig) || !tell(elt, "beforeRequest", exchange)) return resolve();
  underWay.set(elt, { xhr });
  elt.classList.add("htmx-request");
  /** @param {() => void} tellHow */
  const end = (tellHow) => {
    elt.classList.remove("htmx-request");
    tellPage(elt, "afterRequest", exchange);
    tellHow();
    const { next } = underWay.get(elt) ?? {};
    underWay.delete(elt);
    if (next) issue(elt, next.asked, next.resolve, next.reject);
  };
  xhr.addEventListener("load", () => {
    try {
      receive(exchange);
    } finally {
      end(() => (exchange.successful === false ? reject(new Error(`${xhr.status} ${path}`)) : resolve()));
    }
  });
  for (const [event, name] of Object.entries(UNANSWERED)) {
    xhr.addEventListener(event, () =>
      end(() => {
        tellPage(elt, name, exchange);
        reject(new Error(`${name} ${path}`));
      }),
    );
  }
  dispatch(xhr, requestConfig);
}

/** The later question, which answers the earlier one, too. @param {Next | undefined} earlier @param {Next} later @returns {Next} */
const afterAll = (earlier, later) => ({
  asked: later.asked,
  resolve() {
    earlier?.resolve();
    later.resolve();
  },
  reject(error) {
    earlier?.reject(error);
    later.reject(error);
  },
});

/** @param {Element} elt @param {Asked} asked @returns {Question} */
function questionOf(elt, { path, event }) {
  const verb = path || elt.hasAttribute("hx-get") ? "get" : "post";
  const address = path ?? attribute(elt, verb) ?? elt.getAttribute("action") ?? "";
  const place = attribute(elt, "target");
  const target = isBoosted(elt) ? document.body : place ? need(place) : elt;
  const formData = fieldsOf(elt, event);
  return { elt, target, verb, path: address, formData, timeout: PATIENCE, triggeringEvent: event };
}

/** The fields of a form with the button that sent it, or the one field that asks. @param {Element} elt @param {Event} [event] */
function fieldsOf(elt, event) {
  const fields = elt instanceof HTMLFormElement ? new FormData(elt) : new FormData();
  const button = /** @type {{submitter?: HTMLButtonElement | null} | undefined} */ (event)?.submitter;
  if (button?.name) fields.append(button.name, button.value);
  if (elt instanceof HTMLInputElement) fields.append(elt.name, elt.value);
  const more = attribute(elt, "include");
  if (more) fields.append(input(more).name, input(more).value);
  return fields;
}

/** @param {XMLHttpRequest} xhr @param {Question} question */
function dispatch(xhr, { verb, path, formData, timeout }) {
  const fields = String(new URLSearchParams(/** @type {[string, string][]} */ ([...formData])));
  xhr.open(verb.toUpperCase(), verb === "get" ? withQuery(path, fields) : path);
  xhr.timeout = timeout;
  xhr.setRequestHeader("HX-Request", "true");
  if (verb === "post") xhr.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
  xhr.send(verb === "post" ? fields : null);
}

// Answers

/** @param {Exchange} exchange */
function receive(exchange) {
  const { elt, target, xhr } = exchange;
  if (!tell(elt, "beforeOnLoad", exchange)) return;
  exchange.successful = true;
  const elsewhere = xhr.getResponseHeader("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  if (xhr.getResponseHeader("HX-Refresh")) return location.reload();
  const other = xhr.getResponseHeader("HX-Retarget");
  if (other) exchange.target = need(other);
  const fate = { ...exchange, ...fateOf(xhr.status) };
  if (!tell(target, "beforeSwap", fate)) return;
  exchange.successful = !fate.isError;
  if (fate.shouldSwap) putAnswer(exchange);
  if (fate.isError) tellPage(elt, "responseError", exchange);
}

/** @param {Exchange} exchange */
function putAnswer(exchange) {
  const { elt, target, xhr } = exchange;
  const style = xhr.getResponseHeader("HX-Reswap") ?? attribute(elt, "swap") ?? "innerHTML";
  if (isBoosted(elt)) moveTo(elt, xhr);
  try {
    swapParts(target, xhr.responseText, exchange, style);
  } catch (error) {
    tellPage(elt, "swapError", exchange);
    throw error;
  }
}

/** Another page in place of this one, under its own address, unless it is this one with what is wrong. @param {Element} form @param {XMLHttpRequest} xhr */
function moveTo(form, { status, responseURL }) {
  if (status >= 400 || attribute(form, "push-url") === "false") return;
  history.replaceState({ isOurs: true }, "");
  history.pushState({ isOurs: true }, "", responseURL);
}

/**
 * Puts an answer in place: first the parts that it brings besides, then what is for the target. The focus stays on what
 * has the same id.
 * @param {Element} target
 * @param {string} text
 * @param {object} detail what listeners are told
 * @param {string} [style]
 */
export function swapParts(target, text, detail, style = "outerHTML") {
  const { elt } = /** @type {{elt: Element}} */ (detail);
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const selected = [focused?.selectionStart, focused?.selectionEnd];
  const { parts, title } = partsOf(text);
  const besides = attribute(elt, "select-oob");
  if (besides) putBesides(find(besides, parts), "true");
  for (const part of [...parts.children]) putBesides(part, attribute(part, "swap-oob"));
  const select = attribute(elt, "select");
  putNodes(target, style, select ? all(select, parts) : [...parts.childNodes]);
  if (focused?.id && !focused.isConnected) focusAgain(focused.id, selected);
  if (title) document.title = title;
  if (target === document.body) scrollTo(0, 0);
  listenToAll();
  tell(document.body, "afterSwap", detail);
  tell(document.body, "afterSettle", detail);
}

/** @param {string} text */
function partsOf(text) {
  const template = document.createElement("template");
  if (!isWholePage(text)) template.innerHTML = text;
  else {
    const page = new DOMParser().parseFromString(text, "text/html");
    template.content.append(...page.body.childNodes);
    return { parts: template.content, title: page.title };
  }
  return { parts: template.content, title: "" };
}

/** @param {Element | null} part @param {string | null} how */
function putBesides(part, how) {
  if (!part || how === null) return;
  const { style, place } = placeOf(how, part.id);
  const target = find(place);
  part.remove();
  part.removeAttribute("hx-swap-oob");
  if (!target) return;
  const fate = { target, shouldSwap: true };
  tell(target, "oobBeforeSwap", fate);
  if (fate.shouldSwap) putNodes(target, style, style === "outerHTML" ? [part] : [...part.childNodes]);
}

/** @param {Element} place @param {string} style @param {Node[]} nodes */
function putNodes(place, style, nodes) {
  const region = nodes.find((node) => node instanceof Element && node.matches("[role=status]") && node.id === place.id);
  if (style === "outerHTML" && region) renew(place, /** @type {Element} */ (region));
  else if (style === "outerHTML") place.replaceWith(...nodes);
  else if (style === "innerHTML") place.replaceChildren(...nodes);
  else if (style === "afterbegin") place.prepend(...nodes);
}

/** What screen readers listen to stays where it is, and only what it says is exchanged. @param {Element} place @param {Element} part */
function renew(place, part) {
  for (const { name, value } of part.attributes) place.setAttribute(name, value);
  if (place.innerHTML !== part.innerHTML) place.replaceChildren(...part.childNodes);
}

/** @param {string} id @param {(number | null | undefined)[]} selected */
function focusAgain(id, [from, to]) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
  field?.focus({ preventScroll: true });
  if (typeof from === "number" && typeof to === "number") field?.setSelectionRange?.(from, to);
}

// Triggers

/** @param {Element} elt @param {import("./hx_rules.js").Trigger} trigger */
function listenTo(elt, { on, delay, ofWindow }) {
  const source = ofWindow ? window : elt;
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  /** @param {Event} [event] */
  const happened = (event) => {
    clearTimeout(timer);
    if (!elt.isConnected) source.removeEventListener(on, happened);
    else if (delay) timer = setTimeout(() => askByItself(elt, event), delay);
    else askByItself(elt, event);
  };
  if (on === "load") happened();
  else source.addEventListener(on, happened);
}

function listenToAll() {
  for (const elt of all("[hx-trigger]")) {
    if (heard.has(elt)) continue;
    heard.add(elt);
    for (const trigger of triggersOf(attribute(elt, "trigger") ?? "")) listenTo(elt, trigger);
  }
}

document.addEventListener("submit", (event) => {
  const form = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || !form.matches(FORMS)) return;
  event.preventDefault();
  askByItself(form, event);
});
document.addEventListener(
  "htmx:abort",
  ({ target }) => underWay.get(/** @type {Element} */ (target))?.xhr.abort(),
  true,
);
addEventListener("popstate", ({ state }) => state?.isOurs && location.reload());
listenToAll();
