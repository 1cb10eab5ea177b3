//! The logarithm and what is made of it.
use super::super::coefficients::{INV_LN2_PAIR, INV_LN10_PAIR, LN2, LOG, LOG_TAIL, LOG10_2, TWO_THIRDS};
use super::super::parts::{
    Pair, WHOLE, exponent_and_fraction, magnitude, polynomial, power_of_half, select, with_sign,
};
use super::TINY;
use super::exponential::{exp, exp_falling};
use super::power::root;

/// `x`, normal, above 0 and finite, and the exponent that has made a subnormal so.
#[inline(always)]
fn normal(x: f64) -> (f64, f64) {
    let tiny = x < f64::MIN_POSITIVE;
    (x * select(tiny, 18_014_398_509_481_984.0, 1.0), select(tiny, 54.0, 0.0))
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
pub(in super::super) fn ln(x: f64) -> f64 {
    let (value, exponent) = normal(x);
    let (k, m) = exponent_and_fraction(value);
    let (k, f) = (k - exponent, m - 1.0);
    let s = f / (2.0 + f);
    let squared = s * s;
    let tail = s * (squared * polynomial(&LOG, squared) - f);
    with_limits(k * LN2[0] + (f + (tail + k * LN2[1])), x, 0.0)
}

/// `ln(1 + f)`, `1 + f` from `sqrt(1/2)` to `sqrt(2)`, as a large part and a smaller one that is not rounded into it.
#[inline(always)]
fn ln_near_one(f: Pair) -> (f64, f64) {
    let divisor = Pair::sum(2.0, f.high);
    let s = f.over(Pair::new(divisor.high, divisor.low + f.low));
    let squared = s.high * s.high;
    (2.0 * s.high, s.high * squared * polynomial(&LOG, squared) + 2.0 * (s.low + squared * s.low))
}

/// `ln(1 + f) + k ln(2)`.
#[inline(always)]
pub(super) fn ln_pair(k: f64, f: Pair) -> Pair {
    let (large, small) = ln_near_one(f);
    let sum = Pair::quick_sum(k * LN2[0], large);
    Pair::quick_sum(sum.high, sum.low + (small + k * LN2[1]))
}

/// `ln(1 + x)` for `x` above -1, finite, in two parts.
#[inline(always)]
fn ln_1p_pair(x: Pair) -> Pair {
    let sum = Pair::sum(1.0, x.high);
    let (k, m) = exponent_and_fraction(sum.high);
    let power = power_of_half((k + WHOLE).to_bits());
    let low = (sum.low + x.low) * power;
    // An x that is small next to 1 is f, without the rounding of 1 + x.
    let f = Pair::sum(select(k == 0.0, x.high, m - 1.0), select(k == 0.0, x.low, low));
    ln_pair(k, f)
}

#[inline(always)]
pub(in super::super) fn ln_1p(x: f64) -> f64 {
    // Beyond 2^1000 the one is nothing, and 2^-k would be subnormal.
    let large = x > 1e300;
    let y = select(large, ln(x), ln_1p_pair(Pair::new(x, 0.0)).number());
    with_limits(select(magnitude(x) < TINY * TINY, x, y), x, -1.0)
}

/// The logarithm to another base: `k` in it as its two parts, and the inverse of the base's logarithm.
#[inline(always)]
fn to_base(x: f64, of_two: [f64; 2], inverse: [f64; 2]) -> f64 {
    let (value, exponent) = normal(x);
    let (k, m) = exponent_and_fraction(value);
    let k = k - exponent;
    let (large, small) = ln_near_one(Pair::new(m - 1.0, 0.0));
    let scaled = Pair::quick_sum(large, small).times(Pair::of(inverse));
    let sum = Pair::quick_sum(k * of_two[0], scaled.high);
    with_limits(sum.high + (sum.low + (scaled.low + k * of_two[1])), x, 0.0)
}

#[inline(always)]
pub(in super::super) fn log2(x: f64) -> f64 {
    to_base(x, [1.0, 0.0], INV_LN2_PAIR)
}

#[inline(always)]
pub(in super::super) fn log10(x: f64) -> f64 {
    to_base(x, LOG10_2, INV_LN10_PAIR)
}

/// The logarithm of a number above 0 to the base 2, with 12 bits and more beyond those of one part.
#[inline(always)]
pub(super) fn log2_pair(x: f64) -> Pair {
    let (value, exponent) = normal(x);
    let (k, m) = exponent_and_fraction(value);
    let f = m - 1.0;
    let s = Pair::new(f, 0.0).over(Pair::sum(2.0, f));
    let squared = s.times(s);
    let factor = Pair::quick_sum(TWO_THIRDS[0], squared.high * polynomial(&LOG_TAIL, squared.high));
    let tail = squared.times(s).times(Pair::new(factor.high, factor.low + TWO_THIRDS[1]));
    let sum = Pair::quick_sum(2.0 * s.high, tail.high);
    let scaled = Pair::new(sum.high, sum.low + (2.0 * s.low + tail.low)).times(Pair::of(INV_LN2_PAIR));
    let sum = Pair::quick_sum(k - exponent, scaled.high);
    Pair::quick_sum(sum.high, sum.low + scaled.low)
}

#[inline(always)]
pub(in super::super) fn softrelu(x: f64) -> f64 {
    let t = exp_falling(-magnitude(x));
    // 1 + t, or half of it.
    let large = t.high > 0.414_213_562_373_095_03;
    let less_one = Pair::sum(t.high, -1.0);
    let f = Pair::new(select(large, 0.5 * less_one.high, t.high), select(large, 0.5 * (less_one.low + t.low), t.low));
    let logarithm = ln_pair(select(large, 1.0, 0.0), f);
    let y = logarithm.plus_number(if x > 0.0 { x } else { 0.0 }).number();
    // Here the logarithm is the power itself.
    let y = select(x < -40.0, exp(x), y);
    if x < f64::INFINITY { y } else { x }
}

#[inline(always)]
pub(in super::super) fn asinh(x: f64) -> f64 {
    let a = magnitude(x);
    let within = if a < 1e150 { a } else { 1.0 };
    let squared = Pair::product(within, within);
    let divisor = root(squared.plus_number(1.0)).plus_number(1.0);
    let y = ln_1p_pair(squared.over(divisor).plus_number(within)).number();
    let y = select(a < 1e150, y, far(a));
    with_sign(select(a < TINY, a, y), x)
}

/// `ln(2 x)` of a large number; infinity and NaN as they are.
#[inline(always)]
fn far(x: f64) -> f64 {
    let (k, m) = exponent_and_fraction(x);
    let y = ln_pair(k + 1.0, Pair::new(m - 1.0, 0.0)).number();
    if x < f64::INFINITY { y } else { x }
}

#[inline(always)]
pub(in super::super) fn acosh(x: f64) -> f64 {
    let within = if x < 1e150 { x } else { 1.0 };
    let less_one = Pair::sum(within, -1.0);
    let product = less_one.times(Pair::sum(within, 1.0));
    let y = ln_1p_pair(less_one.plus(root(product))).number();
    let y = select(x < 1e150, y, far(x));
    if x >= 1.0 { y } else { f64::NAN }
}

#[inline(always)]
pub(in super::super) fn atanh(x: f64) -> f64 {
    let a = magnitude(x);
    let y = 0.5 * ln_1p_pair(Pair::new(a + a, 0.0).over(Pair::sum(1.0, -a))).number();
    let y = select(a < TINY, a, y);
    let y = if a < 1.0 {
        y
    } else if a == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    with_sign(y, x)
}
