// Counts a round's clock down. The server says how many seconds are left; the device's own clock may be wrong, only
// how it moves on is used.
(() => {
  "use strict";
  const ends = new WeakMap();

  const text = (seconds) => {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const two = (number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  const show = (clock) => {
    if (!ends.has(clock)) ends.set(clock, Date.now() + Number(clock.dataset.left) * 1000);
    const left = Math.ceil((ends.get(clock) - Date.now()) / 1000);
    clock.classList.toggle("over", left <= 0);
    clock.classList.toggle("near", left > 0 && left <= Number(clock.dataset.warns));
    clock.querySelector("[data-left-text]").textContent = left > 0 ? text(left) : clock.dataset.over;
  };

  const tick = () => document.querySelectorAll("[data-clock]").forEach(show);
  tick();
  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSettle", tick);
})();
