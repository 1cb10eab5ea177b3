//! Adam with Nesterov's momentum.
use super::hyper::hyper;
use super::moments::{moments, shares};
use super::{Common, NadamSchedule, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`nadam`].
    Nadam {
        /// The share of the mean that a step keeps: 0.9 in MXNet.
        beta1,
        /// The share of the variance that a step keeps: 0.999 in MXNet.
        beta2,
        /// What is added to the root of the variance: 1e-8 in MXNet.
        epsilon,
        /// What the gradient is multiplied by in the step: `(1 - mu_t) / (1 - mu_1 .. mu_t)`, where `mu_t` is the
        /// momentum of step `t`.
        gradient_share,
        /// What the mean is multiplied by in the step: `mu_(t+1) / (1 - mu_1 .. mu_(t+1))`.
        mean_share,
        /// What the variance is divided by: `1 - beta2^t`.
        correction2
    } at |hyper, step| NadamSchedule::after(NadamSchedule::DECAY, hyper.beta1.widen(),
        step.saturating_sub(1)).next_step(hyper) => [gradient_share, mean_share, correction2]
}

impl<V: Value> Rule<V, 3> for Nadam<V> {
    /// The shares of the moments; epsilon, share of the gradient, share of the mean, correction of the variance, lr.
    type Coefficients = ([V; 4], [V; 5]);

    #[inline(always)]
    fn coefficients(&self) -> ([V; 4], [V; 5]) {
        let Self { learning_rate, beta1, beta2, epsilon, gradient_share, mean_share, correction2, .. } = *self;
        (shares(beta1, beta2), [epsilon, gradient_share, mean_share, correction2, learning_rate])
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_decayed(gradient, weight)
    }

    #[inline(always)]
    fn step(
        &(ref shares, [epsilon, of_gradient, of_mean, correction, rate]): &([V; 4], [V; 5]),
        gradient: V,
        [weight, mean, variance]: [V; 3],
    ) -> [V; 3] {
        let [mean, variance] = moments(shares, gradient, mean, variance);
        let ahead = of_gradient * gradient + of_mean * mean;
        [weight - (rate * ahead) / ((variance / correction).root() + epsilon), mean, variance]
    }
}

/// One step of Nadam, in place: `m = beta1 m + (1 - beta1) h`, `v = beta2 v + (1 - beta2) h^2`, then
/// `w = w - lr (a h + c m) / (sqrt(v / correction2) + epsilon)`, where `h = clip(rescale g + wd w)`, `a` and `c` are
/// the shares of gradient and mean.
///
/// What depends on the number of the step is a number here: a [`NadamSchedule`](super::NadamSchedule) for each
/// parameter forms it.
///
/// Shapes: gradient row_sparse R x L, weight, mean and variance R x L, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; by a standard one their states go on, so all must store the same rows.
/// Evaluation: the moments as [`adam`](super::adam), `w - (lr * (a * h + c * m)) / (sqrt(v / correction2) + epsilon)`.
/// Cost: that of [`update`](super::update). Source: MXNet `Nadam`, which has no sparse form, and one product of momenta
/// for all parameters, so that each step of each of them moves it; PyTorch's `NAdam`.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]];
/// let [weight, mean, variance] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::nadam(&optim::Nadam::new(0.5, 0.5, 0.75, 0.0, 1.0, 0.5, 1.0), gradient, weight, mean, variance)?;
/// assert_eq!(states, [[1.0, 0.75], [0.0, 2.0], [0.0, 4.0]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("nadam_update", "torch.optim.NAdam"))]
#[inline]
pub fn nadam<V: Value, I: Index>(
    hyper: &Nadam<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    variance: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, mean, variance] }.call()
}
