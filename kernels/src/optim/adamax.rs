//! Adam by the largest gradient instead of a variance.
use super::hyper::hyper;
use super::{Common, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`adamax`].
    Adamax {
        /// The share of the mean that a step keeps: 0.9 in MXNet.
        beta1,
        /// The share of the largest gradient that a step keeps: 0.999 in MXNet.
        beta2
    } at |hyper, step| hyper.bias_corrected(step) => []
}

impl<V: Value> Rule<V, 3> for Adamax<V> {
    /// beta1, `1 - beta1`, beta2, lr.
    type Coefficients = [V; 4];

    #[inline(always)]
    fn coefficients(&self) -> [V; 4] {
        let Self { learning_rate, beta1, beta2, .. } = *self;
        [beta1, V::ONE - beta1, beta2, learning_rate]
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_decayed(gradient, weight)
    }

    #[inline(always)]
    fn step(&[beta1, rest1, beta2, rate]: &[V; 4], gradient: V, [weight, mean, largest]: [V; 3]) -> [V; 3] {
        let mean = beta1 * mean + rest1 * gradient;
        let (kept, size) = (beta2 * largest, gradient.magnitude());
        let largest = if kept > size || kept.is_nan() { kept } else { size };
        // All of no history and no gradient.
        let stepped = weight - (rate * mean) / largest;
        [if largest == V::ZERO { weight } else { stepped }, mean, largest]
    }
}

/// One step of Adamax, in place: `m = beta1 m + (1 - beta1) h`, `u = max(beta2 u, |h|)`, then `w = w - lr m / u`, and
/// no step where `u` is 0, where `h = clip(rescale g + wd w)`.
///
/// The mean is not corrected for its start at zero: [`bias_corrected`](Adamax::bias_corrected) gives the learning rate
/// that corrects it.
///
/// Shapes: gradient row_sparse R x L, weight, mean and largest gradient R x L, each dense or row_sparse. Rows that the
/// gradient does not store: untouched by a lazy update; by a standard one their states go on, so all must store the
/// same rows. Evaluation: `m = beta1 * m + (1 - beta1) * h`, `w - (lr * m) / u`; NaN in the history or the gradient
/// gives NaN. Cost: that of [`update`](super::update). Source: MXNet `Adamax`, which gives NaN where `u` is 0 and has
/// no sparse form; PyTorch's `Adamax` adds an epsilon to `|h|` instead, and without one also gives NaN.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]];
/// let [weight, mean, largest] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::adamax(&optim::Adamax::new(0.5, 0.5, 0.75), gradient, weight, mean, largest)?;
/// assert_eq!(states, [[1.0, 1.75], [0.0, 2.0], [0.0, 4.0]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("adamax_update", "torch.optim.Adamax"))]
#[inline]
pub fn adamax<V: Value, I: Index>(
    hyper: &Adamax<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    largest: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, mean, largest] }.call()
}
