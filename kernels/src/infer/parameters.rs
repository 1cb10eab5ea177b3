//! The parameters of operators that decide about storage types.
use super::Stype;

/// Over which axes a reduction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Axis {
    /// All of them.
    #[default]
    All,
    /// This one; negative ones count from the last.
    One(i64),
    /// Several.
    Several,
}

/// What `take` does with an index out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TakeMode {
    /// The nearest row.
    #[default]
    Clip,
    /// Modulo the number of rows.
    Wrap,
    /// An error.
    Raise,
}

/// The parameters that decide about storage types, with MXNet's names and defaults. Each operator looks at its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// `dot`: the left operand is transposed.
    pub transpose_a: bool,
    /// `dot`: the right operand is transposed.
    pub transpose_b: bool,
    /// `dot`: the storage type that the result should have.
    pub forward_stype: Option<Stype>,
    /// `cast_storage`: that of the result.
    pub stype: Option<Stype>,
    /// The operators with a scalar.
    pub scalar: f64,
    /// `clip`.
    pub a_min: f64,
    /// `clip`.
    pub a_max: f64,
    /// `quadratic`: the constant term.
    pub c: f64,
    /// `norm`: which one.
    pub ord: u32,
    /// Reductions, `take`.
    pub axis: Axis,
    /// Reductions: axes of length 1 remain.
    pub keepdims: bool,
    /// Reductions: over all axes but these.
    pub exclude: bool,
    /// `take`.
    pub mode: TakeMode,
    /// `slice`: steps are given.
    pub has_step: bool,
    /// `concat`.
    pub dim: i64,
    /// `FullyConnected`: there is no bias.
    pub no_bias: bool,
    /// `Embedding`: the gradient of the weight is row_sparse.
    pub sparse_grad: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            transpose_a: false,
            transpose_b: false,
            forward_stype: None,
            stype: None,
            scalar: 1.0,
            a_min: 0.0,
            a_max: 0.0,
            c: 0.0,
            ord: 2,
            axis: Axis::All,
            keepdims: false,
            exclude: false,
            mode: TakeMode::Clip,
            has_step: false,
            dim: 1,
            no_bias: false,
            sparse_grad: false,
        }
    }
}
