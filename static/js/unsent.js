/* What waits, in sight: its lines among the hands, the totals with it, the panel at the deal that comes next, and the
 * sign that says how it stands. Drawn anew from the sheet as the server sent it and from the queue. */
(() => {
  "use strict";

  const panel = window.cego;
  const { all, entryForm, fill, find, signed } = panel;
  const box = window.cegoOutbox;
  const { after, inLedger, isNew, shownOf, standings, turn, unwritten, waits, words } = box;

  function draw() {
    box.queue = box.queue.filter((item) => !item.written || !inLedger(item));
    const standing = standings();
    drawLines();
    drawTotals();
    if (find("#next") && !(box.current && box.current.form)) drawTurn(turn(standing));
    makeRoom();
    sign();
  }

  function redraw() {
    draw();
    panel.showWhatIsNew();
  }

  function drawLines() {
    const list = find("#ledger") ?? emptyLedger();
    for (const old of all(".unsent, .actions, .plain-http", list)) old.remove();
    box.queue.forEach((item) => list.prepend(lineOf(item)));
    for (const empty of all("#lines .empty")) empty.hidden = box.queue.length > 0;
    if (unwritten().length && !isSecureContext) {
      list.prepend(Object.assign(document.createElement("li"), { className: "hint plain-http", textContent: words.plain }));
    }
    const open = box.opens instanceof Element ? box.opens : all(".unsent").find(({ item }) => item === box.opens);
    if (open?.isConnected && box.opens) open.append(actionsOf(box.opens));
  }

  function emptyLedger() {
    const list = Object.assign(document.createElement("ol"), { id: "ledger", reversed: true });
    find("#lines").prepend(list);
    return list;
  }

  function lineOf(item) {
    const line = find("#unsent").content.firstElementChild.cloneNode(true);
    const number = shownOf(item);
    const title = isNew(item) ? item.game : fill(words[item.kind], { number });
    line.item = item;
    line.classList.toggle("refused", Boolean(item.refused));
    const isTaken = item.number < Number(find("#next")?.dataset.number ?? 0); // by another phone's
    find(".number", line).textContent = isNew(item) && item.counts && waits(item) && !isTaken ? number : "";
    find(".game", line).textContent = title;
    find(".text", line).textContent = item.kind === "correct" ? `${item.game} ${item.text}` : item.text ?? "";
    find(".tag", line).hidden = Boolean(item.written);
    find("[data-tag]", line).textContent = item.refused ? words.refused : words.unsent;
    drawAmounts(line, (item.refused ? item.pay : item.change) ?? []);
    return line;
  }

  function drawAmounts(line, amounts) {
    const names = all("#totals .name").map(({ textContent }) => textContent);
    find(".spoken", line).textContent = amounts.map((amount, seat) => `${names[seat]} ${signed(amount ?? 0)}`).join(", ");
    for (const amount of amounts) {
      const cell = document.createElement("span");
      cell.textContent = amount === null ? "–" : signed(amount);
      cell.classList.toggle("plus", amount > 0);
      find(".amounts", line).append(cell);
    }
  }

  function drawTotals() {
    const sums = all("#totals [data-total]").map((total, seat) => {
      total.dataset.sent ??= total.dataset.total;
      const more = box.queue.filter(waits).reduce((before, { change }) => before + (change[seat] ?? 0), 0);
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

  /* A question stands alone, unless somebody is in the middle of a hand. */
  function makeRoom() {
    const busy = find("#panel :is([name=game], [name=declarer]):checked");
    find("#panel .entry, #finish")?.toggleAttribute("data-deciding", Boolean(box.opens?.refused) && !busy);
  }

  /* The panel's place in the ledger, and who deals. */
  function drawTurn(next) {
    const { revising } = box;
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
    const sent = of instanceof Element;
    for (const way of all("[data-codes], [data-do=file]", actions)) way.hidden = sent;
    find("[data-between]", actions).hidden = !sent;
    if (of.refused) {
      find(".problem", actions).textContent = of.refused.sentence;
      find(".problem", actions).hidden = false;
      offer(of.refused.gone || !entryForm() ? "retry" : isNew(of) ? "next" : "anyway");
      ["throw", "later"].forEach(offer);
    } else if (entryForm()) {
      const { void: struck } = standings().get(Number(sent ? of.dataset.number : of.number));
      (struck ? ["restore"] : ["correct", "strike"]).forEach(offer);
    }
    return actions;
  }

  /* The line whose actions are shown, whole. */
  const showOpen = () => find("#lines .actions")?.parentElement.scrollIntoView({ block: "nearest" });

  /* One honest sign: all saved, so many waiting, or since when there is no network. */
  function sign(state) {
    const saved = find("#saved");
    if (!saved) return;
    if (!state && saved.dataset.state === "saving" && box.current) return;
    state ??= box.stuck ? "failed" : "saved";
    const waiting = unwritten().length;
    const time = box.since?.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const shows = box.queue.some(({ refused }) => refused)
      ? ["refused", words.decide]
      : waiting ? ["waiting", waiting === 1 ? words.one : fill(words.count, { n: waiting })]
      : box.since ? ["offline", fill(words.since, { time })]
      : [state, saved.dataset[state]];
    saved.dataset.state = shows[0];
    if (find("span", saved).textContent !== shows[1]) find("span", saved).textContent = shows[1];
  }

  Object.assign(box, { draw, redraw, showOpen, sign });
})();
