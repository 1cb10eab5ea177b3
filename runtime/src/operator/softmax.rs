//! Softmax along an axis.
use super::backend::Done;
use super::entry::Gradients::Through;
use super::entry::{Entry, Gradients};
use super::few::{Few, place_of};
use super::host::View;
use super::parameters::Parameters;
use super::{Backward, Built, Call, Definition, DenseKernel, Misfit, Of, OperatorError, Shapes};
use crate::symbol::SymbolError;
use lacuna_arrays::array::{Array, Function};

const OUT: &[Of] = &[Of::Gradient, Of::Output];

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "softmax",
        aliases: &[],
        operands: &["data"],
        build: |p| built(p, false, Through("_backward_softmax", OUT)),
    },
    Entry {
        name: "log_softmax",
        aliases: &[],
        operands: &["data"],
        build: |p| built(p, true, Through("_backward_log_softmax", OUT)),
    },
];

fn built(p: &Parameters<'_>, logarithm: bool, gradients: Gradients) -> Result<Built, SymbolError> {
    for (parameter, value) in [("dtype", "None"), ("use_length", "False")] {
        p.only(parameter, value)?;
    }
    let temperature = p.choice_or("temperature", "a number other than 0, or None", 1.0, |text| match text {
        "None" => Some(1.0),
        text => text.parse().ok().filter(|temperature| *temperature != 0.0),
    })?;
    let softmax = Softmax { axis: p.integer_or("axis", -1)?, logarithm, temperature };
    Ok(Built::new(softmax, move |shapes| softmax.place(shapes).map(drop), gradients))
}

/// `e^(x / t) / sum e^(x / t)` along an axis of a dense array, or its logarithm. Along the last axis of a matrix devices
/// have it too.
///
/// Gradient: `y (g - sum g y) / t`, of the logarithm `(g - e^y sum g) / t`. Source: MXNet `softmax`, `log_softmax`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, Softmax};
/// let x = Array::dense(&[2, 2], vec![1.0_f32, 5.0, 1.0, 5.0])?;
/// let y = Context::new().run(&Softmax { axis: 0, ..Softmax::default() }, &[&x])?;
/// assert_eq!(y.data::<f32>(), Some(&[0.5; 4][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softmax {
    /// Negative ones count from the last.
    pub axis: i64,
    /// The logarithm of it.
    pub logarithm: bool,
    /// `t`.
    pub temperature: f64,
}

impl Default for Softmax {
    /// Along the last axis, with temperature 1.
    fn default() -> Self {
        Self { axis: -1, logarithm: false, temperature: 1.0 }
    }
}

impl Softmax {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<usize>, Misfit> {
        shapes.same()?;
        let Some(shape) = shapes.get(0) else { return Ok(None) };
        match place_of(self.axis, shape.len()) {
            Some(axis) if View::whole(shape).is_some() => Ok(Some(axis)),
            _ => {
                let words = "one that has the axis, in 8 dimensions or fewer,";
                Err(shapes.misfit(0, format!("one that has axis {}", self.axis), words))
            }
        }
    }

    /// A kernel of the rows of matrices, along the axis of arrays of the shape of the first.
    fn along(self, call: &Call<'_>, kernel: DenseKernel, arrays: [Option<&Array>; 2], out: &mut Array) -> Done {
        let [Some(first), second] = arrays else { return Ok(()) };
        let axis = call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default();
        let shape = first.shape();
        if axis == 1 && shape.len() == 2 {
            return match second {
                Some(second) => call.on.dense(kernel, &[first, second], &[], shape, out),
                None => call.on.dense(kernel, &[first], &[], shape, out),
            };
        }
        let host = call.host()?;
        let order = Few::of((0..shape.len()).filter(|own| *own != axis).chain([axis])).unwrap_or_default();
        let view = View::whole(shape).and_then(|view| view.ordered(&order)).unwrap_or_default();
        let columns = shape.get(axis).copied().unwrap_or(1);
        let matrix = [first.size() / columns.max(1), columns];
        let (mut rows, mut others, mut found) = (call.on.temporary(), call.on.temporary(), call.on.temporary());
        host.view(first, &view, &matrix, &mut rows)?;
        match second {
            Some(second) => {
                host.view(second, &view, &matrix, &mut others)?;
                call.on.dense(kernel, &[&rows, &others], &[], &matrix, &mut found)?;
            }
            None => call.on.dense(kernel, &[&rows], &[], &matrix, &mut found)?,
        }
        host.put(&found, &view, shape, out)
    }

    /// `x / t`.
    fn divided<'x>(self, call: &Call<'_>, x: &'x Array, copy: &'x mut Array) -> Result<&'x Array, OperatorError> {
        if self.temperature == 1.0 {
            return Ok(x);
        }
        call.on.map(Function::DivScalar(self.temperature), x, copy)?;
        Ok(copy)
    }
}

impl Definition for Softmax {
    fn name(&self) -> &'static str {
        if self.logarithm { "log_softmax" } else { "softmax" }
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        let kernel = if self.logarithm { DenseKernel::log_softmax } else { DenseKernel::softmax };
        let mut copy = call.on.temporary();
        self.along(call, kernel, [Some(self.divided(call, x, &mut copy)?), None], output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let outer = backward.gradient;
        call.dense(outer)?;
        call.dense(backward.output)?;
        let kernel = if self.logarithm { DenseKernel::log_softmax_backward } else { DenseKernel::softmax_backward };
        let mut copy = call.on.temporary();
        let outer = self.divided(call, outer, &mut copy)?;
        self.along(call, kernel, [Some(outer), Some(backward.output)], gradient)
    }
}
