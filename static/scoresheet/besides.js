// @ts-check
/* Rare hands in the panel, fetched when the first of them is in sight: what they would pay, and what their fields do. */

import { all, field, find, htmx, input, inputs, need, targetOf } from "../dom.js";
import { load } from "../load.js";
import { MINUS, number, plain, sum, withSign } from "../numbers.js";
import { watchKeys } from "./keyboard.js";
import { RARE_VERDICTS, claimant } from "./rare_verdicts.js";
import { isPicked, pick, put, typed } from "./typing.js";

/** @typedef {import("./sheet.js").Panel} Panel */
/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Table} Table */

/** @param {HTMLFormElement} form @param {string} name */
const chosen = (form, name) => inputs(`[name=${name}]:checked`, form).map(({ value }) => Number(value));
/** @param {HTMLFormElement} form @param {string} name */
const part = (form, name) => find(`fieldset[data-kinds=${name}]`, form);
/** @param {HTMLElement | null} fieldset */
const legendOf = (fieldset) => (fieldset && find("legend", fieldset)?.textContent) ?? "";

/** The entry, with what only rare hands have. @param {HTMLFormElement} form @param {Entry} entry */
const withRare = (form, entry) => ({
  ...entry,
  saying: find("[name=result]:checked", form)?.nextElementSibling?.textContent ?? "",
  perDefender: number(field(form, "per_defender")?.value),
  announcedBy: chosen(form, "announcer")[0] ?? null,
  culprits: chosen(form, "culprits"),
  nobody: Boolean(field(form, "nobody")?.checked),
  anyoneClaims: Boolean(find("[name=challenger]", form)),
  challenger: chosen(form, "challenger")[0] ?? null,
  eightfold: Boolean(field(form, "eightfold")?.checked),
  counted: form.dataset.also?.includes("piles") ?? false,
  most: chosen(form, "most"),
  withoutTrick: chosen(form, "without_trick"),
  chosen: labelOf(form, entry.kind ?? ""),
  vorhand: vorhandOf(entry.table, Number(field(form, "dealer").value)),
});

/** @param {Table} table @param {number} dealer */
const vorhandOf = ({ lineup }, dealer) => lineup[(lineup.indexOf(dealer) + 1) % lineup.length];

/** The label of the penalty, or of the deal without a result. @param {HTMLFormElement} form @param {string} kind */
const labelOf = (form, kind) =>
  find(`[name=${kind}] option:checked, [name=${kind}]:checked + span`, form)?.textContent.trim() ?? "";

/** @param {HTMLFormElement} form */
const wordsOf = (form) => ({
  ...form.dataset,
  askAmount: legendOf(part(form, "per_defender")),
  askCulprits: legendOf(part(form, "schinden")),
  askMost: legendOf(part(form, "raeuber-most")),
});

const AMOUNTS = "[name^=free_], [name=per_defender]";

/** Amounts are shown with a sign and a real minus. @param {HTMLFormElement} form */
function dress(form) {
  for (const tile of inputs(AMOUNTS, form)) {
    const amount = number(tile.value);
    if (amount !== null) tile.value = withSign(amount);
  }
}

/**
 * Another game, another choice of results and trumps; a game without a value is only written by its amount.
 * @param {HTMLFormElement} form
 * @param {Table} table
 */
function dropWhatDoesNotFit(form, { targets }) {
  const game = find("[name=game]:checked", form);
  const { kind = "", trumps = "" } = game?.dataset ?? {};
  const value = game instanceof HTMLInputElement ? game.value : "";
  for (const pick of all("[data-for], [data-trump]", form)) {
    const { for: kinds = trumps, trump = kind, never = "" } = pick.dataset;
    const choice = input("input", pick);
    pick.hidden = !kinds.split(" ").includes(trump) || never.split(" ").includes(value);
    if (!pick.hidden || !choice.checked) continue;
    choice.checked = false;
    if (choice.type === "radio") input("[name=result][value='']", form).checked = true;
  }
  for (const choice of all(".trumps", form)) choice.hidden = !trumps;
  if (kind !== "target" || value in targets) return;
  input("[name=result][value=per_defender]", form).checked = true;
}

/**
 * A Räuber is known by who has most, where no amount depends on card points and nobody wants to count them; who took no
 * trick is asked where that counts. `data-also` says to the panel what belongs to it.
 * @param {HTMLFormElement} form
 * @param {Entry} entry
 */
function chooseWayOfRaeuber(form, { kind, game, table, piles }) {
  const rules = kind === "raeuber" && table.raeuber[game ?? ""];
  if (!rules) return delete form.dataset.also;
  const flat = !Object.keys(rules.by_points[0]).length;
  const counts = new Set(rules.amounts[0]).size > 1 || rules.takes_all !== null;
  if (piles.some((pile) => pile !== null)) form.dataset.piles = "";
  const way = flat && !("piles" in form.dataset) ? "raeuber-most" : "raeuber-piles";
  const tricks = way === "raeuber-most" && counts && "raeuber-tricks";
  form.dataset.also = [way, flat && "raeuber-flat", tricks].filter(Boolean).join(" ");
  if (way === "raeuber-piles") untick(form, "most");
  if (!tricks) untick(form, "without_trick");
  const chip = find("button[data-piles]", form);
  if (chip) chip.ariaPressed = String(way === "raeuber-piles");
}

/** @param {HTMLFormElement} form @param {string} name */
function untick(form, name) {
  for (const choice of inputs(`[name=${name}]`, form)) choice.checked = false;
}

/** Hides the claimant among those who may have held a Solo back. @param {HTMLFormElement} form @param {Entry} entry */
function spareTheClaimant(form, entry) {
  if (!find("[name=result][value=schinden]:checked", form)) return;
  const claims = claimant(withRare(form, entry));
  for (const culprit of inputs("[name=culprits]", form)) {
    const hidden = claims !== null && Number(culprit.value) === claims;
    /** @type {HTMLElement} */ (culprit.parentElement).hidden = hidden;
    if (hidden) culprit.checked = false;
  }
}

const AMOUNT_DIGITS = 5;

/**
 * An amount after a key: a digit, "sign" or "erase"; null if no more digits fit.
 * @param {string} value
 * @param {string} key
 * @param {boolean} picked the amount stands there to be replaced; its sign can be changed
 */
export function typedAmount(value, key, picked) {
  const isMinus = plain(value)[0] === "-";
  if (key === "sign") return (isMinus ? "+" : MINUS) + value.replace(/\D/g, "");
  const sign = isMinus && !picked ? MINUS : "+";
  const digits = picked ? "" : value.replace(/\D/g, "");
  if (key === "erase") return digits.length > 1 ? sign + digits.slice(0, -1) : "";
  if (digits.length >= AMOUNT_DIGITS) return null;
  return Number(digits + key) ? sign + Number(digits + key) : "0";
}

/** Plus and minus come to zero, so the last amount is known. @param {string[]} others */
export const restOf = (others) => withSign(-sum(others.map((value) => number(value) ?? 0)));

/** @param {HTMLInputElement} amount */
const tileOf = (amount) => /** @type {HTMLElement} */ (amount.parentElement);

/** Proposes the only missing amount: plus and minus come to zero. @param {HTMLInputElement[]} amounts */
function proposeRest(amounts) {
  const open = amounts.filter((amount) => !amount.value || "proposed" in tileOf(amount).dataset);
  for (const amount of open) amount.value = "";
  if (open.length !== 1) return;
  tileOf(open[0]).dataset.proposed = "";
  open[0].value = restOf(amounts.map(({ value }) => value));
}

/** "No trick" is complete: a digit after it begins anew. @param {HTMLFormElement} form @param {HTMLInputElement} tile @param {string} key */
function pressPile(form, tile, key) {
  put(form, tile, key === "none" ? "0" : typed(tile.value, key, isPicked(form, tile)));
  if (key === "none") pick(form);
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} tile @param {string} key @param {HTMLInputElement[]} amounts */
function pressAmount(form, tile, key, amounts) {
  const { dataset } = tileOf(tile);
  const picked = isPicked(form, tile);
  put(form, tile, typedAmount(tile.value, key, picked || "proposed" in dataset));
  if (key === "sign" && picked && number(tile.value)) pick(form);
  delete dataset.proposed;
  if (tile.name !== "per_defender") proposeRest(amounts);
}

/** @param {Panel} panel */
function watchAmounts({ draw, hooks, tiles }) {
  hooks.dress = dress;
  hooks.pressTile = (form, tile, key) => {
    form.dataset.active = tile.name;
    if (tile.name.startsWith("card_points_")) pressPile(form, tile, key);
    else pressAmount(form, tile, key, tiles(form));
  };

  document.addEventListener("input", (event) => {
    const target = targetOf(event);
    if (!target.form || !target.matches("#panel .tile input") || !target.name.startsWith("free_")) return;
    delete tileOf(target).dataset.proposed;
    proposeRest(tiles(target.form));
    draw(target.form);
  });
}

/** Of these fields one excludes the other: somebody held a Solo back, or nobody did; who has most has a trick. */
const RIVALS = /** @type {Record<string, string>} */ ({
  ...{ nobody: "culprits", culprits: "nobody" },
  ...{ most: "without_trick", without_trick: "most" },
});

/** @param {Panel} panel */
function watchRivals({ draw }) {
  document.addEventListener("change", (event) => {
    const { checked, name, value, form } = targetOf(event);
    const rival = RIVALS[name];
    if (!form || !checked || !rival) return;
    const isOfOne = name === "most" || rival === "most";
    for (const choice of inputs(`[name=${rival}]`, form))
      if (!isOfOne || choice.value === value) choice.checked = false;
    draw(form);
  });
}

/**
 * A correction that would change nothing: all fields but the reason are as the server sent them.
 * @param {HTMLFormElement} form
 */
function isUnchanged(form) {
  if (!("correcting" in form.dataset)) return false;
  const selects = /** @type {HTMLSelectElement[]} */ (all("select", form));
  return (
    inputs("input:not([name=reason])", form).every(asSent) &&
    selects.every(({ options }) => [...options].every((one) => one.selected === one.defaultSelected || !one.index))
  );
}

/** @param {HTMLInputElement} field */
const asSent = ({ type, checked, defaultChecked, value, defaultValue }) =>
  ["radio", "checkbox"].includes(type)
    ? checked === defaultChecked
    : (number(value) ?? value) === (number(defaultValue) ?? defaultValue);

/** Runs the script that a help names, anew with each panel that it comes into. @param {HTMLElement} help */
function run(help) {
  const script = document.createElement("script");
  script.src = help.dataset.script ?? "";
  help.append(script);
}

/**
 * The counting help and what explains words (`data-count` names its script) are fetched when first asked for.
 * @param {Panel} panel
 */
function watchCounting({ complain, hooks }) {
  hooks.count = (form, { href, dataset: { count: script } }) => {
    const place = need("#count", form);
    const fail = () => complain(form.dataset.unsent ?? "");
    complain("");
    if (script) {
      load(script)
        .then((words) => words.explain(href))
        .catch(fail);
      return;
    }
    if (!find(".counting", place)) {
      const asked = htmx().ajax("GET", href, { source: place, swap: "innerHTML" });
      asked.then(() => run(need(".counting", place))).catch(fail); // an error is an answer, too
    } else if (form.toggleAttribute("data-counting")) place.dispatchEvent(new Event("again"));
  };
}

/** Counting the piles of a Räuber begins and ends by the chip. @param {Panel} panel */
function watchRaeuber({ draw, tiles }) {
  document.addEventListener("click", (event) => {
    const form = /** @type {HTMLFormElement | null | undefined} */ (
      targetOf(event).closest("[data-piles]:not(form)")?.closest("form")
    );
    if (!form) return;
    for (const tile of tiles(form)) tile.value = "";
    form.toggleAttribute("data-piles");
    draw(form);
  });
}

/** Called whenever something rare is asked for. @param {Panel} panel */
export function start(panel) {
  const { VERDICTS, draw, hooks, read } = panel;
  if (VERDICTS.free) return; // it is here already
  hooks.loadRare = undefined;
  hooks.prepare = (form) => {
    dropWhatDoesNotFit(form, read(form).table);
    chooseWayOfRaeuber(form, read(form));
    spareTheClaimant(form, read(form));
  };
  watchAmounts(panel);
  watchRivals(panel);
  watchKeys(panel);
  watchCounting(panel);
  hooks.isUnchanged = isUnchanged;
  watchRaeuber(panel);
  const entryForm = () => /** @type {HTMLFormElement} */ (need("#panel .entry"));
  for (const [kind, look] of Object.entries(RARE_VERDICTS)) {
    VERDICTS[kind] = (entry, words) => look(withRare(entryForm(), entry), { ...wordsOf(entryForm()), ...words });
  }
  if (!find("#panel .entry")) return;
  dress(entryForm());
  draw(entryForm());
}
