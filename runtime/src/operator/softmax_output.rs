//! MXNet's softmax layer: probabilities whose gradient is that of the cross entropy.
use super::backend::{Done, Pair};
use super::entry::entries;
use super::few::Few;
use super::parameters::Parameters;
use super::{Backward, Call, Definition, DenseKernel, Inputs, Misfit, Shapes, Softmax};
use crate::symbol::SymbolError;
use lacuna_arrays::array::Array;

/// What the gradient of [`SoftmaxOutput`] is divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Normalization {
    /// Nothing.
    #[default]
    Null,
    /// The number of rows.
    Batch,
    /// The number of labels that are not [`ignore_label`](SoftmaxOutput::ignore_label), or 1.
    Valid,
}

/// The softmax of each row of logits (N x C), with a class for each row as label.
///
/// Gradient of the logits: `(softmax - 1 at the label) grad_scale`; the gradient of the output counts for nothing, and
/// labels of the shape of the logits are probabilities. Source: MXNet `SoftmaxOutput`. With another option than
/// `grad_scale` the gradient is computed on the host only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftmaxOutput {
    /// What the gradient is multiplied by.
    pub grad_scale: f64,
    /// The label that says nothing, with `use_ignore`: its gradient is 0.
    pub ignore_label: f64,
    /// There is a label that says nothing.
    pub use_ignore: bool,
    /// The classes are along axis 1 of logits with more dimensions, with a label for each place of the others. The
    /// gradient is divided by the number of places behind, unless it is by the valid labels.
    pub multi_output: bool,
    /// The classes are along the last axis of logits of any shape.
    pub preserve_shape: bool,
    /// What the gradient is divided by.
    pub normalization: Normalization,
    /// The gradient is multiplied by that of the output.
    pub out_grad: bool,
    /// What the label gives away to the other classes, unless `multi_output` is set.
    pub smooth_alpha: f64,
}

impl Default for SoftmaxOutput {
    fn default() -> Self {
        Self {
            grad_scale: 1.0,
            ignore_label: -1.0,
            use_ignore: false,
            multi_output: false,
            preserve_shape: false,
            normalization: Normalization::Null,
            out_grad: false,
            smooth_alpha: 0.0,
        }
    }
}

entries! {
    "SoftmaxOutput" ["Softmax"] ("data", "label") |p| {
        let output = parameters(p)?;
        Built::new(output, move |shapes| output.place(shapes), Through("_backward_SoftmaxOutput", &[Output, Input(1)]))
            .classes(1)
    };
}

fn parameters(p: &Parameters<'_>) -> Result<SoftmaxOutput, SymbolError> {
    let normalization =
        p.choice_or("normalization", "null, batch or valid", Normalization::Null, |text| match text {
            "null" => Some(Normalization::Null),
            "batch" => Some(Normalization::Batch),
            "valid" => Some(Normalization::Valid),
            _ => None,
        })?;
    Ok(SoftmaxOutput {
        grad_scale: p.number_or("grad_scale", 1.0)?,
        ignore_label: p.number_or("ignore_label", -1.0)?,
        use_ignore: p.flag("use_ignore")?,
        multi_output: p.flag("multi_output")?,
        preserve_shape: p.flag("preserve_shape")?,
        normalization,
        out_grad: p.flag("out_grad")?,
        smooth_alpha: p.number_or("smooth_alpha", 0.0)?,
    })
}

pub(super) fn softmax(call: &Call<'_>, input: &Array, label: &Array, output: &mut Array) -> Done {
    call.dense(input)?;
    call.dense(label)?;
    call.matrix(0, input)?;
    call.on.dense(DenseKernel::softmax, &[input], &[], input.shape(), output)
}

impl SoftmaxOutput {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<(), Misfit> {
        let Some(shape) = shapes.few(0)? else { return Ok(()) };
        shapes.result(&shape)?;
        let Some((_, before)) = shape.split_last() else { return Ok(()) };
        if shape.len() < 2 || (shape.len() != 2 && !self.multi_output && !self.preserve_shape) {
            return Err(shapes.misfit(0, "a matrix".to_owned(), "a matrix"));
        }
        let found = shapes.get(1);
        if found == Some(&*shape) {
            return Ok(());
        }
        if !self.multi_output {
            return shapes.inferred(1, before);
        }
        let (rows, places) = (shape[0], shape.iter().skip(2).product());
        let without = Few::of([rows].into_iter().chain(shape.iter().skip(2).copied())).unwrap_or_default();
        let mut kept = shape;
        kept[1] = 1;
        match found {
            Some(found) if *found == *without || *found == *kept => Ok(()),
            _ => shapes.inferred(1, &[rows, places]),
        }
    }

    /// True where devices have the gradient, too.
    fn is_plain(self, logits: &Array, labels: &Array) -> bool {
        let plain = Self { grad_scale: self.grad_scale, ignore_label: self.ignore_label, ..Self::default() };
        self == plain && logits.shape().len() == 2 && labels.size() != logits.size()
    }

    /// Rows, classes, and the places behind each class.
    fn extents(self, logits: &Array) -> [usize; 3] {
        let shape = logits.shape();
        let length = |axis: usize| shape.get(axis).copied().unwrap_or(1);
        if self.multi_output {
            [length(0), length(1), shape.iter().skip(2).product()]
        } else {
            let classes = shape.last().copied().unwrap_or(1);
            [logits.size() / classes.max(1), classes, 1]
        }
    }

    fn residuals(self, call: &Call<'_>, labels: &Array, result: &Array, out: &mut Array) -> Done {
        let (host, [rows, classes, places]) = (call.host()?, self.extents(result));
        let wanted = rows.saturating_mul(places);
        if labels.size() != wanted {
            return Err(call.wrong_shape(1, "a label for each row of logits", labels));
        }
        let ignored = |label: f64| label.trunc() == self.ignore_label.trunc();
        let (labels, valid) = host.classes(labels, classes, |label| self.use_ignore && ignored(label), ignored)?;
        let divisor = match self.normalization {
            Normalization::Null => 1,
            Normalization::Batch if self.multi_output => rows,
            Normalization::Batch => labels.len(),
            Normalization::Valid => valid.max(1),
        };
        let spread = if self.multi_output && self.normalization != Normalization::Valid { places } else { 1 };
        let scale = self.grad_scale / spread as f64 / divisor as f64;
        let alpha = if self.multi_output { 0.0 } else { self.smooth_alpha };
        host.softmax_residuals(result, labels, [classes, places], [alpha, scale], out)
    }
}

impl Definition for SoftmaxOutput {
    fn name(&self) -> &'static str {
        "SoftmaxOutput"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [input, label] = call.all()?;
        if !self.multi_output && (!self.preserve_shape || input.shape().len() == 2) {
            return softmax(call, input, label, output);
        }
        call.dense(label)?;
        call.fits(call.inputs, |shapes| self.place(shapes))?;
        let softmax = Softmax { axis: if self.multi_output { 1 } else { -1 }, ..Softmax::default() };
        softmax.result(&Call { on: call.on, inputs: Inputs::from(&[input][..]) }, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([logits, labels], result) = (call.all()?, backward.output);
        if self.is_plain(logits, labels) {
            let (kernel, numbers) = (DenseKernel::softmax_output_gradient, [0.0, self.grad_scale]);
            return call.on.dense(kernel, &[result, labels], &numbers, result.shape(), gradient);
        }
        call.dense(labels)?;
        call.dense(result)?;
        let mut own = call.on.temporary();
        if labels.shape() == logits.shape() {
            let kernel = DenseKernel::regression_gradient;
            return call.on.dense(kernel, &[result, labels], &[self.grad_scale], result.shape(), gradient);
        }
        self.residuals(call, labels, result, &mut own)?;
        if !self.out_grad {
            return call.on.copy(&own, gradient);
        }
        call.dense(backward.gradient)?;
        call.on.pair(Pair::Multiply, &own, backward.gradient, gradient)
    }
}
