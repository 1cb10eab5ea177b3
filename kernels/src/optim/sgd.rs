//! SGD.
use super::hyper::hyper;
use super::{Common, Hyper, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`sgd`].
    ///
    /// ```
    /// use lacuna::optim::{Sgd, Update};
    /// let hyper = Sgd { weight_decay: 0.01, ..Sgd::new(0.1_f32) };
    /// assert_eq!((hyper.rescale_gradient, hyper.clip_gradient, hyper.update), (1.0, None, Update::Lazy));
    /// ```
    Sgd {}
}

impl<V: Value> Rule<V, 1> for Sgd<V> {
    /// `1 - lr wd`, lr.
    type Coefficients = (V, V);

    #[inline(always)]
    fn coefficients(&self) -> (V, V) {
        let Common { learning_rate, weight_decay, .. } = self.common();
        (V::ONE - learning_rate * weight_decay, learning_rate)
    }

    #[inline(always)]
    fn step(&(decay, rate): &(V, V), gradient: V, [weight]: [V; 1]) -> [V; 1] {
        [decay * weight - rate * gradient]
    }
}

/// One step of SGD, in place: `w = (1 - lr wd) w - lr clip(rescale g)`.
///
/// Shapes: gradient row_sparse R x L, weight R x L, dense or row_sparse. Rows that the gradient does not store:
/// untouched by a lazy update, `(1 - lr wd) w` by a standard one, so without decay both are the same. Evaluation:
/// `(1 - lr * wd) * w - lr * clip(rescale * g)`, the first factor once. Cost: that of [`update`](super::update).
/// Source: MXNet `sgd_update` (which forms `lr * rescale` first where it does not clip).
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(3, 2, &[1], &[1.0_f32, -2.0])?;
/// let mut weight = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// optim::sgd(&optim::Sgd::new(0.5), gradient, DenseMut::new(3, 2, &mut weight)?.into())?;
/// assert_eq!(weight, [1.0, 2.0, 2.5, 5.0, 5.0, 6.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "sgd_update")]
#[inline]
pub fn sgd<V: Value, I: Index>(
    hyper: &Sgd<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight] }.call()
}
