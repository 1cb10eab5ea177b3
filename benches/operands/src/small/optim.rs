//! Optimizers: all of the list, and some of them with other hyper-parameters or another weight.
use super::operands::{ROWS, WIDTH, dense_out, leaked, row_sparse, row_sparse_out};
use super::{Call, Form};
use anyhow::Result;
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::{RowSparse, RowsMut};

/// Every third row is stored.
fn gradient() -> Result<RowSparse<'static, f32, i32>> {
    row_sparse(ROWS, WIDTH, 3, 1)
}

/// A state of one number a row.
fn zero_numbers() -> Result<RowsMut<'static, f32, i32>> {
    Ok(dense_out(ROWS, 1)?.into())
}

fn zeros() -> Result<RowsMut<'static, f32, i32>> {
    Ok(dense_out(ROWS, WIDTH)?.into())
}

/// Lazy, with decay; 0.9 does for each hyper-parameter that a rule has of its own.
macro_rules! hyper {
    ($rule:ident [$($own:ident)*]) => {
        lacuna::optim::$rule { weight_decay: 0.01, ..lacuna::optim::$rule::new(0.1 $(, hyper!(@own $own))*) }
    };
    (@own $own:ident) => { 0.9 };
}

macro_rules! benches {
    (
        {} $(
            $(#[$doc:meta])* $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
            $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        )*
    ) => {
        $(benches! { @$family $name $operands $fields })*
    };
    (@optim $name:ident (hyper: Rule($rule:ident $own:tt), $($operands:tt)*)
        { rule: *hyper, gradient, states: [$($state:ident),*] $(, numbers: [$($number:ident),*])? }) => {
        pub(super) fn $name(form: Form) -> Result<Call> {
            let (hyper, gradient) = (hyper!($rule $own), gradient()?);
            $(let mut $state = zeros()?;)*
            $($(let mut $number = zero_numbers()?;)*)?
            Ok(call!(form, optim::$name(&hyper, gradient $(, $state.reborrow())* $($(, $number.reborrow())*)?)))
        }
    };
    (@$other:ident $($rest:tt)*) => {};
}
lacuna::for_each_kernel!(benches);

fn sgd_of(form: Form, hyper: Sgd<f32>, mut weight: RowsMut<'static, f32, i32>) -> Result<Call> {
    let gradient = gradient()?;
    Ok(call!(form, optim::sgd(&hyper, gradient, weight.reborrow())))
}

pub(super) fn sgd_standard(form: Form) -> Result<Call> {
    sgd_of(form, Sgd { update: Update::Standard, ..hyper!(Sgd []) }, zeros()?)
}

pub(super) fn sgd_clipped(form: Form) -> Result<Call> {
    sgd_of(form, Sgd { clip_gradient: Some(0.5), ..hyper!(Sgd []) }, zeros()?)
}

/// The weight stores two thirds of its rows, all of the gradient's among them.
pub(super) fn sgd_row_sparse(form: Form) -> Result<Call> {
    let stored: Vec<_> = (0..ROWS as i32).filter(|row| row % 3 != 0).collect();
    sgd_of(form, hyper!(Sgd []), row_sparse_out(ROWS, WIDTH, leaked(&stored)?)?.into())
}

fn sgd_momentum_of(form: Form, hyper: SgdMomentum<f32>) -> Result<Call> {
    let (gradient, mut weight, mut momentum) = (gradient()?, zeros()?, zeros()?);
    Ok(call!(form, optim::sgd_momentum(&hyper, gradient, weight.reborrow(), momentum.reborrow())))
}

pub(super) fn sgd_momentum_standard(form: Form) -> Result<Call> {
    sgd_momentum_of(form, SgdMomentum { update: Update::Standard, ..hyper!(SgdMomentum[momentum]) })
}

pub(super) fn sgd_momentum_clipped(form: Form) -> Result<Call> {
    sgd_momentum_of(form, SgdMomentum { clip_gradient: Some(0.5), ..hyper!(SgdMomentum[momentum]) })
}
