/* What is kept on the phone until the server has it: the store, and the file for another phone. */
(() => {
  "use strict";

  const PATIENCE = 3000;

  /* The store: one list for all sheets, in the order of writing, whatever the clock says. */
  let opened;
  const database = () =>
    (opened ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open("cegoscore", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      asked.onsuccess = () => {
        asked.result.onclose = () => (opened = undefined); // some phones close it while nobody looks
        resolve(asked.result);
      };
      asked.onerror = () => {
        opened = undefined;
        reject(asked.error);
      };
    }));

  /* "strict": on the disk, not only on its way there, when this resolves. */
  async function store(mode, work) {
    const transaction = (await database()).transaction("outbox", mode, { durability: "strict" });
    const asked = work(transaction.objectStore("outbox"));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? asked.error);
    });
  }

  /* Some phones' databases never answer: then nothing can be kept. */
  function soon(answer) {
    const late = () => new DOMException("the store does not answer", "TimeoutError");
    return Promise.race([answer, new Promise((_, reject) => setTimeout(() => reject(late()), PATIENCE))]);
  }

  /* Other tabs of this phone have the same list in sight. */
  const tabs = window.BroadcastChannel && new BroadcastChannel("cegoscore-outbox");
  const tell = (result) => {
    tabs?.postMessage("");
    return result;
  };
  function onChange(reread) {
    let soon;
    const later = () => {
      clearTimeout(soon);
      soon = setTimeout(reread, 300); // what is answered by then was never waiting
    };
    if (tabs) tabs.onmessage = later;
    addEventListener("pageshow", ({ persisted }) => persisted && later());
  }

  const kept = () => soon(store("readonly", (items) => items.getAll()));
  const forget = ({ seq }) => store("readwrite", (items) => items.delete(seq)).then(tell);

  async function keep(item) {
    const asked = store("readwrite", (items) => items.put(item));
    try {
      item.seq = tell(await soon(asked));
    } catch (error) {
      asked.then((seq) => forget({ seq })).catch(() => {}); // too late: it goes another way
      throw error;
    }
  }

  /* Say more about an item, unless another tab took it out or made another of it. */
  const amend = ({ seq, uuid }, more) =>
    store("readwrite", (items) => {
      const asked = items.get(seq);
      asked.onsuccess = () => asked.result?.uuid === uuid && items.put({ ...asked.result, ...more });
      return asked;
    }).then(tell);

  const uuid = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };

  /* All that waits for a sheet, to be read in by a phone that has network. The checksum is the CRC-32 of "hands". */
  function documentOf(address, items) {
    const hands = JSON.stringify(items.map(({ url, fields }) => [url, fields]));
    const sheet = address.split("/").pop();
    return JSON.stringify({ format: "cegoscore-unsent-1", sheet, checksum: checksum(new TextEncoder().encode(hands)), hands });
  }

  function saveFile(address, items) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([documentOf(address, items)], { type: "application/json" }));
    link.download = `cego-${address.split("/").pop().slice(0, 8)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  function checksum(bytes) {
    let sum = ~0;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
    return (~sum >>> 0).toString(16).padStart(8, "0");
  }

  window.cegoKept = { amend, checksum, documentOf, forget, keep, kept, onChange, saveFile, uuid };
})();
