//! Partially row-wise LAMB.
use super::hyper::{hyper, rate_by_norms};
use super::{RowAdam, RowRule, RowStep};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`row_lamb`].
    RowLamb {
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

/// The new mean, and the direction.
#[inline(always)]
fn moved<V: Value>(
    &([beta1, rest1, ..], ref hyper): &([V; 4], RowAdam<V>),
    divisor: V,
    gradient: V,
    [weight, mean]: [V; 2],
) -> [V; 2] {
    let mean = beta1 * mean + rest1 * gradient;
    [mean, mean / divisor + hyper.weight_decay * weight]
}

impl<V: Value> RowRule<V, 2, 1, 2> for RowLamb<V> {
    /// Those of the moments.
    type Coefficients = <RowAdam<V> as RowRule<V, 2, 1, 1>>::Coefficients;
    /// What the mean is divided by; the norm of the weight, and then the rate of the row.
    type Row = [V; 2];

    #[inline(always)]
    fn coefficients(&self) -> Self::Coefficients {
        let Self { learning_rate, beta1, beta2, epsilon, correction1, correction2, weight_decay, .. } = *self;
        RowAdam { weight_decay, ..RowAdam::new(learning_rate, beta1, beta2, epsilon, correction1, correction2) }
            .coefficients()
    }

    #[inline(always)]
    fn terms(_: &Self::Coefficients, gradient: V, [weight, _]: [V; 2]) -> [V; 2] {
        [gradient, weight]
    }

    #[inline(always)]
    fn row(
        of_moments: &Self::Coefficients,
        [squares, of_weight]: [V; 2],
        length: usize,
        old: [V; 1],
    ) -> ([V; 2], [V; 1]) {
        let (divisor, new) = RowAdam::row(of_moments, [squares], length, old);
        ([divisor, of_weight.root()], new)
    }

    const RESUMS: bool = true;

    #[inline(always)]
    fn second_term(of_moments: &Self::Coefficients, &[divisor, _]: &[V; 2], gradient: V, old: [V; 2]) -> V {
        moved(of_moments, divisor, gradient, old)[1]
    }

    #[inline(always)]
    fn second_row((_, hyper): &Self::Coefficients, [divisor, norm]: [V; 2], squares: V) -> [V; 2] {
        [divisor, rate_by_norms(hyper.learning_rate, norm, squares.root())]
    }

    #[inline(always)]
    fn step(of_moments: &Self::Coefficients, &[divisor, rate]: &[V; 2], gradient: V, old: [V; 2]) -> [V; 2] {
        let [mean, direction] = moved(of_moments, divisor, gradient, old);
        [old[0] - rate * direction, mean]
    }
}

/// One step of LAMB with one variance a row, in place, every row a parameter of its own:
/// `v = beta2 v + (1 - beta2) mean(h^2)` for a row, `m = beta1 m + (1 - beta1) h`,
/// `d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd w`, then `w = w - lr (|w| / |d|) d` with the norms
/// of the row, where `h = clip(rescale g)`.
///
/// A row whose weight or whose `d` has a norm of 0 gets `w - lr d`, as by [`lamb`](super::lamb()).
///
/// Shapes: gradient row_sparse R x L, weight and mean R x L, variance R x 1, each dense or row_sparse. Rows that the
/// gradient does not store: untouched by a lazy update; by a standard one their moments and decay go on, so all must
/// store the same rows. Evaluation: `v` and the divisor `c` as [`row_adam`](super::row_adam), `d = m / c + wd * w`,
/// `w - ((lr * |w|) / |d|) * d`; a norm is the root of a sum of squares of a [row](crate::order), that of `d` taken
/// when `v` is known. Cost: that of [`update_rows`](super::update_rows), whose rows are read from the cache once more.
/// Source: FBGEMM `PARTIAL_ROWWISE_LAMB`, which makes NaN of a row without a norm.
///
/// # Errors
/// As [`update_rows`](super::update_rows); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 2, &[1], &[2.0_f32, -2.0])?;
/// let (mut weight, mut mean, mut variance) = ([1.0, 2.0, 3.0, 3.0], [0.0; 4], [0.0; 2]);
/// let hyper = optim::RowLamb::new(0.5, 0.5, 0.75, 0.0, 1.0, 1.0);
/// optim::row_lamb(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 2, &mut weight)?.into(),
///     DenseMut::new(2, 2, &mut mean)?.into(),
///     DenseMut::new(2, 1, &mut variance)?.into(),
/// )?;
/// assert_eq!((weight, mean, variance), ([1.0, 2.0, 1.5, 4.5], [0.0, 0.0, 1.0, -1.0], [0.0, 1.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn row_lamb<V: Value, I: Index>(
    hyper: &RowLamb<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    mean: RowsMut<'_, V, I>,
    variance: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowStep { rule: *hyper, gradient, states: [weight, mean], numbers: [variance] }.call()
}
