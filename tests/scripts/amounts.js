/* Prints the panel's payments for hands that come as JSON, in their order: called by
 * tests/scoresheet/hand/test_script_amounts.py. */

import { readFileSync } from "node:fs";

import { look } from "./panel.js";

/** @type {({table: import("../../static/scoresheet/entry.js").Table} & Partial<import("./panel.js").Entry>)[]} */
const hands = JSON.parse(readFileSync(0, "utf8"));
const paid = hands.map(
  ({ table, ...entry }) => look(table, entry, {}).pay?.map((amount) => amount * (entry.times ?? 1)) ?? null,
);
console.log(JSON.stringify(paid));
