// @ts-check
/* All that waits for a sheet as a file, to be read in by a phone that has network. */

/** @typedef {import("./queue.js").Item} Item */

/** The CRC-32 of a text as eight hexadecimal digits. @param {string} text */
export function checksum(text) {
  let sum = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}

/**
 * The document; its checksum is that of "hands", its table that of the last item.
 * @param {string} address path of the sheet
 * @param {Pick<Item, "url" | "fields" | "table">[]} items
 */
export function documentOf(address, items) {
  const hands = JSON.stringify(items.map(({ url, fields }) => [url, fields]));
  const sheet = address.split("/").pop();
  return JSON.stringify({
    format: "cegoscore-unsent-1",
    sheet,
    checksum: checksum(hands),
    hands,
    table: items.at(-1)?.table,
  });
}

/** @param {string} address @param {Item[]} items */
export function saveFile(address, items) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([documentOf(address, items)], { type: "application/json" }));
  link.download = `cego-${address.split("/").pop()?.slice(0, 8)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
