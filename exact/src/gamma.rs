//! The gamma function, its logarithm and the derivative of that, which the standard library does not have: from 24 on
//! by Stirling's series, below by steps up, below 0 by reflection; in sums of two f64. Next to 0 and far away, where an
//! f64 keeps enough, by short series.
use std::f64::consts::LN_2;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number as a sum of two.
#[derive(Clone, Copy, Debug)]
struct Sum(f64, f64);

impl Sum {
    /// Where `|a| >= |b|`.
    fn quick(a: f64, b: f64) -> Self {
        let high = a + b;
        Self(high, b - (high - a))
    }

    fn number(self) -> f64 {
        self.0 + self.1
    }
}

impl From<f64> for Sum {
    fn from(x: f64) -> Self {
        Self(x, 0.0)
    }
}

impl Neg for Sum {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Add for Sum {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let high = self.0 + other.0;
        let of_other = high - self.0;
        Self::quick(high, (self.0 - (high - of_other)) + (other.0 - of_other) + (self.1 + other.1))
    }
}

impl Sub for Sum {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Sum {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = self.0 * other.0;
        Self::quick(high, self.0.mul_add(other.0, -high) + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Div for Sum {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self - other * first.into();
        Self::quick(first, rest.0 / other.0)
    }
}

const PI: Sum = Sum(std::f64::consts::PI, 1.224_646_799_147_353_2e-16);
const LN_2_PARTS: Sum = Sum(LN_2, 2.319_046_813_846_299_6e-17);
/// `ln(2 pi) / 2`
const HALF_LN_TWO_PI: Sum = Sum(0.918_938_533_204_672_8, -3.878_294_158_067_242e-17);
const EULER: f64 = 0.577_215_664_901_532_9;
/// The zeta function of 2, 3 ...
const ZETA: [f64; 5] = [
    1.644_934_066_848_226_4,
    1.202_056_903_159_594_2,
    1.082_323_233_711_138_2,
    1.036_927_755_143_37,
    1.017_343_061_984_449,
];
/// The numbers of Bernoulli with index 2, 4 ..., as fractions.
const BERNOULLI: [(f64, f64); 13] = [
    (1.0, 6.0),
    (-1.0, 30.0),
    (1.0, 42.0),
    (-1.0, 30.0),
    (5.0, 66.0),
    (-691.0, 2730.0),
    (7.0, 6.0),
    (-3617.0, 510.0),
    (43867.0, 798.0),
    (-174_611.0, 330.0),
    (854_513.0, 138.0),
    (-236_364_091.0, 2730.0),
    (8_553_103.0, 6.0),
];
const FROM: f64 = 24.0;
const NEAR_ZERO: f64 = 1e-3;
const FAR: f64 = 1e8;

/// `e^x` of a number up to some hundreds.
fn exp(x: Sum) -> Sum {
    let n = (x.0 / LN_2).round();
    // A sixteenth of the rest, as less than 2^-5 needs few terms.
    let rest = (x - LN_2_PARTS * n.into()) * 0.0625.into();
    let sum = (1..16).rev().fold(Sum::from(1.0), |sum, k| Sum::from(1.0) + rest * sum / f64::from(k).into());
    let squared = (0..4).fold(sum, |power, _| power * power);
    let scale = 2.0_f64.powi((n / 2.0) as i32);
    let other = 2.0_f64.powi(n as i32 - (n / 2.0) as i32);
    Sum(squared.0 * scale * other, squared.1 * scale * other)
}

/// By one step of Newton.
fn ln(x: Sum) -> Sum {
    let near = x.0.ln();
    Sum::from(near) + (x * exp((-near).into()) - 1.0.into())
}

/// Sine and cosine of a half turn times a number of at most 1/2.
fn of_half_turns(x: f64) -> (Sum, Sum) {
    let angle = PI * x.into();
    let squared = angle * angle;
    let series = |first: i32| {
        (0..14).rev().fold(Sum::from(1.0), |sum, k| {
            let factors = f64::from((first + 2 * k) * (first + 2 * k + 1));
            Sum::from(1.0) - squared * sum / factors.into()
        })
    };
    (angle * series(2), series(1))
}

/// `x` less the whole number next to it.
fn fraction(x: f64) -> f64 {
    x - x.round()
}

fn is_pole(x: f64) -> bool {
    x <= 0.0 && x.fract() == 0.0
}

/// `ln(gamma(a))` of a number above 0.
fn ln_of_positive(a: f64) -> Sum {
    if a > FAR {
        let (a, logarithm) = (Sum::from(a), Sum::from(a.ln()));
        let less = (a - 0.5.into()) * logarithm - a;
        return less + HALF_LN_TWO_PI;
    }
    let (mut y, mut product) = (Sum::from(a), Sum::from(1.0));
    while y.0 < FROM {
        product = product * y;
        y = y + 1.0.into();
    }
    let inverse = Sum::from(1.0) / y;
    let squared = inverse * inverse;
    let series = (1..14_i32).zip(BERNOULLI).rev().fold(Sum::from(0.0), |sum, (k, (numerator, denominator))| {
        let factors = denominator * f64::from(2 * k * (2 * k - 1));
        sum * squared + Sum::from(numerator) / factors.into()
    });
    (y - 0.5.into()) * ln(y) - y + HALF_LN_TWO_PI + series * inverse - ln(product)
}

/// `ln(|gamma(x)|)`
fn ln_gamma_parts(x: f64) -> Sum {
    if x > 0.0 {
        ln_of_positive(x)
    } else {
        let (sin, _) = of_half_turns(fraction(x).abs());
        ln(PI) - ln(sin * (-x).into()) - ln_of_positive(-x)
    }
}

/// `ln(gamma(1 + x))` of a small number.
fn ln_gamma_near_one(x: f64) -> f64 {
    x * (-EULER + ZETA.iter().zip(2..7_u32).rev().fold(0.0, |sum, (zeta, k)| -x * (sum - zeta / f64::from(k))))
}

pub(crate) fn ln_gamma(x: f64) -> f64 {
    if x.is_nan() {
        x
    } else if x == 1.0 || x == 2.0 {
        0.0
    } else if is_pole(x) || x.is_infinite() {
        f64::INFINITY
    } else if x.abs() < NEAR_ZERO {
        ln_gamma_near_one(x) - x.abs().ln()
    } else if x > 1e300 {
        x * (x.ln() - 1.0)
    } else {
        ln_gamma_parts(x).number()
    }
}

pub(crate) fn gamma(x: f64) -> f64 {
    if x.is_nan() || x == f64::NEG_INFINITY || (is_pole(x) && x != 0.0) {
        f64::NAN
    } else if x.abs() < NEAR_ZERO {
        ln_gamma_near_one(x).exp() / x
    } else if x > 171.7 {
        f64::INFINITY
    } else {
        let y = if x < -200.0 { 0.0 } else { exp(ln_gamma_parts(x)).number() };
        if x < 0.0 && x.floor() % 2.0 != 0.0 { -y } else { y }
    }
}

pub(crate) fn digamma(x: f64) -> f64 {
    let a = x.abs();
    if x.is_nan() || x == f64::INFINITY {
        return x;
    } else if x == f64::NEG_INFINITY || (is_pole(x) && x != 0.0) {
        return f64::NAN;
    } else if a < NEAR_ZERO {
        return -1.0 / x + (-EULER - ZETA.iter().rev().fold(0.0, |sum, zeta| -x * (zeta + sum)));
    } else if x > FAR {
        return x.ln() - 0.5 / x;
    }
    let (mut y, mut inverses) = (Sum::from(a), Sum::from(0.0));
    while y.0 < FROM {
        inverses = inverses + Sum::from(1.0) / y;
        y = y + 1.0.into();
    }
    let inverse = Sum::from(1.0) / y;
    let squared = inverse * inverse;
    let series = (1..14_i32).zip(BERNOULLI).rev().fold(Sum::from(0.0), |sum, (k, (numerator, denominator))| {
        let factors = denominator * f64::from(2 * k);
        (sum + Sum::from(numerator) / factors.into()) * squared
    });
    let positive = ln(y) - inverse * 0.5.into() - series - inverses;
    if x > 0.0 {
        return positive.number();
    }
    let (sin, cos) = of_half_turns(fraction(a));
    (positive + Sum::from(1.0) / a.into() + PI * cos / sin).number()
}
