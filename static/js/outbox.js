/* What was written and is not with the server yet. A hand is kept on the phone before it is sent, shown with the others
 * meanwhile, and sent in order when there is network. kept.js stores, queue.js knows what waits, sending.js sends and
 * unsent.js shows it; here is what fingers, htmx and other tabs do to it. */
(() => {
  "use strict";

  const panel = window.cego;
  const { all, entryForm, find } = panel;
  const { keep, kept, onChange, saveFile, uuid } = window.cegoKept;
  const box = window.cegoOutbox;
  const { home, words } = box;

  /* Keep first, then send; behind others, or without network, it only joins the queue. */
  document.addEventListener("htmx:confirm", (event) => {
    const form = event.detail.elt;
    if (!form.matches(".entry[hx-post], [data-undo]")) return;
    event.preventDefault();
    if (box.current) return;
    box.current = { form };
    box.stuck = false;
    write(form, () => event.detail.issueRequest(true));
  });

  async function write(form, issue) {
    const item = box.itemOf(form);
    try {
      await keep(item);
    } catch {
      if (!box.revising) return issue(); // as without an outbox: the panel keeps it until it is sent
      box.current = null;
      return panel.complain(words.full);
    }
    navigator.storage?.persist?.();
    box.current = { form, item };
    if (navigator.onLine && !box.unwritten().length && !box.revising) return issue();
    setAside(form, item);
    box.flush();
  }

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt === box.current?.form) detail.timeout = box.PATIENCE;
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { requestConfig, successful, xhr } = detail;
    if (requestConfig.verb === "get") return xhr.status && box.found();
    if (requestConfig.elt !== box.current?.form) return;
    const { form, item } = box.current;
    box.current = null;
    if (!item) box.stuck = !successful;
    else if (box.isAnswered(xhr)) box.answered(item, xhr);
    else {
      if (!xhr.status) box.lost();
      setAside(form, item);
      if (xhr.status) box.flush();
    }
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) { // and not what the page itself broke off
    document.addEventListener(name, ({ detail }) => detail.requestConfig.verb === "get" && box.lost());
  }

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const ours = detail.requestConfig.elt !== box.current?.form || box.isAnswered(detail.xhr);
    if (!ours) detail.shouldSwap = false;
  });

  /* If another answer came in between and put its own place there, nothing of this one reaches the page, not even events. */
  document.addEventListener("htmx:beforeRequest", ({ detail: { target } }) => {
    target.addEventListener("htmx:beforeSwap", (event) => target.isConnected || lookAgain(event), { once: true });
  });

  function lookAgain({ detail }) {
    detail.shouldSwap = false;
    setTimeout(panel.look);
  }

  function setAside(form, item) {
    box.current = null;
    box.queue.push(item);
    panel.complain("");
    if (form.matches(".entry")) {
      box.revising = null;
      form.elements.uuid.value = uuid();
      for (const note of all(".note", form)) note.remove();
      box.draw();
      panel.clear(form);
    } else form.remove();
    box.redraw();
    find("#panel-title")?.focus({ preventScroll: true });
    find("#lines").scrollTop = 0;
  }

  addEventListener("offline", box.lost);
  addEventListener("online", () => panel.look());

  /* What a person decides about an item that was refused. */
  async function decide(item, action) {
    if (action === "throw") await box.throwAway(item);
    else if (action === "next") box.moveToEnd(item);
    else if (action === "anyway") box.reviseAgain(item);
    if (action !== "throw") delete item.refused;
    box.opens = null;
    await Promise.all(box.unwritten().map(keep));
    box.redraw();
    box.flush();
  }

  function act(button) {
    const { do: action } = button.dataset;
    if (action === "throw" && !("sure" in button.dataset)) {
      button.dataset.sure = "";
      button.textContent = words.sure;
      return;
    }
    if (action === "file") return saveFile(home, box.unwritten());
    const of = box.opens;
    box.opens = null;
    if (action === "later") return box.draw();
    if (["correct", "strike", "restore"].includes(action)) revise(of, action);
    else decide(of, action);
  }

  function revise(of, action) {
    const sent = of instanceof Element;
    const number = sent ? Number(of.dataset.number) : of.number;
    const { revision, dealer, lineup, of: first } = box.standings().get(number);
    const next = { number, revision: revision + 1, of: first };
    if (action !== "correct") return add(box.revisionOf(action, next));
    const shown = sent ? find(".number", of)?.textContent ?? "" : box.shownOf(of);
    box.revising = { ...next, dealer, lineup, shown };
    entryForm().elements.uuid.value = uuid();
    panel.clear(entryForm());
    box.redraw();
    find("#panel-title").focus({ preventScroll: true });
  }

  async function add(item) {
    try {
      await keep(item);
    } catch {
      return panel.complain(words.full);
    }
    box.queue.push(item);
    box.redraw();
    box.flush();
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    const button = target.closest("#lines [data-do]");
    if (button) return act(button);
    if (target.closest("[data-back]")) return goBack();
    const row = target.closest(".unsent .row");
    const sent = (box.since || !navigator.onLine) && entryForm() && target.closest("#lines .line[data-number] a");
    if (!row && !sent) return;
    event.preventDefault();
    const of = row ? row.parentElement.item : sent.parentElement;
    box.opens = box.opens === of ? null : of;
    box.draw();
    box.showOpen();
  });

  function goBack() {
    box.revising = null;
    entryForm().elements.uuid.value = uuid();
    panel.clear(entryForm());
    box.draw();
  }

  /* What another tab of this phone wrote, sent or decided. */
  async function reread() {
    const missing = (items) => box.queue.some(({ seq }) => !items.some((item) => item.seq === seq));
    if (missing(await kept())) await panel.look(); // where it went to
    adopt(await kept());
    box.redraw();
    if (box.ready()) box.flush();
  }

  function adopt(items) {
    box.queue = items.filter(({ seq, sheet }) => sheet === home && seq !== box.current?.item?.seq);
    const opens = box.opens?.seq && box.queue.find(({ seq }) => seq === box.opens.seq);
    if (box.opens?.seq) box.opens = opens ?? null;
    box.opens ??= box.queue.find(({ refused }) => refused) ?? null;
  }

  /* What waits here needs no complaint. */
  const unsent = (text) => box.stuck && panel.complain(`${text} ${words.full}`);

  function settled() {
    box.draw();
    panel.keepPage();
    box.clearAway();
  }

  function start(items) {
    words.ready = "";
    adopt(items);
    box.settle(box.queue.filter(({ written }) => written));
    box.redraw();
    box.showOpen();
    box.clearAway();
    if (items.some(({ written }) => !written)) box.flush();
    setTimeout(() => entryForm() && panel.load(entryForm()), 1000); // whatever may be written without network
  }

  Object.assign(panel, { settled, sign: box.sign, unsent });
  onChange(() => reread().catch(() => {})); // the store went away
  kept().catch(() => []).then(start);
})();
