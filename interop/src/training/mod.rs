//! Sparse training for a framework of dense tensors, whichever it is: what `lacuna-candle` and `lacuna-burn` share.
//!
//! Everything here works on slices. A framework's crate keeps the table and the graph, and calls
//!
//! - [`Places`] for the products of a csr matrix and for their gradients,
//! - [`Bags`] for the sums of an embedding, and [`Beside`] for what they leave to the optimizer,
//! - [`LazyOptimizer`] with a [`Rule`] for the steps: its type of embeddings implements [`Embedding`].
//!
//! The bits of products, gradients and steps depend on the operands alone. Large operations are shared by the threads
//! of `rayon`.
//!
//! | rule | states |
//! |---|---|
//! | [`Sgd`] | |
//! | [`SgdMomentum`] | `momentum` |
//! | [`AdaGrad`] | `history` |
//! | [`Adam`] | `mean`, `variance` |
//! | [`AdamW`] | `mean`, `variance` |
//! | [`Ftrl`] | `z`, `n` |
//! | [`Kernel`] of any rule of `lacuna::optim` | `state1`, `state2` |
mod bags;
mod beside;
mod error;
mod lazy;
mod places;
mod rules;
mod threads;
mod updates;

pub use bags::Bags;
pub use beside::Beside;
pub use error::Error;
pub use lazy::{
    Embedding, LazyAdaGrad, LazyAdam, LazyAdamW, LazyFtrl, LazyOptimizer, LazySgd, LazySgdMomentum, Update,
};
pub use places::{Places, check_rows, narrow};
pub use rules::{AdaGrad, Adam, AdamW, Ftrl, Kernel, Rule, Sgd, SgdMomentum};

use lacuna::Value;

/// A gradient of a table that stores only the rows that occur: their ids ascend, and `view` gives it to a kernel of
/// [`lacuna`].
pub type RowSparseGradient<V> = lacuna::owned::OwnedRowSparse<V, u32>;

/// What is refused is an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// Zeros of a matrix.
///
/// # Errors
/// [`Error::Memory`] for more than there is memory for.
pub fn zeros<V: Value>(rows: usize, columns: usize) -> Result<Vec<V>> {
    match rows.checked_mul(columns) {
        Some(count) if count <= isize::MAX as usize / size_of::<V>() => Ok(vec![V::ZERO; count]),
        _ => Err(Error::Memory { rows, columns }),
    }
}
