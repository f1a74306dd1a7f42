// @ts-check
/* The kept page of the sheet, brought up to date by the answers that brought the open one up to date: what one more hand
 * changes is not fetched a second time. */

const PAGES = "cegoscore-pages"; // as the worker has it
const SHOWS = /data-bell="[^"?]+\?v=(\d+)"/;
const OF_THE_MOMENT = ["news"];

/** The version that an answer leads to if it is all that the page before it lacks, else 0. @param {string} answer */
export function leadsTo(answer) {
  const [, version] = answer.match(SHOWS) ?? [];
  const isOneHand = answer.includes('id="next"') && !answer.includes('id="banners"');
  return isOneHand ? Number(version) : 0;
}

/**
 * The kept page with all that was heard since, and what it showed before; null if something is lacking in between.
 * @param {string} path
 * @param {Map<number, string>} heard answers about one more hand, by the version that they lead to
 * @returns {Promise<{ page: string, of: string } | null>}
 */
export async function mended(path, heard) {
  const kept = await (await caches.open(PAGES)).match(path, { ignoreVary: true, ignoreSearch: true });
  const text = (await kept?.text()) ?? "";
  const [of, shown] = text.match(SHOWS) ?? [];
  let version = Number(shown);
  if (!of || !heard.has(version + 1)) return null;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (let answer; (answer = heard.get(version + 1)); version++) insert(page, answer);
  for (const each of heard.keys()) if (each <= version) heard.delete(each);
  return { of, page: `<!DOCTYPE html>\n${page.documentElement.outerHTML}` };
}

/** @param {Document} page @param {string} answer */
function insert(page, answer) {
  const { body } = new DOMParser().parseFromString(answer, "text/html");
  for (const part of [...body.children]) {
    const [, list] = part.getAttribute("hx-swap-oob")?.split(":") ?? [];
    part.removeAttribute("hx-swap-oob");
    const there = page.querySelector(list ?? `#${part.id}`);
    if (list) there?.prepend(...part.childNodes);
    else if (there && !OF_THE_MOMENT.includes(part.id)) replace(there, part);
  }
}

/** @param {Element} there @param {Element} part */
function replace(there, part) {
  const { script } = /** @type {HTMLElement} */ (there).dataset; // a page that stands has loaded it
  if (script) part.setAttribute("data-script", script);
  for (const doubt of part.querySelectorAll(".note")) doubt.remove();
  there.replaceWith(part);
}
