//! Sine, cosine, tangent. Below [`LIMIT`] the multiple of pi is subtracted in three parts; beyond it, the bits of 2 /
//! pi that matter are multiplied.
use super::super::coefficients::{COS_QUARTER, HALF_PI, PI, SIN, SIN_QUARTER};
use super::super::parts::{WHOLE, magnitude, negated_if_odd, polynomial, times_sign};
use super::super::turns::turns;
use core::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2};

/// From here on, multiples of pi have too many bits for the reduction in three parts.
pub(super) const LIMIT: f32 = 1_048_576.0;

/// `x - n pi`, for one of pi or its half, in three parts.
#[inline(always)]
fn less(x: f64, n: f64, [first, second, third]: [f64; 3]) -> f64 {
    ((x - n * first) - n * second) - n * third
}

/// `sin(r)`, `|r| <= pi / 2`.
#[inline(always)]
fn half_turn(r: f64) -> f64 {
    let squared = r * r;
    r * squared * polynomial(&SIN, squared) + r
}

#[inline(always)]
pub(super) fn sin(x: f64) -> f64 {
    let a = magnitude(x);
    let sum = a * FRAC_1_PI + WHOLE;
    times_sign(negated_if_odd(half_turn(less(a, sum - WHOLE, PI)), sum.to_bits()), x)
}

#[inline(always)]
pub(super) fn cos(x: f64) -> f64 {
    let a = magnitude(x);
    // pi times a whole number and a half.
    let sum = (a * FRAC_1_PI - 0.5) + WHOLE;
    negated_if_odd(half_turn(less(a, (sum - WHOLE) + 0.5, PI)), !sum.to_bits())
}

/// Sine and cosine, `|r| <= pi / 4`.
#[inline(always)]
fn quarter_turn(r: f64) -> (f64, f64) {
    let squared = r * r;
    (r * squared * polynomial(&SIN_QUARTER, squared) + r, 1.0 + squared * polynomial(&COS_QUARTER, squared))
}

#[inline(always)]
fn quotient((sin, cos): (f64, f64), odd: bool) -> f64 {
    let (dividend, divisor) = if odd { (-cos, sin) } else { (sin, cos) };
    dividend / divisor
}

#[inline(always)]
pub(super) fn tan(x: f64) -> f64 {
    let a = magnitude(x);
    let sum = a * FRAC_2_PI + WHOLE;
    times_sign(quotient(quarter_turn(less(a, sum - WHOLE, HALF_PI)), sum.to_bits() & 1 == 1), x)
}

/// The number of quarter turns, and sine and cosine of the rest, for the magnitude of a large `x`; NaN for one that is
/// not finite.
#[inline(always)]
fn far(x: f32) -> (u64, (f64, f64)) {
    let (quarters, rest) = turns(x.abs().into());
    let infinite = x.abs() >= f32::INFINITY || x.is_nan();
    (quarters, quarter_turn(if infinite { f64::NAN } else { rest.number() * FRAC_PI_2 }))
}

#[inline(always)]
pub(super) fn sin_far(x: f32) -> f64 {
    let (quarters, (sin, cos)) = far(x);
    times_sign(negated_if_odd(if quarters & 1 == 0 { sin } else { cos }, quarters >> 1), x.into())
}

#[inline(always)]
pub(super) fn cos_far(x: f32) -> f64 {
    let (quarters, (sin, cos)) = far(x);
    negated_if_odd(if quarters & 1 == 0 { cos } else { -sin }, quarters >> 1)
}

#[inline(always)]
pub(super) fn tan_far(x: f32) -> f64 {
    let (quarters, both) = far(x);
    times_sign(quotient(both, quarters & 1 == 1), x.into())
}
