/* What waits on this sheet: each form as an item, the place in the ledger that it takes, and what it makes of those
 * that stand there. Nothing is shown and nothing sent here. */
(() => {
  "use strict";

  const panel = window.cego;
  const { all, find } = panel;
  const { forget, uuid } = window.cegoKept;
  const home = location.pathname;

  const box = {
    home,
    words: find("#outbox").dataset,
    TOKEN: "csrfmiddlewaretoken",
    queue: [], // of this sheet, as far as the list shows it
    current: null, // what htmx is sending: {form, item}
    revising: null, // what the panel corrects: {number, revision, lineup, dealer, of}
    opens: null, // whose actions are shown: an item, or the line of a hand that was sent
    stuck: false, // the panel holds what could be neither kept nor sent
    since: null, // without network
  };

  const seats = (text) => text.split(",").map(Number);
  const after = (lineup, seat) => lineup[(lineup.indexOf(seat) + 1) % lineup.length];
  const isNew = (item) => item.kind === "new";
  const isHand = (item) => isNew(item) || item.kind === "correct";
  const waits = (item) => !item.refused;
  const unwritten = () => box.queue.filter(({ written }) => !written);
  const ready = () => unwritten().length > 0 && box.queue.every(waits);
  const lines = () => all("#lines .line[data-number]");
  const newest = () => Math.max(0, ...lines().map(({ dataset }) => Number(dataset.number)));
  const lineAt = (number) => lines().find(({ dataset }) => Number(dataset.number) === number);
  const paidOn = (line) => line.dataset.paid.split(",").map((amount) => (amount === "" ? null : Number(amount)));
  const inLedger = (item) => Number(lineAt(item.number)?.dataset.revision ?? 0) >= item.revision;

  /* What a form is about to send. */
  function itemOf(form) {
    const fields = [...new FormData(form)].filter(([name]) => name !== box.TOKEN);
    for (const pair of fields) pair[1] = /^(free_|per_defender)/.test(pair[0]) ? panel.plain(pair[1]) : pair[1];
    const item = { sheet: home, url: form.getAttribute("action"), fields, uuid: form.elements.uuid.value };
    if (!form.matches(".entry")) return { ...item, ...undoOf(form) };
    const hand = { ...item, ...handOf(form) };
    if (!box.revising) return hand;
    return { ...hand, kind: "correct", of: box.revising.of, url: `${home}/hands/${hand.number}/correct` };
  }

  const undoOf = (form) => ({
    kind: "strike",
    number: Number(form.getAttribute("action").match(/hands\/(\d+)\//)[1]),
    revision: Number(form.elements.revision.value),
  });

  /* A hand as the panel shows it. */
  function handOf(form) {
    const { entry, say, paid } = panel.verdict(form);
    const pay = all("#totals .seat").map((_, seat) => paid[entry.table.lineup.indexOf(seat)] ?? null);
    const [lineup, dealer] = [entry.table.lineup, Number(form.elements.dealer.value)];
    const counted = ["normal", "pfeif-made"].includes(form.dataset.kind) && find("[data-own]", form).textContent;
    const who = entry.declarer === null || panel.FOR_ALL.includes(entry.kind) ? "" : entry.table.names[entry.declarer];
    const text = who ? `${who} ${counted && counted !== "–" ? counted : say}` : say;
    const place = { number: Number(form.elements.number.value), revision: Number(form.elements.revision.value) };
    const dead = entry.kind === "dead";
    const next = dead && !form.elements.next_dealer.checked ? dealer : after(lineup, dealer);
    return { ...place, kind: "new", game: entry.label, text, pay, lineup, dealer, next, counts: !dead };
  }

  /* To strike a hand, or to let it count again. */
  function revisionOf(kind, { number, revision, of }) {
    const fields = [["uuid", uuid()], ["revision", String(revision)]];
    return { sheet: home, url: `${home}/hands/${number}/${kind}`, fields, uuid: fields[0][1], kind, number, revision, of };
  }

  /* What stands at each number, once all that waits is written. `worth` is what a struck hand would pay. */
  function standings() {
    const standing = new Map();
    for (const line of lines()) {
      const { number, revision, dealer, lineup } = line.dataset;
      const place = { number: Number(number), revision: Number(revision), dealer: Number(dealer), lineup: seats(lineup) };
      const [struck, worth] = [line.matches(".void"), paidOn(line)];
      standing.set(place.number, { ...place, worth, pay: struck ? [] : worth, void: struck });
    }
    for (const item of box.queue.filter(waits)) {
      const before = standing.get(item.number);
      const stands = { ...before, ...revised(item, before) };
      item.change = all("#totals .seat").map((_, seat) => changeAt(seat, item, before, stands));
      standing.set(item.number, stands);
    }
    return standing;
  }

  function revised(item, before) {
    const { revision, kind } = item;
    if (kind === "strike") return { revision, void: true, pay: [] };
    if (kind === "restore") return { revision, void: false, pay: before?.worth ?? [] };
    return { ...item, worth: item.pay, void: false, of: item.of ?? item.uuid };
  }

  const changeAt = (seat, item, before, { pay }) =>
    isNew(item) ? pay[seat] : (pay[seat] ?? 0) - (before?.pay[seat] ?? 0);

  /* The deal that comes next. */
  function turn(standing) {
    const { number, dealer, lineup, shown, planned } = find("#next").dataset;
    const server = { number: Number(number), dealer: Number(dealer), lineup: seats(lineup) };
    const mine = box.queue.filter((item) => isNew(item) && waits(item) && item.number >= server.number);
    const next = { ...server, shown: Number(shown) + mine.filter(({ counts }) => counts).length, planned };
    const taken = box.queue.filter(isNew).map((item) => item.number + 1);
    next.number = Math.max(server.number, ...taken);
    const last = [...mine].reverse().find((item) => !standing.get(item.number)?.void);
    if (last) return { ...next, dealer: last.next, lineup: last.lineup };
    return { ...next, ...turnOfRevised(standing) };
  }

  /* If the last hands of the ledger were struck here, the first of their deals comes again; after one that counts again
   * the next one deals. */
  function turnOfRevised(standing) {
    const stands = ({ dataset }) => standing.get(Number(dataset.number));
    const at = lines().findIndex((line) => !stands(line).void);
    const above = lines().slice(0, at < 0 ? undefined : at);
    const again = above.filter((line) => !line.matches(".void")).pop();
    if (again) return { dealer: Number(again.dataset.dealer), lineup: seats(again.dataset.lineup) };
    if (!lines()[at]?.matches(".void")) return {};
    const { dealer, lineup, worth } = stands(lines()[at]);
    return worth.some((amount) => amount !== null) ? { dealer: after(lineup, dealer), lineup } : {};
  }

  /* The number as people count: deals without a result have none. */
  function shownOf({ number, seq }) {
    const line = lineAt(number);
    if (line && !box.queue.some((item) => isNew(item) && item.number === number)) return find(".number", line)?.textContent ?? "";
    const counted = box.queue.filter((item) => isNew(item) && item.counts && waits(item));
    return Number(find("#next")?.dataset.shown ?? 0) + counted.filter((item) => item.seq < seq && item.number !== number).length;
  }

  /* What a person decided about an item that was refused. */
  const followersOf = (item) => box.queue.filter(({ of }) => of === item.uuid);

  async function throwAway(item) {
    const items = [item, ...followersOf(item)];
    for (const one of items) await forget(one);
    box.queue = box.queue.filter((one) => !items.includes(one));
    if (isNew(item) && item.number > newest()) shift((other) => other.number > item.number, -1);
  }

  /* Mine becomes the hand after the server's last; what was written after it and collides with nothing moves on. */
  function moveToEnd(item) {
    const [number, followers] = [newest() + 1, followersOf(item)];
    shift((other) => other !== item && other.of !== item.uuid && other.number >= number, 1);
    setField(item, "uuid", (item.uuid = uuid()));
    for (const one of [item, ...followers]) setNumber(one, number);
    for (const one of followers) one.of = item.uuid;
  }

  function shift(which, by) {
    for (const item of box.queue.filter((each) => isNew(each) && which(each))) {
      for (const one of [item, ...followersOf(item)]) setNumber(one, item.number + (one === item ? by : 0));
    }
  }

  const setField = (item, name, value) => (item.fields.find(([key]) => key === name)[1] = String(value));

  function setNumber(item, number) {
    item.number = number;
    if (isHand(item)) setField(item, "number", number);
    item.url = item.url.replace(/hands\/\d+/, `hands/${number}`);
  }

  /* All the same, after what somebody else made of the hand. */
  function reviseAgain(item) {
    item.revision = Number(lineAt(item.number).dataset.revision) + 1;
    setField(item, "revision", item.revision);
    setField(item, "uuid", (item.uuid = uuid()));
  }

  Object.assign(box, { after, inLedger, isNew, itemOf, moveToEnd, ready, reviseAgain, revisionOf, shownOf, standings });
  Object.assign(box, { throwAway, turn, unwritten, waits });
  window.cegoOutbox = box;
})();
