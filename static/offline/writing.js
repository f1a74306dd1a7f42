// @ts-check
/* From typed to waiting: what the panel holds is kept as it is typed, and becomes an item, which is kept and shown; the panel
 * goes on to the next. */

import { all, field, find, need } from "../dom.js";
import { fieldsOf } from "../asking.js";
import { entryForm, isBusy } from "../scoresheet/form.js";
import { textOf, titleOf } from "../scoresheet/line_words.js";
import { sayClose } from "./closing.js";
import { keep, keepAnew } from "./kept.js";
import { columns, tableWith } from "./page.js";
import { after, isNew, unwritten } from "./queue.js";
import { failureOf } from "./store.js";
import { dropTyped, keepTyped, keyOf, typedAt } from "./typed.js";
import { draw, drawUndo, redraw } from "./unsent.js";
import { uuid } from "./uuid.js";

/** @typedef {import("./queue.js").Item} Item */
/** @typedef {import("./unsent.js").Box} Box */
/** @typedef {import("./sending.js").Sender} Sender */

const UNDO_FOR = 7000; // milliseconds

/** Keeps the hand that somebody is in the middle of. @param {import("./unsent.js").Box} box */
export function keepHand({ home, revising }) {
  const form = entryForm();
  if (form && isBusy() && !revising) keepTyped(home, form);
  else dropTyped(home);
}

/**
 * Puts it back into an empty panel for the same deal. Another tab that had it in sight, too, lets go of it once it is
 * written.
 * @param {import("./unsent.js").Box} box
 */
export function restoreHand({ home, panel }) {
  const form = entryForm();
  const { fields, typing } = typedAt(home);
  const isSame = fields.some(([name, value]) => name === "number" && form && value === field(form, "number").value);
  if (!form || !isSame || isBusy() || find(".problem:not([data-network])", form)) return;
  panel.refill(form, fields);
  if (typing) form.dataset.typing = typing;
  const restored = textSaid(form);
  addEventListener("storage", ({ key, newValue }) => {
    if (key === keyOf(home) && newValue === null && textSaid(form) === restored) panel.clear(form);
  });
}

/** What a person has typed. @param {HTMLFormElement} form */
const said = (form) => fieldsOf(new FormData(form)).filter(([name]) => field(form, name)?.type !== "hidden");

/** The same in one text. @param {HTMLFormElement} form */
export const textSaid = (form) => JSON.stringify(said(form));

/**
 * Keeps a hand, and goes on to the next one: it is sent meanwhile. A correction that changes nothing is none.
 * @param {Box} box
 * @param {Sender} sending
 * @param {HTMLFormElement} form
 */
export async function write(box, sending, form) {
  if (box.revising?.stands === textSaid(form)) return goBack(box);
  const item = itemOf(form, box);
  const refused = box.queue.find(({ seq }) => seq === box.revising?.replaces?.seq);
  await (refused && box.revising?.replaces ? mend(box, sending, refused, item) : add(box, sending, item));
  askToKeep(box);
  sayClose(box.home, false); // it goes on
  offerUndo(box, item);
  emptyPanel(box, form);
  redraw(box);
  find("#panel-title")?.focus({ preventScroll: true });
  need("#lines").scrollTop = 0;
}

/** Keeps an item with the table as it stands with it, and sends it. @param {Box} box @param {Sender} sending @param {Item} item */
export async function add(box, sending, item) {
  box.keeping++;
  item.table = tableWith([...box.queue, item]);
  box.failure = (await keep(item)) ?? box.failure;
  box.queue = [...box.queue.filter(({ seq }) => seq !== item.seq), item]; // it may have been read from the store meanwhile
  sending.flush();
}

/** A refused hand says something else, at its own place. @param {Box} box @param {Sender} sending @param {Item} refused @param {Item} item */
async function mend(box, sending, refused, item) {
  box.keeping++;
  for (const one of box.queue) if (one.of === refused.uuid) one.of = item.uuid;
  const { kind, url, of, seq } = refused;
  Object.assign(refused, item, { kind, url, of, seq });
  delete refused.refused;
  delete refused.tried;
  const left = unwritten(box.queue);
  for (const one of left.slice(-1)) one.table = tableWith(box.queue);
  await keepAnew(left).catch((error) => (box.failure = failureOf(error)));
  sending.flush();
}

/**
 * The item for the panel's form: a new hand or a correction.
 * @param {HTMLFormElement} form
 * @param {Box} box
 * @returns {Item}
 */
function itemOf(form, { home, panel, revising }) {
  const hand = {
    sheet: home,
    fields: fieldsOf(new FormData(form)),
    uuid: field(form, "uuid").value,
    ...handOf(form, panel),
  };
  const at = Date.now();
  if (!revising) return { ...hand, at, kind: "new", url: form.getAttribute("action") ?? "" };
  hand.fields.push(...revising.auction);
  return { ...hand, at, kind: "correct", of: revising.of, url: `${home}/hands/${hand.number}/correct` };
}

/** A hand as the panel shows it. @param {HTMLFormElement} form @param {Box["panel"]} panel */
function handOf(form, panel) {
  const words = { ...form.dataset, ...need("#unsent").dataset };
  const { entry, paid, line, place = [0, Number(entry.ouvert)] } = panel.verdict(form, words);
  const { lineup } = entry.table;
  const dealer = Number(field(form, "dealer").value);
  const dead = entry.kind === "dead";
  return {
    number: Number(field(form, "number").value),
    revision: Number(field(form, "revision").value),
    game: titleOf(entry, words),
    text: textOf(entry, words, line),
    pay: Array.from({ length: columns() }, (_, seat) => (dead ? null : (paid[lineup.indexOf(seat)] ?? null))),
    cell: dead ? undefined : [`${entry.game}${entry.overSolo ? "+" : ""}`, entry.result ?? "", ...place],
    lineup,
    dealer,
    next: dead && !field(form, "next_dealer").checked ? dealer : after(lineup, dealer),
    counts: !dead,
  };
}

/** Asks the browser, once, to keep what waits; where it does not promise that, the list says so. @param {Box} box */
async function askToKeep(box) {
  if (!navigator.storage?.persist || box.promised !== undefined) return;
  box.promised = true; // until it has answered, which may take a person
  box.promised = await navigator.storage.persist().catch(() => false);
  draw(box);
}

/** @param {Box} box @param {Item} item */
function offerUndo(box, item) {
  box.undo = isNew(item) ? item : null;
  drawUndo(box);
  setTimeout(() => {
    if (box.undo !== item) return;
    box.undo = null;
    drawUndo(box);
  }, UNDO_FOR);
}

/** @param {Box} box */
export function goBack(box) {
  emptyPanel(box);
  draw(box);
}

/** Makes the panel ready for another hand. @param {Box} box @param {HTMLFormElement} [form] */
export function emptyPanel(box, form = /** @type {HTMLFormElement} */ (entryForm())) {
  box.panel.complain("");
  box.current = box.revising = null;
  box.otherwise = [];
  field(form, "uuid").value = uuid();
  for (const note of all(".note", form)) note.remove();
  box.panel.clear(form);
  dropTyped(box.home);
}
