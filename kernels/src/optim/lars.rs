//! LARS.
use super::hyper::hyper;
use super::{RowRule, RowStep};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`lars`].
    Lars {
        /// mu: the share of the momentum that a step keeps.
        momentum,
        /// eta: what the ratio of the norms is multiplied by: 0.001 in MXNet.
        eta,
        /// What is added to the norms below: 0 in MXNet.
        epsilon
    }
}

impl<V: Value> RowRule<V, 2, 0, 2> for Lars<V> {
    type Coefficients = Self;
    /// The rate of the row, and its product with wd.
    type Row = (V, V);

    #[inline(always)]
    fn coefficients(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn terms(_: &Self, gradient: V, [weight, _]: [V; 2]) -> [V; 2] {
        [weight, gradient]
    }

    #[inline(always)]
    fn row(hyper: &Self, squares: [V; 2], _: usize, []: [V; 0]) -> ((V, V), [V; 0]) {
        let [of_weight, of_gradient] = squares.map(V::root);
        let ratio = (hyper.eta * of_weight) / ((of_gradient + hyper.weight_decay * of_weight) + hyper.epsilon);
        let both = of_weight > V::ZERO && of_gradient > V::ZERO;
        let rate = if both { hyper.learning_rate * ratio } else { hyper.learning_rate };
        ((rate, rate * hyper.weight_decay), [])
    }

    #[inline(always)]
    fn step(hyper: &Self, &(rate, decay): &(V, V), gradient: V, [weight, momentum]: [V; 2]) -> [V; 2] {
        let momentum = (hyper.momentum * momentum - decay * weight) - rate * gradient;
        [weight + momentum, momentum]
    }
}

/// One step of LARS, in place, with every row a parameter of its own: `s = lr eta |w| / (|h| + wd |w| + epsilon)` with
/// the norms of the row, then `m = mu m - s wd w - s h` and `w = w + m`, where `h = clip(rescale g)`.
///
/// A row whose weight or gradient has a norm of 0 (or NaN) has `s = lr`.
///
/// Shapes: gradient row_sparse R x L, weight and momentum R x L, each dense or row_sparse. Rows that the gradient does
/// not store: untouched by a lazy update; by a standard one their momentum goes on, so both must store the same rows.
/// Evaluation: `s = lr * ((eta * |w|) / ((|h| + wd * |w|) + epsilon))`, `m = (mu * m - (s * wd) * w) - s * h` with the
/// old weight; a norm is the root of a sum of squares of a [row](crate::order). Cost: that of
/// [`update_rows`](super::update_rows). Source: MXNet's Python `LARS`, of each row; there `|h|` is taken before the
/// gradient is limited.
///
/// # Errors
/// As [`update_rows`](super::update_rows); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 2, &[1], &[3.0_f32, -4.0])?;
/// let (mut weight, mut momentum) = ([1.0, 2.0, 3.0, 4.0], [0.0; 4]);
/// let hyper = optim::Lars::new(2.0, 0.5, 0.5, 0.0);
/// optim::lars(&hyper, gradient, DenseMut::new(2, 2, &mut weight)?.into(), DenseMut::new(2, 2, &mut momentum)?.into())?;
/// assert_eq!((weight, momentum), ([1.0, 2.0, 0.0, 8.0], [0.0, 0.0, -3.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn lars<V: Value, I: Index>(
    hyper: &Lars<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    momentum: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowStep { rule: *hyper, gradient, states: [weight, momentum], numbers: [] }.call()
}
