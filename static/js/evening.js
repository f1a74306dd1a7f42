/* The curve of running totals, hand by hand or over the days. The same numbers stand in the table below it; without this script only there. */
(() => {
  "use strict";

  const box = document.querySelector("[data-chart]");
  if (!box || !window.uPlot) return;
  const data = JSON.parse(document.getElementById("curve").textContent);
  const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4]];
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let chart = null;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const lineColours = () => ["--accent", "--ink", "--line-3", "--line-4", "--line-5", "--faint"].map((name) => getComputedStyle(box).getPropertyValue(name).trim());
  const english = document.documentElement.lang === "en";
  const day = new Intl.DateTimeFormat(english ? "en-GB" : document.documentElement.lang, { day: "numeric", month: english ? "short" : "numeric", year: "2-digit" });
  const YEAR = 365 * 86400;
  const overYears = data.dates && data.hands[data.hands.length - 1] - data.hands[0] > 3 * YEAR;
  const dated = (tick, at, ticks) => (ticks.length > 1 && ticks[1] - ticks[0] >= YEAR ? String(new Date(tick * 1000).getFullYear()) : day.format(tick * 1000));
  const signed = (number) => (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number);

  /* Names at the ends of their lines, moved apart where they would lie on each other. */
  function writeNames(plot) {
    const height = 15 * devicePixelRatio;
    const last = data.hands.length - 1;
    const ends = data.names
      .map((name, seat) => ({ name, seat, y: plot.valToPos(data.totals[seat][last], "y", true) }))
      .sort((a, b) => a.y - b.y);
    const lowest = plot.bbox.top + plot.bbox.height;
    ends.forEach((end, at) => { if (at > 0) end.y = Math.max(end.y, ends[at - 1].y + height); });
    for (let at = ends.length - 1; at >= 0; at--) {
      const limit = at === ends.length - 1 ? lowest : ends[at + 1].y - height;
      ends[at].y = Math.min(ends[at].y, limit);
    }
    const colours = lineColours();
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

  function shortened(context, name) {
    const room = 70 * devicePixelRatio;
    if (context.measureText(name).width <= room) return name;
    let text = name;
    while (text && context.measureText(`${text}…`).width > room) text = text.slice(0, -1);
    return `${text}…`;
  }

  function draw() {
    if (chart) chart.destroy();
    const colours = lineColours();
    const axis = { stroke: colour("--faint"), grid: { stroke: colour("--rule"), width: 1 }, ticks: { stroke: colour("--rule"), width: 1 }, font: "12px sans-serif" };
    chart = new window.uPlot(
      {
        width: box.clientWidth,
        height: Math.max(240, Math.min(360, box.clientWidth * 0.7)),
        padding: [12, data.names.length > 1 ? 78 : 24, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: Boolean(data.dates) }, y: { range: (plot, low, high) => (low === high ? [low - 10, high + 10] : window.uPlot.rangeNum(low, high, 0.1, true)) } },
        axes: [
          data.dates
            ? { ...axis, space: overYears ? 44 : 76, values: (plot, ticks) => ticks.map(dated) }
            : { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100], values: (plot, ticks) => ticks.map(String) },
          { ...axis, size: (plot, labels) => 20 + 7 * Math.max(4, ...(labels || []).map((label) => label.length)), values: (plot, ticks) => ticks.map(signed) },
        ],
        series: [
          {},
          ...data.names.map((name, seat) => ({ label: name, stroke: colours[seat % colours.length], dash: DASHES[seat % DASHES.length], width: 2.5, points: { show: (Boolean(data.dates) && data.hands.length < 40) || data.hands.length < 3 } })),
        ],
        hooks: { draw: data.names.length > 1 ? [writeNames] : [] },
      },
      [data.hands, ...data.totals],
      box,
    );
  }

  draw();
  dark.addEventListener("change", draw);
  let width = box.clientWidth;
  window.addEventListener("resize", () => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    draw();
  });
})();
