// @ts-check
/* An open view asks what is new: at the pace that it names while things happen and somebody looks, else seldom; at once
 * when somebody looks again or touches it, or the network is back. How it asks is its own business: it hears "look".
 * Once `bell.js` is here, that waits instead, wherever a bell answers. */

import { find } from "./dom.js";
import { load } from "./load.js";

const SELDOM = 15_000;
const LONG = 600_000;
let happened = performance.now();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isFollowed = () => false;

const view = () => find("[data-live]");
const isSlow = () => document.hidden || performance.now() - happened > LONG;

function wait() {
  clearTimeout(timer);
  if (!isFollowed()) timer = setTimeout(look, isSlow() ? SELDOM : Number(view()?.dataset.live ?? SELDOM));
}

function look() {
  wait();
  view()?.dispatchEvent(new Event("look", { bubbles: true }));
}

function lookAgain() {
  happened = performance.now();
  view()?.dispatchEvent(new Event("htmx:abort")); // what was asked before may never be answered
  look();
}

function goOn() {
  const wasSlow = isSlow();
  happened = performance.now();
  if (wasSlow) wait();
}

async function callBell() {
  const source = view()?.dataset.script;
  const bell = source && (await load(source).catch(() => null));
  if (!bell) return;
  isFollowed = bell.follow(wait);
  wait();
}

document.addEventListener("visibilitychange", () => document.hidden || lookAgain());
addEventListener("pageshow", ({ persisted }) => persisted && lookAgain());
addEventListener("online", lookAgain);
for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (isSlow() ? lookAgain() : goOn()));
for (const name of ["htmx:afterSwap", "changed"]) document.addEventListener(name, goOn);
addEventListener("load", callBell);
wait();
