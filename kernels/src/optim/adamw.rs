//! Adam with decoupled decay.
use super::hyper::hyper;
use super::moments::{moments, shares};
use super::{Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`adamw`].
    AdamW {
        /// The share of the mean that a step keeps: 0.9 in MXNet.
        beta1,
        /// The share of the variance that a step keeps: 0.999 in MXNet.
        beta2,
        /// What is added to the root of the variance: 1e-8 in MXNet.
        epsilon,
        /// What the whole step is multiplied by, decay and all: the schedule of the learning rate, if `learning_rate`
        /// holds the correction of the moments. 1 in PyTorch.
        eta
    } at |hyper, step| hyper.bias_corrected(step) => []
}

impl<V: Value> Rule<V, 3> for AdamW<V> {
    /// The shares of the moments; epsilon, lr, wd, eta.
    type Coefficients = ([V; 4], [V; 4]);

    #[inline(always)]
    fn coefficients(&self) -> ([V; 4], [V; 4]) {
        let Self { learning_rate, beta1, beta2, epsilon, eta, weight_decay, .. } = *self;
        (shares(beta1, beta2), [epsilon, learning_rate, weight_decay, eta])
    }

    #[inline(always)]
    fn step(
        &(ref shares, [epsilon, rate, decay, eta]): &([V; 4], [V; 4]),
        gradient: V,
        [weight, mean, variance]: [V; 3],
    ) -> [V; 3] {
        let [mean, variance] = moments(shares, gradient, mean, variance);
        [weight - eta * ((rate * mean) / (variance.root() + epsilon) + decay * weight), mean, variance]
    }
}

/// One step of Adam with decoupled decay, in place: `m = beta1 m + (1 - beta1) h`, `v = beta2 v + (1 - beta2) h^2`,
/// then `w = w - eta (lr m / (sqrt(v) + epsilon) + wd w)`, where `h = clip(rescale g)`.
///
/// The moments are not corrected for their start at zero: [`bias_corrected`](AdamW::bias_corrected) gives the learning
/// rate that corrects them. PyTorch's `AdamW` is this with `eta = 1` and `weight_decay = lr wd`.
///
/// Shapes: gradient row_sparse R x L, weight, mean and variance R x L, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; by a standard one their moments and decay go on, so all must store the
/// same rows. Evaluation: the moments as [`adam`](super::adam), `w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
/// Cost: that of [`update`](super::update). Source: MXNet `_contrib_adamw_update`, which has no sparse form.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]];
/// let [weight, mean, variance] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::adamw(&optim::AdamW { weight_decay: 0.5, ..optim::AdamW::new(1.0, 0.5, 0.75, 0.0, 0.25) }, gradient, weight, mean, variance)?;
/// assert_eq!(states, [[1.0, 1.5], [0.0, 2.0], [0.0, 4.0]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("_contrib_adamw_update", "torch.optim.AdamW"))]
#[inline]
pub fn adamw<V: Value, I: Index>(
    hyper: &AdamW<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    variance: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, mean, variance] }.call()
}
