//! Comparing results: with exact ones within a tolerance, and with each other by bits.
use crate::fixture::{Array, Dtype, Stype, Values};
use crate::ops::Magnitudes;
use crate::tolerance::{Allowance, Precision};
use half::{bf16, f16};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The first place where two results differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    /// The output; empty if the difference is not in an output.
    pub output: String,
    /// The part of it: a value, a row pointer, an index.
    pub place: String,
    /// What should be there.
    pub expected: String,
    /// Its bits, if it is a value.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub expected_bits: String,
    /// What is there.
    pub found: String,
    /// Its bits, if it is a value.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub found_bits: String,
    /// By how much it is off, and how much it may be.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remark: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = |f: &mut Formatter<'_>, text: &str, bits: &str| {
            if bits.is_empty() { f.write_str(text) } else { write!(f, "{text} ({bits})") }
        };
        write!(f, "{}{}: expected ", self.output, self.place)?;
        value(f, &self.expected, &self.expected_bits)?;
        f.write_str(", found ")?;
        value(f, &self.found, &self.found_bits)?;
        if self.remark.is_empty() { Ok(()) } else { write!(f, "; {}", self.remark) }
    }
}

/// A comparison, or the first difference.
pub type Compared<T> = Result<T, Box<Difference>>;

impl Difference {
    /// One that is not in a value.
    pub fn new(output: &str, place: impl Into<String>, expected: impl Display, found: impl Display) -> Box<Self> {
        let (output, place) = (output.to_owned(), place.into());
        Box::new(Self { output, place, expected: expected.to_string(), found: found.to_string(), ..Self::default() })
    }

    fn in_value(expected: &Array, found: &Array, i: usize, remark: String) -> Box<Self> {
        let (row, column) = found.position(i);
        let place = match found.stype {
            Stype::Default => format!("[{row}, {column}]"),
            _ => format!("[{row}, {column}] (stored value {i})"),
        };
        Box::new(Self {
            expected: expected.values.text(i),
            expected_bits: bits(&nearest(&expected.values, i, &found.values), 0),
            found: found.values.text(i),
            found_bits: bits(&found.values, i),
            remark,
            ..*Self::new(&found.name, place, "", "")
        })
    }
}

/// Value `i` of `values` in the type of `like`.
fn nearest(values: &Values, i: usize, like: &Values) -> Values {
    match like {
        Values::F32(_) => Values::F32(vec![values.get(i) as f32]),
        Values::F16(_) => Values::F16(vec![f16::from_f64(values.get(i))]),
        Values::Bf16(_) => Values::Bf16(vec![bf16::from_f64(values.get(i))]),
        Values::I64(_) => Values::I64(vec![values.get(i) as i64]),
        _ => Values::F64(vec![values.get(i)]),
    }
}

fn bits(values: &Values, i: usize) -> String {
    match values {
        Values::F16(_) | Values::Bf16(_) => format!("{:#06x}", values.bits(i)),
        Values::F32(_) => format!("{:#010x}", values.bits(i)),
        _ => format!("{:#018x}", values.bits(i)),
    }
}

/// The first difference of two patterns: names, storage types, shapes, pointers, indices.
fn pattern(expected: &Array, found: &Array) -> Option<Box<Difference>> {
    let name = &found.name;
    let differ = |place: &str, expected: &dyn Display, found: &dyn Display| {
        Difference::new(&part_of(name), place, expected, found)
    };
    if expected.name != found.name {
        return Some(differ("name", &expected.name, &found.name));
    }
    if expected.stype != found.stype {
        return Some(differ("storage type", &expected.stype, &found.stype));
    }
    if expected.shape != found.shape {
        return Some(differ("shape", &format!("{:?}", expected.shape), &format!("{:?}", found.shape)));
    }
    let lists = [("row pointer", &expected.indptr, &found.indptr), ("index", &expected.indices, &found.indices)];
    for (what, expected, found) in lists {
        if let Some(i) = expected.iter().zip(found).position(|(expected, found)| expected != found) {
            return Some(differ(&format!("{what} {i}"), &expected[i], &found[i]));
        }
        if expected.len() != found.len() {
            let count = format!("number of {}", if what == "index" { "indices" } else { "row pointers" });
            return Some(differ(&count, &expected.len(), &found.len()));
        }
    }
    (expected.values.len() != found.values.len())
        .then(|| differ("number of values", &expected.values.len(), &found.values.len()))
}

fn part_of(name: &str) -> String {
    format!("{name}, ")
}

/// Compares how many results there are.
///
/// # Errors
/// If they are others.
pub fn number_of_outputs(expected: &[Array], found: &[Array]) -> Compared<()> {
    if expected.len() == found.len() {
        Ok(())
    } else {
        Err(Difference::new("", "number of outputs", expected.len(), found.len()))
    }
}

/// Compares patterns alone.
///
/// # Errors
/// The first difference.
pub fn same_patterns(expected: &[Array], found: &[Array]) -> Compared<()> {
    number_of_outputs(expected, found)?;
    expected.iter().zip(found).find_map(|(expected, found)| pattern(expected, found)).map_or(Ok(()), Err)
}

/// Compares patterns and values by bits, all NaNs being one.
///
/// # Errors
/// The first difference.
pub fn same_bits(expected: &[Array], found: &[Array]) -> Compared<()> {
    number_of_outputs(expected, found)?;
    for (expected, found) in expected.iter().zip(found) {
        if let Some(difference) = pattern(expected, found) {
            return Err(difference);
        }
        if expected.values.name() != found.values.name() {
            return Err(Difference::new(
                &part_of(&found.name),
                "value type",
                expected.values.name(),
                found.values.name(),
            ));
        }
        if let Some(i) = (0..found.values.len()).find(|&i| expected.values.bits(i) != found.values.bits(i)) {
            return Err(Difference::in_value(expected, found, i, String::new()));
        }
    }
    Ok(())
}

/// The largest errors of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Errors {
    /// Relative to the sum of the magnitudes of the element's terms.
    pub relative: f64,
    /// As a part of what is allowed.
    pub of_allowed: f64,
}

/// What results are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The results.
    pub results: &'a [Array],
    /// What the errors of their elements are measured by.
    pub magnitudes: &'a [Magnitudes],
    /// How precise they are, if not as their types.
    pub precision: Option<Precision>,
}

/// Compares patterns, and values within the tolerance.
///
/// # Errors
/// The first difference.
pub fn within_tolerance(expected: &Expected, found: &[Array], dtype: Dtype) -> Compared<Errors> {
    let Expected { results, magnitudes, precision } = expected;
    number_of_outputs(results, found)?;
    let (mut errors, copies) = (Errors::default(), Magnitudes::default());
    for (number, (expected, found)) in results.iter().zip(found).enumerate() {
        if let Some(difference) = pattern(expected, found) {
            return Err(difference);
        }
        let magnitudes = magnitudes.get(number).unwrap_or(&copies);
        // A state may be of another type than the weight.
        let [own, reference] = [found, expected].map(|array| array.values.dtype().unwrap_or(dtype).into());
        let allowance = Allowance::new(own, precision.unwrap_or(reference));
        for i in 0..found.values.len() {
            let (want, have) = (expected.values.get(i), found.values.get(i));
            if want.is_nan() && have.is_nan() {
                continue;
            }
            let measure = magnitudes.get(i);
            let (magnitude, roundings) = measure.unwrap_or((want.abs(), 0));
            let allowed = allowance.of(magnitude, roundings);
            // The nearest value is right, also where that is infinity.
            let same_bits = nearest(&expected.values, i, &found.values).bits(0) == found.values.bits(i);
            let off = if want == have || (same_bits && have.is_infinite()) { 0.0 } else { (have - want).abs() };
            if off.is_nan() || off > allowed || (measure.is_none() && !same_bits) {
                let remark = if allowed == 0.0 {
                    "must be equal".to_owned()
                } else {
                    format!("off by {off:.3e}, allowed {allowed:.3e}")
                };
                return Err(Difference::in_value(expected, found, i, remark));
            }
            if off > 0.0 {
                errors.relative = errors.relative.max(relative(off, magnitude, dtype));
                errors.of_allowed = errors.of_allowed.max(off / allowed);
            }
        }
    }
    Ok(errors)
}

/// The largest relative error of MXNet's results, where patterns agree. `None` if they do not, or if a value is not
/// even finite where it should be.
pub fn peer_error(exact: &[Array], peer: &[Array], magnitudes: &[Magnitudes], dtype: Dtype) -> Option<f64> {
    let (mut largest, copies) = (0.0, Magnitudes::default());
    for (number, (exact, peer)) in exact.iter().zip(peer).enumerate() {
        if pattern(exact, peer).is_some() {
            return None;
        }
        let magnitudes = magnitudes.get(number).unwrap_or(&copies);
        for i in 0..peer.values.len() {
            let (want, have) = (exact.values.get(i), peer.values.get(i));
            if want == have || (want.is_nan() && have.is_nan()) {
                continue;
            }
            largest = f64::max(
                largest,
                relative((have - want).abs(), magnitudes.get(i).map_or(want.abs(), |(sum, _)| sum), dtype),
            );
        }
    }
    Some(largest).filter(|error| error.is_finite())
}

/// Among subnormals, where relative errors say nothing, relative to the smallest normal number.
fn relative(off: f64, magnitude: f64, dtype: Dtype) -> f64 {
    let least = match dtype {
        Dtype::F32 => f32::MIN_POSITIVE.into(),
        Dtype::F64 => f64::MIN_POSITIVE,
        Dtype::F16 => f16::MIN_POSITIVE.into(),
        Dtype::Bf16 => bf16::MIN_POSITIVE.into(),
    };
    off / magnitude.max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(values: &[f32]) -> Array {
        let (indptr, indices) = (Vec::new(), Vec::new());
        Array {
            name: "out".to_owned(),
            stype: Stype::Default,
            shape: vec![1, values.len()],
            indptr,
            indices,
            values: Values::F32(values.to_vec()),
        }
    }

    fn compare(magnitudes: &[Magnitudes], exact: &[f32], found: &[f32]) -> Compared<Errors> {
        let (results, precision) = ([array(exact)], Some(Precision::Double));
        within_tolerance(&Expected { results: &results, magnitudes, precision }, &[array(found)], Dtype::F32)
    }

    #[test]
    fn bits_are_compared_with_one_nan_and_two_zeros() {
        let other_nan = f32::from_bits(f32::NAN.to_bits() | 1);
        assert_eq!(same_bits(&[array(&[1.0, f32::NAN])], &[array(&[1.0, other_nan])]), Ok(()));
        let difference = same_bits(&[array(&[1.0, 0.0])], &[array(&[1.0, -0.0])]).unwrap_err();
        assert_eq!(difference.to_string(), "out[0, 1]: expected 0.0 (0x00000000), found -0.0 (0x80000000)");
        let difference = same_bits(&[array(&[1.0])], &[array(&[1.0, 2.0])]).unwrap_err();
        assert_eq!(difference.to_string(), "out, shape: expected [1, 1], found [1, 2]");
        assert_eq!(same_bits(&[], &[array(&[])]).unwrap_err().to_string(), "number of outputs: expected 0, found 1");
    }

    #[test]
    fn tolerance_is_in_units_of_the_terms() {
        let next = f32::from_bits(1.0_f32.to_bits() + 1);
        let terms = |sum, roundings| [Magnitudes { sums: vec![sum], roundings: vec![roundings] }];
        // One rounding of terms as large as the result allows half of this; of terms twice as large, all of it.
        assert!(compare(&terms(1.0, 1), &[1.0], &[next]).is_err());
        let errors = compare(&terms(2.0, 1), &[1.0], &[next]).unwrap();
        assert!(
            (errors.of_allowed - 1.0).abs() < 1e-6 && (errors.relative - f64::from(f32::EPSILON) / 2.0).abs() < 1e-12,
            "{errors:?}"
        );
        // No rounding, no tolerance; but the sign of a zero is no number.
        assert!(compare(&terms(2.0, 0), &[1.0], &[next]).is_err());
        assert!(compare(&terms(0.0, 0), &[0.0], &[-0.0]).is_ok());
        assert!(compare(&[], &[0.0], &[-0.0]).is_err());
    }

    #[test]
    fn infinities_and_nans_must_be_there() {
        let (infinity, nan) = (f32::INFINITY, f32::NAN);
        let terms = [Magnitudes { sums: vec![f64::INFINITY], roundings: vec![3] }];
        assert!(compare(&terms, &[infinity], &[infinity]).is_ok());
        assert!(compare(&terms, &[nan], &[nan]).is_ok());
        for (exact, found) in [(infinity, -infinity), (infinity, f32::MAX), (nan, 1.0), (1.0, nan), (nan, infinity)] {
            assert!(compare(&terms, &[exact], &[found]).is_err(), "{exact} {found}");
        }
    }
}
