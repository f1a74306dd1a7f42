/* The entry panel: taps fill the form's fields, and what the hand would pay is shown before it is saved. All is drawn
 * from the fields, so a panel that the server sends back looks as it did. Amounts are looked up in "amounts". */
(() => {
  "use strict";

  const MINUS = "\u2212";
  const FOR_ALL = ["raeuber", "dresch", "partie", "penalty", "dead", "free"];
  const PILE_DIGITS = 2;

  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const entryForm = () => find("#panel .entry");
  const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? MINUS + -n : "0");
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const plain = (text) => (text ?? "").replace(MINUS, "-");
  const number = (text) => (/^[+-]?\d+$/.test(plain(text)) ? Number(plain(text)) : null);
  const isAmount = ({ name }) => name.startsWith("free_") || name === "per_defender";
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

  /* What the form says. */
  function read(form) {
    const table = JSON.parse(find("#amounts").textContent);
    const data = new FormData(form);
    const game = find("[name=game]:checked", form);
    const seat = (name) => number(data.get(name));
    const flag = (name, attribute) => data.has(name) && Boolean(game) && attribute in game.dataset;
    const dealer = table.lineup.indexOf(seat("dealer"));
    return {
      table,
      game: game ? game.value : null,
      kind: game ? game.dataset.kind : null,
      label: game ? game.nextElementSibling.textContent : "",
      flags: game ? game.dataset : {},
      declarer: seat("declarer"),
      overSolo: flag("over_solo", "overSolo"),
      ouvert: flag("ouvert", "ouvert"),
      pfeif: flag("pfeif_frei", "pfeifFrei"),
      points: number(data.get("points")),
      byDefenders: data.get("points_of") === "defenders",
      made: data.has("made") ? data.get("made") === "true" : null,
      piles: table.playing.map((each) => seat(`card_points_${each}`)),
      free: table.lineup.map((each) => seat(`free_${each}`)),
      announcer: seat("announcer") ?? table.lineup[(dealer + 1) % table.lineup.length],
      lastTrick: seat("last_trick"),
      offender: seat("offender"),
      why: data.get("why").trim(),
      dead: data.get("dead"),
      result: data.get("result") || null,
      times: number(data.get("stake_factor")) || 1,
    };
  }

  const oneAgainstAll = ({ lineup }, seat, amount) =>
    lineup.map((other) => (other === seat ? amount * (lineup.length - 1) : -amount));

  const naming = (table, seats) => ({ names: seats.map((seat) => table.names[seat]).join(", ") });

  /* What it would pay: {say, pay} when complete, {ask} for what is missing, {problem} when it cannot be, {doubt}
   * when it hardly can. besides.js, fetched when it is first needed, adds what few hands are. */
  const RESULTS = {
    normal(entry, words) {
      const { table, declarer } = entry;
      const amounts = (entry.overSolo ? table.over_solo : table.normal)[entry.game];
      if (entry.pfeif && entry.made === null) return { ask: words.how };
      if (entry.pfeif && !entry.made) return { say: words.lost, pay: oneAgainstAll(table, declarer, amounts[0]) };
      if (entry.points === null) return { ask: words.enter };
      if (entry.points > table.total) return { problem: fill(words.tooMany, table) };
      const own = entry.byDefenders ? table.total - entry.points : entry.points;
      const even = 2 * own === table.total;
      const say = even ? words.buergermeister : own === 0 ? words.noTrick : amounts[own] > 0 ? words.won : words.lost;
      const unlikely = (own > 0 && own < table.least) || table.impossible.includes(own);
      return { say, pay: oneAgainstAll(table, declarer, amounts[own]), doubt: unlikely && fill(words.unlikely, { points: own }) };
    },
    target({ table, game, declarer, made, ouvert }, words) {
      if (!(game in table.targets)) return null; // the house sets its value: only by the amount
      if (made === null) return { ask: words.how };
      const amounts = table.targets[game];
      const amount = (made ? 1 : -1) * amounts[ouvert ? 1 : 0];
      return { say: made ? words.made : words.lost, pay: oneAgainstAll(table, declarer, amount) };
    },
  };

  /* What besides.js and outbox.js build on, and what they do for this script. */
  const panel = {
    ...{ FOR_ALL, MINUS, RESULTS, all, draw, entryForm, fill, find, naming, number, oneAgainstAll, plain, signed, sum },
    ...{ clear, complain, load, sign, showWhatIsNew },
    tiles: (form) => tiles(form),
    verdict(form) {
      const entry = read(form);
      const { say, pay } = resultOf(entry, form);
      return { entry, say, paid: pay.map((amount) => amount * entry.times) };
    },
    prepare() {},
    pressAmount() {},
    unsent: complain,
    look: () => look(),
    settled() {},
    keepPage() {},
  };
  window.cego = panel;

  /* "Bernd +45, the others −15 each", or everyone by name. */
  function sentence({ table }, paid, words) {
    if (paid.every((amount) => amount === 0)) return words.nobody;
    const name = (index) => table.names[table.lineup[index]];
    const one = paid.findIndex((amount) => paid.filter((other) => other === amount).length === 1);
    const rest = paid.filter((_, index) => index !== one);
    if (one >= 0 && rest.length > 1 && rest.every((amount) => amount === rest[0])) {
      return fill(words.two, { one: name(one), amount: signed(paid[one]), rest: signed(rest[0]) });
    }
    return paid.map((amount, index) => `${name(index)} ${signed(amount)}`).join(", ");
  }

  function draw(form) {
    panel.prepare(form);
    const entry = read(form);
    const forAll = FOR_ALL.includes(entry.kind);
    const chosen = entry.game !== null && (forAll || entry.declarer !== null);
    form.dataset.kind = entry.result ?? entry.kind ?? "";
    form.dataset.stage = chosen && !form.dataset.open ? "result" : "choose";
    const result = chosen ? resultOf(entry, form) : { ask: form.dataset.waiting };
    drawChoices(form, entry, forAll);
    showWhatBelongs(form, entry);
    drawPoints(form, entry);
    drawVerdict(form, entry, result);
    find("[data-save]", form).disabled = !("say" in result);
  }

  function resultOf(entry, form) {
    const result = RESULTS[entry.result ?? entry.kind]?.(entry, form.dataset, form);
    if (!result) load(form);
    return result ?? { ask: "…" };
  }

  /* What few hands need; it draws the panel again when it is here. */
  function load(form) {
    const source = form.dataset.script;
    if (all("script").some((script) => script.getAttribute("src") === source)) return;
    const script = document.createElement("script");
    script.src = source;
    script.onerror = () => script.remove();
    document.head.append(script);
  }

  function drawChoices(form, entry, forAll) {
    find("[data-change=who] span", form).textContent = forAll ? "" : entry.table.names[entry.declarer] ?? "";
    find("[data-change=who]", form).hidden = forAll;
    find("[data-change=what] span", form).textContent = entry.label;
    for (const flag of all("[data-flag]", form)) flag.hidden = !(flag.dataset.flag in entry.flags);
    find("[data-besides-toggle]", form).classList.toggle("on", Boolean(entry.result));
    find("[data-declarer]", form).textContent = entry.table.names[entry.declarer] ?? "";
  }

  function showWhatBelongs(form, entry) {
    const pfeif = entry.pfeif ? ["pfeif", ...(entry.made ? ["pfeif-made"] : [])] : null;
    const kinds = entry.result ? [entry.result, `besides-${entry.kind}`] : pfeif ?? [entry.kind];
    for (const part of all("[data-kinds]", form)) {
      part.hidden = !part.dataset.kinds.split(" ").some((kind) => kinds.includes(kind));
    }
    find("[data-besides-toggle]", form).setAttribute("aria-expanded", "besides" in form.dataset);
    const active = activeTile(form);
    if (!all("a[data-count]", form).some((link) => !link.closest("[hidden]"))) delete form.dataset.counting;
    for (const tile of all(".tile", form)) tile.toggleAttribute("data-active", tile === active?.parentElement);
  }

  function drawPoints(form, { points, table, byDefenders }) {
    const possible = points !== null && points <= table.total;
    const [typed, other] = [points ?? "–", possible ? table.total - points : "–"];
    find("[data-own]", form).textContent = byDefenders ? other : typed;
    find("[data-theirs]", form).textContent = byDefenders ? typed : other;
  }

  function drawVerdict(form, entry, result) {
    const paid = result.pay?.map((amount) => amount * entry.times);
    const trouble = result.problem || result.doubt;
    find(".verdict", form).dataset.state = trouble ? "problem" : "say" in result ? "done" : "waiting";
    setText(find("[data-verdict]", form), trouble || (result.say ?? result.ask));
    setText(find("[data-payments]", form), paid ? sentence(entry, paid, form.dataset) : "");
  }

  /* Only what changed, so that a screen reader does not repeat itself. */
  const setText = (element, text) => element.textContent === text || (element.textContent = text);

  const tiles = (form) => all(".tile input", form).filter((input) => !input.closest("[hidden]"));

  function activeTile(form) {
    const inputs = tiles(form);
    const active = inputs.find((input) => input.name === form.dataset.active);
    return active ?? inputs.find((input) => !input.value) ?? inputs[0];
  }

  function press(form, key) {
    const tile = activeTile(form);
    if (!tile) pressPoints(form, key);
    else if (isAmount(tile)) panel.pressAmount(form, tile, key);
    else pressPile(form, tile, key);
    draw(form);
  }

  function pressPoints(form, key) {
    const input = form.elements.points;
    if (key === "none") {
      find("[name=points_of][value=declarer]", form).checked = true;
      input.value = "0";
    } else input.value = typed(input.value, key);
  }

  const typed = (value, key) => (key === "erase" ? value.slice(0, -1) : (value + key).slice(0, PILE_DIGITS));

  function pressPile(form, tile, key) {
    tile.value = key === "none" ? "0" : typed(tile.value, key);
    if (key === "none" || (key !== "erase" && tile.value.length === PILE_DIGITS)) advance(form, tile);
    else form.dataset.active = tile.name;
  }

  /* On to the next player who has no number yet. */
  function advance(form, tile) {
    const inputs = tiles(form);
    const at = inputs.indexOf(tile);
    const next = [...inputs.slice(at + 1), ...inputs.slice(0, at)].find((input) => !input.value);
    form.dataset.active = (next ?? tile).name;
    if (document.activeElement === tile) next?.focus();
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    const form = target.closest?.("#panel .entry");
    for (const menu of all(".menu[open]")) if (!menu.contains(target)) menu.open = false;
    if (!form) return;
    find("[data-undo]")?.remove(); // whoever goes on has accepted the last hand
    const button = target.closest("button");
    if (target.matches("[type=radio]")) delete form.dataset.open;
    if (target.name === "dead") form.elements.next_dealer.checked = target.value !== "misdeal"; // it is dealt again
    if (target.matches("[name=result]")) delete form.dataset.besides;
    if (target.closest("[data-count]")) toggleCounting(event, form);
    if (button?.dataset.key) return press(form, button.dataset.key);
    if (button?.dataset.change) form.dataset.open = button.dataset.change;
    if (button && "more" in button.dataset) toggleRare(form);
    if (button && "besidesToggle" in button.dataset) {
      form.toggleAttribute("data-besides");
      load(form);
    }
    if (button || target.matches("[type=radio], [type=checkbox]")) draw(form);
  });

  /* The counting help is fetched when it is first asked for. */
  function toggleCounting(event, form) {
    event.preventDefault();
    const place = find("#count", form);
    complain("");
    if (place.childElementCount) return form.toggleAttribute("data-counting") && place.dispatchEvent(new Event("again"));
    const { href } = event.target.closest("a");
    htmx.ajax("GET", href, { target: place, swap: "innerHTML" }).catch(() => complain(form.dataset.unsent));
  }

  function toggleRare(form) {
    load(form);
    const shown = find(".what", form).toggleAttribute("data-shown");
    for (const button of all("[data-more]", form)) button.setAttribute("aria-expanded", shown);
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!target.matches(".tile input")) return;
    target.form.dataset.active = target.name;
    draw(target.form);
  });

  document.addEventListener("input", ({ target }) => {
    const form = target.closest("#panel .entry");
    if (!form) return;
    if (target.name.startsWith("card_points_") && target.value.length === PILE_DIGITS) advance(form, target);
    draw(form);
  });

  document.addEventListener("keydown", (event) => {
    const form = entryForm();
    const typing = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
    if (!form || typing || event.ctrlKey || event.metaKey || event.altKey || form.dataset.stage !== "result" ) return;
    if (!find(".keypad", form).checkVisibility()) return;
    if (event.key !== "Backspace" && !/^\d$/.test(event.key)) return;
    event.preventDefault();
    press(form, event.key === "Backspace" ? "erase" : event.key);
  });

  const isWriting = (event) => event.detail.requestConfig.verb === "post";

  /* Whether all is saved, only the outbox knows. */
  function sign(state) {
    const saved = find("#saved");
    const known = state === "saved" ? "" : state;
    saved.dataset.state = known;
    find("span", saved).textContent = saved.dataset[known] ?? "";
  }

  function complain(text) {
    const line = find("[data-network]");
    if (!line) return;
    find("span", line).textContent = text;
    line.hidden = !text;
  }

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    for (const [name, value] of [...detail.formData]) {
      if (isAmount({ name })) detail.formData.set(name, plain(value));
    }
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isWriting(event)) return;
    panel.sign("saving");
    complain("");
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isWriting(event)) panel.sign(event.detail.successful ? "saved" : "failed");
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => isWriting(event) && panel.unsent(entryForm()?.dataset.unsent ?? ""));
  }
  document.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    if (isWriting(event)) panel.unsent(fill(entryForm()?.dataset.refused ?? "", { status }));
  });
  // The address of a form that was refused cannot be loaded anew: stay on the page's own.
  document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
    if (detail.xhr.status >= 400) detail.history.type = null;
  });

  /* Ask now what is new, and wait for the answer. By itself the sheet asks as live.js has it. */
  async function look() {
    const live = find("#live");
    const place = { source: live, target: live, swap: "outerHTML" };
    await htmx.ajax("GET", live.getAttribute("hx-get"), place).catch(() => {}); // the next look says it, too
  }

  const newestNumber = () => Math.max(0, ...all(".line[data-number]").map((line) => Number(line.dataset.number)));
  const shownTotals = () => all("[data-total]").map((total) => Number(total.dataset.total));
  let newest = newestNumber();
  let totals = shownTotals();

  function showWhatIsNew() {
    const line = all(".line[data-number]").find((each) => Number(each.dataset.number) > newest);
    line?.classList.add("fresh");
    newest = newestNumber();
    const before = totals;
    totals = shownTotals();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    all("[data-total]").forEach((total, index) => countUp(total, before[index] ?? totals[index], totals[index]));
  }

  function countUp(element, from, to) {
    if (from === to) return;
    const start = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - start) / 600);
      element.textContent = signed(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /* A panel that has just come: make its fields ours, and draw what it already holds. */
  function start(form) {
    form.dataset.ready = "";
    for (const input of all(".tile input", form)) input.inputMode = "none";
    for (const input of all("[name^=free_], [name=per_defender]", form)) {
      const amount = number(input.value);
      if (amount !== null) input.value = signed(amount);
    }
    const { no_trick: noTrick, points } = form.elements;
    if (noTrick.checked) [noTrick.checked, points.value] = [false, "0"];
    if (find(".rare [name=game]:checked", form)) toggleRare(form);
    hideUndoLater();
    draw(form);
  }

  /* The hand was written and only the head of the panel came anew: empty everything else. */
  function clear(form) {
    for (const choice of all("[type=radio], [type=checkbox]", form)) choice.checked = false;
    find("[name=points_of][value=declarer]", form).checked = true;
    form.elements.next_dealer.checked = true;
    for (const input of all("[name=result][value='']", form)) input.checked = true;
    for (const input of all(".tile input, [name=points], [name=why]", form)) input.value = "";
    form.elements.stake_factor.value = form.elements.stake_factor.defaultValue;
    for (const tile of all("[data-proposed]", form)) delete tile.dataset.proposed;
    for (const state of ["open", "active", "besides", "counting"]) delete form.dataset[state];
    if ("shown" in find(".what", form).dataset) toggleRare(form);
    for (const problem of all(".problem:not([data-network])", form)) problem.remove();
    hideUndoLater();
    draw(form);
  }

  function hideUndoLater() {
    const undo = find("[data-undo]");
    setTimeout(() => undo?.matches(":not(.htmx-request)") && undo.remove(), 5000);
  }

  /* Another phone wrote: whoever is in the middle of a hand keeps it, and is told when saving. */
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const form = entryForm();
    const busy = form && (find("[name=game]:checked", form) || find("[name=declarer]:checked", form));
    if (busy && ["next", "panel"].includes(event.detail.target.id)) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const form = entryForm();
    const cleared = form && detail.target.id === "next";
    const replaced = form && !("ready" in form.dataset);
    if (cleared) clear(form);
    if (replaced) start(form);
    panel.settled();
    showWhatIsNew();
    if (cleared || replaced) find("#panel-title").focus({ preventScroll: true });
  });
  if (entryForm()) start(entryForm());
})();
