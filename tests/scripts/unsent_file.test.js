/* The file for another phone. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { checksum, documentOf } from "../../static/offline/unsent_file.js";
import { uuid } from "../../static/offline/uuid.js";

test("the checksum is the CRC-32 that everybody computes", () => {
  assert.equal(checksum("123456789"), "cbf43926");
});

test("the document has what is sent, in order, under a checksum", () => {
  /** @type {[string, string][]} */
  const fields = [["points", "41"]];
  const document = JSON.parse(documentOf("/sheets/a", [{ url: "/sheets/a/hands", fields }]));
  const hands = '[["/sheets/a/hands",[["points","41"]]]]';
  assert.deepEqual(document, {
    ...{ format: "cegoscore-unsent-1", sheet: "a" },
    checksum: checksum(hands),
    hands,
  });
});

test("the document says of what table it is, as it stood with the last hand", () => {
  const table = { names: ["Anna"], rules: "0123456789abcdef", title: "", stake: "", currency: "", totals: [0] };
  const items = [
    { url: "/sheets/a/hands", fields: [] },
    { url: "/sheets/a/hands", fields: [], table },
  ];
  assert.deepEqual(JSON.parse(documentOf("/sheets/a", items)).table, table);
});

test("a UUID is random, version 4", () => {
  assert.match(uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(uuid(), uuid());
});
