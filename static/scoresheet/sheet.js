// @ts-check
/* The page of a sheet: its panel, what the server answers, and the scripts that come once the page stands. */

import { all, find, need, onHtmx, onSettled, targetOf } from "../dom.js";
import { load } from "../load.js";
import { signed } from "../numbers.js";
import { draw, tiles, verdict } from "./drawing.js";
import { read } from "./entry.js";
import { entryForm, isBusy } from "./form.js";
import { hooks } from "./hooks.js";
import { clear, press, refill, start, watchFingers } from "./panel.js";
import { complain, lookNow, watchRequests } from "./requests.js";
import { VERDICTS } from "./verdicts.js";

/* The page as it came, before any script of ours changes it, for a worker that comes later: one that is here has kept it. */
const { controller } = navigator.serviceWorker ?? {};
const sent = controller === null ? document.documentElement.outerHTML : "";

/** Interface for scripts that are loaded later: all that they share with this one. */
const panel = {
  ...{ VERDICTS, sent, clear, complain, draw, follow: loadLive, hooks, look: lookNow, read, showWhatIsNew },
  ...{ press, refill, tiles, verdict },
};
/** @typedef {typeof panel} Panel */

/**
 * Loads what rare hands and keyboards need, which then draws the panel again. Without it the panel says that there is no
 * network; the next tap on a rare game tries again.
 * @param {HTMLFormElement} form
 */
const loadRare = (form) =>
  load(form.dataset.script ?? "").then(
    (rare) => {
      complain("");
      rare.start(panel);
    },
    () => complain(form.dataset.unsent ?? ""),
  );
hooks.loadRare = loadRare;

/** The keys of a keyboard wait for what they do. @param {KeyboardEvent} event */
const firstKey = async (event) => {
  const form = entryForm();
  if (!form) return;
  if (event.key.startsWith("Arrow") && targetOf(event).matches(".who input, .what input")) event.preventDefault();
  await loadRare(form);
  if (hooks.key !== firstKey) hooks.key?.(event);
};
hooks.key = firstKey;

/** Loads the outbox; retries when there is network. */
function loadOutbox() {
  const { script } = need("#outbox").dataset;
  if (!script) return; // not here yet
  load(script).then(
    (outbox) => outbox.start(panel),
    () => addEventListener("online", loadOutbox, { once: true }),
  );
}

/** Loads what makes the page follow, once it stands; retries when there is network. */
function loadLive() {
  const { script } = find("[data-live]")?.dataset ?? {};
  if (script) load(script).catch(() => addEventListener("online", loadLive, { once: true }));
}

const newestNumber = () => Math.max(0, ...all(".line[data-number]").map((line) => Number(line.dataset.number)));
const shownTotals = () => all("[data-total]").map((total) => Number(total.dataset.total));
let newest = newestNumber();
let totals = shownTotals();

/** Shows what is new in the ledger: the line stands out, and the totals count up. */
function showWhatIsNew() {
  const line = all(".line[data-number]").find((each) => Number(each.dataset.number) > newest);
  line?.classList.add("fresh");
  newest = newestNumber();
  const before = totals;
  totals = shownTotals();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  all("[data-total]").forEach((total, index) => countUp(total, before[index] ?? totals[index], totals[index]));
}

/** @param {HTMLElement} element @param {number} from @param {number} to */
function countUp(element, from, to) {
  if (from === to) return;
  const start = performance.now();
  /** @param {number} now */
  const step = (now) => {
    const part = Math.min(1, (now - start) / 600);
    element.textContent = signed(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/* Another phone wrote: whoever is in the middle of a hand keeps it, and is told when saving. */
onHtmx("oobBeforeSwap", ({ detail }) => {
  if (isBusy() && ["next", "panel"].includes(detail.target.id)) detail.shouldSwap = false;
});

onSettled(({ detail }) => {
  if (detail.requestConfig.elt.id === "outbox") loadOutbox();
  const form = entryForm();
  const replaced = form && !("ready" in form.dataset);
  if (replaced) start(form);
  hooks.settled?.();
  showWhatIsNew();
  // After a hand was corrected or struck, its line is in sight.
  const [, number] = detail.pathInfo?.requestPath.match(/hands\/(\d+)\//) ?? [];
  if (number) find(`#ledger [data-number="${number}"]`)?.scrollIntoView({ block: "nearest" });
  if (replaced) need("#panel-title").focus({ preventScroll: true });
});

watchFingers();
watchRequests();
addEventListener("load", loadLive);
const form = entryForm();
if (form) start(form);
document.documentElement.dataset.here = ""; // what is hidden without need for a script is hidden from now on (app.css)
