/* A server for phones that are tried at random. It keeps what ours promises: a name is written once, a place is taken once,
 * nothing gets ahead of a hand that was refused, and what is taken back by its name is that and nothing else. */

/** @typedef {import("../../static/offline/queue.js").Item} Item */
/** @typedef {import("../../static/offline/queue.js").Line} Line */
/** @typedef {{number: number, revision: number, uuid: string, says: string, void: boolean, by: unknown}} Row */

export const SHEETS = ["/sheets/x", "/sheets/y"];

/** @param {Item} item */
export const saysOf = ({ fields }) => fields.find(([name]) => name === "says")?.[1] ?? "";

/** A ledger, written as ours is, and payments, which may be refused: one that was tapped on two phones is booked once. */
export class Server {
  /** @type {Record<string, Row[]>} */ ledgers = Object.fromEntries(SHEETS.map((sheet) => [sheet, []]));
  /** @type {Map<string, string>} */ paid = new Map();
  /** Who writes. @type {unknown} */ #by;

  /** @param {string} sheet @param {number} number */
  standing = (sheet, number) => this.ledgers[sheet].findLast((row) => row.number === number);

  /** Hands that count. @param {string} sheet */
  inForce = (sheet) =>
    this.ledgers[sheet].filter((row) => !row.void && this.standing(sheet, row.number) === row).map(({ says }) => says);

  /** @param {string} sheet @returns {Line[]} */
  lines = (sheet) =>
    this.ledgers[sheet]
      .filter((row) => this.standing(sheet, row.number) === row)
      .map(({ number, revision, says, void: isVoid }) => ({
        ...{ number, revision, void: isVoid, dealer: 0, lineup: [0, 1, 2, 3], paid: amountsOf(says) },
      }))
      .reverse();

  /**
   * An evening's end; 409 if somebody wrote after the newest hand that is named. Writing goes on here all the same.
   * @param {string} sheet
   * @param {string | null} newest
   * @param {unknown} phone
   */
  close(sheet, newest, phone) {
    const since = newest === null ? [] : this.ledgers[sheet].slice(Number(newest));
    return since.every(({ by }) => by === phone) ? 204 : 409;
  }

  /** @param {string} sheet @param {Item[]} items @param {unknown} phone */
  write(sheet, items, phone) {
    this.#by = phone;
    /** @type {any} */
    const answer = { written: [], theirs: [], refused: null, differing: [] };
    for (const [at, item] of items.entries()) {
      const said = this.#one(sheet, item, answer.differing.length > 0);
      if (said === "written" || said === "theirs") answer.written.push(at);
      if (said === "theirs") answer.theirs.push(at);
      if (said === "differing") {
        const { revision } = /** @type {Row} */ (this.standing(sheet, item.number));
        answer.differing.push({ at, sentence: said, revision });
      }
      if (said === "refused") answer.refused = { at, sentence: said };
      if (said === "refused") break;
    }
    if (answer.differing.length) answer.question = "which?";
    return answer;
  }

  /** @param {string} sheet @param {Item} item @param {boolean} onlyLooks */
  #one(sheet, item, onlyLooks) {
    const fields = Object.fromEntries(item.fields);
    const rows = this.ledgers[sheet];
    if (item.kind === "pay") return this.#pay(fields);
    if (onlyLooks && item.kind !== "new") return "";
    if (!onlyLooks && rows.some(({ uuid }) => uuid === item.uuid)) return "written";
    if (item.kind === "strike") return this.#strike(sheet, item, fields.of);
    const standing = this.standing(sheet, item.number);
    if (standing && standing.revision >= item.revision)
      return standing.says === fields.says && !standing.void ? "theirs" : "differing";
    if (onlyLooks) return "";
    const isGap = item.number > 1 && !this.standing(sheet, item.number - 1);
    if (isGap || fields.says.startsWith("nonsense")) return "refused";
    const { number, revision, uuid } = item;
    rows.push({ number, revision, uuid, says: fields.says, void: false, by: this.#by });
    return "written";
  }

  /** @param {string} sheet @param {Item} item @param {string} [of] */
  #strike(sheet, item, of) {
    const mine = of && this.ledgers[sheet].find(({ uuid }) => uuid === of);
    if (of && !mine) return "written"; // never written
    const { number, revision } = mine ? { number: mine.number, revision: mine.revision + 1 } : item;
    const standing = this.standing(sheet, number);
    if (!standing || standing.revision !== revision - 1) return standing?.void ? "theirs" : "differing";
    if (!standing.void) this.ledgers[sheet].push({ ...standing, revision, uuid: item.uuid, void: true, by: this.#by });
    return "written";
  }

  /** Payments as a page names them. */
  words = () => [...this.paid].map(([uuid, says]) => [uuid, 0, 1, amountsOf(says)[0]].join(":"));

  /** @param {Record<string, string>} fields */
  #pay({ uuid, says, seen }) {
    if (says.startsWith("nonsense")) return "refused";
    if (this.paid.has(uuid)) return "written";
    const known = seen.split(",").filter((one) => one !== "none");
    const unseen = [...this.paid].filter(([one, other]) => other === says && !known.includes(one));
    if (unseen.length > known.filter((one) => !this.paid.has(one)).length) return "theirs";
    this.paid.set(uuid, says);
    return "written";
  }
}

/** What a hand pays tells it from others. @param {string} says */
export const amountsOf = (says) => [Number(says.replace(/\D/g, "")), 0, 0, 0];
