//! Optimizers.
use super::{Answered, Capi};
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};

pub(in super::super) fn sgd<V: Value, I: Index>(
    capi: &Capi,
    hyper: &Sgd<V>,
    gradient: RowSparse<V, I>,
    weight: RowsMut<V, I>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("optim_sgd", (hyper, gradient, weight)).map(Answered::nothing)
}

pub(in super::super) fn sgd_momentum<V: Value, I: Index>(
    capi: &Capi,
    hyper: &SgdMomentum<V>,
    gradient: RowSparse<V, I>,
    weight: RowsMut<V, I>,
    momentum: RowsMut<V, I>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("optim_sgd_momentum", (hyper, gradient, weight, momentum)).map(Answered::nothing)
}
