//! What an optimizer is.
use super::{Common, Hyper};
use crate::Value;

/// An optimizer: a formula on scalars, for `N` arrays, the weight and its states.
///
/// The CPU runs it in vectors and the GPU in threads; both call this one function.
///
/// ```
/// use lacuna::optim::{Common, Hyper, Rule, Update, update};
/// use lacuna::{DenseMut, RowSparse, Value};
///
/// /// `w = w - lr sign(g)`
/// #[derive(Clone, Copy)]
/// struct Sign(f32);
///
/// impl Hyper<f32> for Sign {
///     const OWN: &'static [&'static str] = &[];
///     fn common(&self) -> Common<f32> {
///         Common { learning_rate: self.0, weight_decay: 0.0, rescale_gradient: 1.0, clip_gradient: None, update: Update::Lazy }
///     }
/// }
///
/// impl Rule<f32, 1> for Sign {
///     type Coefficients = f32;
///     fn coefficients(&self) -> f32 {
///         self.0
///     }
///     fn step(rate: &f32, gradient: f32, [weight]: [f32; 1]) -> [f32; 1] {
///         [if gradient > 0.0 { weight - rate } else if gradient < 0.0 { weight + rate } else { weight }]
///     }
/// }
///
/// let gradient = RowSparse::new(3, 2, &[1], &[0.5_f32, -9.0])?;
/// let mut weight = [1.0; 6];
/// update(&Sign(0.25), gradient, [DenseMut::new(3, 2, &mut weight)?.into()])?;
/// assert_eq!(weight, [1.0, 1.0, 0.75, 1.25, 1.0, 1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub trait Rule<V: Value, const N: usize>: Hyper<V> {
    /// Products of hyper-parameters, formed once for a call.
    type Coefficients: Copy;

    /// Forms them.
    fn coefficients(&self) -> Self::Coefficients;

    /// What a step gets for the gradient of an element, which is `None` in a row that the gradient does not store:
    /// [`clip(rescale * g)`](Common::prepare), and 0 for `None`. A rule that limits the sum of gradient and decay has
    /// [`Common::prepare_decayed`] instead.
    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, _weight: V) -> V {
        gradient.map_or(V::ZERO, |gradient| common.prepare(gradient))
    }

    /// The new weight and states of an element, for the gradient that [`prepare`](Self::prepare) gives.
    fn step(coefficients: &Self::Coefficients, gradient: V, old: [V; N]) -> [V; N];
}
