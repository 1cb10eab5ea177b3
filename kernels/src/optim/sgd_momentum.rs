//! SGD with momentum: `m = mu m - lr wd w - lr clip(rescale g)`, then `w = w + m`.
//!
//! - Shapes: gradient row_sparse R x L, weight and momentum R x L, each dense or row_sparse, updated in place.
//! - Evaluation: `(mu * m - (lr * wd) * w) - (lr * rescale) * g` without clipping, the last term `lr * clip(rescale * g)` with it; the old weight in the decay term.
//! - Lazy: rows of the gradient only. Standard: all rows, those without gradient by `mu * m - (lr * wd) * w`; then weight and momentum must store the same rows.
//! - Cost: one read of the gradient, one read and write of the touched rows of weight and momentum, prefetched.
//! - Part of the output: the same rows of all three.
//! - Source: MXNet `sgd_mom_update`.
use super::touched_rows::{AHEAD, Rows, check_shape, check_stored, for_each_absent, pattern, update_row};
use super::{Sgd, Update, clip};
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand};
use crate::rows::Finder;
use crate::{Index, RowSparse, RowsMut, Value};

/// Hyper-parameters of [`sgd_momentum`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SgdMomentum<V> {
    /// Those that it shares with SGD.
    pub sgd: Sgd<V>,
    /// mu.
    pub momentum: V,
}

impl<V: Value> SgdMomentum<V> {
    /// A lazy update without weight decay, rescaling or clipping.
    pub const fn new(learning_rate: V, momentum: V) -> Self {
        Self { sgd: Sgd::new(learning_rate), momentum }
    }

    /// What the step needs of the hyper-parameters.
    #[inline(always)]
    pub fn coefficients(&self) -> SgdMomentumCoefficients<V> {
        SgdMomentumCoefficients {
            momentum: self.momentum,
            decay_rate: self.sgd.learning_rate * self.sgd.weight_decay,
            learning_rate: self.sgd.learning_rate,
            rescale: self.sgd.rescale_gradient,
            rate: self.sgd.learning_rate * self.sgd.rescale_gradient,
        }
    }
}

/// Products of hyper-parameters, formed once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SgdMomentumCoefficients<V> {
    momentum: V,
    decay_rate: V,
    learning_rate: V,
    rescale: V,
    rate: V,
}

impl<V: Value> SgdMomentumCoefficients<V> {
    /// The new weight and momentum.
    #[inline(always)]
    pub fn step(&self, gradient: V, weight: V, momentum: V) -> (V, V) {
        let momentum = (self.momentum * momentum - self.decay_rate * weight) - self.rate * gradient;
        (weight + momentum, momentum)
    }

    /// The new weight and momentum, with clipping.
    #[inline(always)]
    pub fn step_clipped(&self, bound: V, gradient: V, weight: V, momentum: V) -> (V, V) {
        let momentum = (self.momentum * momentum - self.decay_rate * weight) - self.learning_rate * clip(self.rescale * gradient, bound);
        (weight + momentum, momentum)
    }

    /// The new weight and momentum of a row without gradient.
    #[inline(always)]
    pub fn step_absent(&self, weight: V, momentum: V) -> (V, V) {
        let momentum = self.momentum * momentum - self.decay_rate * weight;
        (weight + momentum, momentum)
    }
}

#[inline(always)]
fn body<L: Simd, V: Value, I: Index>(
    _simd: L,
    hyper: &SgdMomentum<V>,
    gradient: RowSparse<V, I>,
    mut weight: RowsMut<V, I>,
    mut momentum: RowsMut<V, I>,
) -> Result<(), KernelError> {
    check_shape(Operand::Weight, &gradient, &weight)?;
    check_shape(Operand::Momentum, &gradient, &momentum)?;
    check_stored(Operand::Weight, gradient, &weight)?;
    check_stored(Operand::Momentum, gradient, &momentum)?;
    let c = hyper.coefficients();
    if hyper.sgd.update == Update::Standard {
        check_same_rows(&weight, &momentum)?;
        // Both store the same rows.
        let stored = pattern(&weight).filter(|_| pattern(&momentum).is_some());
        let (mut weight, mut momentum) = (Rows::new(&mut weight), Rows::new(&mut momentum));
        for_each_absent(gradient, stored, |row| {
            for (w, m) in weight.row(row).iter_mut().zip(momentum.row(row)) {
                (*w, *m) = c.step_absent(*w, *m);
            }
        });
    }
    match hyper.sgd.clip_gradient {
        None => stored_rows(gradient, &mut weight, &mut momentum, |g, w, m| c.step(g, w, m)),
        Some(bound) => stored_rows(gradient, &mut weight, &mut momentum, |g, w, m| c.step_clipped(bound, g, w, m)),
    }
    Ok(())
}

/// A standard update moves momentum into the weight in every row, so each must store what the other stores.
fn check_same_rows<V: Value, I: Index>(weight: &RowsMut<V, I>, momentum: &RowsMut<V, I>) -> Result<(), KernelError> {
    let complete = |rows: RowSparse<V, I>, operand| {
        let finder = Finder::new(rows);
        let missing = if rows.stored_rows() == rows.rows() { None } else { (0..rows.rows()).find(|&row| finder.find(row).is_none()) };
        missing.map_or(Ok(()), |row| Err(KernelError::MissingRow { operand, row }))
    };
    match (pattern(weight), pattern(momentum)) {
        (None, None) => Ok(()),
        (Some(stored), None) => complete(stored, Operand::Weight),
        (None, Some(stored)) => complete(stored, Operand::Momentum),
        (Some(of_weight), Some(of_momentum)) => {
            check_stored(Operand::Momentum, of_weight, momentum)?;
            check_stored(Operand::Weight, of_momentum, weight)
        }
    }
}

#[inline(always)]
fn stored_rows<V: Value, I: Index>(
    gradient: RowSparse<V, I>,
    weight: &mut RowsMut<V, I>,
    momentum: &mut RowsMut<V, I>,
    step: impl Fn(V, V, V) -> (V, V),
) {
    let (mut weight, mut momentum) = (Rows::new(weight), Rows::new(momentum));
    for k in 0..gradient.stored_rows() {
        let ahead = gradient.row_of(k + AHEAD);
        weight.prefetch(ahead);
        momentum.prefetch(ahead);
        let row = gradient.row_of(k);
        update_row([weight.row(row), momentum.row(row)], gradient.stored_row(k), |g, [w, m]| step(g, w, m).into());
    }
}

multiversion! {
    /// Updates `weight` and `momentum` in place from a row_sparse `gradient`.
    ///
    /// Shapes: all R x L. Source: MXNet `sgd_mom_update`.
    ///
    /// # Errors
    /// [`KernelError::Shape`]; [`KernelError::MissingRow`] if a row_sparse weight or momentum does not store a row that must be written. Then nothing is
    /// written.
    ///
    /// ```
    /// use lacuna::{DenseMut, RowSparse, optim};
    /// let gradient = RowSparse::new(2, 1, &[1], &[1.0_f32])?;
    /// let (mut weight, mut momentum) = ([1.0, 2.0], [0.0, 1.0]);
    /// let hyper = optim::SgdMomentum::new(0.5, 0.25);
    /// optim::sgd_momentum(&hyper, gradient, DenseMut::new(2, 1, &mut weight)?.into(), DenseMut::new(2, 1, &mut momentum)?.into())?;
    /// assert_eq!((weight, momentum), ([1.0, 1.75], [0.0, -0.25]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn sgd_momentum / scalar_sgd_momentum [V: Value, I: Index] (
        hyper: &SgdMomentum<V>,
        gradient: RowSparse<'_, V, I>,
        weight: RowsMut<'_, V, I>,
        momentum: RowsMut<'_, V, I>,
    ) -> Result<(), KernelError> = body;
}
