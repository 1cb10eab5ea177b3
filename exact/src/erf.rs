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

/// The inverse, by steps of Newton; next to 1 of the complement.
pub(crate) fn erfinv(x: f64) -> f64 {
    let a = x.abs();
    let y = if a < 1e-3 {
        let angle = std::f64::consts::PI * a * a;
        a / std::f64::consts::FRAC_2_SQRT_PI
            * (1.0 + angle * (1.0 / 12.0 + angle * (7.0 / 480.0 + angle * 127.0 / 40320.0)))
    } else if a < 1.0 {
        let mut y = 0.0;
        // Below the inverse, where the function is concave, steps do not go beyond.
        for _ in 0..100 {
            let rest = if a < 0.75 {
                a - series(y)
            } else if y < 0.8 {
                a - erf(y)
            } else {
                complement(y) - (1.0 - a)
            };
            let step = rest / std::f64::consts::FRAC_2_SQRT_PI * (y * y).exp();
            y += step;
            if step.abs() <= y * 1e-17 {
                break;
            }
        }
        y
    } else if a == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    y.copysign(x)
}
