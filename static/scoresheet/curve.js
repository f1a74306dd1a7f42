// @ts-check
/* The curve of running totals, hand by hand or over the days. The same numbers stand in the table below it; without
 * this script only there. */

import { all, need } from "../dom.js";
import { signed } from "../numbers.js";

/**
 * What the page says: hands by number, or days in seconds since 1970 where `dates` is set; totals by person.
 * @typedef {{hands: number[], totals: number[][], names: string[], dates?: boolean}} Curve
 */
/** @typedef {Curve & {box: HTMLElement, colours: string[]}} Drawing */

const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4]];
const COLOURS = ["--accent", "--ink", "--line-3", "--line-4", "--line-5", "--faint"];
const YEAR = 365 * 86400;

/** @param {HTMLElement} box @param {Curve} data */
function show(box, data) {
  /** @type {{destroy: () => void} | null} */
  let chart = null;
  let width = 0;
  const draw = () => {
    chart?.destroy();
    const colours = COLOURS.map((name) => getComputedStyle(box).getPropertyValue(name).trim());
    chart = new window.uPlot(optionsOf({ ...data, box, colours }), [data.hands, ...data.totals], box);
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => width && draw());
  // At first, with the window, and when a fold opens.
  new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    if (width) draw();
  }).observe(box);
}

/** Options of uPlot. @param {Drawing} drawing */
function optionsOf(drawing) {
  const { box, colours, names } = drawing;
  const several = names.length > 1;
  return {
    width: box.clientWidth,
    height: Math.max(240, Math.min(360, box.clientWidth * 0.7)),
    padding: [12, several ? 78 : 24, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: Boolean(drawing.dates) }, y: { range: rangeOf } },
    axes: axesOf(drawing),
    series: [
      {},
      ...names.map((label, seat) => ({
        label,
        stroke: colours[seat % colours.length],
        dash: DASHES[seat % DASHES.length],
        width: 2.5,
        points: { show: drawing.hands.length < (drawing.dates ? 40 : 3) },
      })),
    ],
    hooks: { draw: several ? [markPlayed, (/** @type {Plot} */ plot) => writeNames(plot, drawing)] : [markPlayed] },
  };
}

/** @param {unknown} plot @param {number} low @param {number} high */
function rangeOf(plot, low, high) {
  return low === high ? [low - 10, high + 10] : window.uPlot.rangeNum(low, high, 0.1, true);
}

/** @param {Drawing} drawing */
function axesOf({ dates, hands }) {
  /** @param {string} name */
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const rule = { stroke: colour("--rule"), width: 1 };
  const axis = { stroke: colour("--faint"), grid: rule, ticks: rule, font: "12px sans-serif" };
  const overYears = hands[hands.length - 1] - hands[0] > 3 * YEAR;
  return [
    dates
      ? {
          ...axis,
          space: overYears ? 44 : 76,
          values: (/** @type {unknown} */ plot, /** @type {number[]} */ ticks) => ticks.map(dated),
        }
      : {
          ...axis,
          incrs: [1, 2, 5, 10, 20, 50, 100],
          values: (/** @type {unknown} */ plot, /** @type {number[]} */ ticks) => ticks.map(String),
        },
    {
      ...axis,
      size: (/** @type {unknown} */ plot, /** @type {string[] | null} */ labels) =>
        20 + 7 * Math.max(4, ...(labels ?? []).map(({ length }) => length)),
      values: (/** @type {unknown} */ plot, /** @type {number[]} */ ticks) => ticks.map(signed),
    },
  ];
}

/** A year where ticks are years apart, else the day. @param {number} tick @param {number} at @param {number[]} ticks */
function dated(tick, at, ticks) {
  if (ticks.length > 1 && ticks[1] - ticks[0] >= YEAR) return String(new Date(tick * 1000).getFullYear());
  const { lang } = document.documentElement;
  const english = lang === "en";
  const options = /** @type {const} */ ({ day: "numeric", month: english ? "short" : "numeric", year: "2-digit" });
  return new Intl.DateTimeFormat(english ? "en-GB" : lang, options).format(tick * 1000);
}

/**
 * uPlot's chart, as far as it is used here.
 * @typedef {object} Plot
 * @property {number[][]} data
 * @property {(value: number, scale: string, canvas: boolean) => number} valToPos
 * @property {{top: number, left: number, width: number, height: number}} bbox
 * @property {CanvasRenderingContext2D} ctx
 */

/**
 * Ticks along the bottom wherever something was played: a flat stretch with ticks is play that changed nothing. None
 * at 0, where hands begin to count.
 * @param {Plot} plot
 */
function markPlayed({ bbox, ctx, data, valToPos }) {
  const [width, height] = [devicePixelRatio, 7 * devicePixelRatio];
  ctx.save();
  ctx.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  for (const at of data[0].filter(Boolean)) {
    ctx.fillRect(valToPos(at, "x", true) - width / 2, bbox.top + bbox.height, width, height);
  }
  ctx.restore();
}

/**
 * Names at the ends of their lines, moved apart where they would lie on each other.
 * @param {Plot} plot
 * @param {Drawing} drawing
 */
function writeNames(plot, { hands, names, totals, colours }) {
  const last = hands.length - 1;
  const ends = names
    .map((name, seat) => ({ name, seat, y: plot.valToPos(totals[seat][last], "y", true) }))
    .sort((a, b) => a.y - b.y);
  moveApart(ends, 15 * devicePixelRatio, plot.bbox.top + plot.bbox.height);
  plot.ctx.save();
  plot.ctx.font = `600 ${13 * devicePixelRatio}px sans-serif`;
  plot.ctx.textBaseline = "middle";
  plot.ctx.textAlign = "left";
  for (const end of ends) {
    plot.ctx.fillStyle = colours[end.seat % colours.length];
    plot.ctx.fillText(shortened(plot.ctx, end.name), plot.bbox.left + plot.bbox.width + 6 * devicePixelRatio, end.y);
  }
  plot.ctx.restore();
}

/**
 * From above, then from below so that none is out of the picture.
 * @param {{y: number}[]} ends
 * @param {number} height
 * @param {number} lowest
 */
function moveApart(ends, height, lowest) {
  ends.forEach((end, at) => {
    if (at > 0) end.y = Math.max(end.y, ends[at - 1].y + height);
  });
  for (let at = ends.length - 1; at >= 0; at--) {
    ends[at].y = Math.min(ends[at].y, at === ends.length - 1 ? lowest : ends[at + 1].y - height);
  }
}

/** @param {CanvasRenderingContext2D} context @param {string} name */
function shortened(context, name) {
  const room = 70 * devicePixelRatio;
  if (context.measureText(name).width <= room) return name;
  let text = name;
  while (text && context.measureText(`${text}…`).width > room) text = text.slice(0, -1);
  return `${text}…`;
}

for (const box of window.uPlot ? all("[data-chart]") : [])
  show(box, JSON.parse(need(`#${box.dataset.chart}`).textContent));
