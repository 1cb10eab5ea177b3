//! RMSProp.
use super::hyper::{hyper, limited};
use super::{Common, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`rmsprop`].
    RmsProp {
        /// The share of the mean square that a step keeps: 0.95 in MXNet.
        rho,
        /// What is added to the mean square before the root: 1e-8 in MXNet.
        epsilon,
        /// Each weight is limited to minus and plus this after the step; infinity limits nothing.
        clip_weights
    }
}

impl<V: Value> Rule<V, 2> for RmsProp<V> {
    /// rho, `1 - rho`, epsilon, the bound of weights, lr.
    type Coefficients = [V; 5];

    #[inline(always)]
    fn coefficients(&self) -> [V; 5] {
        let Self { learning_rate, rho, epsilon, clip_weights, .. } = *self;
        [rho, V::ONE - rho, epsilon, clip_weights.magnitude(), learning_rate]
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_decayed(gradient, weight)
    }

    #[inline(always)]
    fn step(&[rho, rest, epsilon, bound, rate]: &[V; 5], gradient: V, [weight, squares]: [V; 2]) -> [V; 2] {
        let squares = rho * squares + rest * (gradient * gradient);
        [limited(weight - rate * (gradient / (squares + epsilon).root()), bound), squares]
    }
}

/// One step of RMSProp, in place: `s = rho s + (1 - rho) h^2`, then `w = w - lr h / sqrt(s + epsilon)`, limited to the
/// bound of weights, where `h = clip(rescale g + wd w)`.
///
/// Shapes: gradient row_sparse R x L, weight and squares `s` R x L, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; by a standard one their states go on, so all must store the same rows.
/// Evaluation: `s = rho * s + (1 - rho) * (h * h)`, `w - lr * (h / sqrt(s + epsilon))`. Cost: that of
/// [`update`](super::update). Source: MXNet `rmsprop_update`, which has no sparse form. PyTorch's `RMSprop` adds
/// epsilon to the root.
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let (mut weight, mut squares) = ([1.0, 2.0], [0.0, 0.0]);
/// let hyper = optim::RmsProp::new(0.5, 0.75, 0.0, f32::INFINITY);
/// optim::rmsprop(
///     &hyper,
///     gradient,
///     DenseMut::new(2, 1, &mut weight)?.into(),
///     DenseMut::new(2, 1, &mut squares)?.into(),
/// )?;
/// assert_eq!((weight, squares), ([1.0, 1.0], [0.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("rmsprop_update", "torch.optim.RMSprop"))]
#[inline]
pub fn rmsprop<V: Value, I: Index>(
    hyper: &RmsProp<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    squares: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, squares] }.call()
}
