//! AdaGrad.
use super::hyper::hyper;
use super::{Common, Hyper, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`adagrad`].
    AdaGrad {
        /// What is added to the history before the root: 1e-7 in MXNet.
        epsilon
    }
}

impl<V: Value> Rule<V, 2> for AdaGrad<V> {
    /// `1 - lr wd`, epsilon, lr.
    type Coefficients = (V, V, V);

    #[inline(always)]
    fn coefficients(&self) -> (V, V, V) {
        let Common { learning_rate, weight_decay, .. } = self.common();
        (V::ONE - learning_rate * weight_decay, self.epsilon, learning_rate)
    }

    #[inline(always)]
    fn step(&(decay, epsilon, rate): &(V, V, V), gradient: V, [weight, history]: [V; 2]) -> [V; 2] {
        let history = history + gradient * gradient;
        [decay * weight - (gradient / (history + epsilon).root()) * rate, history]
    }
}

/// One step of AdaGrad, in place: `n = n + h^2`, then `w = (1 - lr wd) w - lr h / sqrt(n + epsilon)`, where
/// `h = clip(rescale g)`.
///
/// Shapes: gradient row_sparse R x L, weight and history R x L, each dense or row_sparse. Rows that the gradient does
/// not store: untouched by a lazy update, `(1 - lr wd) w` by a standard one (NaN where `n + epsilon` is 0), for which
/// both must store the same rows. Evaluation: `n = n + h * h`, `(1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`, the
/// first factor once; division and root are correctly rounded. Cost: that of [`update`](super::update). Source: MXNet
/// `adagrad_update`, which refuses a weight decay and knows the lazy update only.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let (mut weight, mut history) = ([1.0, 2.0], [0.0, 9.0]);
/// let hyper = optim::AdaGrad::new(0.5, 0.0);
/// optim::adagrad(&hyper, gradient, DenseMut::new(2, 1, &mut weight)?.into(), DenseMut::new(2, 1, &mut history)?.into())?;
/// assert_eq!((weight, history), ([1.0, 1.6], [0.0, 25.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "adagrad_update")]
#[inline]
pub fn adagrad<V: Value, I: Index>(
    hyper: &AdaGrad<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    history: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, history] }.call()
}
