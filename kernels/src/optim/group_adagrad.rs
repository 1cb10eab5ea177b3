//! Group AdaGrad.
use super::hyper::hyper;
use super::{Common, Hyper, RowRule, RowStep};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`group_adagrad`].
    GroupAdaGrad {
        /// What is added to the history before the root: 1e-5 in MXNet.
        epsilon
    }
}

impl<V: Value> RowRule<V, 1, 1, 1> for GroupAdaGrad<V> {
    /// `1 - lr wd`, epsilon, lr.
    type Coefficients = (V, V, V);
    /// The root.
    type Row = V;

    #[inline(always)]
    fn coefficients(&self) -> (V, V, V) {
        let Common { learning_rate, weight_decay, .. } = self.common();
        (V::ONE - learning_rate * weight_decay, self.epsilon, learning_rate)
    }

    #[inline(always)]
    fn terms(_: &(V, V, V), gradient: V, _: [V; 1]) -> [V; 1] {
        [gradient]
    }

    #[inline(always)]
    fn row(&(_, epsilon, _): &(V, V, V), [squares]: [V; 1], length: usize, [history]: [V; 1]) -> (V, [V; 1]) {
        let history = history + squares / V::of_count(length);
        ((history + epsilon).root(), [history])
    }

    #[inline(always)]
    fn step(&(decay, _, rate): &(V, V, V), root: &V, gradient: V, [weight]: [V; 1]) -> [V; 1] {
        [decay * weight - (rate * gradient) / *root]
    }
}

/// One step of group AdaGrad, in place: `n = n + mean(h^2)` for a row, then
/// `w = (1 - lr wd) w - lr h / sqrt(n + epsilon)`, where `h = clip(rescale g)`.
///
/// Shapes: gradient row_sparse R x L, weight R x L, history R x 1, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update, `(1 - lr wd) w` by a standard one (which is NaN where `n + epsilon` is
/// 0), for which weight and history must store the same rows. Evaluation: `n = n + sum(h * h) / L`, the sum that of a
/// [row](crate::order), `r = sqrt(n + epsilon)`, `(1 - lr * wd) * w - (lr * h) / r`. Cost: that of
/// [`update_rows`](super::update_rows). Source: MXNet `_contrib_group_adagrad_update`, which refuses a weight decay and
/// knows the lazy update only.
///
/// # Errors
/// As [`update_rows`](super::update_rows); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 2, &[1], &[3.0_f32, -4.0])?;
/// let (mut weight, mut history) = ([1.0, 2.0, 3.0, 4.0], [0.0, 3.5]);
/// let hyper = optim::GroupAdaGrad::new(0.5, 0.0);
/// optim::group_adagrad(&hyper, gradient, DenseMut::new(2, 2, &mut weight)?.into(), DenseMut::new(2, 1, &mut history)?.into())?;
/// assert_eq!((weight, history), ([1.0, 2.0, 2.625, 4.5], [0.0, 16.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "group_adagrad_update")]
#[inline]
pub fn group_adagrad<V: Value, I: Index>(
    hyper: &GroupAdaGrad<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    history: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowStep { rule: *hyper, gradient, states: [weight], numbers: [history] }.call()
}
