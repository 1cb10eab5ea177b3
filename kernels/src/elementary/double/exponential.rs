//! The exponential function and what is made of it.
use super::super::coefficients::{ERF_TO_6, EXP, EXP_TAIL, LN2, LN2_PAIR, TWO_INV_ROOT_PI};
use super::super::parts::{Pair, WHOLE, clamp, magnitude, polynomial, power_of_two, select, with_sign};
use super::TINY;
use core::f64::consts::{LN_2, LOG2_E};

/// `x = n ln(2) + a - b`: `n`, and both parts of the rest.
#[inline(always)]
fn reduced(x: f64) -> (f64, f64, f64) {
    let n = (x * LOG2_E + WHOLE) - WHOLE;
    (n, x - n * LN2[0], n * LN2[1])
}

/// `y 2^n` in two factors, as one may be too large or small.
#[inline(always)]
fn scaled(y: f64, n: f64) -> f64 {
    let half = n * 0.5 + WHOLE;
    let rest = (n - (half - WHOLE)) + WHOLE;
    y * power_of_two(half.to_bits()) * power_of_two(rest.to_bits())
}

/// `e^x 2^-halvings`.
#[inline(always)]
fn exp_halved(x: f64, halvings: f64) -> f64 {
    let (n, a, b) = reduced(clamp(x, -750.0, 720.0));
    let r = a - b;
    scaled(1.0 + (a + (r * r * polynomial(&EXP, r) - b)), n - halvings)
}

#[inline(always)]
pub(in super::super) fn exp(x: f64) -> f64 {
    exp_halved(x, 0.0)
}

#[inline(always)]
pub(in super::super) fn exp2(x: f64) -> f64 {
    let x = clamp(x, -1080.0, 1030.0);
    let n = (x + WHOLE) - WHOLE;
    let r = Pair::product(x - n, LN_2);
    scaled(1.0 + (r.high + (r.high * r.high * polynomial(&EXP, r.high) + r.low)), n)
}

/// `2^x = (high + low) 2^n` of a number in two parts: high and low, and `n`.
#[inline(always)]
fn exp2_parts(x: Pair) -> (Pair, f64) {
    let n = (x.high + WHOLE) - WHOLE;
    let r = Pair::quick_sum(x.high - n, x.low).times(Pair::of(LN2_PAIR));
    let sum = Pair::quick_sum(1.0, r.high);
    (Pair::new(sum.high, sum.low + (r.high * r.high * polynomial(&EXP, r.high) + r.low)), n)
}

/// `2^x` of a number in two parts, from -1080 to 1030.
#[inline(always)]
pub(super) fn exp2_pair(x: Pair) -> f64 {
    let (power, n) = exp2_parts(x);
    scaled(power.number(), n)
}

/// The same times a factor, of which the power may be from -2040 on.
#[inline(always)]
pub(super) fn exp2_times(x: Pair, factor: Pair) -> f64 {
    let (power, n) = exp2_parts(x);
    scaled(Pair::quick_sum(power.high, power.low).times(factor).number(), n)
}

/// `e^x = (1 + m) 2^n` for `|x|` below 700: `m`, and `2^n`.
#[inline(always)]
fn exp_pair(x: f64) -> (Pair, f64) {
    let (n, a, b) = reduced(x);
    let r = Pair::sum(a, -b);
    let squared = Pair::product(r.high, r.high).scaled(0.5);
    let tail = r.high * (2.0 * squared.high) * polynomial(&EXP_TAIL, r.high) + r.low * r.high;
    let sum = Pair::quick_sum(r.high, squared.high);
    (Pair::quick_sum(sum.high, sum.low + (r.low + squared.low + tail)), power_of_two((n + WHOLE).to_bits()))
}

/// `e^x` of a number from -700 to 0, in two parts.
#[inline(always)]
pub(super) fn exp_falling(x: f64) -> Pair {
    let (m, power) = exp_pair(clamp(x, -700.0, 0.0));
    let sum = Pair::quick_sum(1.0, m.high);
    Pair::quick_sum(sum.high, sum.low + m.low).scaled(power)
}

/// `e^x - 1` for `|x|` below 700, in two parts.
#[inline(always)]
fn exp_m1_pair(x: f64) -> Pair {
    let (m, power) = exp_pair(x);
    Pair::sum(power, -1.0).plus(m.scaled(power))
}

#[inline(always)]
pub(in super::super) fn exp_m1(x: f64) -> f64 {
    let y = exp_m1_pair(clamp(x, -50.0, 50.0)).number();
    let y = select(x > 45.0, exp(x), y);
    select(magnitude(x) < TINY * TINY, x, y)
}

#[inline(always)]
pub(in super::super) fn tanh(x: f64) -> f64 {
    let a = magnitude(x);
    let within = clamp(a, 0.0, 22.0);
    let m = exp_m1_pair(within + within);
    let y = m.over(m.plus_number(2.0)).number();
    with_sign(select(a < TINY, a, y), x)
}

#[inline(always)]
pub(in super::super) fn sigmoid(x: f64) -> f64 {
    let power = exp_falling(-magnitude(x));
    let divisor = Pair::quick_sum(1.0, power.high);
    let divisor = Pair::new(divisor.high, divisor.low + power.low);
    let dividend = Pair::new(select(x < 0.0, power.high, 1.0), select(x < 0.0, power.low, 0.0));
    let y = select(x < -690.0, exp(x), dividend.over(divisor).number());
    if x.is_nan() { x } else { y }
}

#[inline(always)]
pub(in super::super) fn erf(x: f64) -> f64 {
    let a = magnitude(x);
    let within = clamp(a, 0.0, 6.0);
    let sum = Pair::sum(TWO_INV_ROOT_PI[0], within * polynomial(&ERF_TO_6, within));
    let exponent = Pair::new(sum.high, sum.low + TWO_INV_ROOT_PI[1]).times_number(within);
    // e^-(high + low) - 1
    let m = exp_m1_pair(-exponent.high);
    let y = -(m.high + (m.low - exponent.low * (1.0 + m.high)));
    // Here it is its first term.
    with_sign(select(a < TINY, a * TWO_INV_ROOT_PI[0] + a * TWO_INV_ROOT_PI[1], y), x)
}

#[inline(always)]
pub(in super::super) fn sinh(x: f64) -> f64 {
    let a = magnitude(x);
    let m = exp_m1_pair(clamp(a, 0.0, 40.0));
    let y = 0.5 * m.plus(m.over(m.plus_number(1.0))).number();
    let y = select(a > 38.0, exp_halved(a, 1.0), y);
    with_sign(select(a < TINY, a, y), x)
}

#[inline(always)]
pub(in super::super) fn cosh(x: f64) -> f64 {
    let a = magnitude(x);
    let power = exp_m1_pair(clamp(a, 0.0, 40.0)).plus_number(1.0);
    let y = 0.5 * power.plus(Pair::new(1.0, 0.0).over(power)).number();
    select(a > 38.0, exp_halved(a, 1.0), y)
}
