//! Inverse trigonometric functions.
use super::super::coefficients::{ASIN, ATAN, HALF_PI_PAIR, PI_PAIR};
use super::super::parts::{Pair, magnitude, polynomial, select, with_sign};
use super::power::root;

/// `asin(a)` for `a` to 1/2, beyond it `asin(sqrt((1 - a) / 2))`, in two parts; and whether it is beyond.
#[inline(always)]
fn reduced(a: f64) -> (Pair, bool) {
    let large = a > 0.5;
    let squared = select(large, (1.0 - a) * 0.5, a * a);
    let root = root(Pair::new(select(large, squared, 0.0), 0.0));
    let s = Pair::new(select(large, root.high, a), select(large, root.low, 0.0));
    let tail = s.high * squared * polynomial(&ASIN, squared) + s.low * (1.0 + 0.5 * squared);
    (Pair::quick_sum(s.high, tail), large)
}

#[inline(always)]
pub(in super::super) fn asin(x: f64) -> f64 {
    let a = magnitude(x);
    let (y, large) = reduced(a);
    let beyond = Pair::of(HALF_PI_PAIR).plus(y.scaled(-2.0));
    let y = select(large, beyond.number(), y.number());
    // The squared of a small number may be 0, and loses nothing.
    if a <= 1.0 { with_sign(y, x) } else { f64::NAN }
}

#[inline(always)]
pub(in super::super) fn acos(x: f64) -> f64 {
    let a = magnitude(x);
    let (y, large) = reduced(a);
    let sign = select(x < 0.0, 1.0, -1.0);
    let within = Pair::of(HALF_PI_PAIR).plus(y.scaled(sign)).number();
    let beyond = Pair::new(select(x < 0.0, PI_PAIR[0], 0.0), select(x < 0.0, PI_PAIR[1], 0.0))
        .plus(y.scaled(-2.0 * sign))
        .number();
    let y = select(large, beyond, within);
    if a <= 1.0 { y } else { f64::NAN }
}

#[inline(always)]
pub(in super::super) fn atan(x: f64) -> f64 {
    let a = magnitude(x);
    // atan(a) = offset + atan(s), s is a, (a - 1) / (a + 1) or -1 / a.
    let (middle, far) = (a > 0.414_213_562_373_095_03, a > 2.414_213_562_373_095);
    let of_three = |near: f64, in_middle: f64, if_far: f64| select(far, if_far, select(middle, in_middle, near));
    let (less, more) = (Pair::sum(a, -1.0), Pair::sum(a, 1.0));
    // Where 1 / a is far below a unit of pi / 2, any large number will do.
    let bounded = select(a > 1e18, 1e18, a);
    let dividend = Pair::new(of_three(a, less.high, -1.0), of_three(0.0, less.low, 0.0));
    let divisor = Pair::new(of_three(1.0, more.high, bounded), of_three(0.0, more.low, 0.0));
    let quotient = dividend.over(divisor);
    let s = Pair::new(of_three(a, quotient.high, quotient.high), of_three(0.0, quotient.low, quotient.low));
    let squared = s.high * s.high;
    let (high, low) =
        (of_three(0.0, 0.5 * HALF_PI_PAIR[0], HALF_PI_PAIR[0]), of_three(0.0, 0.5 * HALF_PI_PAIR[1], HALF_PI_PAIR[1]));
    let sum = Pair::quick_sum(high, s.high);
    let y = sum.high + (sum.low + (s.high * squared * polynomial(&ATAN, squared) + (s.low + low)));
    with_sign(if x.is_nan() { x } else { y }, x)
}
