// @ts-check
/* Which answers are our server's word: an inn's login page and a proxy's refusal change nothing here. */

/** Every answer of our server bears this header (cegoscore/middleware.py). */
export const OURS = "X-Cegoscore";

/** @param {XMLHttpRequest} xhr */
export const isOurs = (xhr) => xhr.getResponseHeader(OURS) !== null;
