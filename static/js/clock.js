// Clocks that count down to the end of a round. `data-now` is how late it was on the server when the page was made, so
// a wrong clock of this device does no harm; without this script the minutes and the time of day stand there.
(() => {
  "use strict";
  const ahead = new WeakMap();
  const two = (number) => String(number).padStart(2, "0");

  const text = (left, hours) => {
    const minutes = Math.floor(left / 60);
    const seconds = two(left % 60);
    return hours && minutes >= 60
      ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`
      : `${minutes}:${seconds}`;
  };

  const show = (clock) => {
    const { now, ends, over, hours, warns } = clock.dataset;
    if (!ahead.has(clock)) ahead.set(clock, Date.now() - Number(now) * 1000);
    const left = Math.ceil(Number(ends) - (Date.now() - ahead.get(clock)) / 1000);
    const face = clock.querySelector("[data-left-text]") || clock;
    const shown = left > 0 ? text(left, hours !== undefined) : over;
    if (face.textContent !== shown) face.textContent = shown;
    clock.dataset.state = left <= 0 ? "over" : left <= Number(warns || 300) ? "soon" : "running";
  };

  const tick = () => document.querySelectorAll("[data-clock]").forEach(show);
  tick();
  setInterval(tick, 500);
  document.addEventListener("htmx:afterSettle", tick);
})();
