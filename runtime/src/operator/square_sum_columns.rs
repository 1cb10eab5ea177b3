//! Sums of squares over the rows of a row_sparse array.
use super::backend::Done;
use super::entry::Gradients::Through;
use super::entry::Of::{Gradient, Input};
use super::{Backward, Built, Call, Definition};
use lacuna::infer::Stype::RowSparse;
use lacuna_arrays::array::Array;

pub(super) fn built(keepdims: bool) -> Built {
    Built::new(
        SquareSumColumns { keepdims },
        move |shapes| {
            let Some([_, columns]) = shapes.matrix(0, "a matrix")? else { return Ok(()) };
            if keepdims { shapes.result(&[1, columns]) } else { shapes.result(&[columns]) }
        },
        Through("_backward_square_sum", &[Gradient, Input(0)]),
    )
}

/// The sum of the squares of each column of a row_sparse array (R x C): dense, of C numbers, or 1 x C. On the host only.
///
/// Gradient: `2 x g`, in the rows that are stored. Source: MXNet `_square_sum` with axis 0.
#[derive(Clone, Copy, Debug)]
struct SquareSumColumns {
    keepdims: bool,
}

impl Definition for SquareSumColumns {
    fn name(&self) -> &'static str {
        "_square_sum"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.float(x)?;
        let [_, columns] = call.matrix(0, x)?;
        if x.stype() != RowSparse {
            return Err(call.no_path());
        }
        let shape = [1, columns];
        call.host()?.square_sum_columns(x, if self.keepdims { &shape } else { &shape[1..] }, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        call.dense(backward.gradient)?;
        call.host()?.square_sum_columns_gradient(x, backward.gradient, gradient)
    }
}
