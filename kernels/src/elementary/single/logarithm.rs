//! The logarithm and what is made of it. `x = 2^k (1 + f)`, `ln(1 + f)` by the odd function of `s = f / (2 + f)`.
use super::super::coefficients::{INV_LN2, INV_LN10, LN2, LOG, LOG10_2};
use super::super::parts::{clamp, exponent_and_fraction, magnitude, polynomial, select, with_sign};
use super::exponential::exp_within;
use crate::Value;
use core::f64::consts::{LN_2, LOG2_E, LOG10_E};

/// `ln(1 + f) - f`, `1 + f` from `sqrt(1/2)` to `sqrt(2)`.
#[inline(always)]
fn tail(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let squared = s * s;
    s * (squared * polynomial(&LOG, squared) - f)
}

/// `y`, but -infinity at `zero`, NaN below it, and infinity and NaN as they are.
#[inline(always)]
fn with_limits(y: f64, x: f64, zero: f64) -> f64 {
    let y = if x > zero {
        y
    } else if x == zero {
        f64::NEG_INFINITY
    } else {
        f64::NAN
    };
    if x < f64::INFINITY { y } else { x }
}

#[inline(always)]
pub(super) fn ln(x: f64) -> f64 {
    let (k, m) = exponent_and_fraction(x);
    let f = m - 1.0;
    with_limits(k * LN2[0] + (f + (k * LN2[1] + tail(f))), x, 0.0)
}

#[inline(always)]
pub(super) fn log2(x: f64) -> f64 {
    let (k, m) = exponent_and_fraction(x);
    let f = m - 1.0;
    with_limits((k + f * INV_LN2[0]) + (f * INV_LN2[1] + tail(f) * LOG2_E), x, 0.0)
}

#[inline(always)]
pub(super) fn log10(x: f64) -> f64 {
    let (k, m) = exponent_and_fraction(x);
    let f = m - 1.0;
    let low = k * LOG10_2[1] + (f * INV_LN10[1] + tail(f) * LOG10_E);
    with_limits((k * LOG10_2[0] + f * INV_LN10[0]) + low, x, 0.0)
}

/// Above -1, and finite.
#[inline(always)]
fn ln_1p_within(x: f64) -> f64 {
    let (k, m) = exponent_and_fraction(1.0 + x);
    // An x that is small next to 1 is f, without the rounding of 1 + x; a large one loses nothing that counts in f32.
    let f = select(k == 0.0, x, m - 1.0);
    k * LN2[0] + (f + (k * LN2[1] + tail(f)))
}

#[inline(always)]
pub(super) fn ln_1p(x: f64) -> f64 {
    with_sign(with_limits(ln_1p_within(x), x, -1.0), x)
}

#[inline(always)]
pub(super) fn softrelu(x: f64) -> f64 {
    // max(x, 0) + ln(1 + t), where t is exp(-|x|): from 0 to 1.
    let t = exp_within(-clamp(magnitude(x), 0.0, 110.0));
    // 1 + t, or half of it, is near enough to 1 for the tail.
    let large = t > 0.414_213_562_373_095_03;
    let (logarithm, less, factor) = if large { (LN_2, 1.0, 0.5) } else { (0.0, 0.0, 1.0) };
    let f = (t - less) * factor;
    let y = (if x > 0.0 { x } else { 0.0 }) + (logarithm + (f + tail(f)));
    // One unit up: right at the one input that is too near to a tie.
    let y = f64::from_bits(y.to_bits().wrapping_add(1));
    if x < f64::INFINITY { y } else { x }
}

#[inline(always)]
pub(super) fn asinh(x: f64) -> f64 {
    let a = magnitude(x);
    let squared = a * a;
    let y = ln_1p_within(a + squared / (1.0 + (1.0 + squared).root()));
    with_sign(if a < f64::INFINITY { y } else { a }, x)
}

#[inline(always)]
pub(super) fn acosh(x: f64) -> f64 {
    let t = x - 1.0;
    let y = ln_1p_within(t + (t * (t + 2.0)).root());
    let y = if x >= 1.0 { y } else { f64::NAN };
    if x < f64::INFINITY { y } else { x }
}

#[inline(always)]
pub(super) fn atanh(x: f64) -> f64 {
    let a = magnitude(x);
    let y = 0.5 * ln_1p_within((a + a) / (1.0 - a));
    let y = if a < 1.0 {
        y
    } else if a == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    with_sign(y, x)
}
