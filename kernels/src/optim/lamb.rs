//! LAMB.
use super::hyper::{hyper, rate_by_norms};
use super::{LambDirection, RowRule, RowStep, Rule};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`lamb`].
    Lamb {
        /// The share of the mean that a step keeps: 0.9 in MXNet.
        beta1,
        /// The share of the variance that a step keeps: 0.999 in MXNet.
        beta2,
        /// What is added to the root of the variance: 1e-6 in MXNet.
        epsilon,
        /// What the mean is divided by: `1 - beta1^t` in step `t`, or 1. [`bias_corrected`](Self::bias_corrected) sets
        /// both.
        correction1,
        /// What the variance is divided by: `1 - beta2^t`, or 1.
        correction2,
        /// What the norm of the weight counts as at least; below zero, nothing.
        lower_bound,
        /// What the norm of the weight counts as at most; below zero, nothing.
        upper_bound
    } at |hyper, step| hyper.bias_corrected(step) => [correction1, correction2]
}

impl<V: Value> RowRule<V, 3, 0, 2> for Lamb<V> {
    /// Those of the direction, and all others.
    type Coefficients = (<LambDirection<V> as Rule<V, 4>>::Coefficients, Self);
    /// The rate of the row.
    type Row = V;

    #[inline(always)]
    fn coefficients(&self) -> Self::Coefficients {
        let Self { learning_rate, beta1, beta2, epsilon, correction1, correction2, weight_decay, .. } = *self;
        let direction = LambDirection {
            weight_decay,
            ..LambDirection::new(learning_rate, beta1, beta2, epsilon, correction1, correction2)
        };
        (direction.coefficients(), *self)
    }

    #[inline(always)]
    fn terms((of_direction, _): &Self::Coefficients, gradient: V, [weight, mean, variance]: [V; 3]) -> [V; 2] {
        let [.., direction] = LambDirection::step(of_direction, gradient, [weight, mean, variance, V::ZERO]);
        [weight, direction]
    }

    #[inline(always)]
    fn row((_, hyper): &Self::Coefficients, squares: [V; 2], _: usize, []: [V; 0]) -> (V, [V; 0]) {
        let [norm, of_direction] = squares.map(V::root);
        let norm = if hyper.lower_bound >= V::ZERO && norm < hyper.lower_bound { hyper.lower_bound } else { norm };
        let norm = if hyper.upper_bound >= V::ZERO && norm > hyper.upper_bound { hyper.upper_bound } else { norm };
        (rate_by_norms(hyper.learning_rate, norm, of_direction), [])
    }

    #[inline(always)]
    fn step((of_direction, _): &Self::Coefficients, rate: &V, gradient: V, [weight, mean, variance]: [V; 3]) -> [V; 3] {
        let [weight, mean, variance, direction] =
            LambDirection::step(of_direction, gradient, [weight, mean, variance, V::ZERO]);
        [weight - *rate * direction, mean, variance]
    }
}

/// One step of LAMB, in place, with every row a parameter of its own: `m = beta1 m + (1 - beta1) h`,
/// `v = beta2 v + (1 - beta2) h^2`, `d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd w`, then
/// `w = w - lr (|w| / |d|) d` with the norms of the row, where `h = clip(rescale g)`.
///
/// `|w|` is limited to the bounds. A row whose weight (within its bounds) or whose `d` has a norm of 0 gets `w - lr d`.
///
/// Shapes: gradient row_sparse R x L, weight, mean and variance R x L, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; by a standard one their moments and decay go on, so all must store the
/// same rows. Evaluation: the moments as [`adam`](super::adam),
/// `d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`, `w - ((lr * |w|) / |d|) * d`; a norm is the
/// root of a sum of squares of a [row](crate::order). Cost: that of [`update_rows`](super::update_rows). Source: MXNet
/// `lamb_update_phase1` and `lamb_update_phase2`, of each row; FBGEMM `LAMB`.
///
/// # Errors
/// As [`update_rows`](super::update_rows); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 2, &[1], &[2.0_f32, -2.0])?;
/// let (mut weight, mut mean, mut variance) = ([1.0, 2.0, 3.0, 3.0], [0.0; 4], [0.0; 4]);
/// let hyper = optim::Lamb::new(0.5, 0.5, 0.75, 0.0, 1.0, 1.0, -1.0, -1.0);
/// optim::lamb(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 2, &mut weight)?.into(),
///     DenseMut::new(2, 2, &mut mean)?.into(),
///     DenseMut::new(2, 2, &mut variance)?.into(),
/// )?;
/// assert_eq!((weight, mean, variance), ([1.0, 2.0, 1.5, 4.5], [0.0, 0.0, 1.0, -1.0], [0.0, 0.0, 1.0, 1.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("lamb_update_phase1", "lamb_update_phase2"))]
#[inline]
pub fn lamb<V: Value, I: Index>(
    hyper: &Lamb<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    variance: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowStep { rule: *hyper, gradient, states: [weight, mean, variance], numbers: [] }.call()
}
