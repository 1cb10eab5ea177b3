//! Sums and means.
use super::backend::{Done, Reduction};
use super::{Backward, Call, Definition, OperatorError};
use crate::array::{Array, Function};
use lacuna::infer::Stype::RowSparse;

/// The sum over an axis of a matrix, or over all elements: an array of one element.
///
/// The operand is dense or csr, or row_sparse without an axis; the result is dense. Gradient, of a dense operand: that of the result for each term. Source: MXNet `sum`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// 0: over the rows, 1: over the columns; none: over everything.
    pub axis: Option<usize>,
}

/// The mean over an axis of a matrix, or over all elements: an array of one element.
///
/// Storage and gradients as of [`Sum`]. Source: MXNet `mean`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    /// 0: over the rows, 1: over the columns; none: over everything.
    pub axis: Option<usize>,
}

impl Reduction {
    /// The length of the result, and how many terms each element has.
    fn lengths(self, call: &Call<'_>, x: &Array) -> Result<[usize; 2], OperatorError> {
        match (self.axis, x.shape()) {
            (None, _) => Ok([1, x.size()]),
            (Some(0), &[rows, columns]) => Ok([columns, rows]),
            (Some(1), &[rows, columns]) => Ok([rows, columns]),
            _ => Err(call.wrong_shape(0, "a matrix, and axis 0 or 1,", x)),
        }
    }

    fn result(self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.float(x)?;
        let [length, _] = self.lengths(call, x)?;
        if x.stype() == RowSparse && self.axis.is_some() {
            return Err(call.no_path());
        }
        call.on.reduce(self, x, &[length], output)
    }

    fn gradient(self, call: &Call<'_>, outer: &Array, gradient: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        call.dense(outer)?;
        let [_, terms] = self.lengths(call, x)?;
        if !self.mean {
            return call.on.repeat(self.axis, outer, x.shape(), gradient);
        }
        let mut shares = call.on.temporary();
        call.on.map(Function::DivScalar(terms as f64), outer, &mut shares)?;
        call.on.repeat(self.axis, &shares, x.shape(), gradient)
    }
}

macro_rules! reductions {
    ($($operator:ident $name:literal $mean:literal)*) => {$(
        impl Definition for $operator {
            fn name(&self) -> &'static str {
                $name
            }
            fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
                Reduction { mean: $mean, axis: self.axis }.result(call, output)
            }
            fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
                Reduction { mean: $mean, axis: self.axis }.gradient(call, backward.gradient, gradient)
            }
        }
    )*};
}
reductions! { Sum "sum" false Mean "mean" true }
