//! Sums, means, norms and extremes over axes.
use super::axes::{Axes, Form, Reduced};
use super::backend::{Done, Pair};
use super::entry::entries;
use super::few::Few;
use super::parameters::Parameters;
use super::{Backward, Binary, Built, Call, Definition, DenseKernel, Gradients, Misfit, OperatorError, Shapes};
use crate::symbol::SymbolError;
use lacuna::infer::Stype::{Csr, Dense};
use lacuna_arrays::array::{Array, Function};

/// The sum over an axis of a matrix, or over all elements: an array of one element.
///
/// The operand is dense or csr, or row_sparse without an axis; the result is dense. Gradient: that of the result for
/// each term, dense whatever the operand is. Source: MXNet `sum`, which graphs have over any axes.
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
    "sum" ["sum_axis", "_sparse_sum"] ("data") |p| reduction(p, Kind::Sum, Through("_backward_sum", &[Gradient]))?;
    "mean" ["_sparse_mean"] ("data") |p| reduction(p, Kind::Mean, Through("_backward_mean", &[Gradient]))?;
    "max" ["max_axis"] ("data") |p| {
        reduction(p, Kind::Max, Through("_backward_max", &[Gradient, Input(0), Output]))?
    };
    "min" ["min_axis"] ("data") |p| {
        reduction(p, Kind::Min, Through("_backward_min", &[Gradient, Input(0), Output]))?
    };
    "norm" ["_sparse_norm"] ("data") |p| {
        p.only("out_dtype", "None")?;
        let order = p.choice_or("ord", "1 or 2", Kind::Norm2, |text| match text {
            "1" => Some(Kind::Norm1),
            "2" => Some(Kind::Norm2),
            _ => None,
        })?;
        reduction(p, order, Through("_backward_norm", &[Gradient, Input(0), Output]))?
    };
}

/// What is made of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sum,
    Mean,
    Max,
    Min,
    Norm1,
    Norm2,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Max => "max",
            Self::Min => "min",
            Self::Norm1 | Self::Norm2 => "norm",
        }
    }

    const fn kernel(self, form: &Form) -> DenseKernel {
        use DenseKernel as K;
        let [whole, columns, rows] = match self {
            Self::Sum => [K::sum, K::sum_columns, K::sum_rows],
            Self::Mean => [K::mean, K::mean_columns, K::mean_rows],
            Self::Max => [K::max, K::max_columns, K::max_rows],
            Self::Min => [K::min, K::min_columns, K::min_rows],
            Self::Norm1 => [K::norm1, K::norm1_columns, K::norm1_rows],
            Self::Norm2 => [K::norm2, K::norm2_columns, K::norm2_rows],
        };
        match form {
            Form::Whole => whole,
            Form::Columns => columns,
            Form::Rows | Form::Moved(_) => rows,
        }
    }
}

/// A reduction as its parameters say.
fn reduction(p: &Parameters<'_>, kind: Kind, gradients: Gradients) -> Result<Built, SymbolError> {
    let reduction = Reduction { kind, axes: Axes::of(p)?, keeps: p.flag("keepdims")? };
    Ok(Built::new(reduction, move |shapes| reduction.place(shapes).map(drop), gradients))
}

#[derive(Clone, Copy, Debug)]
struct Reduction {
    kind: Kind,
    axes: Axes,
    /// The axes stay, with the length 1.
    keeps: bool,
}

impl Reduction {
    /// What becomes of the operand, and the shape of the result.
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<(Reduced, Few<usize>)>, Misfit> {
        let Some(shape) = shapes.get(0) else { return Ok(None) };
        let words = "an array with these axes, each once, in 8 dimensions or fewer,";
        let Some(reduced) = self.axes.reduce(shape) else {
            return Err(shapes.misfit(0, words.to_owned(), words));
        };
        let result = reduced.shape(shape, self.keeps);
        shapes.result(&result)?;
        Ok(Some((reduced, result)))
    }

    fn placed(self, call: &Call<'_>) -> Result<(Reduced, Few<usize>), OperatorError> {
        Ok(call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default())
    }

    /// Of a sparse operand.
    fn sparse(self, call: &Call<'_>, x: &Array, shape: &[usize], output: &mut Array) -> Done {
        let axis = self.axes.of_matrix();
        match (self.kind, x.stype(), axis) {
            // What is not stored adds nothing; a mean is divided by all.
            (Kind::Sum | Kind::Mean | Kind::Norm2, ..) if self.axes.is_empty() => {
                call.on.dense(self.kind.kernel(&Form::Whole), &[x], &[], shape, output)
            }
            (Kind::Sum | Kind::Mean, Csr, Some(axis)) => {
                let mut sums = call.on.temporary();
                call.on.reduce_csr(x, axis, self.kind == Kind::Mean, &mut sums)?;
                call.on.reshape(&sums, shape, output)
            }
            (Kind::Norm2, Csr, Some(axis)) => call.host()?.norm_csr(x, axis, shape, output),
            _ => Err(call.no_path()),
        }
    }

    fn result(self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.float(x)?;
        let (reduced, shape) = self.placed(call)?;
        if x.stype() == Dense {
            return reduce(call, self.kind, x, &reduced, &shape, output);
        }
        self.sparse(call, x, &shape, output)
    }

    fn gradient(self, call: &Call<'_>, backward: &Backward<'_>, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        let outer = backward.gradient;
        call.dense(outer)?;
        let (reduced, _) = self.placed(call)?;
        let mut each = call.on.temporary();
        match self.kind {
            Kind::Sum => return spread(call, outer, &reduced, x.shape(), gradient),
            Kind::Mean => {
                call.on.map(Function::DivScalar(reduced.terms as f64), outer, &mut each)?;
                return spread(call, &each, &reduced, x.shape(), gradient);
            }
            _ => {}
        }
        call.dense(x)?;
        call.dense(backward.output)?;
        let (mut results, mut slopes) = (call.on.temporary(), call.on.temporary());
        spread(call, outer, &reduced, x.shape(), &mut each)?;
        match self.kind {
            Kind::Norm1 => call.on.map(Function::Sign, x, &mut slopes)?,
            Kind::Norm2 => {
                spread(call, backward.output, &reduced, x.shape(), &mut results)?;
                call.on.pair(Pair::Divide, x, &results, &mut slopes)?;
            }
            // Of all that are as large or small.
            _ => {
                spread(call, backward.output, &reduced, x.shape(), &mut results)?;
                call.host()?.binary(Binary::Equal, [x, &results], x.shape(), &mut slopes)?;
            }
        }
        call.on.pair(Pair::Multiply, &each, &slopes, gradient)
    }
}

/// A reduction of a dense array.
fn reduce(call: &Call<'_>, kind: Kind, x: &Array, reduced: &Reduced, shape: &[usize], out: &mut Array) -> Done {
    let (form, mut moved) = (reduced.form(x.shape()), call.on.temporary());
    let x = match &form {
        Form::Moved(view) => {
            call.host()?.view(x, view, &[reduced.length, reduced.terms], &mut moved)?;
            &*moved
        }
        _ => x,
    };
    call.on.dense(kind.kernel(&form), &[x], &[], shape, out)
}

/// The result of each term: an array of the shape of the operand.
fn spread(call: &Call<'_>, x: &Array, reduced: &Reduced, shape: &[usize], out: &mut Array) -> Done {
    match reduced.form(shape) {
        Form::Whole => call.on.fill(x, shape, out),
        Form::Columns => call.on.dense(DenseKernel::repeat_columns, &[x], &[], shape, out),
        Form::Rows => call.on.dense(DenseKernel::repeat_rows, &[x], &[], shape, out),
        Form::Moved(_) => call.host()?.view(x, &reduced.spread(shape), shape, out),
    }
}

/// The sums of a dense array along the dimensions that were repeated from this shape.
pub(super) fn sum_to(call: &Call<'_>, x: &Array, shape: &[usize], out: &mut Array) -> Done {
    let missing = x.shape().len().saturating_sub(shape.len());
    let own = |axis: usize| axis.checked_sub(missing).and_then(|axis| shape.get(axis).copied());
    let axes = x.shape().iter().enumerate().map(|(axis, length)| own(axis) != Some(*length));
    let reduced = Reduced::over(Few::of(axes).unwrap_or_default(), x.shape());
    if reduced.axes.iter().all(|reduced| !reduced) {
        return call.on.reshape(x, shape, out);
    }
    reduce(call, Kind::Sum, x, &reduced, shape, out)
}

macro_rules! reductions {
    ($($operator:ident $reduction:expr;)*) => {$(
        impl Definition for $operator {
            fn name(&self) -> &'static str {
                $reduction(self).kind.name()
            }
            fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
                $reduction(self).result(call, output)
            }
            fn gradient(
                &self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array
            ) -> Done {
                $reduction(self).gradient(call, backward, gradient)
            }
        }
    )*};
}
reductions! {
    Sum |own: &Self| Reduction { kind: Kind::Sum, axes: Axes::one(own.axis), keeps: false };
    Mean |own: &Self| Reduction { kind: Kind::Mean, axes: Axes::one(own.axis), keeps: false };
    Reduction |own: &Self| *own;
}
