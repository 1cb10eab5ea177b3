//! Adam.
use super::hyper::hyper;
use super::moments::{moments, shares};
use super::{Common, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`adam`].
    Adam {
        /// The share of the mean that a step keeps: 0.9 in MXNet.
        beta1,
        /// The share of the variance that a step keeps: 0.999 in MXNet.
        beta2,
        /// What is added to the root of the variance: 1e-8 in MXNet.
        epsilon
    } at |hyper, step| hyper.bias_corrected(step) => []
}

impl<V: Value> Rule<V, 3> for Adam<V> {
    /// The shares of the moments; epsilon, lr.
    type Coefficients = ([V; 4], [V; 2]);

    #[inline(always)]
    fn coefficients(&self) -> ([V; 4], [V; 2]) {
        let Self { learning_rate, beta1, beta2, epsilon, .. } = *self;
        (shares(beta1, beta2), [epsilon, learning_rate])
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_decayed(gradient, weight)
    }

    #[inline(always)]
    fn step(
        &(ref shares, [epsilon, rate]): &([V; 4], [V; 2]),
        gradient: V,
        [weight, mean, variance]: [V; 3],
    ) -> [V; 3] {
        let [mean, variance] = moments(shares, gradient, mean, variance);
        [weight - (rate * mean) / (variance.root() + epsilon), mean, variance]
    }
}

/// One step of Adam, in place: `m = beta1 m + (1 - beta1) h`, `v = beta2 v + (1 - beta2) h^2`, then
/// `w = w - lr m / (sqrt(v) + epsilon)`, where `h = clip(rescale g + wd w)`.
///
/// The moments are not corrected for their start at zero: a caller who wants that passes
/// `lr sqrt(1 - beta2^t) / (1 - beta1^t)` in step `t = 1, 2, ...` ([`bias_corrected`](Adam::bias_corrected)), as MXNet
/// and PyTorch's `SparseAdam` do. PyTorch's `Adam` corrects the root too: there, epsilon is also multiplied by
/// `sqrt(1 - beta2^t)`.
///
/// Shapes: gradient row_sparse R x L, weight, mean and variance R x L, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; by a standard one their moments go on, so all must store the same rows.
/// Evaluation: `m = beta1 * m + (1 - beta1) * h`, `v = beta2 * v + (1 - beta2) * (h * h)`,
/// `w - (lr * m) / (sqrt(v) + epsilon)`. Cost: that of [`update`](super::update). Source: MXNet `adam_update`.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]];
/// let [weight, mean, variance] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::adam(&optim::Adam::new(0.5, 0.5, 0.75, 0.0), gradient, weight, mean, variance)?;
/// assert_eq!(states, [[1.0, 1.5], [0.0, 2.0], [0.0, 4.0]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("adam_update", "torch.optim.SparseAdam", "SparseAdam"))]
#[inline]
pub fn adam<V: Value, I: Index>(
    hyper: &Adam<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    variance: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, mean, variance] }.call()
}
