/* The panel's verdicts on rare hands: by the tables and words of real pages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { claimant } from "../../static/scoresheet/rare_verdicts.js";
import { TABLES, verdictOf } from "./panel.js";

const OURS = "braeunlingen-ministranten";
const MASTERS = "schwarzwaldmeisterschaft";
const SHEET = "baumann-bluemle";
const SOLO = { game: "solo", kind: "normal", declarer: 1, label: "Solo" };

/** @param {string} rules @param {Parameters<typeof verdictOf>[1]} entry */
const read = (rules, entry) => {
  const { said, paid } = verdictOf(rules, entry);
  return paid === undefined ? said : `${said} ${paid}`;
};

test("an amount alone is paid by each of the others, or to each of them", () => {
  const amount = { ...SOLO, result: "per_defender", saying: "nur der Betrag" };
  assert.equal(read(OURS, amount), "Was zahlt jeder der anderen? (Minus: bekommt)");
  assert.equal(read(OURS, { ...amount, perDefender: -15 }), "nur der Betrag Bernd −45, die anderen je +15");
  assert.deepEqual(verdictOf(OURS, { ...amount, perDefender: 20 }).pay, [-20, 60, -20, -20]);
});

test("an amount that the rules never pay is doubted but complete", () => {
  const { said, complete, pay } = verdictOf(OURS, { ...SOLO, result: "per_defender", perDefender: 17 });
  assert.equal(said, "Den Betrag +17 gibt es bei diesen Hausregeln für Solo nicht.");
  assert.deepEqual([complete, pay], [true, [-17, 51, -17, -17]]);
  const ulti = { game: "ulti", kind: "target", declarer: 1, label: "Ulti", result: "per_defender", saying: "so" };
  const worth = TABLES[OURS].amounts.targets.ulti[0];
  assert.equal(verdictOf(OURS, { ...ulti, perDefender: -worth }).said, "so");
  assert.match(
    String(verdictOf(OURS, { ...ulti, perDefender: worth + 1 }).said),
    /gibt es bei diesen Hausregeln für Ulti nicht/,
  );
});

test("a game without a value is written by its amount", () => {
  const duo = { game: "duo", kind: "target", declarer: 2, label: "Duo", result: "per_defender", saying: "Betrag" };
  assert.deepEqual(verdictOf("weissauer", { ...duo, perDefender: 30 }), {
    ...{ said: "Betrag", complete: true, pay: [-30, -30, 90, -30], paid: "Clara +90, die anderen je −30" },
  });
});

test("who held a Solo back pays each of the others; who claimed it wrongly pays, too", () => {
  const held = {
    game: "eine",
    kind: "normal",
    declarer: 0,
    result: "schinden",
    saying: "Solo geschunden",
    anyoneClaims: true,
  };
  assert.equal(read(SHEET, held), "Wer hat einen Solo geschunden?");
  assert.equal(
    read(SHEET, { ...held, culprits: [1, 3] }),
    "Solo geschunden: Bernd und Dieter Anna +32, Bernd −32, Clara +32, Dieter −32",
  );
  assert.equal(
    read(SHEET, { ...held, nobody: true, challenger: 2 }),
    "zu Unrecht reklamiert Clara −48, die anderen je +16",
  );
  assert.equal(read(SHEET, { ...held, nobody: true }), "zu Unrecht reklamiert Anna −48, die anderen je +16");
});

test("where only the declarer claims, the declarer is who claimed", () => {
  const held = { game: "cego", kind: "normal", declarer: 1, overSolo: true, result: "schinden", nobody: true };
  assert.equal(read("oberwolfach-4", held), "zu Unrecht reklamiert Bernd −48, die anderen je +16");
});

test("the claimant is the challenger, the declarer or who announced", () => {
  const base = /** @type {any} */ ({ anyoneClaims: false, challenger: 3, declarer: 1, announcedBy: 2 });
  assert.equal(claimant({ ...base, anyoneClaims: true, kind: "normal" }), 3);
  assert.equal(claimant({ ...base, kind: "normal" }), 1);
  assert.equal(claimant({ ...base, kind: "raeuber" }), 2);
  assert.equal(claimant({ ...base, kind: "partie" }), null);
});

test("a defender at fault pays the declarer, a declarer everybody, once or eightfold", () => {
  const fault = { ...SOLO, result: "fault", saying: "Fehler, verloren" };
  assert.equal(read(SHEET, fault), "Wer war’s?");
  assert.equal(read(SHEET, { ...fault, offender: 0 }), "Fehler, verloren Anna −6, Bernd +6, Clara 0, Dieter 0");
  assert.equal(
    read(SHEET, { ...fault, offender: 1, eightfold: true }),
    "Fehler, verloren Bernd −24, die anderen je +8",
  );
});

test("a fault in a Räuber costs whoever made it", () => {
  const fault = { game: "raeuber", kind: "raeuber", result: "fault", saying: "Fehler, verloren", offender: 2 };
  assert.equal(read(MASTERS, fault), "Fehler, verloren Clara −120, die anderen je +40");
});

test("who has most in a Räuber pays each, and piles that make up too much are a problem", () => {
  const raeuber = { game: "raeuber", kind: "raeuber", announcer: 3 };
  assert.deepEqual(verdictOf(MASTERS, { ...raeuber, piles: [11, 20, 14, 10] }).pay, [40, -120, 40, 40]);
  assert.equal(verdictOf(MASTERS, { ...raeuber, piles: [11, null, 14, 10] }).complete, false);
  assert.equal(read(MASTERS, { ...raeuber, piles: [79, 1, 0, 0] }), "Das sind mehr Augen, als es gibt (79).");
});

test("who takes everything in a Räuber wins", () => {
  const { amounts } = TABLES["braeunlingen-loewen"];
  const [game] = Object.entries(amounts.raeuber).find(([, rules]) => rules.takes_all !== null) ?? [];
  const worth = Number(amounts.raeuber[game ?? ""].takes_all);
  const { said, pay } = verdictOf("braeunlingen-loewen", {
    game,
    kind: "raeuber",
    piles: [0, 0, amounts.raeuber_sums[0], 0],
  });
  assert.deepEqual([said, pay], ["Clara macht alle Stiche und gewinnt", [-worth, -worth, 3 * worth, -worth]]);
});

test("piles of a Räuber that can hardly be are doubted but complete", () => {
  const { said, complete } = verdictOf(OURS, { game: "raeuber", kind: "raeuber", piles: [40, 10, 11, 8] });
  assert.deepEqual([said, complete], ["Zusammen 69? Bitte nachzählen.", true]);
});

test("a free entry must come to zero and have a word", () => {
  const free = { game: "free", kind: "free", label: "freier Eintrag" };
  assert.equal(read(OURS, { ...free, free: [30, 0, null, 0] }), "Für jeden eine Zahl");
  assert.match(String(read(OURS, { ...free, free: [30, 0, -20, 0] })), /es bleibt \+10 übrig/);
  assert.equal(verdictOf(OURS, { ...free, free: [30, 0, -30, 0] }).complete, false);
  assert.equal(
    read(OURS, { ...free, free: [30, 0, -30, 0], why: "Wette" }),
    "freier Eintrag Anna +30, Bernd 0, Clara −30, Dieter 0",
  );
});

test("a deal without a result pays nobody", () => {
  assert.equal(
    read(OURS, { game: "dead", kind: "dead", label: "vergeben", dead: "misdeal" }),
    "vergeben Niemand bekommt oder zahlt etwas.",
  );
});

test("a Räuber that nobody counted is known by who has most", () => {
  const LOEWEN = "braeunlingen-loewen";
  const seen = { game: "raeuber", kind: "raeuber", label: "Räuber", counted: false, announcer: 0 };
  assert.equal(read(LOEWEN, seen), "Wer hat am meisten?");
  assert.equal(read(LOEWEN, { ...seen, most: [2] }), "Clara hat am meisten Clara −90, die anderen je +30");
  assert.equal(
    read(LOEWEN, { ...seen, most: [0, 2] }),
    "Anna und Clara haben am meisten, Anna zahlt allein Anna −180, die anderen je +60",
  );
  const all = { ...seen, game: "pflicht_raeuber", most: [1], withoutTrick: [0, 2, 3] };
  assert.deepEqual(verdictOf(LOEWEN, all).pay, [-240, 720, -240, -240]);
});
