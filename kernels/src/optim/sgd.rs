//! SGD: `w = (1 - lr wd) w - lr clip(rescale g)`.
//!
//! - Shapes: gradient row_sparse R x L, weight R x L, dense or row_sparse, updated in place.
//! - Evaluation: `decay = 1 - lr * wd` first; without clipping `decay * w - (lr * rescale) * g`, with it `decay * w - lr * clip(rescale * g)`.
//! - Lazy: rows of the gradient only. Standard: the others become `decay * w`.
//! - Cost: one read of the gradient, one read and write of the touched rows of the weight (all rows, if standard), prefetched.
//! - Part of the output: the same rows of gradient (`row_range`) and weight (`split_rows_at`).
//! - Source: MXNet `sgd_update`.
use super::touched_rows::{AHEAD, Rows, check_shape, check_stored, for_each_absent, pattern, update_row};
use super::{Update, clip};
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand};
use crate::{Index, RowSparse, RowsMut, Value};

/// Hyper-parameters of [`sgd`].
///
/// ```
/// use lacuna::optim::{Sgd, Update};
/// let hyper = Sgd { weight_decay: 0.01, ..Sgd::new(0.1_f32) };
/// assert_eq!((hyper.rescale_gradient, hyper.clip_gradient, hyper.update), (1.0, None, Update::Lazy));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd<V> {
    /// lr.
    pub learning_rate: V,
    /// wd.
    pub weight_decay: V,
    /// The gradient is multiplied by this first.
    pub rescale_gradient: V,
    /// The rescaled gradient is limited to minus and plus this.
    pub clip_gradient: Option<V>,
    /// Which rows are touched.
    pub update: Update,
}

impl<V: Value> Sgd<V> {
    /// A lazy update without weight decay, rescaling or clipping.
    pub const fn new(learning_rate: V) -> Self {
        Self { learning_rate, weight_decay: V::ZERO, rescale_gradient: V::ONE, clip_gradient: None, update: Update::Lazy }
    }

    /// What the step needs of the hyper-parameters.
    #[inline(always)]
    pub fn coefficients(&self) -> SgdCoefficients<V> {
        SgdCoefficients {
            decay: V::ONE - self.learning_rate * self.weight_decay,
            learning_rate: self.learning_rate,
            rescale: self.rescale_gradient,
            rate: self.learning_rate * self.rescale_gradient,
        }
    }
}

/// Products of hyper-parameters, formed once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SgdCoefficients<V> {
    decay: V,
    learning_rate: V,
    rescale: V,
    rate: V,
}

impl<V: Value> SgdCoefficients<V> {
    /// The new weight.
    #[inline(always)]
    pub fn step(&self, gradient: V, weight: V) -> V {
        self.decay * weight - self.rate * gradient
    }

    /// The new weight, with clipping.
    #[inline(always)]
    pub fn step_clipped(&self, bound: V, gradient: V, weight: V) -> V {
        self.decay * weight - self.learning_rate * clip(self.rescale * gradient, bound)
    }

    /// The new weight of a row without gradient.
    #[inline(always)]
    pub fn step_absent(&self, weight: V) -> V {
        self.decay * weight
    }
}

#[inline(always)]
fn body<L: Simd, V: Value, I: Index>(
    _simd: L,
    hyper: &Sgd<V>,
    gradient: RowSparse<V, I>,
    mut weight: RowsMut<V, I>,
) -> Result<(), KernelError> {
    check_shape(Operand::Weight, &gradient, &weight)?;
    check_stored(Operand::Weight, gradient, &weight)?;
    let c = hyper.coefficients();
    if hyper.update == Update::Standard {
        let stored = pattern(&weight);
        let mut rows = Rows::new(&mut weight);
        for_each_absent(gradient, stored, |row| rows.row(row).iter_mut().for_each(|w| *w = c.step_absent(*w)));
    }
    match hyper.clip_gradient {
        None => stored_rows(gradient, &mut weight, |g, w| c.step(g, w)),
        Some(bound) => stored_rows(gradient, &mut weight, |g, w| c.step_clipped(bound, g, w)),
    }
    Ok(())
}

#[inline(always)]
fn stored_rows<V: Value, I: Index>(gradient: RowSparse<V, I>, weight: &mut RowsMut<V, I>, step: impl Fn(V, V) -> V) {
    let mut weight = Rows::new(weight);
    for k in 0..gradient.stored_rows() {
        weight.prefetch(gradient.row_of(k + AHEAD));
        update_row([weight.row(gradient.row_of(k))], gradient.stored_row(k), |g, [w]| [step(g, w)]);
    }
}

multiversion! {
    /// Updates `weight` in place from a row_sparse `gradient`.
    ///
    /// Shapes: both R x L. Source: MXNet `sgd_update`.
    ///
    /// # Errors
    /// [`KernelError::Shape`]; [`KernelError::MissingRow`] if a row_sparse weight does not store a row of the gradient. Then nothing is written.
    ///
    /// ```
    /// use lacuna::{DenseMut, RowSparse, optim};
    /// let gradient = RowSparse::new(3, 2, &[1], &[1.0_f32, -2.0])?;
    /// let mut weight = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// optim::sgd(&optim::Sgd::new(0.5), gradient, DenseMut::new(3, 2, &mut weight)?.into())?;
    /// assert_eq!(weight, [1.0, 2.0, 2.5, 5.0, 5.0, 6.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn sgd / scalar_sgd [V: Value, I: Index] (
        hyper: &Sgd<V>,
        gradient: RowSparse<'_, V, I>,
        weight: RowsMut<'_, V, I>,
    ) -> Result<(), KernelError> = body;
}
