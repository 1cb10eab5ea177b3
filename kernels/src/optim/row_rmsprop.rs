//! Row-wise RMSProp.
use super::hyper::hyper;
use super::{Common, RowRule, RowStep};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`row_rmsprop`].
    RowRmsProp {
        /// The share of the running mean that a step keeps: 0.99 in PyTorch.
        rho,
        /// What is added to the root of the running mean: 1e-8 in PyTorch.
        epsilon
    }
}

impl<V: Value> RowRule<V, 1, 1, 1> for RowRmsProp<V> {
    /// rho, `1 - rho`, epsilon, lr.
    type Coefficients = [V; 4];
    /// The rate of the row.
    type Row = V;

    #[inline(always)]
    fn coefficients(&self) -> [V; 4] {
        [self.rho, V::ONE - self.rho, self.epsilon, self.learning_rate]
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_and_decay(gradient, weight)
    }

    #[inline(always)]
    fn terms(_: &[V; 4], gradient: V, _: [V; 1]) -> [V; 1] {
        [gradient]
    }

    #[inline(always)]
    fn row(&[rho, rest, epsilon, rate]: &[V; 4], [squares]: [V; 1], length: usize, [mean]: [V; 1]) -> (V, [V; 1]) {
        let mean = rho * mean + rest * (squares / V::of_count(length));
        (rate / (mean.root() + epsilon), [mean])
    }

    #[inline(always)]
    fn step(_: &[V; 4], rate: &V, gradient: V, [weight]: [V; 1]) -> [V; 1] {
        [weight - *rate * gradient]
    }
}

/// One step of row-wise RMSProp, in place: `n = rho n + (1 - rho) mean(h^2)` for a row, then
/// `w = w - lr h / (sqrt(n) + epsilon)`, where `h = clip(rescale g) + wd w`.
///
/// Shapes: gradient row_sparse R x L, weight R x L, history R x 1, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; in a standard one their history fades and their decay goes on, as a
/// gradient, so both must store the same rows. Evaluation: `n = rho * n + (1 - rho) * (sum(h * h) / L)`, the sum that
/// of a [row](crate::order), `s = lr / (sqrt(n) + epsilon)`, `w - s * h`. Cost: that of
/// [`update_rows`](super::update_rows). Source: PyTorch `RMSprop`, with one number a row.
///
/// # Errors
/// As [`update_rows`](super::update_rows); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 2, &[1], &[3.0_f32, -4.0])?;
/// let (mut weight, mut history) = ([1.0, 2.0, 3.0, 4.0], [0.0, -4.5]);
/// let hyper = optim::RowRmsProp::new(1.0, 0.5, 1.0);
/// optim::row_rmsprop(&hyper, gradient, DenseMut::new(2, 2, &mut weight)?.into(), DenseMut::new(2, 1, &mut history)?.into())?;
/// assert_eq!((weight, history), ([1.0, 2.0, 2.0, 5.3333335], [0.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn row_rmsprop<V: Value, I: Index>(
    hyper: &RowRmsProp<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    history: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowStep { rule: *hyper, gradient, states: [weight], numbers: [history] }.call()
}
