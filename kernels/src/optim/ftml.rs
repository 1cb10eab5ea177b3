//! Follow the moving leader.
use super::hyper::hyper;
use super::moments::{moments, shares};
use super::{Common, Rule, Step};
use crate::{Index, Kernel, KernelError, RowSparse, RowsMut, Value};

hyper! {
    /// Hyper-parameters of [`ftml`].
    Ftml {
        /// The share of `z` that a step keeps: 0.6 in MXNet.
        beta1,
        /// The share of the variance that a step keeps: 0.999 in MXNet.
        beta2,
        /// What is added to the root of the variance: 1e-8 in MXNet.
        epsilon,
        /// `1 - beta1^t` in step `t = 1, 2, ...`, by [`bias_correction`](super::bias_correction); 1 corrects nothing.
        correction1,
        /// `1 - beta2^t`, likewise.
        correction2
    } at |hyper, step| hyper.bias_corrected(step) => [correction1, correction2]
}

impl<V: Value> Rule<V, 4> for Ftml<V> {
    /// The shares of the moments; epsilon, `correction1 / lr`, correction2.
    type Coefficients = ([V; 4], [V; 3]);

    #[inline(always)]
    fn coefficients(&self) -> ([V; 4], [V; 3]) {
        let Self { learning_rate, beta1, beta2, epsilon, correction1, correction2, .. } = *self;
        (shares(beta1, beta2), [epsilon, correction1 / learning_rate, correction2])
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        common.prepare_decayed(gradient, weight)
    }

    #[inline(always)]
    fn step(
        &(ref shares, [epsilon, scale, correction]): &([V; 4], [V; 3]),
        gradient: V,
        [weight, d, v, z]: [V; 4],
    ) -> [V; 4] {
        let [kept, v] = moments(shares, gradient, z, v);
        let new = scale * ((v / correction).root() + epsilon);
        let z = kept - (new - shares[0] * d) * weight;
        [-z / new, new, v, z]
    }
}

/// One step of FTML, in place: `v = beta2 v + (1 - beta2) h^2`,
/// `k = correction1 / lr (sqrt(v / correction2) + epsilon)`, `z = beta1 z + (1 - beta1) h - (k - beta1 d) w`, `d = k`,
/// then `w = -z / d`, where `h = clip(rescale g + wd w)`.
///
/// Shapes: gradient row_sparse R x L, weight, `d`, `v` and `z` R x L, each dense or row_sparse. Rows that the gradient
/// does not store: untouched by a lazy update; by a standard one their states go on, so all must store the same rows.
/// Evaluation: `v = beta2 * v + (1 - beta2) * (h * h)`, `k = (correction1 / lr) * (sqrt(v / correction2) + epsilon)`,
/// `z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w`. Cost: that of [`update`](super::update). Source: MXNet
/// `ftml_update`, which forms the corrections from `t` and has no sparse form; Zheng and Kwok, Follow the Moving Leader
/// in Deep Learning (2017).
///
/// # Errors
/// As [`update`](super::update); then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[4.0_f32])?;
/// let mut states = [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]];
/// let [weight, d, v, z] = states.each_mut().map(|values| DenseMut::new(2, 1, values).unwrap().into());
/// optim::ftml(&optim::Ftml::new(0.5, 0.5, 0.75, 0.0, 0.5, 0.25), gradient, weight, d, v, z)?;
/// assert_eq!(states, [[1.0, 1.5], [0.0, 4.0], [0.0, 4.0], [0.0, -6.0]]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "ftml_update")]
#[inline]
pub fn ftml<V: Value, I: Index>(
    hyper: &Ftml<V>,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    d: RowsMut<'_, V, I>,
    v: RowsMut<'_, V, I>,
    z: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    Step { rule: *hyper, gradient, states: [weight, d, v, z] }.call()
}
