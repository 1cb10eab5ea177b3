/** Decimal text to floating point, correctly rounded, as `str::parse` of Rust does it. */

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(?:inf|infinity|nan)$/i;

/**
 * The number that the text spells: undefined if it spells none, not finite if it does not fit the type.
 * @param {string} text
 * @param {"f32" | "f64"} type
 * @returns {number | undefined}
 */
export function parseNumber(text, type) {
  if (DECIMAL.test(text)) return type === "f32" ? nearestFloat32(text) : Number(text);
  return NOT_FINITE.test(text) ? NaN : undefined;
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/**
 * The f32 nearest to a decimal, of two equally near ones the even one. `Math.fround(Number(text))` rounds twice. That errs where the double is exactly halfway
 * between two f32 and the decimal is not: so there the decimal itself decides.
 * @param {string} text
 */
export function nearestFloat32(text) {
  const double = Number(text);
  const nearest = Math.fround(double);
  if (nearest === double) return nearest;
  // The neighbour on the other side of the double: one step in the order of the bits.
  single[0] = nearest;
  bits[0] += Math.abs(double) > Math.abs(nearest) ? 1 : -1;
  const other = single[0];
  if ((finite(nearest) + finite(other)) / 2 !== double) return nearest;
  const order = compareMagnitude(text, Math.abs(double));
  if (order === 0) return nearest;
  return order > 0 === Math.abs(other) > Math.abs(nearest) ? other : nearest;
}

/** Infinity stands for what would be the next f32. */
function finite(number) {
  return Number.isFinite(number) ? number : Math.sign(number) * 2 ** 128;
}

/** Below, at or above 0 as the decimal without its sign is below, at or above a positive double. Exact. */
function compareMagnitude(text, double) {
  const [, whole, fraction = "", exponent = "0"] = /^[+-]?(\d*)\.?(\d*)(?:[eE](.*))?$/.exec(text) ?? [];
  const power = BigInt(exponent) - BigInt(fraction.length);
  let scale = 0;
  while (!Number.isInteger(double)) {
    double *= 2;
    scale += 1;
  }
  const left = BigInt(whole + fraction) * 10n ** (power > 0n ? power : 0n) * 2n ** BigInt(scale);
  const right = BigInt(double) * 10n ** (power < 0n ? -power : 0n);
  return left < right ? -1 : Number(left > right);
}
