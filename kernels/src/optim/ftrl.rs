//! Follow the regularized leader.
use super::hyper::{hyper, sign};
use super::{Common, Hyper, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`ftrl`].
    Ftrl {
        /// The weight of the l1 norm: a weight whose `z` is no larger is 0. 0.01 in MXNet.
        lambda1,
        /// What is added to the root of the sum of squares: 1 in MXNet.
        beta
    }
}

impl<V: Value> Rule<V, 3> for Ftrl<V> {
    /// lambda1, beta, wd, lr.
    type Coefficients = [V; 4];

    #[inline(always)]
    fn coefficients(&self) -> [V; 4] {
        let Common { learning_rate, weight_decay, .. } = self.common();
        [self.lambda1, self.beta, weight_decay, learning_rate]
    }

    #[inline(always)]
    fn step(&[lambda1, beta, decay, rate]: &[V; 4], gradient: V, [weight, z, n]: [V; 3]) -> [V; 3] {
        let squares = n + gradient * gradient;
        let root = squares.root();
        let z = z + (gradient - ((root - n.root()) * weight) / rate);
        // By a factor, so that a NaN stays one.
        let kept = if z.magnitude() > lambda1 { V::ONE } else { V::ZERO };
        [((sign(z) * lambda1 - z) / ((beta + root) / rate + decay)) * kept, z, squares]
    }
}

/// One step of FTRL-proximal, in place: `z = z + h - (sqrt(n + h^2) - sqrt(n)) w / lr`, `n = n + h^2`, then
/// `w = (sign(z) lambda1 - z) / ((beta + sqrt(n)) / lr + wd)` where `|z| > lambda1`, and 0 elsewhere, where
/// `h = clip(rescale g)`.
///
/// Shapes: gradient row_sparse R x L, weight, `z` and `n` R x L, each dense or row_sparse. Rows that the gradient does
/// not store: untouched by a lazy update; by a standard one their weight becomes what `z` and `n` say, so all must
/// store the same rows. The weight is a function of both states, so a row that a step has written does not change in
/// later steps without a gradient. Evaluation: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr)`, `n = n + h * h`,
/// `(sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd)` of the new states; that quotient is multiplied by 1 or 0,
/// so that a NaN stays one. Cost: that of [`update`](super::update). Source: MXNet `ftrl_update`, with McMahan et al.,
/// Ad Click Prediction (2013).
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 0.0], [0.0, 0.0], [0.0, 9.0]];
/// let [weight, z, n] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::ftrl(&optim::Ftrl::new(1.0, 2.0, 3.0), gradient, weight, z, n)?;
/// assert_eq!(states, [[1.0, -0.25], [0.0, 4.0], [0.0, 25.0]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "ftrl_update")]
#[inline]
pub fn ftrl<V: Value, I: Index>(
    hyper: &Ftrl<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    z: RowsMut<'_, V, I>,
    n: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, z, n] }.call()
}
