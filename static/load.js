// @ts-check
/* Scripts that are fetched when they are first needed. */

/** @type {Record<string, Promise<any>>} */
const loaded = {};

/**
 * Loads a bundle once; resolves to what its entry module exports. Rejects if it cannot be fetched: the next call tries
 * again (an `import()` that failed is remembered by some browsers for as long as the page is open).
 * @param {string} source
 * @returns {Promise<any>}
 */
export const load = (source) =>
  (loaded[source] ??= new Promise((resolve, reject) => {
    const script = /** @type {HTMLScriptElement & {exports?: object}} */ (document.createElement("script"));
    script.onload = () => resolve(script.exports);
    script.onerror = () => {
      delete loaded[source];
      script.remove();
      reject(new Error(source));
    };
    script.src = source;
    document.head.append(script);
  }));
