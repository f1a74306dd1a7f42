// @ts-check
/* The sheet's page as the worker keeps it; over plain HTTP there is none. */

import { find, onHtmx } from "../dom.js";
import { isOurs } from "../ours.js";
import { hear, mended } from "./mending.js";
import { register } from "./register.js";

/**
 * Registers the worker. Returns what asks it to keep the page as it is now, which resolves to true when nothing older
 * is kept.
 * @param {DOMStringMap} words the worker's address
 */
export function keeper({ worker: address = "" }) {
  const worker = isSecureContext && navigator.serviceWorker;
  const version = () => find("#live")?.getAttribute("hx-get");
  let keptAs = worker && worker.controller ? version() : "";
  let keeping = Promise.resolve(true);
  if (!worker) return () => keeping;

  function keepPage() {
    const now = version();
    if (!find("#panel .entry") || now === keptAs) return keeping;
    keptAs = now;
    const asked = worker && worker.ready.then(({ active }) => (active ? askToKeep(active) : false));
    keeping = asked && worker.controller ? asked : Promise.resolve(true); // without a worker nothing is
    return keeping;
  }

  /** @param {ServiceWorker} active @returns {Promise<boolean>} */
  const askToKeep = async (active) => {
    const shows = find("#live")?.dataset.bell;
    const instead = await mended(location.pathname).catch(() => null); // nothing can be kept
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (!data) keptAs = ""; // no network: the next time
        resolve(data);
      };
      active.postMessage({ sheet: location.pathname, shows, mended: instead }, [port2]);
    });
  };

  const keepAnew = () => {
    keptAs = "";
    keepPage();
  };
  /* A new version of the app keeps the page in its own way, too. */
  worker.addEventListener("controllerchange", keepAnew);
  addEventListener("taken-in", keepAnew);
  onHtmx("beforeSwap", ({ detail: { xhr } }) => isOurs(xhr) && hear(xhr.responseText));
  /* Whoever may not see the sheet any more keeps nothing of it. */
  onHtmx("responseError", ({ detail: { xhr } }) => {
    const isGone = [403, 404].includes(xhr.status) && isOurs(xhr);
    if (isGone) worker.controller?.postMessage({ gone: location.pathname });
  });
  register(address).then(
    () => worker.controller && keepPage(), // without one the new worker is about to take over
    () => {}, // it goes on without
  );
  return keepPage;
}
