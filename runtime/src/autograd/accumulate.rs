//! Sums of gradients.
use crate::array::{Array, Element};
use crate::operator::{Add, Context, OperatorError, with_float};
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::{Broadcast, Value};
use std::mem::swap;

/// `sum += gradient`. A sparse sum stays sparse where the gradient is so too, and becomes dense where it is not. The memory of the gradient and of `total` may be taken.
pub(super) fn accumulate(context: &mut Context, sum: &mut Array, gradient: &mut Array, total: &mut Array) -> Result<(), OperatorError> {
    if !sum.is_on_host() {
        return sum.context().accumulate(sum, gradient);
    }
    match (sum.stype(), gradient.stype()) {
        (RowSparse, Dense) | (Csr, Dense) => {
            swap(sum, gradient);
            with_float!("add", sum, V => into_dense::<V>(context, sum, gradient))
        }
        (Dense, _) => with_float!("add", sum, V => into_dense::<V>(context, sum, gradient)),
        (RowSparse, Csr) | (Csr, RowSparse) => {
            *sum = sum.tostype(Dense)?;
            with_float!("add", sum, V => into_dense::<V>(context, sum, gradient))
        }
        (RowSparse, RowSparse) | (Csr, Csr) => {
            context.run_into(&Add, &[&*sum, &*gradient], total)?;
            swap(sum, total);
            Ok(())
        }
    }
}

fn into_dense<V: Element + Value>(context: &Context, sum: &mut Array, gradient: &Array) -> Result<(), OperatorError> {
    let cpu = context.cpu;
    match gradient.stype() {
        Csr => cpu.accumulate_csr(gradient.as_csr::<V>()?, sum.as_dense_mut()?)?,
        RowSparse => cpu.accumulate_rows(Broadcast::from(gradient.as_row_sparse::<V>()?), sum.as_dense_mut()?)?,
        Dense => cpu.accumulate_rows::<V, i64>(Broadcast::from(gradient.as_dense::<V>()?), sum.as_dense_mut()?)?,
    }
    Ok(())
}
