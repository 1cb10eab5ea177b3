//! Roots and their inverses: an approximation, then one correction by its exact error. Powers by the logarithm in two
//! parts.
use super::super::parts::{Pair, clamp, magnitude, select, with_sign};
use super::super::power_limits::with_limits;
use super::exponential::exp2_pair;
use super::logarithm::log2_pair;
use crate::Value;

const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The square root of a number not below 0, in two parts.
#[inline(always)]
pub(super) fn root(x: Pair) -> Pair {
    let high = x.high.root();
    let squared = Pair::product(high, high);
    let rest = ((x.high - squared.high) - squared.low) + x.low;
    Pair::quick_sum(high, if high > 0.0 { rest / (2.0 * high) } else { 0.0 })
}

#[inline(always)]
pub(in super::super) fn rsqrt(x: f64) -> f64 {
    const LARGE: f64 = power_of_two(900);
    let large = x > LARGE;
    let value = x * select(large, power_of_two(-200), 1.0);
    let y = 1.0 / value.root();
    let product = Pair::product(value, y);
    let whole = Pair::product(product.high, y);
    let error = ((1.0 - whole.high) - whole.low) - product.low * y;
    let y = (y + 0.5 * y * error) * select(large, power_of_two(-100), 1.0);
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

/// A number above 0 within limits that cubes and their errors keep, times a power of 8; and that power's cube root.
#[inline(always)]
fn within(a: f64) -> (f64, f64) {
    let (small, large) = (a < power_of_two(-300), a > power_of_two(300));
    // From -1074..=1024 to -474..=424.
    let of_both = |by: i32| select(small, power_of_two(by), select(large, power_of_two(-by), 1.0));
    (a * of_both(600), of_both(200))
}

/// `1 / cbrt(a)`, to some units in the last place.
#[inline(always)]
fn rcbrt_near(a: f64) -> f64 {
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
pub(in super::super) fn cbrt(x: f64) -> f64 {
    let a = magnitude(x);
    let (value, power) = within(a);
    let y = rcbrt_near(value);
    let root = value * (y * y);
    let cube = Pair::product(root, root).times_number(root);
    let error = (value - cube.high) - cube.low;
    let y = (root + error * (y * y) * (1.0 / 3.0)) / power;
    let y = if a > 0.0 { y } else { a };
    with_sign(if a < f64::INFINITY { y } else { a }, x)
}

#[inline(always)]
pub(in super::super) fn rcbrt(x: f64) -> f64 {
    let a = magnitude(x);
    let (value, power) = within(a);
    let y = rcbrt_near(value);
    let cube = Pair::product(y, y).times_number(y).times_number(value);
    let error = (1.0 - cube.high) - cube.low;
    let y = (y + y * error * (1.0 / 3.0)) * power;
    let y = if a > 0.0 { y } else { f64::INFINITY };
    let y = if a < f64::INFINITY { y } else { 0.0 };
    with_sign(if x.is_nan() { x } else { y }, x)
}

/// `x^y = 2^(y log2(x))`
#[inline(always)]
pub(in super::super) fn pow(x: f64, y: f64) -> f64 {
    // Beyond 2^64 only the power of 1 is neither 0 nor infinite.
    let exponent = log2_pair(magnitude(x)).times_number(clamp(y, -1e20, 1e20));
    let within = clamp(exponent.high, -1080.0, 1030.0);
    with_limits(exp2_pair(Pair::new(within, select(within == exponent.high, exponent.low, 0.0))), x, y)
}

/// `sqrt(x^2 + y^2)`
#[inline(always)]
pub(in super::super) fn hypot(x: f64, y: f64) -> f64 {
    let (a, b) = (magnitude(x), magnitude(y));
    let larger = select(a > b, a, b);
    // Squares, and the errors of their products, within what numbers can hold.
    let scale = select(
        larger > power_of_two(500),
        power_of_two(-600),
        select(larger < power_of_two(-400), power_of_two(600), 1.0),
    );
    let (a_scaled, b_scaled) = (a * scale, b * scale);
    let squares = Pair::product(a_scaled, a_scaled).plus(Pair::product(b_scaled, b_scaled));
    select(a == f64::INFINITY || b == f64::INFINITY, f64::INFINITY, root(squares).number() / scale)
}
