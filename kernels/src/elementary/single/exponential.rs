//! The exponential function and what is made of it. `x = n ln(2) + r`, a polynomial of `r`, and `2^n` by its bits.
use super::super::coefficients::{COSH, ERF_TO_4, EXP, EXP_M1, EXP2, LN2, SINH, TWO_INV_ROOT_PI};
use super::super::parts::{WHOLE, clamp, magnitude, polynomial, power_of_half, power_of_two, with_sign};
use core::f64::consts::LOG2_E;

/// `x - n ln(2)`, and the bits that hold `n`.
#[inline(always)]
fn reduced(x: f64) -> (f64, u64) {
    let sum = x * LOG2_E + WHOLE;
    let n = sum - WHOLE;
    ((x - n * LN2[0]) - n * LN2[1], sum.to_bits())
}

/// For `|x|` below 700.
#[inline(always)]
pub(super) fn exp_within(x: f64) -> f64 {
    let (r, n) = reduced(x);
    (1.0 + (r * r * polynomial(&EXP, r) + r)) * power_of_two(n)
}

#[inline(always)]
pub(super) fn exp(x: f64) -> f64 {
    exp_within(clamp(x, -110.0, 100.0))
}

#[inline(always)]
pub(super) fn exp2(x: f64) -> f64 {
    let x = clamp(x, -160.0, 140.0);
    let sum = x + WHOLE;
    let r = x - (sum - WHOLE);
    (r * polynomial(&EXP2, r) + 1.0) * power_of_two(sum.to_bits())
}

#[inline(always)]
fn exp_m1_within(x: f64) -> f64 {
    let (r, n) = reduced(x);
    let power = power_of_two(n);
    (r * r * polynomial(&EXP_M1, r) + r) * power + (power - 1.0)
}

#[inline(always)]
pub(super) fn exp_m1(x: f64) -> f64 {
    with_sign(exp_m1_within(clamp(x, -50.0, 100.0)), x)
}

#[inline(always)]
pub(super) fn tanh(x: f64) -> f64 {
    let a = clamp(magnitude(x), 0.0, 20.0);
    let e = exp_m1_within(a + a);
    with_sign(e / (e + 2.0), x)
}

#[inline(always)]
pub(super) fn sigmoid(x: f64) -> f64 {
    let divisor = 1.0 + exp_within(-clamp(x, -110.0, 100.0));
    // Near 0 it is 1/2 + x/4 - x^3/48: the first two terms are often a tie, and the third below f64. One unit of the
    // divisor away from 2 decides the side.
    let negative = x.to_bits() >> 63;
    1.0 / f64::from_bits(divisor.to_bits().wrapping_add(1).wrapping_sub(2 * negative))
}

#[inline(always)]
pub(super) fn erf(x: f64) -> f64 {
    let a = clamp(magnitude(x), 0.0, 4.0);
    with_sign(magnitude(exp_m1_within(-(a * (TWO_INV_ROOT_PI[0] + a * polynomial(&ERF_TO_4, a))))), x)
}

/// `sinh(r)` and `cosh(r) - 1` of the rest, and half of `2^n - 2^-n` and `2^n + 2^-n`.
#[inline(always)]
fn hyperbolic(x: f64) -> (f64, f64, f64, f64) {
    let (r, n) = reduced(clamp(magnitude(x), 0.0, 100.0));
    let squared = r * r;
    let (up, down) = (power_of_two(n), power_of_half(n));
    (
        r * squared * polynomial(&SINH, squared) + r,
        squared * polynomial(&COSH, squared),
        0.5 * (up - down),
        0.5 * (up + down),
    )
}

#[inline(always)]
pub(super) fn sinh(x: f64) -> f64 {
    let (sinh, cosh_less_1, difference, mean) = hyperbolic(x);
    with_sign(difference + (difference * cosh_less_1 + sinh * mean), x)
}

#[inline(always)]
pub(super) fn cosh(x: f64) -> f64 {
    let (sinh, cosh_less_1, difference, mean) = hyperbolic(x);
    mean + (mean * cosh_less_1 + sinh * difference)
}
