/* The way from the phone to the server: one item after the other, in the order of writing. */
(() => {
  "use strict";

  const panel = window.cego;
  const { all, find } = panel;
  const { amend, forget, kept } = window.cegoKept;
  const box = window.cegoOutbox;
  const { TOKEN, words } = box;

  const PATIENCE = 8000;
  const NO_RIGHT = [403, 404];
  const REFUSED = [409, 422];

  let sending = false;
  let again = false;
  let settling = []; // written, but perhaps not on the page yet that the phone keeps

  /* Whether there is a network: only what was answered tells. */
  function found() {
    box.since = null;
    box.sign();
    if (box.ready()) flush();
  }

  function lost() {
    box.since ??= new Date();
    box.sign();
  }

  /* What is refused stops its sheet until a person has decided. */
  async function flush() {
    again = sending;
    if (sending) return;
    sending = true;
    let changed = false;
    try {
      changed = await sendAll();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // the store went away: what is in it stays there
    }
    if (changed) await panel.look();
    sending = false;
    box.redraw();
    if (changed) box.showOpen();
    if (again) flush();
  }

  async function sendAll() {
    const blocked = new Set();
    let changed = false;
    for (const item of await kept()) {
      if (item.refused) blocked.add(item.sheet);
      if (item.written || blocked.has(item.sheet) || item.seq === box.current?.item?.seq) continue;
      const answer = await send(item);
      if (answer.wait) break;
      changed = true;
      if (answer.refused) blocked.add(item.sheet);
      await note(item, answer);
    }
    return changed;
  }

  async function note(item, { refused }) {
    const shown = box.queue.find(({ seq }) => seq === item.seq);
    if (shown && refused) box.opens = Object.assign(shown, { refused });
    if (refused) await amend(item, { refused });
    else if (item.sheet === box.home) await written(shown ?? item);
    else await forget(item);
  }

  /* It is with the server, and stays on the phone until the page that the phone keeps has it, too: loaded without network,
   * that page must not give its number to another hand. */
  async function written(item) {
    item.written = true;
    settle([item]);
    await amend(item, { written: true });
  }

  const settle = (items) => settling.push(...items);

  async function clearAway() {
    const settled = settling.filter(box.inLedger);
    if (!settled.length || !(await panel.keepPage())) return;
    settling = settling.filter((item) => !settled.includes(item));
    await Promise.all(settled.map(forget));
  }

  async function send(item, fresh = false) {
    const body = new URLSearchParams(item.fields);
    body.set(TOKEN, find(`[name=${TOKEN}]`)?.value ?? "");
    const answer = await ask(item.url, { method: "POST", body, headers: { Prefer: "return=minimal" }, redirect: "manual" });
    if (!answer) return { wait: lost() ?? true };
    if (answer.status === 204 && answer.headers.has("Preference-Applied")) return {};
    if (answer.status === 403 && !fresh && (await renew(item.sheet))) return send(item, true);
    if (NO_RIGHT.includes(answer.status)) return { refused: { gone: true, sentence: words.gone } };
    if (REFUSED.includes(answer.status)) return { refused: { sentence: sentenceOf(parse(await answer.text())) } };
    return { wait: true };
  }

  /* The page may be days old, and so may the token on it. */
  async function renew(sheet) {
    const answer = await ask(sheet);
    const token = answer?.ok && find(`[name=${TOKEN}]`, parse(await answer.text()))?.value;
    for (const input of token ? all(`[name=${TOKEN}]`) : []) input.value = token;
    return token;
  }

  /* The answer, or nothing if none came in time. */
  async function ask(url, options = {}) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    try {
      return await fetch(url, { ...options, cache: "no-store", signal: patience.signal });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const parse = (text) => new DOMParser().parseFromString(text, "text/html");

  function sentenceOf(page) {
    const said = all("[data-sentence]", page);
    const problems = said.length ? said : all("[role=alert]:not([hidden])", page);
    return problems.map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()).join(" ");
  }

  /* By our server, and not by whoever else owns the network here. What it refused stands in the panel again. */
  function isAnswered(xhr) {
    const ours = /id="(totals|panel)"/.test(xhr.responseText) || xhr.getResponseHeader("HX-Refresh");
    return REFUSED.includes(xhr.status) || (xhr.status >= 200 && xhr.status < 300 && ours);
  }

  const answered = (item, { status }) => (REFUSED.includes(status) ? forget(item) : written(item)).then(found, () => {});

  Object.assign(box, { PATIENCE, answered, clearAway, flush, found, isAnswered, lost, settle });
})();
