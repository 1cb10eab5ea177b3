//! Sums and means.
use super::backend::Done;
use super::entry::entries;
use super::parameters::Parameters;
use super::{Backward, Built, Call, Definition, DenseKernel, Gradients, Misfit, OperatorError, Shapes};
use crate::array::{Array, Function};
use crate::symbol::SymbolError;
use lacuna::infer::Stype::{Csr, RowSparse};

/// The sum over an axis of a matrix, or over all elements: an array of one element.
///
/// The operand is dense or csr, or row_sparse without an axis; the result is dense. Gradient: that of the result for
/// each term, dense whatever the operand is. Source: MXNet `sum`.
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

entries! {
    "sum" ["sum_axis", "_sparse_sum"] ("data") |p| reduction(p, false, Through("_backward_sum", &[Gradient]))?;
    "mean" ["_sparse_mean"] ("data") |p| reduction(p, true, Through("_backward_mean", &[Gradient]))?;
}

/// A reduction as its parameters say.
fn reduction(p: &Parameters<'_>, mean: bool, gradients: Gradients) -> Result<Built, SymbolError> {
    p.only("exclude", "False")?;
    let (axis, keeps) = (p.axis()?, p.flag("keepdims")?);
    let reduction = Reduction { mean, axis };
    Ok(if keeps {
        Built::new(Kept(reduction), move |shapes| kept(axis, shapes).map(drop), gradients)
    } else if mean {
        Built::new(Mean { axis }, move |shapes| result(axis, shapes), gradients)
    } else {
        Built::new(Sum { axis }, move |shapes| result(axis, shapes), gradients)
    })
}

/// The shape of a result whose axes stay, with the length 1.
fn kept(axis: Option<usize>, shapes: &mut Shapes<'_>) -> Result<Option<Vec<usize>>, Misfit> {
    let Some([length, _]) = lengths(axis, shapes)? else { return Ok(None) };
    let rank = shapes.get(0).map_or(0, <[usize]>::len);
    let shape = match axis {
        None => vec![1; rank],
        Some(0) => vec![1, length],
        Some(_) => vec![length, 1],
    };
    shapes.result(&shape)?;
    Ok(Some(shape))
}

/// A reduction whose axes stay, with the length 1: `keepdims` in MXNet.
#[derive(Clone, Copy, Debug)]
struct Kept(Reduction);

impl Definition for Kept {
    fn name(&self) -> &'static str {
        if self.0.mean { "mean" } else { "sum" }
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let shape = call.fits(call.inputs, |shapes| kept(self.0.axis, shapes))?.unwrap_or_default();
        let mut sums = call.on.temporary();
        self.0.result(call, &mut sums)?;
        call.on.reshape(&sums, &shape, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.dense(backward.gradient)?;
        let mut outer = call.on.temporary();
        call.on.reshape(backward.gradient, &[backward.gradient.size()], &mut outer)?;
        self.0.gradient(call, &outer, gradient)
    }
}

/// The length of the result, and how many terms each element has.
fn lengths(axis: Option<usize>, shapes: &Shapes<'_>) -> Result<Option<[usize; 2]>, Misfit> {
    let words = "a matrix, and axis 0 or 1,";
    match axis {
        None => Ok(shapes.get(0).map(|shape| [1, shape.iter().product()])),
        Some(0) => Ok(shapes.matrix(0, words)?.map(|[rows, columns]| [columns, rows])),
        Some(1) => shapes.matrix(0, words),
        Some(_) => Err(shapes.misfit(0, words.to_owned(), words)),
    }
}

fn result(axis: Option<usize>, shapes: &mut Shapes<'_>) -> Result<(), Misfit> {
    lengths(axis, shapes)?.map_or(Ok(()), |[length, _]| shapes.result(&[length]))
}

#[derive(Clone, Copy, Debug)]
struct Reduction {
    mean: bool,
    axis: Option<usize>,
}

impl Reduction {
    fn lengths(self, call: &Call<'_>) -> Result<[usize; 2], OperatorError> {
        Ok(call.fits(call.inputs, |shapes| lengths(self.axis, shapes))?.unwrap_or_default())
    }

    fn result(self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.float(x)?;
        let [length, _] = self.lengths(call)?;
        let kernel = match (self.axis, self.mean, x.stype()) {
            (Some(_), _, RowSparse) => return Err(call.no_path()),
            (Some(axis), mean, Csr) => return call.on.reduce_csr(x, axis, mean, output),
            (None, false, _) => DenseKernel::sum,
            (None, true, _) => DenseKernel::mean,
            (Some(0), false, _) => DenseKernel::sum_columns,
            (Some(0), true, _) => DenseKernel::mean_columns,
            (Some(_), false, _) => DenseKernel::sum_rows,
            (Some(_), true, _) => DenseKernel::mean_rows,
        };
        call.on.dense(kernel, &[x], &[], &[length], output)
    }

    fn gradient(self, call: &Call<'_>, outer: &Array, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        call.dense(outer)?;
        let ([_, terms], mut shares) = (self.lengths(call)?, call.on.temporary());
        if self.mean {
            call.on.map(Function::DivScalar(terms as f64), outer, &mut shares)?;
        }
        let each = if self.mean { &*shares } else { outer };
        let kernel = match self.axis {
            None => return call.on.fill(each, x.shape(), gradient),
            Some(0) => DenseKernel::repeat_columns,
            Some(_) => DenseKernel::repeat_rows,
        };
        call.on.dense(kernel, &[each], &[], x.shape(), gradient)
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
            fn gradient(
                &self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array
            ) -> Done {
                Reduction { mean: $mean, axis: self.axis }.gradient(call, backward.gradient, gradient)
            }
        }
    )*};
}
reductions! { Sum "sum" false Mean "mean" true }
