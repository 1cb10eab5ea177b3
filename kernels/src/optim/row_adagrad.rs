//! Row-wise AdaGrad.
use super::hyper::hyper;
use super::{Common, RowRule, RowStep};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`row_adagrad`].
    RowAdaGrad {
        /// What is added to the root of the history: 1e-8 in FBGEMM.
        epsilon
    }
}

impl<V: Value> RowRule<V, 1, 1, 1> for RowAdaGrad<V> {
    /// epsilon, lr.
    type Coefficients = (V, V);
    /// The rate of the row.
    type Row = V;

    #[inline(always)]
    fn coefficients(&self) -> (V, V) {
        (self.epsilon, self.learning_rate)
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_and_decay(gradient, weight)
    }

    #[inline(always)]
    fn terms(_: &(V, V), gradient: V, _: [V; 1]) -> [V; 1] {
        [gradient]
    }

    #[inline(always)]
    fn row(&(epsilon, rate): &(V, V), [squares]: [V; 1], length: usize, [history]: [V; 1]) -> (V, [V; 1]) {
        let history = history + squares / V::of_count(length);
        (rate / (history.root() + epsilon), [history])
    }

    #[inline(always)]
    fn step(_: &(V, V), rate: &V, gradient: V, [weight]: [V; 1]) -> [V; 1] {
        [weight - *rate * gradient]
    }
}

/// One step of row-wise AdaGrad, in place: `n = n + mean(h^2)` for a row, then `w = w - lr h / (sqrt(n) + epsilon)`,
/// where `h = clip(rescale g) + wd w`.
///
/// Shapes: gradient row_sparse R x L, weight R x L, history R x 1, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; in a standard one their decay goes on, as a gradient, so both must store
/// the same rows. Evaluation: `n = n + sum(h * h) / L`, the sum that of a [row](crate::order),
/// `s = lr / (sqrt(n) + epsilon)`, `w - s * h`. Cost: that of [`update_rows`](super::update_rows). Source: FBGEMM
/// `EXACT_ROWWISE_ADAGRAD`, TorchRec `RowWiseAdagrad`.
///
/// # Errors
/// As [`update_rows`](super::update_rows); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 2, &[1], &[3.0_f32, -4.0])?;
/// let (mut weight, mut history) = ([1.0, 2.0, 3.0, 4.0], [0.0, 3.5]);
/// let hyper = optim::RowAdaGrad::new(0.5, 0.0);
/// optim::row_adagrad(&hyper, gradient, DenseMut::new(2, 2, &mut weight)?.into(), DenseMut::new(2, 1, &mut history)?.into())?;
/// assert_eq!((weight, history), ([1.0, 2.0, 2.625, 4.5], [0.0, 16.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn row_adagrad<V: Value, I: Index>(
    hyper: &RowAdaGrad<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    history: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowStep { rule: *hyper, gradient, states: [weight], numbers: [history] }.call()
}
