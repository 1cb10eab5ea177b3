//! Roots and their inverses by iterations of Newton, without a division: from a guess by the bits of the number.
use super::super::parts::{Pair, magnitude, select, with_sign};
use crate::Value;

/// `1 / sqrt(x)`.
#[inline(always)]
pub(super) fn rsqrt(x: f64) -> f64 {
    let half = 0.5 * x;
    let mut y = f64::from_bits(0x5fe6_eb50_c7b5_37a9_u64.wrapping_sub(x.to_bits() >> 1));
    y = y * (1.5 - half * y * y);
    y = y * (1.5 - half * y * y);
    y = y * (1.5 - half * y * y);
    y = y * (0.5 - half * y * y) + y;
    let y = if x > 0.0 {
        y
    } else if x == 0.0 {
        with_sign(f64::INFINITY, x)
    } else {
        f64::NAN
    };
    let y = if x < f64::INFINITY { y } else { 0.0 };
    if x.is_nan() { x } else { y }
}

/// `1 / cbrt(a)` of a normal number above 0: three iterations of third order.
#[inline(always)]
fn rcbrt_within(a: f64) -> f64 {
    // A third of the high word, as a product.
    let third = ((a.to_bits() >> 32) * 0x5555_5556) >> 32;
    let mut y = f64::from_bits((0x5540_0000_u64 - 0xf604).wrapping_sub(third) << 32);
    let mut round = 0;
    while round < 3 {
        let error = 1.0 - a * y * y * y;
        y = y + y * (error * (1.0 / 3.0 + error * (2.0 / 9.0)));
        round += 1;
    }
    y
}

#[inline(always)]
pub(super) fn cbrt(x: f64) -> f64 {
    let a = magnitude(x);
    let y = rcbrt_within(a);
    let y = if a > 0.0 { a * (y * y) } else { a };
    with_sign(if a < f64::INFINITY { y } else { a }, x)
}

#[inline(always)]
pub(super) fn rcbrt(x: f64) -> f64 {
    let a = magnitude(x);
    let y = if a > 0.0 { rcbrt_within(a) } else { f64::INFINITY };
    let y = if a < f64::INFINITY { y } else { 0.0 };
    let y = if x.is_nan() { x } else { y };
    with_sign(y, x)
}

/// `sqrt(x^2 + y^2)` of two numbers that were f32: rounded, away from what has few bits unless it is exact, so that
/// narrowing rounds the exact value.
#[inline(always)]
pub(super) fn hypot(x: f64, y: f64) -> f64 {
    // The squares are exact.
    let sum = Pair::sum(x * x, y * y);
    let root = sum.high.root();
    // Its square is exact where this matters: a root that ties two f32 has 25 bits.
    let rest = (sum.high - root * root) + sum.low;
    let bits = root.to_bits();
    let odd = select(rest > 0.0, bits | 1, select(rest < 0.0, bits.wrapping_sub(1) | 1, bits));
    let infinite = magnitude(x) == f64::INFINITY || magnitude(y) == f64::INFINITY;
    select(infinite, f64::INFINITY, f64::from_bits(odd))
}
