//! Ways to run the kernels: one [`Backend`] for each.
//!
//! All backends give the same bits; `lacuna verify` compares them.
mod cast;
mod cpu;
mod dot;
mod optim;
mod rows;
mod scalar;
mod split;

pub use cpu::Cpu;
pub use scalar::Scalar;

use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, RowsMut, Value};

/// From one line for each door: the trait, both backends, and the list of the doors' names.
macro_rules! doors {
    ($($(#[$doc:meta])* $family:ident::$name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        /// A way to run every kernel: one method for each door, with the door's arguments, result and errors.
        pub trait Backend: Sync {
            /// How reports call it.
            fn name(&self) -> String;
            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError>;
            )*
        }

        impl Backend for Scalar {
            fn name(&self) -> String {
                "scalar".to_owned()
            }
            $(
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError> {
                    lacuna::scalar::$family::$name($($argument),*)
                }
            )*
        }

        impl Backend for Cpu {
            fn name(&self) -> String {
                format!("cpu {} x{}", lacuna::dispatch::level(), self.threads.max(1))
            }
            $(
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError> {
                    if self.threads <= 1 {
                        lacuna::$family::$name($($argument),*)
                    } else {
                        $family::$name(self.threads, $($argument),*)
                    }
                }
            )*
        }

        /// Module and name of every door that a backend has.
        pub const DOORS: &[(&str, &str)] = &[$((stringify!($family), stringify!($name))),*];
    };
}

doors! {
    /// `out = a b`.
    dot::csr_dense(a: Csr<'_, V, I>, b: Dense<'_, V>, out: DenseMut<'_, V>) -> ();
    /// `out = a b`.
    dot::csr_row_sparse(a: Csr<'_, V, I>, b: RowSparse<'_, V, I>, out: DenseMut<'_, V>) -> ();
    /// `out = a^T b`, for the columns that occur in `a`.
    dot::csr_t_dense(plan: &SegmentPlan<'_, I>, values: &[V], b: Dense<'_, V>, out: RowSparseMut<'_, V, I>) -> ();
    /// `out = a^T b`.
    dot::csr_t_dense_to_dense(plan: &SegmentPlan<'_, I>, values: &[V], b: Dense<'_, V>, out: DenseMut<'_, V>) -> ();
    /// `out = a^T b`, for the columns that occur in rows of `a` that `b` stores.
    dot::csr_t_row_sparse(plan: &SegmentPlan<'_, I>, values: &[V], b: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> ();
    /// The number of elements `!= 0` of each row.
    cast::dense_row_nnz(dense: Dense<'_, V>, counts: &mut [I]) -> ();
    /// The elements `!= 0`, into a csr of the right pointers.
    cast::dense_to_csr(dense: Dense<'_, V>, out: CsrMut<'_, V, I>) -> ();
    /// The elements `!= 0`, and how many there are, into arrays that are long enough.
    cast::dense_to_csr_one_pass(dense: Dense<'_, V>, indptr: &mut [I], indices: &mut [I], values: &mut [V]) -> usize;
    /// The entries at their places, else zero.
    cast::csr_to_dense(csr: Csr<'_, V, I>, out: DenseMut<'_, V>) -> ();
    /// The numbers of the rows with an element `!= 0`, counted from `first_row`, and how many there are.
    cast::dense_row_ids(dense: Dense<'_, V>, first_row: usize, ids: &mut [I]) -> usize;
    /// The rows that `out` stores.
    cast::dense_to_row_sparse(dense: Dense<'_, V>, out: RowSparseMut<'_, V, I>) -> ();
    /// The stored rows at their places, else zero.
    cast::row_sparse_to_dense(input: RowSparse<'_, V, I>, out: DenseMut<'_, V>) -> ();
    /// The rows that `out` stores.
    rows::retain(data: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> ();
    /// The sums of the rows of equal id.
    rows::coalesce(plan: &SegmentPlan<'_, I>, input: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> ();
    /// The sum of the inputs.
    rows::add_n(inputs: &[RowSparse<'_, V, I>], cursors: &mut [usize], out: RowSparseMut<'_, V, I>) -> ();
    /// One step of SGD.
    optim::sgd(hyper: &Sgd<V>, gradient: RowSparse<'_, V, I>, weight: RowsMut<'_, V, I>) -> ();
    /// One step of SGD with momentum.
    optim::sgd_momentum(hyper: &SgdMomentum<V>, gradient: RowSparse<'_, V, I>, weight: RowsMut<'_, V, I>, momentum: RowsMut<'_, V, I>) -> ();
}
