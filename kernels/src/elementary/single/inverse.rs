//! Inverse trigonometric functions.
use super::super::coefficients::{ASIN, ATAN, HALF_PI_PAIR, PI_PAIR};
use super::super::parts::{magnitude, polynomial, select, times_sign, with_sign};
use crate::Value;

/// `asin(s)`, `squared` is `s^2`, at most 1/4.
#[inline(always)]
fn series(s: f64, squared: f64) -> f64 {
    s * squared * polynomial(&ASIN, squared) + s
}

#[inline(always)]
pub(super) fn asin(x: f64) -> f64 {
    let a = magnitude(x);
    // Beyond 1/2: pi / 2 - 2 asin(sqrt((1 - a) / 2)).
    let large = a > 0.5;
    let squared = select(large, (1.0 - a) * 0.5, a * a);
    let y = series(select(large, squared.root(), a), squared);
    let y = select(large, HALF_PI_PAIR[0] - (2.0 * y - HALF_PI_PAIR[1]), y);
    if a <= 1.0 { with_sign(y, x) } else { f64::NAN }
}

#[inline(always)]
pub(super) fn acos(x: f64) -> f64 {
    let a = magnitude(x);
    let large = a > 0.5;
    let squared = select(large, (1.0 - a) * 0.5, a * a);
    let y = times_sign(series(select(large, squared.root(), a), squared), x);
    let twice = 2.0 * y;
    let beyond = select(x < 0.0, PI_PAIR[0] + (twice + PI_PAIR[1]), twice);
    let y = select(large, beyond, HALF_PI_PAIR[0] - (y - HALF_PI_PAIR[1]));
    if a <= 1.0 { y } else { f64::NAN }
}

#[inline(always)]
pub(super) fn atan(x: f64) -> f64 {
    let a = magnitude(x);
    // atan(a) = offset + atan(s), s is a, (a - 1) / (a + 1) or -1 / a.
    let (middle, far) = (a > 0.414_213_562_373_095_03, a > 2.414_213_562_373_095);
    let of_three = |near: f64, in_middle: f64, if_far: f64| select(far, if_far, select(middle, in_middle, near));
    let s = of_three(a, a - 1.0, -1.0) / of_three(1.0, a + 1.0, a);
    let (high, low) =
        (of_three(0.0, 0.5 * HALF_PI_PAIR[0], HALF_PI_PAIR[0]), of_three(0.0, 0.5 * HALF_PI_PAIR[1], HALF_PI_PAIR[1]));
    let squared = s * s;
    with_sign(high + ((s * squared * polynomial(&ATAN, squared) + low) + s), x)
}
