//! How far a correct result may be from the exact one.
//!
//! The measure of an element's error is the sum of the magnitudes of the terms that were added up in it, so
//! cancellation makes no exception. If no operand goes through more than `r` roundings on its way into the element,
//! each by at most the part `u` (2^-24 for `f32`, 2^-53 for `f64`), the element is off by at most
//!
//! ```text
//! r u / (1 - r u) * sum of magnitudes   +   r * half the smallest subnormal
//! ```
//!
//! whatever the order of the additions; the second part is what products lose that fall among the subnormals. This is a
//! theorem (Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.1) and no estimate: it never fails a
//! correct result, however its roundings happen to fall. What a result is compared with was computed in a
//! floating-point type, too, so the same is allowed once more for that, with the `u` of its type. Without roundings the
//! result must be the exact one.
use crate::fixture::Dtype;

/// How precise numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 8 bits.
    Brain,
    /// 11 bits.
    Half,
    /// 24 bits.
    Single,
    /// 53 bits.
    Double,
}

impl From<Dtype> for Precision {
    fn from(dtype: Dtype) -> Self {
        match dtype {
            Dtype::F32 => Self::Single,
            Dtype::F64 => Self::Double,
            Dtype::F16 => Self::Half,
            Dtype::Bf16 => Self::Brain,
        }
    }
}

/// How a value type rounds.
#[derive(Clone, Copy, Debug)]
struct Rounding {
    unit: f64,
    tiny: f64,
}

impl Rounding {
    fn of(precision: Precision) -> Self {
        match precision {
            Precision::Brain => Self { unit: 2.0_f64.powi(-8), tiny: 2.0_f64.powi(-134) },
            Precision::Half => Self { unit: 2.0_f64.powi(-11), tiny: 2.0_f64.powi(-25) },
            Precision::Single => Self { unit: f64::from(f32::EPSILON) / 2.0, tiny: f64::from(f32::from_bits(1)) / 2.0 },
            // Half the smallest subnormal of f64 is none of its values.
            Precision::Double => Self { unit: f64::EPSILON / 2.0, tiny: f64::from_bits(1) },
        }
    }

    fn bound(self, magnitude: f64, roundings: f64) -> f64 {
        let part = roundings * self.unit;
        if part < 1.0 { part / (1.0 - part) * magnitude + roundings * self.tiny } else { f64::INFINITY }
    }
}

/// The tolerance of a comparison, as far as it is known before looking at an element.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    result: Rounding,
    reference: Rounding,
}

impl Allowance {
    /// For results of the precision `result`, compared with what was computed in the precision `reference`.
    pub fn new(result: impl Into<Precision>, reference: impl Into<Precision>) -> Self {
        Self { result: Rounding::of(result.into()), reference: Rounding::of(reference.into()) }
    }

    /// How far an element may be off whose terms have this sum of magnitudes, and go through at most so many roundings.
    pub fn of(&self, magnitude: f64, roundings: u32) -> f64 {
        if roundings == 0 || !magnitude.is_finite() {
            return 0.0;
        }
        let roundings = f64::from(roundings);
        self.result.bound(magnitude, roundings) + self.reference.bound(magnitude, roundings)
    }
}
