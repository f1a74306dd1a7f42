// @ts-check
/* Over plain HTTP no worker keeps the page: without network it cannot be opened again, so leaving it is asked about. */

/** @param {() => boolean} isAlone tells that the page has more to lose than the browser knows */
export function warnBeforeLeaving(isAlone) {
  if (isSecureContext) return;
  addEventListener("beforeunload", (event) => {
    if (!navigator.onLine || isAlone()) event.preventDefault();
  });
}
