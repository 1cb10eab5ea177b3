//! The gamma function, its logarithm and the derivative of that: Stirling's series from 8 on; numbers below 8 take 8
//! steps up, negative ones are reflected.
use super::super::coefficients::{
    COS_TAIL, DIGAMMA, HALF_LOG2_TWO_PI_OVER_E, INV_LN2_PAIR, LN_GAMMA, LN_GAMMA_SECOND, LN2_PAIR, ONE_LESS_EULER,
    PI_PAIR, SIN_TAIL, SIXTH, STIRLING,
};
use super::super::parts::{Pair, clamp, exponent_and_fraction, magnitude, polynomial, select};
use super::TINY;
use super::exponential::exp2_times;
use super::logarithm::{ln_pair, log2_pair};
use core::f64::consts::LOG2_E;

/// Numbers from here on need no steps.
const FAR: f64 = 8.0;
/// From here on every number is whole.
const WHOLE_FROM: f64 = 4_503_599_627_370_496.0;
/// Below it, `1 / x` is the gamma function, and `-1 / x` its logarithm's derivative.
const NEAR_POLE: f64 = TINY * TINY;
const NEAR_POLE_INVERSE: f64 = (1_u64 << 60) as f64;
const ONE: Pair = Pair::new(1.0, 0.0);

/// A number from 0 on, 8 more where it is below 8.
#[inline(always)]
fn stepped(a: f64) -> Pair {
    Pair::sum(a, select(a < FAR, FAR, 0.0))
}

/// `a (a + 7)`
#[inline(always)]
fn outer(a: f64) -> Pair {
    let sum = Pair::sum(a, 7.0);
    Pair::product(a, sum.high).plus_number(a * sum.low)
}

/// `a (a + 1) ... (a + 7)`, of [`outer`].
#[inline(always)]
fn steps(u: Pair) -> Pair {
    u.times(u.plus_number(6.0)).times(u.plus_number(10.0).times(u.plus_number(12.0)))
}

/// `1 / a + 1 / (a + 1) + ... + 1 / (a + 7)`
#[inline(always)]
fn inverses(a: f64) -> Pair {
    let u = outer(a);
    let derivative = u.times_number(4.0).plus_number(84.0).times(u).plus_number(504.0).times(u).plus_number(720.0);
    derivative.times(Pair::sum(2.0 * a, 7.0)).over(steps(u))
}

/// Of an angle to `pi / 4`, with some bits more than those of the other trigonometric functions.
#[inline(always)]
fn sin_and_cos(r: Pair) -> (Pair, Pair) {
    let squared = r.times(r);
    let fourth = squared.high * squared.high;
    let sin = r.plus(r.times(squared).times(Pair::of(SIXTH).negated()));
    let cos = ONE.plus(squared.scaled(-0.5));
    (
        sin.plus_number(r.high * fourth * polynomial(&SIN_TAIL, squared.high)),
        cos.plus_number(fourth * polynomial(&COS_TAIL, squared.high)),
    )
}

/// `|sin(pi a)|` and `|cos(pi a)|` of a number from 0 on; whether its whole part is odd, and whether the cosine is
/// negative in an even one.
#[inline(always)]
fn of_half_turns(a: f64) -> (Pair, Pair, bool, bool) {
    let sum = a + WHOLE_FROM;
    let rest = a - (sum - WHOLE_FROM);
    let distance = select(a < WHOLE_FROM, magnitude(rest), 0.0);
    let nearest_odd = sum.to_bits() & 1 == 1;
    let steep = distance > 0.25;
    let (sin, cos) = sin_and_cos(Pair::of(PI_PAIR).times_number(select(steep, 0.5 - distance, distance)));
    (picked(steep, cos, sin), picked(steep, sin, cos), nearest_odd != (rest < 0.0), rest < 0.0)
}

#[inline(always)]
fn picked(condition: bool, value: Pair, other: Pair) -> Pair {
    Pair::new(select(condition, value.high, other.high), select(condition, value.low, other.low))
}

/// `log2(gamma(y)) scale` of a number from 8 on.
#[inline(always)]
fn log2_far(y: Pair, scale: f64) -> Pair {
    let inverse = 1.0 / y.high;
    let logarithm = log2_pair(y.high);
    let less =
        Pair::new(logarithm.high, logarithm.low + y.low * inverse * LOG2_E).plus(Pair::of(INV_LN2_PAIR).negated());
    let half_less = Pair::sum(y.high * scale, -0.5 * scale).plus_number(y.low * scale);
    let rest = inverse * polynomial(&STIRLING, inverse * inverse) * LOG2_E * scale;
    half_less.times(less).plus(Pair::of(HALF_LOG2_TWO_PI_OVER_E).scaled(scale)).plus_number(rest)
}

#[inline(always)]
pub(in super::super) fn gamma(x: f64) -> f64 {
    let (a, negative) = (magnitude(x), x < 0.0);
    // Beyond it is infinity, and 0 for negative numbers.
    let within = clamp(a, NEAR_POLE, 190.0);
    let exponent = log2_far(stepped(within), 1.0);
    let steps = picked(within < FAR, steps(outer(within)), ONE);
    // gamma(-a) = -pi / (a sin(pi a) gamma(a))
    let (sin, _, odd, _) = of_half_turns(a);
    let whole = sin.high == 0.0;
    let dividend = picked(negative, steps.times(Pair::of(PI_PAIR)), ONE);
    let divisor = picked(negative, picked(whole, ONE, sin).times_number(within), steps);
    let exponent = picked(negative, exponent.negated(), exponent);
    let y = exp2_times(exponent, dividend.over(divisor));
    let y = select(negative & !odd, -y, y);
    let y = select(a < NEAR_POLE, 1.0 / x, y);
    let y = select(negative & whole & (a >= NEAR_POLE), f64::NAN, y);
    let y = select(x > 180.0, f64::INFINITY, y);
    if x.is_nan() { x } else { y }
}

// A range's `contains` is a branch.
#[allow(clippy::manual_range_contains)]
#[inline(always)]
pub(in super::super) fn ln_gamma(x: f64) -> f64 {
    const LARGE: f64 = 1e200;
    const SMALLER: f64 = 1.0 / (1_u64 << 60) as f64;
    let (a, negative) = (magnitude(x), x < 0.0);
    let (pole, large) = (a < NEAR_POLE, a > LARGE);
    let within = select(pole, 1.0, select(a < f64::INFINITY, a, 1.0));
    let scale = select(large, SMALLER, 1.0);
    // The logarithm of what is beyond 8, or, next to the zeros at 1 and 2, of a number next to 2.
    let next_to_one = x < 1.5;
    let between = (x >= 0.5) & (x < 2.5);
    let far = log2_far(stepped(within), scale).times(Pair::of(LN2_PAIR));
    let z = select(between, within - select(next_to_one, 1.0, 2.0), 0.0);
    let near = Pair::of(LN_GAMMA_SECOND).plus_number(z * polynomial(&LN_GAMMA, z)).times_number(z);
    let near = Pair::of(ONE_LESS_EULER).plus(near).times_number(z);
    let logarithm = picked(between, near, far);
    // What it is divided by.
    let steps = picked(within < FAR, steps(outer(within)), ONE);
    let steps = picked(between, Pair::new(select(next_to_one, within, 1.0), 0.0), steps);
    let (sin, _, _, _) = of_half_turns(within);
    let whole = sin.high == 0.0;
    let reflected =
        picked(whole, ONE, sin).times_number(select(negative, within, 1.0)).over(steps.times(Pair::of(PI_PAIR)));
    let divisor = picked(negative, reflected, steps);
    let divisor = picked(pole, Pair::new(a * NEAR_POLE_INVERSE * NEAR_POLE_INVERSE, 0.0), divisor);
    let (k, m) = exponent_and_fraction(divisor.high);
    // The second part of a power of two times a number that is next to 1.
    let f = Pair::sum(m - 1.0, divisor.low / divisor.high * m);
    let less = ln_pair(k - select(pole, 120.0, 0.0), f);
    let logarithm = picked(pole, Pair::new(0.0, 0.0), logarithm);
    let y = picked(negative, logarithm.negated(), logarithm).plus(less.negated()).number();
    let y = select(large, logarithm.number() / scale, y);
    let y = select((a == 0.0) | (negative & whole & !pole) | (a == f64::INFINITY), f64::INFINITY, y);
    if x.is_nan() { x } else { y }
}

#[inline(always)]
pub(in super::super) fn digamma(x: f64) -> f64 {
    let (a, negative) = (magnitude(x), x < 0.0);
    let pole = a < NEAR_POLE;
    let within = select(pole, 1.0, select(a < f64::INFINITY, a, 1.0));
    let y = stepped(within);
    // From 1e200 on it counts no more, and products of its parts would overflow.
    let inverse = ONE.over(Pair::new(clamp(y.high, 0.0, 1e200), y.low));
    let (k, m) = exponent_and_fraction(y.high);
    let logarithm = ln_pair(k, Pair::sum(m - 1.0, y.low * inverse.high * m));
    let squared = inverse.high * inverse.high;
    let far = logarithm.plus(inverse.scaled(-0.5)).plus_number(-(squared * polynomial(&DIGAMMA, squared)));
    let positive = picked(within < FAR, far.plus(inverses(select(within < FAR, within, 1.0)).negated()), far);
    // digamma(-a) = digamma(a) + 1 / a + pi cot(pi a)
    let (sin, cos, _, falling) = of_half_turns(within);
    let whole = sin.high == 0.0;
    let cotangent = cos.over(picked(whole, ONE, sin)).times(Pair::of(PI_PAIR));
    let reflected =
        positive.plus(ONE.over(Pair::new(within, 0.0))).plus(picked(falling, cotangent.negated(), cotangent));
    let y = picked(negative, reflected, positive).number();
    let y = select(pole, -1.0 / x, y);
    let y = select(negative & (whole | (a == f64::INFINITY)) & !pole, f64::NAN, y);
    let y = select(x == f64::INFINITY, x, y);
    if x.is_nan() { x } else { y }
}
