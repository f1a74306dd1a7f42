// @ts-check
/**
 * What other parts of the sheet do for the panel once they are here: besides.js for rare hands, outbox.js for hands that
 * wait. Until then it does without.
 * @typedef {object} Hooks
 * @property {(form: HTMLFormElement) => Promise<void>} loadRare fetches what rare hands need
 * @property {(form: HTMLFormElement) => boolean} isUnchanged tells of a correction that it would change nothing
 * @property {(form: HTMLFormElement) => void} dress a panel has just come
 * @property {(form: HTMLFormElement) => void} prepare before a panel is read and drawn
 * @property {(form: HTMLFormElement, help: HTMLAnchorElement) => void} count shows or hides the counting help, or explains words
 * @property {(event: KeyboardEvent) => void} key a key of a keyboard
 * @property {(form: HTMLFormElement, tile: HTMLInputElement, key: string) => void} pressTile a key for a player's number
 * @property {(state: string) => void} sign says at the head of the page how it stands: "saving", "saved", "failed"
 * @property {() => void} settled the page is as the server has it
 */

/** @type {Partial<Hooks>} */
export const hooks = {};
