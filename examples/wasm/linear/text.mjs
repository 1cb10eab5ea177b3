/** Numbers as text. */

/**
 * A loss, with as many digits as `lacuna train` shows.
 * @param {number} number
 * @param {number} digits
 */
export function significant(number, digits = 6) {
  const size = Math.abs(number);
  if (size === 0) return "0";
  if (size < 1e-4 || size >= 1e9) return number.toExponential(digits - 1).replace("e+", "e");
  return number.toFixed(Math.max(0, digits - 1 - Math.floor(Math.log10(size))));
}
