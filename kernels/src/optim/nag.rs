//! Nesterov's accelerated gradient.
use super::hyper::hyper;
use super::{Common, Hyper, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`nag`].
    Nag {
        /// mu: the share of the momentum that a step keeps.
        momentum
    }
}

impl<V: Value> Rule<V, 2> for Nag<V> {
    /// mu, `1 + mu`, wd, lr.
    type Coefficients = (V, V, V, V);

    #[inline(always)]
    fn coefficients(&self) -> (V, V, V, V) {
        let Common { learning_rate, weight_decay, .. } = self.common();
        (self.momentum, V::ONE + self.momentum, weight_decay, learning_rate)
    }

    #[inline(always)]
    fn step(&(mu, ahead, decay, rate): &(V, V, V, V), gradient: V, [weight, momentum]: [V; 2]) -> [V; 2] {
        let kept = mu * momentum;
        let momentum = kept - rate * (gradient + decay * weight);
        [(weight - kept) + ahead * momentum, momentum]
    }
}

/// One step of Nesterov's accelerated gradient, in place: `n = mu m - lr (clip(rescale g) + wd w)`, then
/// `w = w - mu m + (1 + mu) n` and `m = n`.
///
/// Shapes: gradient row_sparse R x L, weight and momentum R x L, each dense or row_sparse. Rows that the gradient does
/// not store: untouched by a lazy update; by a standard one their momentum goes on, so both must store the same rows.
/// Evaluation: `k = mu * m`, `n = k - lr * (clip(rescale * g) + wd * w)`, `(w - k) + (1 + mu) * n`. Cost: that of
/// [`update`](super::update). Source: MXNet `nag_mom_update`, which has no sparse form.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[1.0_f32])?;
/// let (mut weight, mut momentum) = ([1.0, 2.0], [0.0, 1.0]);
/// let hyper = optim::Nag::new(0.5, 0.25);
/// optim::nag(&hyper, gradient, DenseMut::new(2, 1, &mut weight)?.into(), DenseMut::new(2, 1, &mut momentum)?.into())?;
/// assert_eq!((weight, momentum), ([1.0, 1.4375], [0.0, -0.25]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "nag_mom_update")]
#[inline]
pub fn nag<V: Value, I: Index>(
    hyper: &Nag<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    momentum: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, momentum] }.call()
}
