// @ts-check
/* Keys typed ahead: while a form is on its way they wait here, and are typed into it when it is there. */

export class Ahead {
  /** @type {string[]} */
  #keys = [];
  #waits = false;

  /** A form was asked for or sent. */
  begin() {
    this.#waits = true;
  }

  /** Whether the key waits here; otherwise it is typed as usual. @param {string} key */
  take(key) {
    if (this.#waits) this.#keys.push(key);
    return this.#waits;
  }

  /** The form is there: types what waited, until a key sends the form. @param {(key: string) => void} type */
  replay(type) {
    this.#waits = false;
    while (!this.#waits) {
      const key = this.#keys.shift();
      if (key === undefined) return;
      type(key);
    }
  }

  /** The form is not there: what waited would go elsewhere. Gives it as it was typed, a blank for Enter. */
  drop() {
    const typed = this.#keys.map((key) => (key === "Enter" ? " " : key)).filter((key) => key.length === 1);
    this.#keys = [];
    this.#waits = false;
    return typed.join("").trim();
  }
}
