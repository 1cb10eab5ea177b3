//! The error function, which the standard library does not have.

/// To some units in the last place: near 0 by a series whose terms are all positive, beyond by the continued fraction
/// of `1 - erf(x)`, of which few digits count there.
pub(crate) fn erf(x: f64) -> f64 {
    let a = x.abs();
    let y = if a < 1.25 {
        series(a)
    } else if a < 6.5 {
        1.0 - complement(a)
    } else if x.is_nan() {
        x
    } else {
        1.0
    };
    y.copysign(x)
}

/// `2 / sqrt(pi) e^(-a^2) (a + 2 a^3 / 3 + 4 a^5 / 15 + ...)`
fn series(a: f64) -> f64 {
    let (mut term, mut rest, mut lost, mut divisor) = (1.0, 0.0, 0.0, 1.0);
    while term > 1e-19 {
        divisor += 2.0;
        term *= 2.0 * a * a / divisor;
        // Terms become smaller.
        let sum = rest + term;
        lost += (rest - sum) + term;
        rest = sum;
    }
    // The square in two parts, the first of which is exact.
    let first = f64::from_bits(a.to_bits() & !((1 << 27) - 1));
    let power = (-first * first).exp() * ((first - a) * (first + a)).exp();
    std::f64::consts::FRAC_2_SQRT_PI * power * (a + a * (rest + lost))
}

/// `e^(-a^2) / sqrt(pi) / (a + 1/2 / (a + 2/2 / (a + 3/2 / ...)))`
fn complement(a: f64) -> f64 {
    let terms = if a < 2.0 { 300 } else { 120 };
    let fraction = (1..terms).rev().fold(a, |rest, n| a + 0.5 * f64::from(n) / rest);
    0.5 * std::f64::consts::FRAC_2_SQRT_PI * (-a * a).exp() / fraction
}
