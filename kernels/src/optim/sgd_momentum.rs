//! SGD with momentum.
use super::hyper::hyper;
use super::{Common, Hyper, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`sgd_momentum`].
    SgdMomentum {
        /// mu: the share of the momentum that a step keeps.
        momentum
    }
}

impl<V: Value> Rule<V, 2> for SgdMomentum<V> {
    /// mu, `lr wd`, lr.
    type Coefficients = (V, V, V);

    #[inline(always)]
    fn coefficients(&self) -> (V, V, V) {
        let Common { learning_rate, weight_decay, .. } = self.common();
        (self.momentum, learning_rate * weight_decay, learning_rate)
    }

    #[inline(always)]
    fn step(&(mu, decay, rate): &(V, V, V), gradient: V, [weight, momentum]: [V; 2]) -> [V; 2] {
        let momentum = (mu * momentum - decay * weight) - rate * gradient;
        [weight + momentum, momentum]
    }
}

/// One step of SGD with momentum, in place: `m = mu m - lr wd w - lr clip(rescale g)`, then `w = w + m`.
///
/// Shapes: gradient row_sparse R x L, weight and momentum R x L, each dense or row_sparse. Rows that the gradient does
/// not store: untouched by a lazy update; by a standard one their momentum goes on, so both must store the same rows.
/// Evaluation: `(mu * m - (lr * wd) * w) - lr * clip(rescale * g)` with the old weight. Cost: that of
/// [`update`](super::update). Source: MXNet `sgd_mom_update`.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[1.0_f32])?;
/// let (mut weight, mut momentum) = ([1.0, 2.0], [0.0, 1.0]);
/// let hyper = optim::SgdMomentum { rescale_gradient: 0.5, ..optim::SgdMomentum::new(1.0, 0.25) };
/// optim::sgd_momentum(&hyper, gradient, DenseMut::new(2, 1, &mut weight)?.into(), DenseMut::new(2, 1, &mut momentum)?.into())?;
/// assert_eq!((weight, momentum), ([1.0, 1.75], [0.0, -0.25]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "sgd_mom_update")]
#[inline]
pub fn sgd_momentum<V: Value, I: Index>(
    hyper: &SgdMomentum<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    momentum: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, momentum] }.call()
}
