//! Numbers of a batch, brought to mean 0 and variance 1.
use super::axes::Reduced;
use super::backend::Done;
use super::entry::entries;
use super::few::{Few, place_of};
use super::{Backward, Call, Definition, Misfit, OperatorError, Shapes};
use lacuna::infer::Stype::Dense;
use lacuna_arrays::array::Array;
use std::ops::Range;

/// `(x - mean) / sqrt(variance + eps) gamma + beta`, for each channel: operands `x` with the channels along an axis,
/// and `gamma`, `beta`, the moving mean and the moving variance, each with a number for each channel; all dense. In
/// training mean and variance are those of the batch, over all axes but that of the channels, divided by the number of
/// terms; otherwise, and with `use_global_stats`, the moving ones. On the host only.
///
/// Gradients: of `x`, `gamma` and `beta`. The moving mean and variance are states: each backward pass in training
/// replaces them by `momentum` of them and the rest of the batch's. Source: MXNet `BatchNorm`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{BatchNorm, Context};
/// let x = Array::dense(&[2, 1], vec![3.0_f32, 7.0])?;
/// let [ones, zeros] = [1.0_f32, 0.0].map(|number| Array::dense(&[1], vec![number]));
/// let (ones, zeros) = (ones?, zeros?);
/// let mut context = Context::new();
/// context.training = true;
/// let y = context.run(&BatchNorm { epsilon: 0.0, ..BatchNorm::default() }, &[&x, &ones, &zeros, &zeros, &ones])?;
/// assert_eq!(y.data::<f32>(), Some(&[-1.0, 1.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchNorm {
    /// Added to variances. (`eps`)
    pub epsilon: f64,
    /// What stays of a moving mean or variance.
    pub momentum: f64,
    /// `gamma` is 1 whatever it holds, without a gradient. MXNet also writes the 1 into it.
    pub fix_gamma: bool,
    /// The moving mean and variance are taken in training, too.
    pub use_global_stats: bool,
    /// That of the channels; negative ones count from the last.
    pub axis: i64,
}

impl Default for BatchNorm {
    /// As in MXNet.
    fn default() -> Self {
        Self { epsilon: 1e-3, momentum: 0.9, fix_gamma: true, use_global_stats: false, axis: 1 }
    }
}

entries! {
    "BatchNorm" ("data", "gamma", "beta", "moving_mean", "moving_var") |p| {
        p.only("output_mean_var", "False")?;
        for parameter in ["cudnn_off", "min_calib_range", "max_calib_range"] {
            p.ignored(parameter);
        }
        let norm = BatchNorm {
            epsilon: p.number_or("eps", 1e-3)?,
            momentum: p.number_or("momentum", 0.9)?,
            fix_gamma: p.flag_or_true("fix_gamma")?,
            use_global_stats: p.flag("use_global_stats")?,
            axis: p.integer_or("axis", 1)?,
        };
        Built::new(norm, move |shapes| norm.place(shapes).map(drop), Through("_backward_BatchNorm", &[Gradient, Input(0)]))
    };
}

/// The operands that are states: moving mean and variance.
pub(super) const STATES: Range<usize> = 3..5;

/// The operands of a call that the host computes.
pub(super) struct Batch<'a> {
    pub operands: [&'a Array; 5],
    /// All axes but that of the channels.
    pub reduced: Reduced,
    pub norm: BatchNorm,
    /// Mean and variance are those of the batch.
    pub of_batch: bool,
}

impl BatchNorm {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<Reduced>, Misfit> {
        let Some(shape) = shapes.few(0)? else { return Ok(None) };
        let Some(axis) = place_of(self.axis, shape.len()) else {
            let words = "one that has the axis";
            return Err(shapes.misfit(0, format!("one that has axis {}", self.axis), words));
        };
        let axes = Few::of((0..shape.len()).map(|own| own != axis)).unwrap_or_default();
        let channels = shape.get(axis).copied().unwrap_or(1);
        (1..5).try_for_each(|operand| shapes.operand(operand, &[channels], "a number for each channel"))?;
        shapes.result(&shape)?;
        Ok(Some(Reduced::over(axes, &shape)))
    }

    fn batch<'a>(self, call: &Call<'a>) -> Result<Batch<'a>, OperatorError> {
        let operands: [&Array; 5] = call.all()?;
        let x = operands[0];
        call.float(x)?;
        for (operand, array) in operands.iter().enumerate() {
            call.dense(array)?;
            call.same_dtype(operand, array, x)?;
        }
        let reduced = call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default();
        let of_batch = call.on.training() && !self.use_global_stats;
        Ok(Batch { operands, reduced, norm: self, of_batch })
    }
}

impl Definition for BatchNorm {
    fn name(&self) -> &'static str {
        "BatchNorm"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let batch = self.batch(call)?;
        call.host()?.batch_norm(&batch, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0 || operand == 2 || (operand == 1 && !self.fix_gamma)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let batch = self.batch(call)?;
        if backward.gradient.stype() != Dense {
            return Err(call.no_path());
        }
        call.host()?.batch_norm_gradient(&batch, backward.gradient, operand, gradient)
    }

    fn states(&self) -> Range<usize> {
        if self.use_global_stats { 0..0 } else { STATES }
    }

    fn state(&self, call: &Call<'_>, operand: usize, next: &mut Array) -> Done {
        let batch = self.batch(call)?;
        call.host()?.batch_norm_state(&batch, operand, next)
    }
}
