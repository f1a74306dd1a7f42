/* What the sheet has beyond its outbox: the worker that keeps its page, and the switch that keeps the screen on. */
(() => {
  "use strict";

  const panel = window.cego;
  const { entryForm, find } = panel;
  const words = find("#outbox").dataset;

  /* The sheet's page is kept by the worker; over plain HTTP there is none. */
  const worker = isSecureContext && navigator.serviceWorker;
  let keptAs = worker?.controller ? find("#live").getAttribute("hx-get") : "";
  let keeping = Promise.resolve(true);

  /* Whether nothing older than what is shown is kept. */
  function keepPage() {
    const now = find("#live")?.getAttribute("hx-get");
    if (!worker || !entryForm() || now === keptAs) return keeping;
    keptAs = now;
    const asked = worker.ready.then(({ active }) => askToKeep(active));
    return (keeping = worker.controller ? asked : Promise.resolve(true)); // without a worker nothing is
  }

  const askToKeep = (active) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (!data) keptAs = ""; // no network: the next time
        resolve(data);
      };
      active.postMessage(location.pathname, [port2]);
    });

  /* A new version of the app keeps the page in its own way, too. */
  function keepAnew() {
    keptAs = "";
    keepPage();
  }

  if (worker) {
    worker.addEventListener("controllerchange", keepAnew);
    worker.register(words.worker, { scope: words.scope }).then(keepPage, () => {}); // it goes on without
  }

  /* The screen stays on while the sheet is in sight, if the user wants it. */
  let lock = null;
  async function stayAwake() {
    const wanted = localStorage.getItem("awake") && !document.hidden;
    if (!wanted) return lock?.release();
    lock = await navigator.wakeLock.request("screen").catch(() => null); // a phone low on power says no
  }

  function addToMenu() {
    const more = find("#sheet-menu").content.cloneNode(true);
    const input = find("[name=awake]", more);
    input.parentElement.hidden = !navigator.wakeLock;
    input.checked = Boolean(navigator.wakeLock && localStorage.getItem("awake"));
    input.addEventListener("change", () => {
      if (input.checked) localStorage.setItem("awake", "yes");
      else localStorage.removeItem("awake");
      stayAwake();
    });
    find(".menu nav").append(more);
    if (!navigator.wakeLock) return;
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
  }

  addToMenu();
  panel.keepPage = keepPage;
})();
