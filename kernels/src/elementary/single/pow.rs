//! Powers: `x^y = 2^(y log2(x))`, the logarithm in two parts.
use super::super::coefficients::{EXP2, INV_LN2, LOG_TAIL, TWO_THIRDS};
use super::super::parts::{WHOLE, clamp, exponent_and_fraction, magnitude, polynomial, power_of_two, select};
use super::super::power_limits::with_limits;
use core::f64::consts::LOG2_E;

/// The number, cut to so many leading bits.
#[inline(always)]
fn leading<const BITS: u32>(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & (u64::MAX << (53 - BITS)))
}

/// `log2(a)` of a number that was an f32, above 0: the first part has 28 bits, so that its product with an f32 is
/// exact.
#[inline(always)]
fn log2_parts(a: f64) -> (f64, f64) {
    let (k, m) = exponent_and_fraction(a);
    let f = m - 1.0;
    let divisor = 2.0 + f;
    let inverse = 1.0 / divisor;
    let s = f * inverse;
    // The product of the first part and the divisor is exact.
    let first = leading::<24>(s);
    let second = (f - first * divisor) * inverse;
    let squared = s * s;
    let tail = s * squared * (TWO_THIRDS[0] + squared * polynomial(&LOG_TAIL, squared));
    let high = first * (2.0 * INV_LN2[0]);
    let low = first * (2.0 * INV_LN2[1]) + (second + second + tail) * LOG2_E;
    let logarithm = leading::<28>(k + (high + low));
    (logarithm, ((k - logarithm) + high) + low)
}

/// `x^y`
#[inline(always)]
pub(super) fn pow(x: f64, y: f64) -> f64 {
    let (high, low) = log2_parts(magnitude(x));
    // Beyond 2^32 only the power of 1 is neither 0 nor infinite.
    let exponent = clamp(y, -1e10, 1e10);
    let product = exponent * high;
    let within = clamp(product, -200.0, 200.0);
    let sum = within + WHOLE;
    let r = (within - (sum - WHOLE)) + select(product == within, exponent * low, 0.0);
    let power = (r * polynomial(&EXP2, r) + 1.0) * power_of_two(sum.to_bits());
    // A power that 25 bits hold, an f32 or a tie between two, is one of an exponent in eighths up to 15. There it is
    // exact.
    let eighths = 8.0 * y;
    let simple = magnitude(eighths) <= 128.0 && (eighths + WHOLE) - WHOLE == eighths;
    with_limits(select(simple, short(power), power), x, y)
}

/// The number of 41 bits that is at most 3 units away, if there is one.
#[inline(always)]
fn short(y: f64) -> f64 {
    const BELOW: u64 = (1 << 12) - 1;
    let up = y.to_bits().wrapping_add(3);
    f64::from_bits(select(up & BELOW <= 6, up & !BELOW, y.to_bits()))
}
