//! Partially row-wise Adam.
use super::hyper::hyper;
use super::{RowRule, RowStep};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`row_adam`].
    RowAdam {
        /// The share of the mean that a step keeps: 0.9 in FBGEMM.
        beta1,
        /// The share of the variance that a step keeps: 0.999 in FBGEMM.
        beta2,
        /// What is added to the root of the variance: 1e-8 in FBGEMM.
        epsilon,
        /// What the mean is divided by: `1 - beta1^t` in step `t`, or 1. [`bias_corrected`](Self::bias_corrected) sets
        /// both.
        correction1,
        /// What the variance is divided by: `1 - beta2^t`, or 1.
        correction2
    } at |hyper, step| hyper.bias_corrected(step) => [correction1, correction2]
}

impl<V: Value> RowRule<V, 2, 1, 1> for RowAdam<V> {
    /// beta1, `1 - beta1`, beta2, `1 - beta2`, the others.
    type Coefficients = ([V; 4], Self);
    /// What the mean is divided by.
    type Row = V;

    #[inline(always)]
    fn coefficients(&self) -> ([V; 4], Self) {
        ([self.beta1, V::ONE - self.beta1, self.beta2, V::ONE - self.beta2], *self)
    }

    #[inline(always)]
    fn terms(_: &([V; 4], Self), gradient: V, _: [V; 2]) -> [V; 1] {
        [gradient]
    }

    #[inline(always)]
    fn row(
        &([_, _, beta2, rest2], hyper): &([V; 4], Self),
        [squares]: [V; 1],
        length: usize,
        [variance]: [V; 1],
    ) -> (V, [V; 1]) {
        let variance = beta2 * variance + rest2 * (squares / V::of_count(length));
        (hyper.correction1 * ((variance / hyper.correction2).root() + hyper.epsilon), [variance])
    }

    #[inline(always)]
    fn step(&([beta1, rest1, ..], hyper): &([V; 4], Self), divisor: &V, gradient: V, [weight, mean]: [V; 2]) -> [V; 2] {
        let mean = beta1 * mean + rest1 * gradient;
        [weight - hyper.learning_rate * (mean / *divisor + hyper.weight_decay * weight), mean]
    }
}

/// One step of Adam with one variance a row, in place: `v = beta2 v + (1 - beta2) mean(h^2)` for a row,
/// `m = beta1 m + (1 - beta1) h`, then `w = w - lr ((m / correction1) / (sqrt(v / correction2) + epsilon) + wd w)`,
/// where `h = clip(rescale g)`.
///
/// Shapes: gradient row_sparse R x L, weight and mean R x L, variance R x 1, each dense or row_sparse. Rows that the
/// gradient does not store: untouched by a lazy update; by a standard one their moments and decay go on, so all must
/// store the same rows. Evaluation: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L)`, the sum that of a
/// [row](crate::order), `d = correction1 * (sqrt(v / correction2) + epsilon)`, `m = beta1 * m + (1 - beta1) * h`,
/// `w - lr * (m / d + wd * w)`. Cost: that of [`update_rows`](super::update_rows). Source: FBGEMM
/// `PARTIAL_ROWWISE_ADAM`.
///
/// # Errors
/// As [`update_rows`](super::update_rows); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 2, &[1], &[3.0_f32, -4.0])?;
/// let (mut weight, mut mean, mut variance) = ([1.0, 2.0, 3.0, 4.0], [0.0; 4], [0.0, -4.5]);
/// let hyper = optim::RowAdam::new(1.0, 0.5, 0.5, 0.0, 1.0, 1.0);
/// optim::row_adam(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 2, &mut weight)?.into(),
///     DenseMut::new(2, 2, &mut mean)?.into(),
///     DenseMut::new(2, 1, &mut variance)?.into(),
/// )?;
/// assert_eq!((weight, mean, variance), ([1.0, 2.0, 2.25, 5.0], [0.0, 0.0, 1.5, -2.0], [0.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn row_adam<V: Value, I: Index>(
    hyper: &RowAdam<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    variance: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowStep { rule: *hyper, gradient, states: [weight, mean], numbers: [variance] }.call()
}
