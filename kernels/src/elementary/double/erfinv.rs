//! The inverse of the error function: `x` times a polynomial of `x^2`; next to 1 and -1 `w = sqrt(-ln(1 - |x|))` and a
//! polynomial of `w`, in two ranges.
use super::super::coefficients::{
    ERFINV, ERFINV_FAR, ERFINV_FAR_CENTER, ERFINV_FAR_OFFSET, ERFINV_MIDDLE, ERFINV_MIDDLE_CENTER,
    ERFINV_MIDDLE_OFFSET, HALF_ROOT_PI,
};
use super::super::parts::{Pair, exponent_and_fraction, magnitude, polynomial, select, with_sign};
use super::TINY;
use super::logarithm::ln_pair;
use super::power::root;

#[inline(always)]
pub(in super::super) fn erfinv(x: f64) -> f64 {
    let a = magnitude(x);
    let (center, far) = (a <= 0.5, a > 0.996_875);
    let (k, m) = exponent_and_fraction(select(a < 1.0, 1.0 - a, 0.5));
    let w = root(ln_pair(k, Pair::new(m - 1.0, 0.0)).negated());
    let of_three =
        |center_one: f64, middle: f64, far_one: f64| select(center, center_one, select(far, far_one, middle));
    let v = of_three(a * a, (w.high - ERFINV_MIDDLE_CENTER[0]) + w.low, (w.high - ERFINV_FAR_CENTER[0]) + w.low);
    let mut coefficients = [0.0; ERFINV.len()];
    let mut place = 0;
    while place < coefficients.len() {
        coefficients[place] = of_three(ERFINV[place], ERFINV_MIDDLE[place], ERFINV_FAR[place]);
        place += 1;
    }
    let offset = Pair::new(
        of_three(HALF_ROOT_PI[0], ERFINV_MIDDLE_OFFSET[0], ERFINV_FAR_OFFSET[0]),
        of_three(HALF_ROOT_PI[1], ERFINV_MIDDLE_OFFSET[1], ERFINV_FAR_OFFSET[1]),
    );
    let sum = Pair::sum(select(center, 0.0, w.high), offset.high);
    let small = v * polynomial(&coefficients, v) + (offset.low + select(center, 0.0, w.low));
    let sum = Pair::quick_sum(sum.high, sum.low + small);
    let y = select(center, sum.times_number(a).number(), sum.number());
    let y = select(a < TINY, a * HALF_ROOT_PI[0] + a * HALF_ROOT_PI[1], y);
    let y = if a < 1.0 {
        y
    } else if a == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    with_sign(y, x)
}
