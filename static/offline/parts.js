// @ts-check
/* A long text as a few short ones that can stand behind the # of an address, and back again. A part looks like
 * "d1.2.3.0f3c….9ab1….0417…": how it is packed (d: deflate-raw, p: plain), which part it is and of how many, the CRC-32
 * of all bytes (which also says what belongs together), that of this part, and its bytes as decimal digits: a QR code
 * holds nothing more tightly. */

import { checksum } from "./checksum.js";

/** @typedef {{how: string, at: number, of: number, series: string, digits: string}} Part */

const MOST_BYTES = 700; // in one part: 24 hands are two codes, and each is coarse enough for an old camera and a dim screen
const MOST_PARTS = 99;
const [BYTES, DIGITS] = [12, 29]; // so many bytes are so many digits
const PART = /^#?([dp]1)\.(\d{1,2})\.(\d{1,2})\.([0-9a-f]{8})\.([0-9a-f]{8})\.(\d{1,4000})$/;

/** @param {string} text */
const sumOf = (text) => checksum(new TextEncoder().encode(text));

/** @param {BlobPart} bytes @param {CompressionStream | DecompressionStream} stream */
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** @param {string} text @returns {Promise<[string, Uint8Array]>} */
async function pack(text) {
  const plain = new TextEncoder().encode(text);
  try {
    return ["d1", await through(plain, new CompressionStream("deflate-raw"))];
  } catch {
    return ["p1", plain]; // a browser from before 2023
  }
}

/**
 * Rejects where this browser cannot, or if the bytes are none of ours.
 * @param {string} how
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
const unpack = async (how, bytes) =>
  new TextDecoder().decode(how === "p1" ? bytes : await through(bytes, new DecompressionStream("deflate-raw")));

/** @param {Uint8Array} bytes */
function digitsOf(bytes) {
  let digits = "";
  for (let at = 0; at < bytes.length; at += BYTES) {
    const some = bytes.slice(at, at + BYTES);
    let number = 0n;
    for (const byte of some) number = number * 256n + BigInt(byte);
    digits += String(number).padStart(Math.ceil((some.length * DIGITS) / BYTES), "0");
  }
  return digits;
}

/** @param {string} digits */
function bytesOf(digits) {
  const bytes = [];
  for (let at = 0; at < digits.length; at += DIGITS) {
    const some = digits.slice(at, at + DIGITS);
    let number = BigInt(some);
    const chunk = Array.from({ length: Math.floor((some.length * BYTES) / DIGITS) }, () => {
      const byte = Number(number % 256n);
      number /= 256n;
      return byte;
    });
    bytes.push(...chunk.reverse());
  }
  return Uint8Array.from(bytes);
}

/** As few parts as can be, all about as long as each other. @param {string} text @returns {Promise<string[]>} */
export async function cut(text) {
  const [how, bytes] = await pack(text);
  const series = checksum(bytes);
  const of = Math.ceil(bytes.length / MOST_BYTES);
  const length = Math.ceil(bytes.length / of);
  if (of > MOST_PARTS) throw new RangeError(`${of} parts`);
  return Array.from({ length: of }, (_, index) => {
    const digits = digitsOf(bytes.slice(index * length, (index + 1) * length));
    const head = `${how}.${index + 1}.${of}.${series}`;
    return `${head}.${sumOf(`${head}.${digits}`)}.${digits}`;
  });
}

/** One part, or null if this is none or not all of it. @param {string} text @returns {Part | null} */
export function readPart(text) {
  const found = text.match(PART);
  if (!found) return null;
  const [, how, at, of, series, sum, digits] = found;
  const sound = sumOf(`${how}.${at}.${of}.${series}.${digits}`) === sum;
  return sound && Number(at) >= 1 && Number(at) <= Number(of)
    ? { how, at: Number(at), of: Number(of), series, digits }
    : null;
}

/** The text of all parts of a series, or null if they do not make up what was cut. @param {Part[]} parts */
export async function join(parts) {
  const sorted = [...parts].sort((one, other) => one.at - other.at);
  const bytes = Uint8Array.from(sorted.flatMap(({ digits }) => [...bytesOf(digits)]));
  return checksum(bytes) === sorted[0].series ? unpack(sorted[0].how, bytes) : null;
}
