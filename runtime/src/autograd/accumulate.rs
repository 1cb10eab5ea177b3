//! Sums of gradients.
use crate::operator::backend::{Done, Pair};
use crate::operator::{Context, OperatorError};
use lacuna::infer::Stype::{Csr, Dense};
use lacuna_arrays::array::Array;
use std::mem::swap;

/// `sum += gradient`. A sparse sum stays sparse where the gradient is so too, and becomes dense where it is not. The
/// memory of the gradient and of `total` may be taken.
pub(super) fn accumulate(context: &mut Context, sum: &mut Array, gradient: &mut Array, total: &mut Array) -> Done {
    let at = sum.context();
    context.call("add", &at, &mut |on| {
        match (sum.stype(), gradient.stype()) {
            (Dense, _) => return on.accumulate(gradient, sum),
            (_, Dense) => {
                swap(sum, gradient);
                return on.accumulate(gradient, sum);
            }
            (left, right) if left == right => match on.pair(Pair::Add, sum, gradient, total) {
                // A device does not add two csr.
                Err(OperatorError::NoKernel { .. }) if left == Csr => {}
                done => {
                    done?;
                    swap(sum, total);
                    return Ok(());
                }
            },
            _ => {}
        }
        on.tostype(sum, Dense, total)?;
        swap(sum, total);
        on.accumulate(gradient, sum)
    })
}
