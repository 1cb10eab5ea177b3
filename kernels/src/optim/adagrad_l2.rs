//! AdaGrad with the decay in the gradient, and its epsilon outside of the root.
use super::hyper::hyper;
use super::{Common, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`adagrad_l2`].
    AdaGradL2 {
        /// What is added to the root of the history: 1e-10 in PyTorch, 1e-8 in FBGEMM.
        epsilon
    }
}

impl<V: Value> Rule<V, 2> for AdaGradL2<V> {
    /// epsilon, lr.
    type Coefficients = [V; 2];

    #[inline(always)]
    fn coefficients(&self) -> [V; 2] {
        let Self { learning_rate, epsilon, .. } = *self;
        [epsilon, learning_rate]
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_decayed(gradient, weight)
    }

    #[inline(always)]
    fn step(&[epsilon, rate]: &[V; 2], gradient: V, [weight, history]: [V; 2]) -> [V; 2] {
        let history = history + gradient * gradient;
        [weight - (rate * gradient) / (history.root() + epsilon), history]
    }
}

/// One step of the AdaGrad of PyTorch and FBGEMM, in place: `n = n + h^2`, then `w = w - lr h / (sqrt(n) + epsilon)`,
/// where `h = clip(rescale g + wd w)`.
///
/// Shapes: gradient row_sparse R x L, weight and history R x L, each dense or row_sparse. Rows that the gradient does
/// not store: untouched by a lazy update; by a standard one their decay goes on (NaN where `n` and epsilon are 0), so
/// both must store the same rows. Evaluation: `n = n + h * h`, `w - (lr * h) / (sqrt(n) + epsilon)`. Cost: that of
/// [`update`](super::update). Source: PyTorch `Adagrad`, whose decay of the learning rate a caller divides by, and
/// which refuses a weight decay for sparse gradients; FBGEMM `EXACT_ADAGRAD`.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let (mut weight, mut history) = ([1.0, 2.0], [0.0, 9.0]);
/// let hyper = optim::AdaGradL2::new(0.5, 3.0);
/// optim::adagrad_l2(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 1, &mut weight)?.into(),
///     DenseMut::new(2, 1, &mut history)?.into(),
/// )?;
/// assert_eq!((weight, history), ([1.0, 1.75], [0.0, 25.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "torch.optim.Adagrad")]
#[inline]
pub fn adagrad_l2<V: Value, I: Index>(
    hyper: &AdaGradL2<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    history: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, history] }.call()
}
