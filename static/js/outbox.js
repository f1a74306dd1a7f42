/* What was written and is not with the server yet. A hand is kept on the phone before it is sent, shown with the others
 * meanwhile, and sent in order when there is network. The amounts are those that the panel showed. */
(() => {
  "use strict";

  const panel = window.cego;
  const { all, entryForm, fill, find, signed } = panel;
  const { PATIENCE, ask, forget, keep, kept, parse, saveFile, sentenceOf, uuid } = window.cegoKept;
  const words = find("#outbox").dataset;
  const home = location.pathname;
  const TOKEN = "csrfmiddlewaretoken";
  const NO_RIGHT = [403, 404];
  const REFUSED = [409, 422];

  let queue = []; // of this sheet, as far as the list shows it
  let current = null; // what htmx is sending: {form, item}
  let revising = null; // what the panel corrects: {number, revision, lineup, dealer, of}
  let since = null; // without network
  let opens = null; // whose actions are shown: an item, or the line of a hand that was sent
  let sending = false;
  let again = false;
  let stuck = false; // the panel holds what could be neither kept nor sent

  const seats = (text) => text.split(",").map(Number);
  const after = (lineup, seat) => lineup[(lineup.indexOf(seat) + 1) % lineup.length];
  const waits = (item) => !item.refused && !item.sent;
  const ready = () => queue.some(waits) && !queue.some(({ refused }) => refused);
  const isNew = (item) => item.kind === "new";
  const field = (item, name) => item.fields.find(([key]) => key === name)?.[1];
  const setField = (item, name, value) => (item.fields.find(([key]) => key === name)[1] = String(value));
  const lines = () => all("#lines .line[data-number]");
  const newest = () => Math.max(0, ...lines().map(({ dataset }) => Number(dataset.number)));
  const lineAt = (number) => lines().find(({ dataset }) => Number(dataset.number) === number);
  const paidOn = (line) => line.dataset.paid.split(",").map((amount) => (amount === "" ? null : Number(amount)));

  /* What a form is about to send. */
  function itemOf(form) {
    const fields = [...new FormData(form)].filter(([name]) => name !== TOKEN);
    for (const pair of fields) pair[1] = /^(free_|per_defender)/.test(pair[0]) ? panel.plain(pair[1]) : pair[1];
    const item = { sheet: home, url: form.getAttribute("action"), fields, uuid: form.elements.uuid.value };
    if (!form.matches(".entry")) return { ...item, ...strikeOf(form) };
    const { entry, say, paid } = panel.verdict(form);
    const pay = all("#totals .seat").map((_, seat) => paid[entry.table.lineup.indexOf(seat)] ?? null);
    const [lineup, dealer] = [entry.table.lineup, Number(form.elements.dealer.value)];
    const counted = ["normal", "pfeif-made"].includes(form.dataset.kind) && find("[data-own]", form).textContent;
    const who = entry.declarer === null || panel.FOR_ALL.includes(entry.kind) ? "" : entry.table.names[entry.declarer];
    const text = who ? `${who} ${counted && counted !== "–" ? counted : say}` : say;
    const place = { number: Number(form.elements.number.value), revision: Number(form.elements.revision.value) };
    const hand = { ...item, ...place, kind: "new", game: entry.label, text, pay, lineup, dealer };
    hand.next = entry.kind === "dead" && !form.elements.next_dealer.checked ? dealer : after(lineup, dealer);
    hand.counts = entry.kind !== "dead";
    if (!revising) return hand;
    return { ...hand, kind: "correct", of: revising.of, url: `${home}/hands/${hand.number}/correct` };
  }

  const strikeOf = (form) => ({
    kind: "strike",
    number: Number(form.getAttribute("action").match(/hands\/(\d+)\//)[1]),
    revision: Number(form.elements.revision.value),
  });

  /* Keep first, then send; behind others, or without network, it only joins the queue. */
  document.addEventListener("htmx:confirm", (event) => {
    const form = event.detail.elt;
    if (!form.matches(".entry[hx-post], [data-undo]")) return;
    event.preventDefault();
    if (current) return;
    current = { form };
    stuck = false;
    write(form, () => event.detail.issueRequest(true));
  });

  async function write(form, issue) {
    const item = itemOf(form);
    try {
      await keep(item);
    } catch {
      if (!revising) return issue(); // as without an outbox: the panel keeps it until it is sent
      current = null;
      return panel.complain(words.full);
    }
    navigator.storage?.persist?.();
    current = { form, item };
    if (navigator.onLine && !queue.some((other) => !other.sent) && !revising) return issue();
    setAside(form, item);
    flush();
  }

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt === current?.form) detail.timeout = PATIENCE;
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "get") return detail.xhr.status ? found() : lost();
    if (detail.requestConfig.elt !== current?.form) return;
    const { form, item } = current;
    current = null;
    if (!item) {
      stuck = !detail.successful;
      return;
    }
    if (isAnswered(detail.xhr)) forget(item).then(found, () => {});
    else {
      if (!detail.xhr.status) lost();
      setAside(form, item);
      if (detail.xhr.status) flush();
    }
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const ours = detail.requestConfig.elt !== current?.form || isAnswered(detail.xhr);
    if (!ours) detail.shouldSwap = false;
    if (detail.target.isConnected) return;
    detail.shouldSwap = false; // another answer came in between and put its own place there
    setTimeout(panel.look);
  });

  /* By our server, and not by whoever else owns the network here. What it refused stands in the panel again. */
  function isAnswered(xhr) {
    const ours = /id="(totals|panel)"/.test(xhr.responseText) || xhr.getResponseHeader("HX-Refresh");
    return REFUSED.includes(xhr.status) || (xhr.status >= 200 && xhr.status < 300 && ours);
  }

  function setAside(form, item) {
    current = null;
    queue.push(item);
    panel.complain("");
    if (form.matches(".entry")) {
      revising = null;
      form.elements.uuid.value = uuid();
      for (const note of all(".note", form)) note.remove();
      draw();
      panel.clear(form);
    } else form.remove();
    redraw();
    find("#panel-title")?.focus({ preventScroll: true });
    find("#lines").scrollTop = 0;
  }

  /* Whether there is a network: only what was answered tells. */
  function found() {
    since = null;
    sign();
    if (ready()) flush();
  }

  function lost() {
    since ??= new Date();
    sign();
  }

  addEventListener("offline", lost);
  addEventListener("online", () => panel.look());

  /* One after the other; what is refused stops its sheet until a person has decided. */
  async function flush() {
    again = sending;
    if (sending) return;
    sending = true;
    let changed = false;
    const blocked = new Set();
    try {
      for (const item of await kept()) {
        if (item.refused) blocked.add(item.sheet);
        if (blocked.has(item.sheet) || item.seq === current?.item?.seq) continue;
        const answer = await send(item);
        if (answer.wait) break;
        changed = true;
        if (answer.refused) blocked.add(item.sheet);
        await note(item, answer);
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // the store went away: what is in it stays there
    }
    if (changed) await panel.look();
    sending = false;
    redraw();
    if (changed) find("#lines .refused")?.scrollIntoView({ block: "nearest" });
    if (again) flush();
  }

  async function note(item, { refused }) {
    const shown = queue.find(({ seq }) => seq === item.seq);
    if (!refused) await forget(item);
    else await keep({ ...item, refused });
    if (shown) Object.assign(shown, refused ? { refused } : { sent: true });
    if (shown && refused) opens = shown;
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

  /* What a person decides about an item that was refused. */
  async function decide(item, action) {
    const followers = queue.filter(({ of }) => of === item.uuid);
    if (action === "throw") await throwAway([item, ...followers]);
    else if (action === "next") await moveToEnd(item, followers);
    else if (action === "anyway") setRevision(item, Number(lineAt(item.number).dataset.revision) + 1);
    if (action !== "throw") delete item.refused;
    opens = null;
    await Promise.all(queue.filter(({ sent }) => !sent).map(keep));
    redraw();
    flush();
  }

  async function throwAway(items) {
    for (const item of items) await forget(item);
    queue = queue.filter((item) => !items.includes(item));
    const [{ kind, number }] = items;
    if (kind === "new" && number > newest()) shift((other) => other.number > number, -1);
  }

  /* Mine becomes the hand after the server's last; what was written after it and collides with nothing moves on. */
  async function moveToEnd(item, followers) {
    const number = newest() + 1;
    shift((other) => other !== item && other.of !== item.uuid && other.number >= number, 1);
    setField(item, "uuid", (item.uuid = uuid()));
    for (const one of [item, ...followers]) setNumber(one, number);
    for (const one of followers) one.of = item.uuid;
  }

  function shift(which, by) {
    for (const item of queue.filter((each) => isNew(each) && which(each))) {
      for (const one of [item, ...queue.filter(({ of }) => of === item.uuid)]) setNumber(one, item.number + (one === item ? by : 0));
    }
  }

  function setNumber(item, number) {
    item.number = number;
    if (item.kind !== "strike") setField(item, "number", number);
    item.url = item.url.replace(/hands\/\d+/, `hands/${number}`);
  }

  function setRevision(item, revision) {
    item.revision = revision;
    setField(item, "revision", revision);
    setField(item, "uuid", (item.uuid = uuid()));
  }

  /* What stands at each number, once all that waits is written. */
  function standings() {
    const standing = new Map();
    for (const line of lines()) {
      const { number, revision, dealer, lineup } = line.dataset;
      const place = { number: Number(number), revision: Number(revision), dealer: Number(dealer), lineup: seats(lineup) };
      standing.set(place.number, { ...place, pay: paidOn(line), void: line.matches(".void"), sent: true });
    }
    for (const item of queue.filter(waits)) {
      const before = standing.get(item.number);
      item.change = changeBy(item, before);
      if (item.kind === "strike") standing.set(item.number, { ...before, revision: item.revision, void: true, pay: [] });
      else standing.set(item.number, { ...item, sent: false, of: item.of ?? item.uuid });
    }
    return standing;
  }

  function changeBy(item, before) {
    const pay = item.kind === "strike" ? all("#totals .seat").map(() => 0) : item.pay;
    return isNew(item) ? pay : pay.map((amount, seat) => (amount ?? 0) - (before?.pay[seat] ?? 0));
  }

  /* The deal that comes next. */
  function turn(standing) {
    const { number, dealer, lineup, shown, planned } = find("#next").dataset;
    const server = { number: Number(number), dealer: Number(dealer), lineup: seats(lineup) };
    const mine = queue.filter((item) => isNew(item) && !item.refused && item.number >= server.number);
    const next = { ...server, shown: Number(shown) + mine.filter(({ counts }) => counts).length, planned };
    const taken = queue.filter((item) => isNew(item)).map((item) => item.number + 1);
    next.number = Math.max(server.number, ...taken);
    const last = [...mine].reverse().find((item) => !standing.get(item.number)?.void);
    if (last) return { ...next, dealer: last.next, lineup: last.lineup };
    const top = lines().find((line) => !line.matches(".void"));
    const struck = top && queue.some((item) => waits(item) && item.kind === "strike" && item.number === Number(top.dataset.number));
    return struck ? { ...next, dealer: Number(top.dataset.dealer), lineup: seats(top.dataset.lineup) } : next;
  }

  /* Everything anew from the sheet as the server sent it and from what waits. */
  function draw() {
    queue = queue.filter((item) => !item.sent || Number(lineAt(item.number)?.dataset.revision ?? 0) < item.revision);
    const standing = standings();
    drawLines();
    drawTotals();
    if (find("#next") && !(current && current.form)) drawTurn(turn(standing));
    sign();
  }

  function redraw() {
    draw();
    panel.showWhatIsNew();
  }

  function drawLines() {
    const list = find("#ledger") ?? emptyLedger();
    for (const old of all(".unsent, .actions, .plain-http", list)) old.remove();
    queue.forEach((item) => list.prepend(lineOf(item)));
    for (const empty of all("#lines .empty")) empty.hidden = queue.length > 0;
    if (queue.length && !isSecureContext) {
      list.prepend(Object.assign(document.createElement("li"), { className: "hint plain-http", textContent: words.plain }));
    }
    const open = opens instanceof Element ? opens : all(".unsent").find(({ item }) => item === opens);
    if (open?.isConnected && opens) open.append(actionsOf(opens));
  }

  function emptyLedger() {
    const list = Object.assign(document.createElement("ol"), { id: "ledger", reversed: true });
    find("#lines").prepend(list);
    return list;
  }

  function lineOf(item) {
    const line = find("#unsent").content.firstElementChild.cloneNode(true);
    const numbered = { number: shownOf(item) };
    const title = { new: item.game, correct: fill(words.corrected, numbered), strike: fill(words.struck, numbered) }[item.kind];
    line.item = item;
    line.classList.toggle("refused", Boolean(item.refused));
    find(".number", line).textContent = isNew(item) && item.counts && !item.refused ? numbered.number : "";
    find(".game", line).textContent = title;
    find(".text", line).textContent = item.kind === "correct" ? `${item.game} ${item.text}` : item.text ?? "";
    find("[data-tag]", line).textContent = item.refused ? words.refused : words.unsent;
    const amounts = (item.refused ? item.pay : item.change) ?? [];
    const names = all("#totals .name").map(({ textContent }) => textContent);
    find(".spoken", line).textContent = amounts.map((amount, seat) => `${names[seat]} ${signed(amount ?? 0)}`).join(", ");
    for (const amount of amounts) {
      const cell = document.createElement("span");
      cell.textContent = amount === null ? "–" : signed(amount);
      cell.classList.toggle("plus", amount > 0);
      find(".amounts", line).append(cell);
    }
    return line;
  }

  /* The number as people count: deals without a result have none. */
  function shownOf({ number, seq }) {
    const line = lineAt(number);
    if (line && !queue.some((item) => isNew(item) && item.number === number)) return find(".number", line)?.textContent ?? "";
    const earlier = queue.filter((item) => isNew(item) && item.counts && !item.refused && item.seq < seq && item.number !== number);
    return Number(find("#next")?.dataset.shown ?? 0) + earlier.filter(({ sent }) => !sent).length;
  }

  function drawTotals() {
    const sums = all("#totals [data-total]").map((total, seat) => {
      total.dataset.sent ??= total.dataset.total;
      const more = queue.filter(waits).reduce((before, { change }) => before + (change[seat] ?? 0), 0);
      total.dataset.total = Number(total.dataset.sent) + more;
      total.textContent = signed(Number(total.dataset.total));
      return Number(total.dataset.total);
    });
    const best = Math.max(...sums);
    all("#totals .seat").forEach((seat, index) => {
      const leads = best > 0 && sums[index] === best;
      seat.classList.toggle("leads", leads);
      find("[data-leads]", seat)?.remove();
      if (leads) seat.insertAdjacentHTML("beforeend", `<span class="vh" data-leads></span>`);
      if (leads) find("[data-leads]", seat).textContent = words.leads;
    });
  }

  /* The panel's place in the ledger, and who deals. */
  function drawTurn(next) {
    const form = entryForm();
    moveMarks(next);
    const place = revising ?? { ...next, revision: 1 };
    const { number, revision, dealer, lineup } = form.elements;
    const wanted = [place.number, place.revision, place.dealer, place.lineup].map(String);
    if ([number, revision, dealer, lineup].every((input, index) => input.value === wanted[index])) return;
    [number.value, revision.value, dealer.value, lineup.value] = wanted;
    const { names } = setTable(form, place);
    const people = { dealer: names[place.dealer], vorhand: names[after(place.lineup, place.dealer)] };
    const title = fill(words.hand, { number: next.shown }) + (next.planned ? ` / ${next.planned}` : "");
    find("#panel-title").textContent = revising ? fill(words.correcting, { number: revising.shown }) : title;
    find(".turn p", form).textContent = revising ? "" : fill(words.turn, people);
    find("[data-back]", form)?.remove();
    if (revising) find(".turn", form).append(find("#unsent-back").content.cloneNode(true));
    const complete = !revising && next.planned && next.shown > Number(next.planned);
    panel.complain(complete ? fill(words.complete, next) : "");
    form.toggleAttribute("data-complete", Boolean(complete));
    panel.draw(form);
  }

  /* Who holds cards changes where the dealer sits out. */
  function setTable(form, { lineup, dealer }) {
    const script = find("#amounts");
    const table = JSON.parse(script.textContent);
    const sitsOut = table.playing.length < table.lineup.length;
    const playing = lineup.filter((seat) => !(sitsOut && seat === dealer));
    script.textContent = JSON.stringify({ ...table, lineup, playing });
    for (const name of ["declarer", "announcer", "last_trick", "culprits", "challenger"]) {
      all(`[name=${name}][value]`, form).forEach((input, index) => {
        input.value = playing[index];
        find("span", input.parentElement).textContent = table.names[playing[index]];
      });
    }
    all("[name^=card_points_]", form).forEach((input, index) => {
      input.name = `card_points_${playing[index]}`;
      find(".whose", input.parentElement).textContent = table.names[playing[index]];
    });
    return table;
  }

  function moveMarks(next) {
    const marks = all("#totals .mark");
    const with_ = (symbol) => marks.find((mark) => find(`[href="#${symbol}"]`, mark));
    const places = [["i-cards", next.dealer], ["i-first", after(next.lineup, next.dealer)]];
    const moving = places.map(([symbol, seat]) => [[...(with_(symbol)?.childNodes ?? [])], marks[seat]]);
    for (const [nodes, mark] of moving) mark.replaceChildren(...nodes);
  }

  /* What can be done with a line that waits, or with a sent one while there is no network. */
  function actionsOf(of) {
    const actions = find("#unsent-actions").content.firstElementChild.cloneNode(true);
    const offer = (name) => (find(`[data-do=${name}]`, actions).hidden = false);
    for (const way of all("[data-codes], [data-do=file]", actions)) way.hidden = of instanceof Element;
    if (of.refused) {
      find(".problem", actions).textContent = of.refused.sentence;
      find(".problem", actions).hidden = false;
      offer(of.refused.gone ? "retry" : isNew(of) ? "next" : "anyway");
      offer("throw");
    } else if (of instanceof Element ? !of.matches(".void") : of.kind !== "strike" && entryForm()) ["correct", "strike"].forEach(offer);
    return actions;
  }

  function act(button) {
    const { do: action } = button.dataset;
    if (action === "throw" && !("sure" in button.dataset)) {
      button.dataset.sure = "";
      button.textContent = words.sure;
      return;
    }
    if (action === "file") return saveFile(home, queue.filter(({ sent }) => !sent));
    const of = opens;
    opens = null;
    if (["correct", "strike"].includes(action)) revise(of, action);
    else decide(of, action);
  }

  function revise(of, action) {
    const number = of instanceof Element ? Number(of.dataset.number) : of.number;
    const { revision, dealer, lineup, of: first } = standings().get(number);
    const shown = of instanceof Element ? find(".number", of)?.textContent ?? "" : shownOf(of);
    if (action === "strike") return strike({ number, revision: revision + 1, of: first });
    revising = { number, revision: revision + 1, dealer, lineup, shown, of: first };
    entryForm().elements.uuid.value = uuid();
    panel.clear(entryForm());
    redraw();
    find("#panel-title").focus({ preventScroll: true });
  }

  async function strike({ number, revision, of }) {
    const fields = [["uuid", uuid()], ["revision", String(revision)]];
    const item = { sheet: home, url: `${home}/hands/${number}/strike`, fields, kind: "strike", number, revision, of };
    item.uuid = fields[0][1];
    try {
      await keep(item);
    } catch {
      return panel.complain(words.full);
    }
    queue.push(item);
    redraw();
    flush();
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    const button = target.closest("#lines [data-do]");
    if (button) return act(button);
    if (target.closest("[data-back]")) return goBack();
    const row = target.closest(".unsent .row");
    const sent = (since || !navigator.onLine) && entryForm() && target.closest("#lines .line[data-number] a");
    if (!row && !sent) return;
    event.preventDefault();
    const of = row ? row.parentElement.item : sent.parentElement;
    opens = opens === of ? null : of;
    draw();
  });

  function goBack() {
    revising = null;
    entryForm().elements.uuid.value = uuid();
    panel.clear(entryForm());
    draw();
  }

  /* One honest sign: all saved, so many waiting, or since when there is no network. */
  function sign(state) {
    const saved = find("#saved");
    if (!saved) return;
    if (!state && saved.dataset.state === "saving" && current) return;
    state ??= stuck ? "failed" : "saved";
    const waiting = queue.filter((item) => !item.sent).length;
    const time = since?.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const shows = queue.some(({ refused }) => refused)
      ? ["refused", words.decide]
      : waiting ? ["waiting", waiting === 1 ? words.one : fill(words.count, { n: waiting })]
      : since ? ["offline", fill(words.since, { time })]
      : [state, saved.dataset[state]];
    saved.dataset.state = shows[0];
    if (find("span", saved).textContent !== shows[1]) find("span", saved).textContent = shows[1];
  }

  /* What waits here needs no complaint. */
  const unsent = (text) => stuck && panel.complain(`${text} ${words.full}`);

  function settled() {
    draw();
    panel.keepPage();
  }

  Object.assign(panel, { sign, unsent, settled });
  kept().catch(() => []).then(
    (items) => {
      words.ready = "";
      queue = items.filter(({ sheet }) => sheet === home);
      opens = queue.find(({ refused }) => refused) ?? null;
      redraw();
      if (items.length) flush();
      setTimeout(() => entryForm() && panel.load(entryForm()), 1000); // whatever may be written without network
    },
  );
})();
