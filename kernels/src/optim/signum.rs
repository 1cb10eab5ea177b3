//! Momentum by signs.
use super::hyper::{hyper, sign};
use super::{Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`signum`].
    Signum {
        /// The share of the momentum that a step keeps: 0.9 in MXNet.
        momentum,
        /// The share of the weight that is taken off beside the step, times lr: 0 in MXNet.
        decoupled_decay
    }
}

impl<V: Value> Rule<V, 2> for Signum<V> {
    /// momentum, `1 - momentum`, `(1 - momentum) wd`, `1 - lr decoupled_decay`, lr.
    type Coefficients = [V; 5];

    #[inline(always)]
    fn coefficients(&self) -> [V; 5] {
        let Self { learning_rate, momentum, decoupled_decay, weight_decay, .. } = *self;
        [
            momentum,
            V::ONE - momentum,
            (V::ONE - momentum) * weight_decay,
            V::ONE - learning_rate * decoupled_decay,
            learning_rate,
        ]
    }

    #[inline(always)]
    fn step(&[share, rest, decay, kept, rate]: &[V; 5], gradient: V, [weight, momentum]: [V; 2]) -> [V; 2] {
        let moved = (share * momentum - decay * weight) - rest * gradient;
        [kept * weight + rate * sign(moved), moved]
    }
}

/// One step of Signum, in place: `m = mu m - (1 - mu) (wd w + h)`, then `w = (1 - lr d) w + lr sign(m)`, where
/// `h = clip(rescale g)`, `d` is the decoupled decay and the sign of a zero and of NaN is 0.
///
/// Shapes: gradient row_sparse R x L, weight and momentum R x L, each dense or row_sparse. Rows that the gradient does
/// not store: untouched by a lazy update; by a standard one their states go on, so all must store the same rows.
/// Evaluation: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h`, `(1 - lr * d) * w + lr * sign(m)`. Cost: that of
/// [`update`](super::update). Source: MXNet `signum_update`, which has no sparse form.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let (mut weight, mut momentum) = ([1.0, 2.0], [0.0, 0.0]);
/// let hyper = optim::Signum::new(0.5, 0.5, 0.0);
/// optim::signum(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 1, &mut weight)?.into(),
///     DenseMut::new(2, 1, &mut momentum)?.into(),
/// )?;
/// assert_eq!((weight, momentum), ([1.0, 1.5], [0.0, -2.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "signum_update")]
#[inline]
pub fn signum<V: Value, I: Index>(
    hyper: &Signum<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    momentum: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, momentum] }.call()
}
