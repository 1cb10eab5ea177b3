//! Sine, cosine, tangent: quarter turns, and the rest in two parts.
use super::super::coefficients::{COS_TAIL, HALF_PI_PAIR, HALF_PI_PARTS, SIN_QUARTER};
use super::super::parts::{Pair, WHOLE, magnitude, negated_if_odd, polynomial, select, times_sign};
use super::super::turns::turns;
use super::TINY;
use core::f64::consts::FRAC_2_PI;

/// From here on, multiples of pi / 2 have too many bits for the reduction in parts.
const LIMIT: f64 = 1_048_576.0;

/// The number of quarter turns, and the rest, for a magnitude below [`LIMIT`].
#[inline(always)]
fn near(a: f64) -> (u64, Pair) {
    let sum = a * FRAC_2_PI + WHOLE;
    let n = sum - WHOLE;
    let [first, second, third, fourth] = HALF_PI_PARTS;
    // The products are exact, and so is the first difference.
    let rest = Pair::sum(a - n * first, -(n * second));
    let less = Pair::sum(rest.high, -(n * third));
    (sum.to_bits(), Pair::sum(less.high, (rest.low + less.low) - n * fourth))
}

/// The same from [`LIMIT`] on; NaN for a number that is not finite.
#[inline(always)]
fn far(a: f64) -> (u64, Pair) {
    let (quarters, fraction) = turns(a);
    let rest = fraction.times(Pair::of(HALF_PI_PAIR));
    (quarters, if a < f64::INFINITY { rest } else { Pair::new(f64::NAN, 0.0) })
}

/// Sine and cosine of the rest, in two parts that are not rounded into each other.
#[inline(always)]
fn both(r: Pair) -> (Pair, Pair) {
    let squared = r.high * r.high;
    let half = 0.5 * squared;
    let sin = r.high * squared * polynomial(&SIN_QUARTER, squared) + r.low * (1.0 - half);
    let cos = Pair::quick_sum(1.0, -half);
    (
        Pair::new(r.high, sin),
        Pair::new(cos.high, cos.low + (squared * squared * polynomial(&COS_TAIL, squared) - r.high * r.low)),
    )
}

#[inline(always)]
fn sin_of(x: f64, (quarters, rest): (u64, Pair)) -> f64 {
    let (sin, cos) = both(rest);
    let y = select(quarters & 1 == 0, sin.number(), cos.number());
    times_sign(negated_if_odd(y, quarters >> 1), x)
}

#[inline(always)]
fn cos_of(_x: f64, (quarters, rest): (u64, Pair)) -> f64 {
    let (sin, cos) = both(rest);
    let y = select(quarters & 1 == 0, cos.number(), -sin.number());
    negated_if_odd(y, quarters >> 1)
}

#[inline(always)]
fn tan_of(x: f64, (quarters, rest): (u64, Pair)) -> f64 {
    let (sin, cos) = both(rest);
    let odd = quarters & 1 == 1;
    let pick =
        |even: Pair, odd_one: Pair| Pair::new(select(odd, odd_one.high, even.high), select(odd, odd_one.low, even.low));
    let (sin, cos) = (Pair::quick_sum(sin.high, sin.low), Pair::quick_sum(cos.high, cos.low));
    let y = pick(sin, cos.negated()).over(pick(cos, sin)).number();
    times_sign(select(magnitude(x) < TINY, magnitude(x), y), x)
}

/// The whole function, and as numbers below the limit take it.
macro_rules! functions {
    ($($name:ident $quick:ident $of:ident;)*) => {$(
        #[inline(always)]
        pub(in super::super) fn $name(x: f64) -> f64 {
            let a = magnitude(x);
            if a < LIMIT { $of(x, near(a)) } else { $of(x, far(a)) }
        }

        #[inline(always)]
        pub(in super::super) fn $quick(x: f64) -> (f64, u32) {
            let a = magnitude(x);
            // The bits, as NaN is to be seen too.
            ($of(x, near(a)), u32::from(a.to_bits() >= LIMIT.to_bits()))
        }
    )*};
}
functions! {
    sin sin_quick sin_of;
    cos cos_quick cos_of;
    tan tan_quick tan_of;
}
