//! Optimizers on several threads. A step that might be refused for a row that is missing is left to the door as a whole: it looks at all rows before it
//! writes one.
use super::split::{SplitRows, by_rows, equal_rows, partitioned};
use lacuna::optim::{self, Sgd, SgdMomentum, Update};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};

/// The doors of this family, as the methods of a backend.
macro_rules! optim_doors {
    ($($before:tt)*) => {
        doors! {
            $($before)*
            /// One step of SGD.
            optim::sgd(hyper: &Sgd<V>, gradient: RowSparse<'_, V, I>, weight: RowsMut<'_, V, I>) -> ();
            /// One step of SGD with momentum.
            optim::sgd_momentum(hyper: &SgdMomentum<V>, gradient: RowSparse<'_, V, I>, weight: RowsMut<'_, V, I>, momentum: RowsMut<'_, V, I>) -> ();
        }
    };
}

/// True if every row can be written.
fn is_complete<V: Value, I: Index>(rows: &RowsMut<V, I>) -> bool {
    match rows {
        RowsMut::Dense(_) => true,
        RowsMut::RowSparse(stored) => stored.stored_rows() == stored.rows(),
    }
}

/// True if every row of the gradient can be written.
fn stores<V: Value, I: Index>(rows: &RowsMut<V, I>, gradient: RowSparse<V, I>) -> bool {
    match rows {
        RowsMut::RowSparse(stored) if !is_complete(rows) => {
            let stored = stored.as_row_sparse();
            (0..gradient.stored_rows()).all(|k| stored.find(gradient.row_of(k)).is_some())
        }
        _ => true,
    }
}

/// Runs `run` on cuts of about equal touched rows.
fn touched<V, I, W, R>(threads: usize, update: Update, gradient: RowSparse<V, I>, work: W, run: &R) -> Result<(), KernelError>
where
    V: Value,
    I: Index,
    W: SplitRows,
    R: Fn(W) -> Result<(), KernelError> + Sync,
{
    match update {
        Update::Lazy => by_rows(&partitioned(gradient.partition(threads)), work, run),
        Update::Standard => by_rows(&equal_rows(gradient.rows(), threads), work, run),
    }
}

pub(super) fn sgd<V: Value, I: Index>(
    threads: usize,
    hyper: &Sgd<V>,
    gradient: RowSparse<V, I>,
    weight: RowsMut<V, I>,
) -> Result<(), KernelError> {
    if gradient.rows() != weight.rows() || !stores(&weight, gradient) {
        return optim::sgd(hyper, gradient, weight);
    }
    let run = |(gradient, weight): (RowSparse<V, I>, RowsMut<V, I>)| optim::sgd(hyper, gradient, weight);
    touched(threads, hyper.update, gradient, (gradient, weight), &run)
}

pub(super) fn sgd_momentum<V: Value, I: Index>(
    threads: usize,
    hyper: &SgdMomentum<V>,
    gradient: RowSparse<V, I>,
    weight: RowsMut<V, I>,
    momentum: RowsMut<V, I>,
) -> Result<(), KernelError> {
    let same_rows = || match (&weight, &momentum) {
        (RowsMut::RowSparse(weight), RowsMut::RowSparse(momentum)) => weight.indices() == momentum.indices(),
        _ => is_complete(&weight) && is_complete(&momentum),
    };
    let fits = gradient.rows() == weight.rows() && gradient.rows() == momentum.rows();
    let writable = stores(&weight, gradient) && stores(&momentum, gradient);
    if !fits || !writable || (hyper.sgd.update == Update::Standard && !same_rows()) {
        return optim::sgd_momentum(hyper, gradient, weight, momentum);
    }
    let run = |(gradient, weight, momentum): (RowSparse<V, I>, RowsMut<V, I>, RowsMut<V, I>)| {
        optim::sgd_momentum(hyper, gradient, weight, momentum)
    };
    touched(threads, hyper.sgd.update, gradient, (gradient, weight, momentum), &run)
}
