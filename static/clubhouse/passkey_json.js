// @ts-check
/* Passkeys as JSON: bytes are base64url in it. Browsers can do that themselves, but Safari only since 18.4. */

/** @param {string} text */
export const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
export const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {{id: string}[]} known */
const described = (known = []) => known.map((each) => ({ ...each, id: bytesOf(each.id) }));

/** The server's question for a new passkey, as the browser takes it. @param {any} options */
export const creation = (options) => ({
  publicKey: {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: described(options.excludeCredentials),
  },
});

/** The server's question for a known passkey. @param {any} options */
export const request = (options) => ({
  publicKey: {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: described(options.allowCredentials),
  },
});

const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/** The browser's answer, as the server reads it. @param {PublicKeyCredential} credential */
export function answerOf(credential) {
  const answer = /** @type {Record<string, any>} */ (/** @type {unknown} */ (credential.response));
  const parts = PARTS.filter((name) => answer[name]).map((name) => [name, textOf(answer[name])]);
  const { id, rawId, type } = credential;
  return { id, rawId: textOf(rawId), type, response: Object.fromEntries(parts) };
}
