// @ts-check
/* An open view follows. It names what it shows (data-bell), and the bell answers when that has another version; where no
 * bell answers, it looks again and again: at the pace that it names (data-live) while things happen and somebody looks,
 * else seldom. How it looks is its own business: it hears "look". Hidden windows ask nothing, unless they may call
 * somebody. */

import { find, onHtmx } from "./dom.js";
import { OURS, isOurs } from "./ours.js";

const SELDOM = 15_000;
const LONG = 600_000;
const AWAY = 15_000; // a bell that does not answer, or has too many to answer
const LOST = 65_000; // an answer that is not here by then got lost on its way
const PAUSE = 600; // after a change, for those that come one upon the other
const LEAVING = 30_000; // a form that was sent leads to another page, sooner or later

let happened = performance.now();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {{ bell: string, stop: AbortController } | null} */
let question = null;
let noBellUntil = 0;
let leavingUntil = 0;

const view = () => find("[data-live]");
const now = () => performance.now();
const isSlow = () => document.hidden || now() - happened > LONG;
const bell = () => view()?.dataset.bell ?? "";
/** Somebody allowed the page to call: it looks, though seldom, while it is hidden, too. */
const mayCall = () => "mayCall" in document.documentElement.dataset;
const hasBell = () => Boolean(bell()) && now() >= noBellUntil;

/** @param {number} milliseconds @param {() => void} then */
function after(milliseconds, then) {
  clearTimeout(timer);
  timer = setTimeout(then, milliseconds);
}

/** Ask the bell, or look by and by. */
function wait() {
  if (!hasBell()) after(isSlow() ? SELDOM : Number(view()?.dataset.live ?? SELDOM), look);
  else if (document.hidden) mayCall() ? after(SELDOM, look) : clearTimeout(timer);
  else askBell();
}

function drop() {
  question?.stop.abort();
  question = null;
}

async function askBell() {
  drop();
  after(LOST, askBell);
  const mine = (question = { bell: bell(), stop: new AbortController() });
  const asked = fetch(`/bell/${mine.bell}`, { cache: "no-store", signal: mine.stop.signal });
  const answer = await asked.then((any) => (any.headers.has(OURS) ? any : null)).catch(() => null);
  const text = await answer?.text().catch(() => null); // one that is not read keeps its connection
  const version = answer?.status === 200 ? (text ?? null) : null;
  if (question !== mine) return;
  question = null;
  if (version !== null) {
    moved(`${mine.bell.split("?")[0]}?v=${version}`);
  } else if (answer?.status === 204) {
    wait();
  } else {
    if (!answer) document.dispatchEvent(new Event("lost"));
    silence(answer?.status === 404);
    look();
  }
}

/** For a while, or for good, the bell is not asked. @param {boolean} [forGood] */
function silence(forGood) {
  noBellUntil = forGood ? Infinity : Math.max(noBellUntil, now() + AWAY * (1 + Math.random()));
}

/** What the view shows has another version: it is looked at, and followed from there. @param {string} to */
function moved(to) {
  const shown = view();
  if (!shown) return;
  shown.dataset.bell = to;
  showNews();
  after(PAUSE, wait);
}

const showNews = () => view()?.dispatchEvent(new Event("look", { bubbles: true }));

function look() {
  wait();
  showNews();
}

function lookAgain() {
  happened = now();
  view()?.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} })); // what was asked before may never be answered
  look();
}

function goOn() {
  const wasSlow = isSlow();
  happened = now();
  if (question ? question.bell !== bell() : wasSlow) wait();
}

function leave() {
  drop();
  clearTimeout(timer);
}

function turnAway() {
  if (!document.hidden) return lookAgain();
  leave();
  wait();
}

// What somebody else answers, an inn's login page for instance, is not shown in place of the view, and takes no form.
onHtmx("beforeSwap", ({ detail }) => {
  if (!isOurs(detail.xhr)) Object.assign(detail, { shouldSwap: false, isError: true });
});
// What is put in a status is read out: not if it stands there already.
onHtmx("oobBeforeSwap", ({ detail }) => {
  if (detail.target.innerHTML === detail.fragment.innerHTML) detail.shouldSwap = false;
});
// The bell names a version once: a view that got no answer when it looked at that looks again and again.
for (const name of ["sendError", "timeout", "beforeSwap", "responseError"])
  onHtmx(name, ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.elt !== view() || (isOurs(xhr) && xhr.status < 500)) return;
    silence();
    wait();
  });
// A form is on its way: loading this page again now would break it off. One that closes its dialog goes nowhere.
addEventListener("submit", ({ defaultPrevented, target }) => {
  if (defaultPrevented || /** @type {Element} */ (target).matches("[method=dialog]")) return;
  leavingUntil = now() + LEAVING;
  setTimeout(lookAgain, LEAVING);
});
onHtmx("beforeOnLoad", (event) => {
  if (event.target === view() && now() < leavingUntil) event.preventDefault();
});
document.addEventListener("visibilitychange", turnAway);
addEventListener("pagehide", leave);
addEventListener("pageshow", ({ persisted }) => persisted && lookAgain());
addEventListener("online", () => {
  if (noBellUntil < Infinity) noBellUntil = 0;
  lookAgain();
});
for (const each of ["pointerdown", "keydown"]) addEventListener(each, () => (isSlow() ? lookAgain() : goOn()));
for (const each of ["htmx:afterSwap", "changed"]) document.addEventListener(each, goOn);
wait();
