// @ts-check
/* The wall by itself: turns leaves, rolls the standings (or turns them, where motion is not wanted), goes on to the
 * next screen, is held by the space bar, and asks whether anything changed when live.js says so. When the server is
 * away it keeps what it has. */

import { ask } from "../asking.js";
import { all, find, need } from "../dom.js";

const main = need("main");
const offline = need(".offline");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const LEAF = 12000;
const REST = 4000;
const SPEED = 0.06; // of the screen's height a second
let screen = need("#screen");
let leaf = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let turning;
let rolling = 0;
let isHeld = false;
/** @type {HTMLElement | null} */
let asking = null;

const leaves = () => all(".leaf", screen);

/** A screen; null if it is unchanged, or the server is away. @param {string} [query] */
async function fetched(query = "") {
  const got = await ask(query);
  offline.hidden = Boolean(got && got.status < 300);
  return got?.status === 200 ? find("#screen", new DOMParser().parseFromString(got.text, "text/html")) : null;
}

/** @param {HTMLElement} fresh */
function replace(fresh) {
  main.replaceChild(document.adoptNode(fresh), screen);
  screen = fresh;
}

/** As soon as nobody holds the wall. @param {() => unknown} work @param {number} pause */
function later(work, pause) {
  turning = setTimeout(() => (isHeld ? later(work, REST) : work()), pause);
}

function stop() {
  clearTimeout(turning);
  cancelAnimationFrame(rolling);
}

/* From the beginning of the screen. */
function begin() {
  stop();
  leaf = 0;
  const box = find("[data-rolls]", screen);
  if (box) roll(box, 0);
  else turn();
}

function showLeaf() {
  const shown = leaves();
  shown.forEach((one, at) => (one.hidden = at !== leaf));
  const label = shown[leaf]?.dataset.leaf;
  need(".page-number", screen).textContent = label && shown.length > 1 ? label : "";
}

function turn() {
  showLeaf();
  later(() => {
    leaf += 1;
    if (leaf < leaves().length) turn();
    else onward();
  }, LEAF);
}

/** @param {HTMLElement} box @param {number} top */
function roll(box, top) {
  box.scrollTop = top;
  const lowest = () => box.scrollHeight - box.clientHeight;
  if (lowest() <= 0) {
    later(onward, LEAF);
  } else if (calm.matches) {
    later(() => turnOver(box, lowest), LEAF);
  } else {
    later(() => glide(box, lowest), REST);
  }
}

/**
 * Whole rows at a time: the last row that was cut off is the first of the next view.
 * @param {HTMLElement} box
 * @param {() => number} lowest
 */
function turnOver(box, lowest) {
  if (box.scrollTop >= lowest() - 1) return onward();
  const head = need("thead", box).offsetHeight;
  const rows = all("tbody tr", box);
  const cut = rows.find((row) => row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight + 1);
  roll(box, cut ? cut.offsetTop - head : lowest());
}

/** @param {HTMLElement} box @param {() => number} lowest */
function glide(box, lowest) {
  let before = performance.now();
  let top = box.scrollTop;
  /** @param {number} now */
  const step = (now) => {
    if (!isHeld) top += (Math.min(now - before, 100) / 1000) * SPEED * window.innerHeight;
    before = now;
    box.scrollTop = top;
    if (top >= lowest()) later(onward, REST);
    else rolling = requestAnimationFrame(step);
  };
  rolling = requestAnimationFrame(step);
}

/* The next screen, or this one from its beginning; if the server is away, what is here once more. */
async function onward() {
  const fresh = await fetched(screen.dataset.next || screen.dataset.here);
  if (fresh) replace(fresh);
  begin();
}

async function lookNow() {
  if (asking) return;
  asking = screen;
  const fresh = await fetched(`${asking.dataset.here}&v=${encodeURIComponent(asking.dataset.version ?? "")}`);
  if (fresh && screen === asking) change(fresh);
  asking = null;
}

/**
 * Something changed: the same screen goes on where it was, and turns when it would have turned; another one begins.
 * @param {HTMLElement} fresh
 */
function change(fresh) {
  const box = find("[data-rolls]", screen);
  const rolls = find("[data-rolls]", fresh);
  const same = fresh.className === screen.className;
  if (box && same && rolls) {
    need("tbody", box).replaceWith(document.adoptNode(need("tbody", fresh)));
    need(".legend", screen).replaceWith(document.adoptNode(need(".legend", fresh)));
    Object.assign(screen.dataset, { version: fresh.dataset.version, bell: fresh.dataset.bell });
  } else {
    replace(fresh);
    if (same && !box && !rolls && leaf < leaves().length) showLeaf();
    else begin();
  }
  document.dispatchEvent(new Event("changed"));
}

/* The screen stays on; a browser lets go of it whenever the wall is out of sight. */
const stayOn = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => null);

main.addEventListener("look", lookNow);
document.addEventListener("visibilitychange", stayOn);
document.addEventListener("keydown", (event) => {
  if (event.key !== " ") return;
  event.preventDefault(); // a blank rolls the page
  if (!event.repeat) isHeld = document.body.classList.toggle("held");
});
stayOn();
begin();
