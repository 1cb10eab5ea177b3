//! Optimizers.
use super::operands::{ROWS, WIDTH, dense_out, row_sparse, row_sparse_out};
use super::{Call, Doors};
use anyhow::Result;
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::{RowsMut, optim, scalar};

/// The benches of this family, before those of the next.
#[doc(hidden)]
#[macro_export]
macro_rules! optim_benches {
    ($callback:ident $($before:tt)*) => {
        $callback! {
            $($before)*
            optim {
                sgd, sgd_standard, sgd_clipped, sgd_row_sparse, sgd_momentum, sgd_momentum_standard,
                sgd_momentum_clipped,
            }
        }
    };
}

const LAZY: Sgd<f32> = Sgd { weight_decay: 0.01, ..Sgd::new(0.1) };
const STANDARD: Sgd<f32> = Sgd { update: Update::Standard, ..LAZY };
const CLIPPED: Sgd<f32> = Sgd { clip_gradient: Some(0.5), ..LAZY };

fn dense() -> Result<RowsMut<'static, f32, i32>> {
    Ok(dense_out(ROWS, WIDTH)?.into())
}

fn sgd_of(doors: Doors, hyper: Sgd<f32>, mut weight: RowsMut<'static, f32, i32>) -> Result<Call> {
    let gradient = row_sparse(ROWS, WIDTH, 3, 1)?;
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::optim::sgd(&hyper, gradient, weight.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(optim::sgd(&hyper, gradient, weight.reborrow())?)),
    })
}

pub(super) fn sgd(doors: Doors) -> Result<Call> {
    sgd_of(doors, LAZY, dense()?)
}

pub(super) fn sgd_standard(doors: Doors) -> Result<Call> {
    sgd_of(doors, STANDARD, dense()?)
}

pub(super) fn sgd_clipped(doors: Doors) -> Result<Call> {
    sgd_of(doors, CLIPPED, dense()?)
}

/// The weight stores two thirds of its rows, all of the gradient's among them.
pub(super) fn sgd_row_sparse(doors: Doors) -> Result<Call> {
    let stored: Vec<_> = (0..ROWS as i32).filter(|row| row % 3 != 0).collect();
    let weight = row_sparse_out(ROWS, WIDTH, super::operands::leaked(&stored)?)?;
    sgd_of(doors, LAZY, weight.into())
}

fn momentum_of(doors: Doors, sgd: Sgd<f32>) -> Result<Call> {
    let (gradient, mut weight, mut momentum) = (row_sparse(ROWS, WIDTH, 3, 1)?, dense()?, dense()?);
    let hyper = SgdMomentum { sgd, momentum: 0.9 };
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::optim::sgd_momentum(&hyper, gradient, weight.reborrow(), momentum.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(optim::sgd_momentum(&hyper, gradient, weight.reborrow(), momentum.reborrow())?)),
    })
}

pub(super) fn sgd_momentum(doors: Doors) -> Result<Call> {
    momentum_of(doors, LAZY)
}

pub(super) fn sgd_momentum_standard(doors: Doors) -> Result<Call> {
    momentum_of(doors, STANDARD)
}

pub(super) fn sgd_momentum_clipped(doors: Doors) -> Result<Call> {
    momentum_of(doors, CLIPPED)
}
