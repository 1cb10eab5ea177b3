//! Gradient descent by signs.
use super::hyper::{hyper, sign};
use super::{Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`sign_sgd`].
    SignSgd {}
}

impl<V: Value> Rule<V, 1> for SignSgd<V> {
    /// `1 - lr wd`, lr.
    type Coefficients = [V; 2];

    #[inline(always)]
    fn coefficients(&self) -> [V; 2] {
        let Self { learning_rate, weight_decay, .. } = *self;
        [V::ONE - learning_rate * weight_decay, learning_rate]
    }

    #[inline(always)]
    fn step(&[kept, rate]: &[V; 2], gradient: V, [weight]: [V; 1]) -> [V; 1] {
        [kept * weight - rate * sign(gradient)]
    }
}

/// One step of signSGD, in place: `w = (1 - lr wd) w - lr sign(h)`, where `h = clip(rescale g)` and the sign of a zero
/// and of NaN is 0.
///
/// Shapes: gradient row_sparse R x L, weight R x L dense or row_sparse. Rows that the gradient does not store:
/// untouched by a lazy update, `(1 - lr wd) w` by a standard one. Evaluation: `(1 - lr * wd) * w - lr * sign(h)`, the
/// first factor once. Cost: that of [`update`](super::update). Source: MXNet `signsgd_update`, which has no sparse form
/// and ignores rescaling and clipping; so do these formulas, unless the rescaling is negative or 0 or the bound is 0.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut weight = [1.0, 2.0];
/// let hyper = optim::SignSgd::new(0.5);
/// optim::sign_sgd(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 1, &mut weight)?.into(),
/// )?;
/// assert_eq!(weight, [1.0, 1.5]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "signsgd_update")]
#[inline]
pub fn sign_sgd<V: Value, I: Index>(
    hyper: &SignSgd<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight] }.call()
}
