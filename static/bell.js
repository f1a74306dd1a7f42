// @ts-check
/* Follows what an open view shows: `data-bell` names it and its version, and the bell answers when that has moved. Windows
 * of one browser share a question, hidden ones ask none. Where no bell answers, `live.js` polls. */

import { find, onHtmx } from "./dom.js";

const AWAY = 15_000; // a bell that does not answer, or has too many to answer
const SHARED = 65_000; // a question of another window is answered by then
const PAUSE = 600; // after a change, for those that come one upon the other
const MOST = 3; // questions of a browser: over plain HTTP it opens six connections to a server

/** @typedef {{ key: string, bell: string, name: number, text: "asking" | "moved" | "free" }} Message */

const windows = "BroadcastChannel" in window ? new BroadcastChannel("bell") : null;
const me = Math.random();
/** @type {Map<string, number>} what other windows follow, and until when they will have said so again */
const others = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {{ bell: string, stop: AbortController } | null} */
let question = null;
let noBellUntil = 0;
let news = "";
let poll = () => {};

const view = () => find("[data-bell]");
const now = () => performance.now();
const bell = () => view()?.dataset.bell ?? "";
const key = () => bell().split("?")[0];
const held = () => [...others].filter(([each, until]) => each !== key() && until > now()).length;
const hasBell = () => Boolean(key()) && now() >= noBellUntil && held() < MOST;

/** @param {Message["text"]} text */
function say(text) {
  windows?.postMessage(/** @type {Message} */ ({ key: key(), bell: bell(), name: me, text }));
}

/** @param {number} milliseconds @param {() => void} then */
function after(milliseconds, then) {
  clearTimeout(timer);
  timer = setTimeout(then, milliseconds);
}

/** Ask, or wait for another window's question. */
function next() {
  const shared = (others.get(key()) ?? 0) - now();
  clearTimeout(timer);
  if (!hasBell()) poll();
  else if (document.hidden) drop();
  else if (shared > 0) after(shared, next);
  else ask();
}

function drop() {
  question?.stop.abort();
  question = null;
}

async function ask() {
  drop();
  after(SHARED, ask); // an answer can get lost on its way
  const mine = (question = { bell: bell(), stop: new AbortController() });
  say("asking");
  const answer = await fetch(`/bell/${mine.bell}`, { cache: "no-store", signal: mine.stop.signal }).catch(() => null);
  const version = answer?.status === 200 ? await answer.text().catch(() => null) : null;
  if (question !== mine) return;
  question = null;
  if (version !== null) {
    moved(`${mine.bell.split("?")[0]}?v=${version}`);
    say("moved");
  } else if (answer?.status === 204) {
    next();
  } else {
    noBellUntil = answer?.status === 404 ? Infinity : now() + AWAY * (1 + Math.random());
    say("free");
    next();
  }
}

/** What the view shows has another version: it is looked at, and followed from there. @param {string} to */
function moved(to) {
  const shown = view();
  if (!shown) return;
  shown.dataset.bell = to;
  news = to.split("=")[1];
  shown.dispatchEvent(new Event("look", { bubbles: true }));
  after(PAUSE, next);
}

/** @param {MessageEvent<Message>} event */
function hear({ data }) {
  const isOurs = data.key === key();
  if (isOurs && question && data.text === "asking" && me < data.name) return say("asking"); // the other gives way
  others.set(data.key, data.text === "free" ? 0 : now() + SHARED);
  if (!isOurs || document.hidden) return;
  if (data.text === "free") return next();
  drop();
  if (data.bell === bell()) next();
  else moved(data.text === "moved" ? data.bell : bell());
}

function leave() {
  if (question) say("free");
  drop();
  clearTimeout(timer);
}

windows?.addEventListener("message", hear);
// A page that is kept for a crowd is to be as new as what the bell has said.
onHtmx("configRequest", ({ target, detail }) => {
  if (news && target === view()) detail.parameters.live = news;
});
onHtmx("afterSwap", () => question && question.bell !== bell() && next());
document.addEventListener("visibilitychange", () => document.hidden && leave());
addEventListener("pagehide", leave);
addEventListener("online", () => {
  if (noBellUntil < Infinity) noBellUntil = 0;
});

/**
 * Begins to follow. The answer tells whether the bell is asked, or need not be as nobody looks.
 * @param {() => void} wait polls by and by
 */
export const follow = (wait) => {
  poll = wait;
  return () => {
    if (!hasBell()) return false;
    if (!question) next();
    return true;
  };
};
