//! The direction of a step of LAMB.
use super::hyper::hyper;
use super::moments::{moments, shares};
use super::{Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`lamb_direction`].
    LambDirection {
        /// The share of the mean that a step keeps: 0.9 in MXNet.
        beta1,
        /// The share of the variance that a step keeps: 0.999 in MXNet.
        beta2,
        /// What is added to the root of the variance: 1e-6 in MXNet.
        epsilon,
        /// `1 - beta1^t` in step `t = 1, 2, ...`, by [`bias_correction`](super::bias_correction); 1 corrects nothing.
        correction1,
        /// `1 - beta2^t`, likewise.
        correction2
    } at |hyper, step| hyper.bias_corrected(step) => [correction1, correction2]
}

impl<V: Value> Rule<V, 4> for LambDirection<V> {
    /// The shares of the moments; epsilon, correction1, correction2, wd.
    type Coefficients = ([V; 4], [V; 4]);

    #[inline(always)]
    fn coefficients(&self) -> ([V; 4], [V; 4]) {
        let Self { beta1, beta2, epsilon, correction1, correction2, weight_decay, .. } = *self;
        (shares(beta1, beta2), [epsilon, correction1, correction2, weight_decay])
    }

    #[inline(always)]
    fn step(
        &(ref shares, [epsilon, correction1, correction2, decay]): &([V; 4], [V; 4]),
        gradient: V,
        [weight, mean, variance, _]: [V; 4],
    ) -> [V; 4] {
        let [mean, variance] = moments(shares, gradient, mean, variance);
        let adapted = (mean / correction1) / ((variance / correction2).root() + epsilon);
        [weight, mean, variance, adapted + decay * weight]
    }
}

/// The first phase of LAMB: `m = beta1 m + (1 - beta1) h`, `v = beta2 v + (1 - beta2) h^2` in place, and
/// `direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd w`, where `h = clip(rescale g)`. What the
/// direction was is not looked at, nor the learning rate.
///
/// The second phase is [`sgd`](super::sgd) with the direction as gradient and the ratio of the norms of weight and
/// direction, or 1 where one of them is 0, as `rescale_gradient`: `w = w - lr (|w| / |direction|) direction`. A lazy
/// update wants a direction that stores the rows of the gradient.
///
/// Shapes: gradient row_sparse R x L, weight, mean, variance and direction R x L, each dense or row_sparse. Rows that
/// the gradient does not store: untouched by a lazy update; by a standard one their states go on, so all must store the
/// same rows. Evaluation: the moments as [`adam`](super::adam),
/// `(m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`; the weight is written as it was. Cost: that of
/// [`update`](super::update). Source: MXNet `lamb_update_phase1`, which forms the corrections from `t` and has no
/// sparse form; its second phase multiplies lr and the ratio first, and can limit the weight's norm.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, RowSparseMut, optim, reduce};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let (mut weight, mut mean, mut variance, mut direction) = ([0.0, 2.0], [0.0; 2], [0.0; 2], [0.0; 1]);
/// let hyper = optim::LambDirection::new(0.0, 0.5, 0.75, 0.0, optim::bias_correction(0.5, 1) as f32, optim::bias_correction(0.75, 1) as f32);
/// optim::lamb_direction(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 1, &mut weight)?.into(),
///     DenseMut::new(2, 1, &mut mean)?.into(),
///     DenseMut::new(2, 1, &mut variance)?.into(),
///     RowSparseMut::new(2, 1, &[1], &mut direction)?.into(),
/// )?;
/// assert_eq!((mean, variance, direction), ([0.0, 2.0], [0.0, 4.0], [1.0]));
///
/// let mut norms = [[0.0], [0.0]];
/// reduce::norm2(&weight, &mut norms[0])?;
/// reduce::norm2(&direction, &mut norms[1])?;
/// let hyper = optim::Sgd { rescale_gradient: norms[0][0] / norms[1][0], ..optim::Sgd::new(0.25) };
/// optim::sgd(&hyper, RowSparse::new(2, 1, &[1], &direction)?, DenseMut::new(2, 1, &mut weight)?.into())?;
/// assert_eq!(weight, [0.0, 1.5]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "lamb_update_phase1")]
#[inline]
pub fn lamb_direction<V: Value, I: Index>(
    hyper: &LambDirection<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    variance: RowsMut<'_, V, I>,
    direction: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, mean, variance, direction] }.call()
}
