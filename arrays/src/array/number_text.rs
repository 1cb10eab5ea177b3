//! Numbers as NumPy prints them: as many digits as distinguish a number from its neighbours, and no more than eight
//! behind the point.
use super::Dtype;
use super::Values;

/// Digits behind the point.
const PRECISION: usize = 8;

/// The shortest text of an `f32`. In the middle of two of them stands a number whose text ends with an even digit.
fn shortest_single(number: f32) -> String {
    let short = format!("{number:e}");
    let digits = short
        .split_once('e')
        .and_then(|(mantissa, _)| mantissa.split_once('.'))
        .map_or(0, |(_, fraction)| fraction.len());
    let even = format!("{number:.digits$e}");
    if even.parse() == Ok(number) { even } else { short }
}

/// A finite number's digits, without those that are not needed, and its decimal exponent.
fn shortest(number: f64, dtype: Dtype) -> String {
    match dtype {
        Dtype::F32 => shortest_single(number as f32),
        Dtype::F16 | Dtype::Bf16 => {
            let same = |text: &String| {
                let read = Values::F64(vec![text.parse().unwrap_or(f64::NAN)]);
                read.cast(dtype) == Values::F64(vec![number]).cast(dtype)
            };
            (0..PRECISION)
                .map(|digits| format!("{number:.digits$e}"))
                .find(same)
                .unwrap_or_else(|| format!("{number:e}"))
        }
        _ => format!("{number:e}"),
    }
}

/// The part behind the point of `text`, without zeros at its end.
fn split_point(text: &str) -> (&str, &str) {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    (whole, fraction.trim_end_matches('0'))
}

/// Mantissa (two sides of the point) and exponent.
fn scientific(number: f64, dtype: Dtype) -> (String, String, i32) {
    let short = shortest(number, dtype);
    let digits = short.split_once('e').map_or(0, |(mantissa, _)| split_point(mantissa).1.len());
    let text = if digits > PRECISION { format!("{number:.PRECISION$e}") } else { short };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (whole, fraction) = split_point(mantissa);
    (whole.to_owned(), fraction.to_owned(), exponent.parse().unwrap_or(0))
}

/// Two sides of the point.
fn positional(number: f64, dtype: Dtype) -> (String, String) {
    // The digits that are needed, as a number of more precision: their text is exact.
    // Of a whole number all digits are shown, also those that are not needed.
    let short: f64 = if number.fract() == 0.0 { number } else { shortest(number, dtype).parse().unwrap_or(number) };
    let text = format!("{short}");
    let (_, fraction) = split_point(&text);
    let text = if fraction.len() > PRECISION { format!("{number:.PRECISION$}") } else { text };
    let (whole, fraction) = split_point(&text);
    (whole.to_owned(), fraction.to_owned())
}

/// How the numbers of one array are printed: all as wide.
pub(super) struct NumberFormat {
    dtype: Dtype,
    /// Digits of the exponent.
    exponent: Option<usize>,
    left: usize,
    right: usize,
}

impl NumberFormat {
    /// Of the numbers that will be printed.
    pub fn of(numbers: &[f64], dtype: Dtype) -> Self {
        let finite = || numbers.iter().copied().filter(|number| number.is_finite());
        let nonzero = || finite().map(f64::abs).filter(|&number| number != 0.0);
        let (least, most) = (nonzero().fold(f64::INFINITY, f64::min), nonzero().fold(0.0, f64::max));
        // The quotient of two numbers is one of their type.
        let quotient = Values::F64(vec![most / least]).cast(dtype).and_then(|quotient| quotient.cast(Dtype::F64));
        let wide = matches!(
            quotient, Ok(Values::F64(quotient)) if quotient.first().is_some_and(|&quotient| quotient > 1000.0)
        );
        let (mut left, mut right, mut exponent) = (0, 0, None);
        if most >= 1e8 || least < 1e-4 || (most > 0.0 && wide) {
            let mut digits = 2;
            for number in finite() {
                let (whole, fraction, power) = scientific(number, dtype);
                (left, right) = (left.max(whole.len()), right.max(fraction.len()));
                digits = digits.max(power.unsigned_abs().to_string().len());
            }
            exponent = Some(digits);
        } else {
            for number in finite() {
                let (whole, fraction) = positional(number, dtype);
                (left, right) = (left.max(whole.len()), right.max(fraction.len()));
            }
        }
        let behind = 1 + right + exponent.map_or(0, |digits| digits + 2);
        for number in numbers.iter().filter(|number| !number.is_finite()) {
            let width = if *number == f64::NEG_INFINITY { 4 } else { 3 };
            left = left.max(usize::saturating_sub(width, behind));
        }
        Self { dtype, exponent, left, right }
    }

    pub fn text(&self, number: f64) -> String {
        let Self { dtype, exponent, left, right } = *self;
        let width = left + 1 + right + exponent.map_or(0, |digits| digits + 2);
        if !number.is_finite() {
            let text = if number.is_nan() {
                "nan"
            } else if number > 0.0 {
                "inf"
            } else {
                "-inf"
            };
            return format!("{text:>width$}");
        }
        if let Some(digits) = exponent {
            // All with as many digits: those behind the needed ones are the number's own, not zeros.
            let text = format!("{number:.right$e}");
            let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
            let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
            let (sign, power) = power.strip_prefix('-').map_or(('+', power), |power| ('-', power));
            return format!("{whole:>left$}.{fraction}e{sign}{power:0>digits$}");
        }
        let (whole, fraction) = positional(number, dtype);
        format!("{whole:>left$}.{fraction:<right$}")
    }
}
