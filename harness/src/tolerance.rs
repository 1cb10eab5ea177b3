//! How far a result may be from the exact one: the only place with such numbers.
//!
//! The measure of an element's error is the sum of the magnitudes of the terms that were added up in it, so cancellation makes no exception. With `r`
//! roundings on the way to the element, each of at most `u` (2^-24 for `f32`, 2^-53 for `f64`), it may be off by
//!
//! ```text
//! factor * sqrt(r) * u * sum of magnitudes   +   r * half the smallest subnormal
//! ```
//!
//! The square root is how errors of changing sign add up; the second part is what products lose that fall among the subnormals. The bits of a result
//! are the same on every machine, so a factor that holds here holds everywhere, and can be small: a test fails where it is four times what the fixtures
//! need. Without roundings the result must be the exact one; with a factor of 0, that stands for copies, it must have its very bits.
use crate::fixture::Dtype;

/// The factor of one operator.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// The operator, as fixtures name it.
    pub operator: &'static str,
    /// The factor, the same for `f32` and `f64`: the difference between the types is in `u`.
    pub factor: f64,
    /// Why it is what it is.
    pub reason: &'static str,
}

const fn tolerance(operator: &'static str, factor: f64, reason: &'static str) -> Tolerance {
    Tolerance { operator, factor, reason }
}

/// One row for each operator that has results.
pub const TOLERANCES: &[Tolerance] = &[
    tolerance("dot", 1.0, "one product and one addition a term, of errors that look random"),
    tolerance("cast_storage", 0.0, "copies"),
    tolerance("sparse_retain", 0.0, "copies"),
    tolerance("add_n", 1.5, "one addition a term but the first; with only two, both may err to the same side"),
    tolerance("elemwise_add", 1.0, "one addition, the bound is strict"),
    tolerance("coalesce", 1.0, "one addition a term but the first"),
    tolerance("sgd_update", 1.0, "coefficients, products and sum count as eight roundings"),
    tolerance("sgd_mom_update", 1.0, "coefficients, products and sums count as eight roundings"),
];

/// The tolerance of an operator in a value type, as far as it is known before looking at an element.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    factor: f64,
    unit: f64,
    tiny: f64,
}

impl Allowance {
    /// `None` for an operator that is not in the table.
    pub fn new(operator: &str, dtype: Dtype) -> Option<Self> {
        let row = TOLERANCES.iter().find(|row| row.operator == operator)?;
        Some(match dtype {
            Dtype::F32 => Self { factor: row.factor, unit: f64::from(f32::EPSILON) / 2.0, tiny: f64::from(f32::from_bits(1)) / 2.0 },
            // Half the smallest subnormal of f64 is none of its values.
            Dtype::F64 => Self { factor: row.factor, unit: f64::EPSILON / 2.0, tiny: f64::from_bits(1) },
        })
    }

    /// The same where the reference is rounded as the result is: a result in the case's own type instead of `exact`.
    #[must_use]
    pub fn against_rounded(self) -> Self {
        Self { factor: 2.0 * self.factor, tiny: 2.0 * self.tiny, ..self }
    }

    /// True if results are copies, whose bits must be those of the exact ones.
    pub fn is_bitwise(&self) -> bool {
        self.factor == 0.0
    }

    /// How far an element may be off.
    pub fn of(&self, magnitude: f64, roundings: u32) -> f64 {
        if roundings == 0 || !magnitude.is_finite() {
            return 0.0;
        }
        let roundings = f64::from(roundings);
        self.factor * roundings.sqrt() * self.unit * magnitude + roundings * self.tiny
    }
}
