//! Large angles in quarter turns, with the bits of 2 / pi that matter.
use super::coefficients::TWO_OVER_PI;
use super::parts::Pair;

/// `x / (pi / 2)` of a number from `2^20` on: the nearest whole number, of which the last two bits count, and the rest,
/// from -1/2 to 1/2. Anything for a number that is not finite.
#[inline(always)]
pub(super) fn turns(x: f64) -> (u64, Pair) {
    let exponent = (x.to_bits() >> 52) & 0x7ff;
    let significand = u128::from(x.to_bits() & ((1 << 52) - 1) | 1 << 52);
    // x is the significand times 2^(exponent - 1075). Bits of 2 / pi whose product with that power is 4 or more count
    // for nothing; the words begin 64 places before the point.
    let first = (exponent + 62).wrapping_sub(1075);
    let (place, shift) = ((first >> 6) as usize, first & 63);
    let word = |ahead: usize| {
        let at = |place: usize| TWO_OVER_PI.get(place).copied().unwrap_or(0);
        // Two shifts, as one by 64 is none.
        at(place.wrapping_add(ahead)) << shift | at(place.wrapping_add(ahead + 1)) >> 1 >> (63 - shift)
    };
    // The product modulo 2^192: two bits of whole quarters, then the rest.
    let low = significand * u128::from(word(2));
    let middle = (low >> 64) + significand * u128::from(word(1));
    let high = ((middle >> 64) as u64).wrapping_add((significand as u64).wrapping_mul(word(0)));
    let middle = middle as u64;
    let quarters = high.wrapping_add(1 << 61) >> 62;
    let rest = ((u128::from(high) << 64 | u128::from(middle)) << 2 | u128::from(low as u64 >> 62)) as i128;
    (quarters, fraction(rest))
}

/// A fixed-point number with 128 bits after the point.
#[inline(always)]
fn fraction(rest: i128) -> Pair {
    const BITS: u64 = (1 << 53) - 1;
    let size = rest.unsigned_abs();
    let zeros = u64::from(size.leading_zeros());
    let size = size << (zeros & 127);
    let power = |exponent: u64| f64::from_bits(exponent << 52);
    let sign = if rest < 0 { -1.0 } else { 1.0 };
    let high = ((size >> 75) as u64) as f64 * power(1023 + 75 - 128 - zeros) * sign;
    let low = ((size >> 22) as u64 & BITS) as f64 * power(1023 + 22 - 128 - zeros) * sign;
    Pair::quick_sum(high, low)
}
