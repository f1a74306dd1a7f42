// @ts-check
/* The service worker of the site, where the browser has one: over HTTPS and on this machine only. */

/** When the browser has nothing else to do. @param {() => void} work */
const whenIdle = (work) =>
  "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 5000 }) : setTimeout(work, 2000);

/** Registers the worker when the page has come to rest, instead of one for the sheets alone. @param {string} address */
export const register = (address) =>
  new Promise((resolve, reject) =>
    whenIdle(async () => {
      const { serviceWorker: workers } = navigator;
      const old = (await workers.getRegistrations()).filter(({ scope }) => new URL(scope).pathname !== "/");
      workers.register(address, { scope: "/" }).then(resolve, reject);
      for (const each of old) each.unregister();
    }),
  );

const { worker } = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.dataset ?? {};
if (worker && isSecureContext && navigator.serviceWorker)
  register(worker)
    .then(() => navigator.serviceWorker.ready)
    .then(
      ({ active }) => active?.postMessage({ wantsRest: true }),
      () => {}, // it goes on without
    );
