//! Powers that logarithms do not give: as IEEE 754 and C define them.
use super::parts::{magnitude, select, times_sign};

/// From here on every number is whole.
const WHOLE_FROM: f64 = 4_503_599_627_370_496.0;

/// True for a whole number that is not negative.
#[inline(always)]
fn is_whole(b: f64) -> bool {
    b >= WHOLE_FROM || (b + WHOLE_FROM) - WHOLE_FROM == b
}

/// `x^y`, given `|x|^y` of numbers that are neither 0 nor infinite.
#[inline(always)]
pub(super) fn with_limits(power: f64, x: f64, y: f64) -> f64 {
    let (a, b) = (magnitude(x), magnitude(y));
    let (zero, infinite) = (a == 0.0, a == f64::INFINITY);
    let power = select(zero | infinite, select(zero == (y < 0.0), f64::INFINITY, 0.0), power);
    let odd = is_whole(b) & !is_whole(0.5 * b);
    let power = select(odd, times_sign(power, x), power);
    let power = select((x < 0.0) & !infinite & !is_whole(b), f64::NAN, power);
    let power = select(x.is_nan() | y.is_nan(), f64::NAN, power);
    select((x == 1.0) | (y == 0.0), 1.0, power)
}
