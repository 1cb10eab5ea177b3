//! The remainder of a division with the sign of the divisor, exact except for the sum that gives it this sign.
use super::parts::{Pair, power_of_two, select, with_sign};

/// A whole number below it, plus it, is exact; so quotients are rounded by it.
const WHOLE_FROM: f64 = 4_503_599_627_370_496.0;
/// Quotients below it leave the product with an f32 exact.
const SINGLE: f64 = 268_435_456.0;
/// Beyond it the parts of a product may overflow.
const LARGE: f64 = 1e290;
const SMALLER: f64 = 1.0 / (1_u128 << 80) as f64;

/// The whole part of a quotient below [`WHOLE_FROM`]: of the exact one, or one more.
#[inline(always)]
fn whole_part(quotient: f64) -> f64 {
    let nearest = (quotient + WHOLE_FROM) - WHOLE_FROM;
    nearest - select(nearest > quotient, 1.0, 0.0)
}

/// What is left, given what a whole part leaves that may be one too large.
#[inline(always)]
fn settled(rest: f64, a: f64, b: f64) -> f64 {
    let rest = select(rest < 0.0, rest + b, rest);
    select(a < b, a, rest)
}

/// The remainder of numbers that are not negative, up to [`LARGE`], whose quotient is below [`WHOLE_FROM`].
#[inline(always)]
fn near(a: f64, b: f64) -> f64 {
    let product = Pair::product(whole_part(a / b), b);
    settled((a - product.high) - product.low, a, b)
}

/// `a 2^n`, where that is finite, in two factors.
#[inline(always)]
fn scaled(a: f64, n: u64) -> f64 {
    let half = n >> 1;
    a * power_of_two(half) * power_of_two(n - half)
}

/// The exponent of a number that is not negative, counted from below the least subnormal's.
#[inline(always)]
fn exponent(a: f64) -> u64 {
    let tiny = a < f64::MIN_POSITIVE;
    (select(tiny, a * WHOLE_FROM, a).to_bits() >> 52) + select(tiny, 0, 52)
}

/// The remainder of any numbers that are not negative: 51 bits of the quotient at a time. NaN where there is none.
#[inline(always)]
fn far(a: f64, b: f64) -> f64 {
    let (mut rest, mut steps) = (if a < f64::INFINITY && b > 0.0 { a } else { f64::NAN }, 0);
    // The number of steps is limited for the compiler: 2098 bits are the most.
    while rest >= b && steps < 43 {
        let multiple = scaled(b, (exponent(rest) - exponent(b)).saturating_sub(51));
        let scale = select(rest > LARGE, SMALLER, 1.0);
        rest = near(rest * scale, multiple * scale) / scale;
        steps += 1;
    }
    if b.is_nan() { b } else { rest }
}

/// The remainder of `x` and `y`, given that of their magnitudes.
#[inline(always)]
fn signed(rest: f64, x: f64, y: f64) -> f64 {
    let of_x = with_sign(rest, x);
    let moved = of_x + select(rest == 0.0, 0.0, y);
    select(y == 0.0, 0.0, select((x < 0.0) == (y < 0.0), of_x, moved))
}

#[inline(always)]
pub(super) fn modulo(x: f64, y: f64) -> f64 {
    signed(far(x.abs(), y.abs()), x, y)
}

/// As most numbers take it; the second result is not 0 where the quotient is too large for that.
#[inline(always)]
pub(super) fn modulo_quick(x: f64, y: f64) -> (f64, u32) {
    let (a, b) = (x.abs(), y.abs());
    (signed(near(a, b), x, y), u32::from((a > LARGE || a / b >= WHOLE_FROM) && b > 0.0))
}

/// The same for numbers that were f32.
#[inline(always)]
pub(super) fn modulo_quick_single(x: f64, y: f64) -> (f64, u32) {
    let (a, b) = (x.abs(), y.abs());
    let quotient = a / b;
    (signed(settled(a - whole_part(quotient) * b, a, b), x, y), u32::from(quotient >= SINGLE && b > 0.0))
}
