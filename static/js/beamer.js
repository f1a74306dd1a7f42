/* The wall by itself: turns leaves, rolls the standings (or turns them, where motion is not wanted), goes on to the next
   screen, and asks whether anything changed when live.js says so. When the server is away it keeps what it has. */
(() => {
  "use strict";

  const main = document.querySelector("main");
  const offline = document.querySelector(".offline");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const LEAF = 12000;
  const REST = 4000;
  const SPEED = 0.06; // of the screen's height a second
  let screen = document.getElementById("screen");
  let leaf = 0;
  let turning = 0;
  let rolling = 0;
  let asking = null;

  const leaves = () => [...screen.querySelectorAll(".leaf")];

  /* Fetch a screen; null if it is unchanged, or the server is away. */
  async function fetched(query) {
    try {
      const answer = await fetch(query, { cache: "no-store", signal: AbortSignal.timeout(8000) });
      if (!answer.ok) throw new Error(answer.status);
      offline.hidden = true;
      if (answer.status === 204) return null;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return page.getElementById("screen");
    } catch {
      offline.hidden = false;
      return null;
    }
  }

  function replace(fresh) {
    main.replaceChild(document.adoptNode(fresh), screen);
    screen = fresh;
  }

  function stop() {
    clearTimeout(turning);
    cancelAnimationFrame(rolling);
  }

  /* From the beginning of the screen. */
  function begin() {
    stop();
    leaf = 0;
    const box = screen.querySelector("[data-rolls]");
    if (box) roll(box, 0);
    else show();
  }

  function showLeaf() {
    const all = leaves();
    all.forEach((one, at) => { one.hidden = at !== leaf; });
    const label = all[leaf] && all[leaf].dataset.leaf;
    screen.querySelector(".page-number").textContent = label && all.length > 1 ? label : "";
  }

  function show() {
    showLeaf();
    turning = setTimeout(() => {
      leaf += 1;
      if (leaf < leaves().length) show();
      else onward();
    }, LEAF);
  }

  function roll(box, top) {
    box.scrollTop = top;
    const lowest = () => box.scrollHeight - box.clientHeight;
    if (lowest() <= 0) {
      turning = setTimeout(onward, LEAF);
    } else if (calm.matches) {
      turning = setTimeout(() => turnOver(box, lowest), LEAF);
    } else {
      turning = setTimeout(() => glide(box, lowest), REST);
    }
  }

  /* Whole rows at a time: the last row that was cut off is the first of the next view. */
  function turnOver(box, lowest) {
    if (box.scrollTop >= lowest() - 1) return onward();
    const head = box.querySelector("thead").offsetHeight;
    const rows = [...box.querySelectorAll("tbody tr")];
    const cut = rows.find((row) => row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight + 1);
    roll(box, cut ? cut.offsetTop - head : lowest());
  }

  function glide(box, lowest) {
    let before = performance.now();
    let top = box.scrollTop;
    const step = (now) => {
      top += Math.min(now - before, 100) / 1000 * SPEED * window.innerHeight;
      before = now;
      box.scrollTop = top;
      if (top >= lowest()) turning = setTimeout(onward, REST);
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

  async function ask() {
    if (asking) return;
    asking = screen;
    const fresh = await fetched(`${asking.dataset.here}&v=${encodeURIComponent(asking.dataset.version)}`);
    if (fresh && screen === asking) change(fresh);
    asking = null;
  }

  /* Something changed: the same screen goes on where it was, and turns when it would have turned; another one begins. */
  function change(fresh) {
    const box = screen.querySelector("[data-rolls]");
    const rolls = fresh.querySelector("[data-rolls]");
    const same = fresh.className === screen.className;
    if (box && same && rolls) {
      box.querySelector("tbody").replaceWith(document.adoptNode(fresh.querySelector("tbody")));
      screen.querySelector(".legend").replaceWith(document.adoptNode(fresh.querySelector(".legend")));
      Object.assign(screen.dataset, { version: fresh.dataset.version, bell: fresh.dataset.bell });
    } else {
      replace(fresh);
      if (same && !box && !rolls && leaf < leaves().length) showLeaf();
      else begin();
    }
    document.dispatchEvent(new Event("changed"));
  }

  main.addEventListener("look", ask);
  begin();
})();
