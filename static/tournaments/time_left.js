// @ts-check

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/**
 * Seconds as "12:05", and from an hour on as "1:12:05" where `hours` is wanted.
 * @param {number} left
 * @param {boolean} hours
 */
export function timeLeft(left, hours) {
  const minutes = Math.floor(left / 60);
  const seconds = two(left % 60);
  return hours && minutes >= 60
    ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`
    : `${minutes}:${seconds}`;
}
