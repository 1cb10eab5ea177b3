//! RMSProp by the variance, with momentum.
use super::hyper::{hyper, limited};
use super::{Common, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`rmsprop_centered`].
    RmsPropCentered {
        /// The share of both means that a step keeps: 0.95 in MXNet.
        rho,
        /// The share of the last step that is taken again: 0.9 in MXNet.
        momentum,
        /// What is added to the variance before the root: 1e-8 in MXNet.
        epsilon,
        /// Each weight is limited to minus and plus this after the step; infinity limits nothing.
        clip_weights
    }
}

impl<V: Value> Rule<V, 4> for RmsPropCentered<V> {
    /// rho, `1 - rho`, momentum, epsilon, the bound of weights, lr.
    type Coefficients = [V; 6];

    #[inline(always)]
    fn coefficients(&self) -> [V; 6] {
        let Self { learning_rate, rho, momentum, epsilon, clip_weights, .. } = *self;
        [rho, V::ONE - rho, momentum, epsilon, clip_weights.magnitude(), learning_rate]
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_decayed(gradient, weight)
    }

    #[inline(always)]
    fn step(
        &[rho, rest, momentum, epsilon, bound, rate]: &[V; 6],
        gradient: V,
        [weight, squares, average, delta]: [V; 4],
    ) -> [V; 4] {
        let squares = rho * squares + rest * (gradient * gradient);
        let average = rho * average + rest * gradient;
        let delta = momentum * delta - rate * (gradient / ((squares - average * average) + epsilon).root());
        [limited(weight + delta, bound), squares, average, delta]
    }
}

/// One step of centered RMSProp, in place: `s = rho s + (1 - rho) h^2`, `m = rho m + (1 - rho) h`,
/// `d = momentum d - lr h / sqrt(s - m^2 + epsilon)`, then `w = w + d`, limited to the bound of weights, where
/// `h = clip(rescale g + wd w)`.
///
/// Shapes: gradient row_sparse R x L, weight, squares `s`, average `m` and delta `d` R x L, each dense or row_sparse.
/// Rows that the gradient does not store: untouched by a lazy update; by a standard one their states go on, so all must
/// store the same rows. Evaluation: `s = rho * s + (1 - rho) * (h * h)`, `m = rho * m + (1 - rho) * h`,
/// `d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon))`. States that no gradients have made may give the root of
/// a number below zero, which is NaN. Cost: that of [`update`](super::update). Source: MXNet `rmspropalex_update`,
/// which has no sparse form; Graves, Generating Sequences (2013).
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0], [0.0, 1.0]];
/// let [weight, squares, average, delta] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::rmsprop_centered(&optim::RmsPropCentered::new(0.5, 0.5, 0.5, 0.0, f32::INFINITY), gradient, weight, squares, average, delta)?;
/// assert_eq!(states, [[1.0, 1.5], [0.0, 8.0], [0.0, 2.0], [0.0, -0.5]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "rmspropalex_update")]
#[inline]
pub fn rmsprop_centered<V: Value, I: Index>(
    hyper: &RmsPropCentered<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    squares: RowsMut<'_, V, I>,
    average: RowsMut<'_, V, I>,
    delta: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, squares, average, delta] }.call()
}
