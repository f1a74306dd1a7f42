/* What is not won or lost by one player in the usual way: Räuber, Dresch, Partie, games that were not played out (known
 * by their amount, a Solo held back, a fault), penalties, deals without a result, free entries. Fetched when the first
 * of them is in sight. */
(() => {
  "use strict";

  const panel = window.cego;
  const { FOR_ALL, MINUS, all, draw, entryForm, fill, find, naming, number, plain, signed, sum, tiles } = panel;
  const { oneAgainstAll } = panel;
  const AMOUNT_DIGITS = 5;
  const part = (form, name) => find(`fieldset[data-kinds=${name}]`, form);
  const chosen = (form, name) => all(`[name=${name}]:checked`, form).map((input) => Number(input.value));
  const saying = (form) => find("[name=result]:checked", form).nextElementSibling.textContent;
  const switched = ({ overSolo, ouvert }) => Number(overSolo || ouvert);

  /* Who is the declarer, or announced a game of everyone for themselves; null if nobody is known. */
  function leading({ kind, declarer }, form) {
    const announced = kind === "raeuber" || kind === "dresch";
    return announced ? chosen(form, "announcer")[0] ?? null : kind === "partie" ? null : declarer;
  }

  function isKnown({ table, game, overSolo, ouvert }, amount) {
    const amounts = (overSolo ? table.over_solo : table.normal)[game];
    if (amounts) return amounts.includes(amount);
    return !(game in table.targets) || Math.abs(amount) === table.targets[game][Number(ouvert)];
  }

  function byAmount(entry, words, form) {
    const fieldset = part(form, "per_defender");
    const amount = number(form.elements.per_defender.value);
    if (amount === null) return { ask: find("legend", fieldset).textContent };
    const doubt = fill(fieldset.dataset.unknown, { amount: signed(amount), contract: entry.label });
    const pay = oneAgainstAll(entry.table, entry.declarer, amount);
    return { say: saying(form), pay, doubt: !isKnown(entry, amount) && doubt };
  }

  /* Where only the declarer may claim, the declarer cannot be the one who held back. */
  function heldBack(entry, words, form) {
    const { table } = entry;
    const leader = leading(entry, form);
    const claims = form.elements.challenger ? chosen(form, "challenger")[0] ?? null : leader;
    for (const input of all("[name=culprits]", form)) {
      input.parentElement.hidden = claims !== null && Number(input.value) === claims;
      if (input.parentElement.hidden) input.checked = false;
    }
    const culprits = chosen(form, "culprits");
    const asked = part(form, "schinden");
    if (!culprits.length && !form.elements.nobody.checked) return { ask: find("legend", asked).textContent };
    const [amount, wrongly] = table.schinden[entry.game][switched(entry)];
    const wrong = claims ?? leader ?? entry.announcer;
    const pay = table.lineup.map(() => 0);
    for (const loser of culprits.length ? culprits : [wrong]) {
      const paid = oneAgainstAll(table, loser, -(culprits.length ? amount : wrongly));
      paid.forEach((share, index) => (pay[index] += share));
    }
    const say = `${saying(form)}: ${naming(table, culprits).names}`;
    return { say: culprits.length ? say : asked.dataset.false, pay };
  }

  /* A declarer at fault pays each; a defender pays the declarer for all. */
  function fault(entry, words, form) {
    const { table, offender } = entry;
    if (offender === null) return { ask: words.who };
    const leader = FOR_ALL.includes(entry.kind) ? null : entry.declarer;
    const byDefender = leader !== null && leader !== offender;
    const amounts = table.fault[entry.game][switched(entry)];
    const amount = amounts[2 * Number(byDefender) + Number(form.elements.eightfold.checked)];
    if (!byDefender) return { say: saying(form), pay: oneAgainstAll(table, offender, -amount) };
    const all = amount * (table.lineup.length - 1);
    const pay = table.lineup.map((seat) => (seat === leader ? all : seat === offender ? -all : 0));
    return { say: saying(form), pay };
  }

  document.addEventListener("input", ({ target }) => {
    if (!target.matches("#panel .tile input") || !target.name.startsWith("free_")) return;
    delete target.parentElement.dataset.proposed;
    proposeRest(target.form);
    draw(target.form);
  });

  /* Somebody did it, or nobody. */
  document.addEventListener("change", ({ target }) => {
    if (!target.checked || !["nobody", "culprits"].includes(target.name)) return;
    const other = target.name === "nobody" ? "culprits" : "nobody";
    for (const input of all(`[name=${other}]`, target.form)) input.checked = false;
    draw(target.form);
  });

  /* Another game, another choice of results and trumps; a game without a value is only written by its amount. */
  function dropWhatDoesNotFit(form) {
    const { kind, trumps = "" } = find("[name=game]:checked", form)?.dataset ?? {};
    for (const pick of all("[data-for], [data-trump]", form)) {
      const { for: kinds = trumps, trump = kind } = pick.dataset;
      const input = find("input", pick);
      pick.hidden = !kinds.split(" ").includes(trump);
      if (!pick.hidden || !input.checked) continue;
      input.checked = false;
      if (input.type === "radio") find("[name=result][value='']", form).checked = true;
    }
    for (const part of all(".trumps", form)) part.hidden = !trumps;
    const { targets } = JSON.parse(find("#amounts").textContent);
    if (kind !== "target" || find("[name=game]:checked", form).value in targets) return;
    find("[name=result][value=per_defender]", form).checked = true;
  }

  function pressAmount(form, tile, key) {
    const proposed = "proposed" in tile.parentElement.dataset;
    const sign = !proposed && plain(tile.value)[0] === "-" ? MINUS : "+";
    const digits = proposed ? "" : tile.value.replace(/\D/g, "");
    delete tile.parentElement.dataset.proposed;
    form.dataset.active = tile.name;
    if (key === "sign") tile.value = (sign === "+" ? MINUS : "+") + digits;
    else if (key === "erase") tile.value = digits.length > 1 ? sign + digits.slice(0, -1) : "";
    else if (digits.length < AMOUNT_DIGITS) tile.value = Number(digits + key) ? sign + Number(digits + key) : "0";
    if (tile.name !== "per_defender") proposeRest(form);
  }

  /* Plus and minus come to zero, so the last amount is known. */
  function proposeRest(form) {
    const inputs = tiles(form);
    const open = inputs.filter((input) => !input.value || "proposed" in input.parentElement.dataset);
    for (const input of open) input.value = "";
    if (open.length !== 1) return;
    const [last] = open;
    last.parentElement.dataset.proposed = "";
    last.value = signed(-sum(inputs.map((input) => number(input.value) ?? 0)));
  }

  const OTHERS = {
    per_defender: byAmount,
    schinden: heldBack,
    fault,
    raeuber(entry, words) {
      const { table, piles, announcer } = entry;
      if (sum(piles) > table.total) return { problem: fill(words.tooMany, table) };
      if (piles.includes(null) || !sum(piles)) return { ask: words.each };
      const rules = table.raeuber[entry.game];
      const [least, greatest] = table.raeuber_sums;
      const unlikely = (sum(piles) < least || sum(piles) > greatest);
      const doubt = unlikely && fill(words.together, { points: sum(piles) });
      const most = Math.max(...piles);
      const without = piles.filter((pile) => pile === 0).length;
      let losers = table.playing.filter((_, index) => piles[index] === most);
      if (rules.takes_all !== null && without === piles.length - 1) {
        const say = fill(words.all, naming(table, losers));
        return { say, pay: oneAgainstAll(table, losers[0], rules.takes_all), doubt };
      }
      if (rules.tie_with_vorhand === "vorhand_alone" && losers.includes(announcer)) losers = [announcer];
      const pay = table.lineup.map(() => 0);
      for (const loser of losers) {
        const asVorhand = Number(loser === announcer);
        const amount = Math.max(rules.amounts[asVorhand][without], rules.by_points[asVorhand][most] ?? 0);
        oneAgainstAll(table, loser, -amount).forEach((share, index) => (pay[index] += share));
      }
      const text = losers.length > 1 ? words.mostSeveral : words.most;
      return { say: fill(text, { ...naming(table, losers), points: most }), pay, doubt };
    },
    dresch({ table, lastTrick, announcer, label }, words) {
      if (lastTrick === null) return { ask: words.who };
      return { say: label, pay: oneAgainstAll(table, lastTrick, -table.dresch[Number(lastTrick === announcer)]) };
    },
    partie({ table, piles, label }, words) {
      if (sum(piles) > table.total) return { problem: fill(words.tooMany, table) };
      if (piles.includes(null)) return { ask: words.each };
      const winner = table.playing[piles.indexOf(Math.max(...piles))];
      const doubt = sum(piles) !== table.total && fill(words.together, { points: sum(piles) });
      return { say: label, pay: oneAgainstAll(table, winner, table.partie), doubt };
    },
    penalty({ table, offender, label }, words) {
      if (offender === null) return { ask: words.who };
      return { say: label, pay: oneAgainstAll(table, offender, -table.penalty) };
    },
    dead({ dead, table, label }, words) {
      return dead ? { say: label, pay: table.lineup.map(() => 0) } : { ask: words.how };
    },
    free({ free, why, label }, words) {
      if (free.includes(null)) return { ask: words.each };
      const over = sum(free);
      if (over) return { problem: fill(words.leftOver, { sum: signed(over) }) };
      return why ? { say: label, pay: free } : { ask: words.why, pay: free };
    },
  };

  Object.assign(panel.RESULTS, OTHERS);
  Object.assign(panel, { prepare: dropWhatDoesNotFit, pressAmount });
  if (entryForm()) draw(entryForm());
})();
