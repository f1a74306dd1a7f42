// @ts-check
/* The address of the tariff with what a hand that waits rests on: the phone keeps the page of the sheet's rules. */

const SAID = ["game", "points", "over_solo", "ouvert"];

/**
 * The page finds the cell by what was typed; where the amount depends on all players, by what they get.
 * @param {import("./queue.js").Item} item
 */
export function tariffOf({ sheet, fields, pay }) {
  const typed = fields.filter(([name, value]) => SAID.includes(name) && value);
  const asked = new URLSearchParams(typed);
  asked.set("pay", (pay ?? []).filter(Boolean).join(","));
  return `${sheet}/rules#${asked}`;
}
