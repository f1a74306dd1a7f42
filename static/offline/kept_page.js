// @ts-check
/* Written: the sheet's page as the worker keeps it, brought up to date by the answers that brought the open one up to date:
 * what one more hand changes is not fetched a second time. Over plain HTTP there is no worker. */

import { find, onHtmx } from "../dom.js";
import { isOurs } from "../ours.js";
import { register } from "./register.js";

const PAGES = "cegoscore-pages"; // as the worker has it
const SHOWS = /data-bell="[^"?]+\?v=(\d+)"/;
const OF_THE_MOMENT = ["news"];

/** Answers by the version that they lead to. @type {Map<number, string>} */
const heard = new Map();

/** Remembers an answer that brings the open page up to date, to mend the kept one with. @param {string} answer */
export function hear(answer) {
  const version = leadsTo(answer);
  if (version) heard.set(version, answer);
}

/** @typedef {{ page: string, device?: string, rules?: string }} Sent the page as it came: for which device, by which rules */
/** @typedef {{ sheet: string, shows?: string, mended?: { page: string, of: string } | null, sent?: Sent, wantsRest?: boolean }} Asked */

const PATIENCE_WITH_WORKER = 30_000; // the browser may have ended it meanwhile

/** Asks the worker to keep a sheet. @param {ServiceWorker} active @param {Asked} asked @returns {Promise<boolean>} */
const askWorker = (active, asked) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage(asked, [port2]);
    setTimeout(() => resolve(false), PATIENCE_WITH_WORKER);
  });

/** Asks the worker to keep another sheet anew. Resolves to true if nothing older is kept. @param {string} sheet */
export async function keepOther(sheet) {
  const worker = isSecureContext && navigator.serviceWorker;
  if (!worker) return true;
  return worker.controller ? askWorker(worker.controller, { sheet }) : false;
}

/**
 * Registers the worker. Returns what asks it to keep the page as it is now, which resolves to true when nothing older
 * is kept. The worker keeps what is more than this sheet where a phone comes back, and once it has written.
 * @param {DOMStringMap} words the worker's address
 * @param {string} page as it came, if no worker has kept it by itself
 * @param {() => boolean} hasWritten
 */
export function keeper({ worker: address = "" }, page, hasWritten) {
  const worker = isSecureContext && navigator.serviceWorker;
  const version = () => find("#live")?.getAttribute("hx-get");
  /** @type {string | null | undefined} */
  let keptAs = "";
  let keeping = Promise.resolve(true);
  if (!worker) return () => keeping;
  const isBack = Boolean(worker.controller);
  const sent = { page, device: find("[data-kept-for]")?.dataset.keptFor, rules: find("#rules")?.dataset.rules };

  function keepPage() {
    const now = version();
    if (!find("#panel .entry") || now === keptAs) return keeping;
    keptAs = now;
    const asked = worker && worker.ready.then(({ active }) => (active ? askToKeep(active) : false));
    keeping = asked && worker.controller ? asked : Promise.resolve(true); // without a worker nothing is
    return keeping;
  }

  /** @param {ServiceWorker} active */
  async function askToKeep(active) {
    const shows = find("#live")?.dataset.bell;
    const wantsRest = isBack || hasWritten();
    const instead = await mended(location.pathname, heard).catch(() => null); // nothing can be kept
    const isKept = await askWorker(active, { sheet: location.pathname, shows, mended: instead, sent, wantsRest });
    if (isKept) sent.page = "";
    else keptAs = ""; // no network: the next time
    return isKept;
  }

  const keepAnew = () => {
    keptAs = "";
    keepPage();
  };
  /* A new version of the app keeps the page in its own way, too. */
  worker.addEventListener("controllerchange", keepAnew);
  addEventListener("taken-in", keepAnew);
  onHtmx("beforeSwap", ({ detail: { xhr } }) => isOurs(xhr) && hear(xhr.responseText));
  /* Whoever may not see the sheet any more keeps nothing of it. */
  onHtmx("responseError", ({ detail: { xhr } }) => {
    const isGone = [403, 404].includes(xhr.status) && isOurs(xhr);
    if (isGone) worker.controller?.postMessage({ gone: location.pathname });
  });
  register(address).then(
    () => worker.controller && keepPage(), // without one the new worker is about to take over
    () => {}, // it goes on without
  );
  return keepPage;
}

/** The version that an answer leads to if it is all that the page before it lacks, else 0. @param {string} answer */
function leadsTo(answer) {
  const [, version] = answer.match(SHOWS) ?? [];
  const isOneHand = answer.includes('id="next"') && !answer.includes('id="banners"');
  return isOneHand ? Number(version) : 0;
}

/**
 * The kept page with all that was heard since, and what it showed before; null if something is lacking in between.
 * @param {string} path
 * @param {Map<number, string>} heard answers about one more hand, by the version that they lead to
 * @returns {Promise<{ page: string, of: string } | null>}
 */
async function mended(path, heard) {
  const kept = await (await caches.open(PAGES)).match(path, { ignoreVary: true, ignoreSearch: true });
  const text = (await kept?.text()) ?? "";
  const [of, shown] = text.match(SHOWS) ?? [];
  let version = Number(shown);
  if (!of || !heard.has(version + 1)) return null;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (let answer; (answer = heard.get(version + 1)); version++) insert(page, answer);
  for (const each of heard.keys()) if (each <= version) heard.delete(each);
  return { of, page: `<!DOCTYPE html>\n${page.documentElement.outerHTML}` };
}

/** @param {Document} page @param {string} answer */
function insert(page, answer) {
  const { body } = new DOMParser().parseFromString(answer, "text/html");
  for (const part of [...body.children]) {
    const [, list] = part.getAttribute("hx-swap-oob")?.split(":") ?? [];
    part.removeAttribute("hx-swap-oob");
    const there = page.querySelector(list ?? `#${part.id}`);
    if (list) there?.prepend(...part.childNodes);
    else if (there && !OF_THE_MOMENT.includes(part.id)) replace(there, part);
  }
}

/** @param {Element} there @param {Element} part */
function replace(there, part) {
  const { script } = /** @type {HTMLElement} */ (there).dataset; // a page that stands has loaded it
  if (script) part.setAttribute("data-script", script);
  for (const doubt of part.querySelectorAll(".note")) doubt.remove();
  there.replaceWith(part);
}
