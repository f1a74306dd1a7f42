/* Passkeys as JSON: what the server asks becomes bytes, and the browser's bytes become what the server reads. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOf, bytesOf, creation, request, textOf } from "../../static/clubhouse/passkey_json.js";

const BYTES = Uint8Array.from({ length: 256 }, (_, at) => at);

test("bytes go there and back, in the alphabet of addresses and without padding", () => {
  for (const length of [0, 1, 2, 3, 255, 256]) {
    const text = textOf(BYTES.slice(0, length).buffer);
    assert.match(text, /^[\w-]*$/);
    assert.deepEqual(bytesOf(text), BYTES.slice(0, length));
  }
});

test("a question has bytes where the browser wants them, and everything else as it was", () => {
  const known = [{ id: "_-8", type: "public-key" }];
  const made = creation({ challenge: "AQI", user: { id: "Aw", name: "Runde" }, excludeCredentials: known, timeout: 9 });
  assert.deepEqual([...made.publicKey.challenge, ...made.publicKey.user.id], [1, 2, 3]);
  assert.deepEqual([...made.publicKey.excludeCredentials[0].id], [255, 239]);
  assert.deepEqual([made.publicKey.user.name, made.publicKey.timeout], ["Runde", 9]);
  assert.deepEqual(request({ challenge: "AQI" }).publicKey.allowCredentials, []);
});

test("an answer has the parts that the browser gave", () => {
  const response = { clientDataJSON: BYTES.slice(0, 2).buffer, signature: BYTES.slice(2, 3).buffer, userHandle: null };
  const credential = /** @type {any} */ ({ id: "x", rawId: BYTES.slice(1, 3).buffer, type: "public-key", response });
  assert.deepEqual(answerOf(credential), {
    id: "x",
    rawId: "AQI",
    type: "public-key",
    response: { clientDataJSON: "AAE", signature: "Ag" },
  });
});
