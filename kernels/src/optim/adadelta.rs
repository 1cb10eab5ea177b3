//! AdaDelta.
use super::hyper::hyper;
use super::{Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`adadelta`].
    AdaDelta {
        /// The share of both means that a step keeps: 0.9 in MXNet.
        rho,
        /// What is added to both means before their roots: 1e-5 in MXNet.
        epsilon
    }
}

impl<V: Value> Rule<V, 3> for AdaDelta<V> {
    /// rho, `1 - rho`, epsilon, wd, lr.
    type Coefficients = [V; 5];

    #[inline(always)]
    fn coefficients(&self) -> [V; 5] {
        let Self { learning_rate, rho, epsilon, weight_decay, .. } = *self;
        [rho, V::ONE - rho, epsilon, weight_decay, learning_rate]
    }

    #[inline(always)]
    fn step(&[rho, rest, epsilon, decay, rate]: &[V; 5], gradient: V, [weight, squares, deltas]: [V; 3]) -> [V; 3] {
        let squares = rho * squares + rest * (gradient * gradient);
        let delta = ((deltas + epsilon).root() / (squares + epsilon).root()) * gradient;
        [weight - rate * (delta + decay * weight), squares, rho * deltas + rest * (delta * delta)]
    }
}

/// One step of AdaDelta, in place: `s = rho s + (1 - rho) h^2`, `d = h sqrt(u + epsilon) / sqrt(s + epsilon)`,
/// `u = rho u + (1 - rho) d^2`, then `w = w - lr (d + wd w)`, where `h = clip(rescale g)`.
///
/// Shapes: gradient row_sparse R x L, weight, squares `s` and deltas `u` R x L, each dense or row_sparse. Rows that the
/// gradient does not store: untouched by a lazy update; by a standard one their states go on, so all must store the
/// same rows. Evaluation: `s = rho * s + (1 - rho) * (h * h)`, `d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h` with
/// the old `u`, `u = rho * u + (1 - rho) * (d * d)`, `w - lr * (d + wd * w)`. Cost: that of [`update`](super::update).
/// Source: MXNet `AdaDelta`, which has no sparse form and no learning rate: here that is
/// 1. PyTorch's `Adadelta` adds the decay to the gradient instead.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 2.0], [0.0, 0.0], [0.0, 1.0]];
/// let [weight, squares, deltas] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::adadelta(&optim::AdaDelta::new(0.5, 0.75, 0.0), gradient, weight, squares, deltas)?;
/// assert_eq!(states, [[1.0, 1.0], [0.0, 4.0], [0.0, 1.75]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("adadelta_update", "torch.optim.Adadelta"))]
#[inline]
pub fn adadelta<V: Value, I: Index>(
    hyper: &AdaDelta<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    squares: RowsMut<'_, V, I>,
    deltas: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, squares, deltas] }.call()
}
