// @ts-check
/* Lists the open sheets that this phone keeps, as far as the page does not name them already. */

import { all, copyOf, find, need } from "../dom.js";

const SHEET = /^\/sheets\/[0-9a-f-]{36}$/;

/** @param {HTMLElement} list @param {string} path @param {string} html of the sheet */
function row(list, path, html) {
  const sheet = new DOMParser().parseFromString(html, "text/html");
  const line = copyOf(need("template", list));
  /** @type {HTMLAnchorElement} */ (need("a", line)).href = path;
  const called = need("h1", sheet).textContent;
  const names = all("#totals .name", sheet).map(({ textContent }) => textContent);
  need("strong", line).textContent = called;
  need("span", line).textContent = called === names.join(", ") ? "" : names.join(", ");
  return line;
}

/** @param {HTMLElement} section */
async function list(section) {
  const pages = await caches.open("cegoscore-pages");
  const tables = need("ul", section);
  for (const request of await pages.keys()) {
    const path = new URL(request.url).pathname;
    if (!SHEET.test(path) || find(`a[href^="${path}"]:not(#left a)`)) continue; // what waits may come before or after
    tables.append(row(section, path, (await (await pages.match(request, { ignoreVary: true }))?.text()) ?? ""));
  }
  section.hidden = !tables.childElementCount;
}

const section = find("#tables-here");
if (section && "caches" in window) list(section);
