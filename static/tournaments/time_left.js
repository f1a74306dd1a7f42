// @ts-check

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/**
 * Seconds as "12:05", and from an hour on as "1:12:05": on the wall, at the desk and on phones alike.
 * @param {number} left
 */
export function timeLeft(left) {
  const minutes = Math.floor(left / 60);
  const seconds = two(left % 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}` : `${minutes}:${seconds}`;
}
