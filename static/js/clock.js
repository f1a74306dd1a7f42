/* Clocks of a round that count down to `data-ends`. `data-now` is how late it was on the server when the page was made:
   the device's own clock may be wrong, only how it moves on is used. Without this script the end stands there as a time
   of day. */
(() => {
  "use strict";
  const WARNS = 300; // seconds
  const ahead = new WeakMap();

  const text = (seconds) => {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const two = (number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  const show = (clock) => {
    if (!ahead.has(clock)) ahead.set(clock, Date.now() - Number(clock.dataset.now) * 1000);
    const left = Math.ceil(Number(clock.dataset.ends) - (Date.now() - ahead.get(clock)) / 1000);
    const place = clock.querySelector("[data-left-text]") ?? clock;
    const says = left > 0 ? text(left) : clock.dataset.over;
    clock.classList.toggle("over", left <= 0);
    clock.classList.toggle("near", left > 0 && left <= Number(clock.dataset.warns ?? WARNS));
    if (place.textContent !== says) place.textContent = says;
  };

  const tick = () => document.querySelectorAll("[data-clock]").forEach(show);
  tick();
  setInterval(tick, 500);
  document.addEventListener("htmx:afterSettle", tick);
})();
