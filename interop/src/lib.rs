//! Matrices of other libraries as views of the crate `lacuna`, without a copy of an entry.
//!
//! A feature for each library: `sprs`, `faer`, `nalgebra` (for `nalgebra-sparse`), `ndarray`. Each implements some of
//! the traits here, for its own types:
//!
//! | | [`AsCsr`] | [`AsTransposedCsr`] | [`AsDense`], [`AsDenseMut`] | [`AsTransposedDense`] |
//! |---|---|---|---|---|
//! | `sprs` | `CsMatBase`, rows compressed | `CsMatBase`, columns compressed | | |
//! | `faer` | `SparseRowMat`, `SparseRowMatRef` | `SparseColMat`, `SparseColMatRef` | `Col` | |
//! | `nalgebra` | `CsrMatrix` | `CscMatrix` | `DVector` | `DMatrix` |
//! | `ndarray` | | | `ArrayBase` of one or two axes | the same |
//!
//! Indices of type `usize` become `i64`, by the same memory. The entries of a row must be distinct and ascend: that is
//! checked, in time proportional to them, as by [`Csr::new`](lacuna::Csr::new).
//!
//! Views need pointers of 64 bits.
//!
//! The feature `training` is another thing: csr products, sparse embeddings, and lazy or exact optimizers on slices, for
//! any framework of dense tensors.
//!
//! The other way, results become matrices of a library by moving their arrays: `sprs::matrix`, `faer::matrix`,
//! `nalgebra::matrix`, `ndarray::array`.
#![cfg_attr(
    all(feature = "sprs", feature = "ndarray", target_pointer_width = "64"),
    doc = r#"

```
use lacuna::{dot, owned};
use lacuna_interop::{AsCsr, AsDense, AsDenseMut};

let mut triplets = ::sprs::TriMat::new((2, 3));
for (row, column, value) in [(0, 0, 1.0_f32), (0, 2, 2.0), (1, 1, 3.0)] {
    triplets.add_triplet(row, column, value);
}
let a: ::sprs::CsMat<f32> = triplets.to_csr();
let b = ::ndarray::arr2(&[[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]]);

// Into memory of the caller,
let mut product = ::ndarray::Array2::zeros((2, 2));
dot::csr_dense(a.as_csr()?, b.as_dense()?, product.as_dense_mut()?)?;
assert_eq!(product, ::ndarray::arr2(&[[11.0, 14.0], [9.0, 12.0]]));

// or into new memory.
let again = lacuna_interop::ndarray::array(owned::csr_dense(a.as_csr()?, b.as_dense()?)?)?;
assert_eq!(again, product);
# Ok::<(), Box<dyn std::error::Error>>(())
```
"#
)]

#[cfg(all(feature = "faer", target_pointer_width = "64"))]
pub mod faer;
#[cfg(all(feature = "nalgebra", target_pointer_width = "64"))]
pub mod nalgebra;
#[cfg(all(feature = "ndarray", target_pointer_width = "64"))]
pub mod ndarray;
#[cfg(all(feature = "sprs", target_pointer_width = "64"))]
pub mod sprs;
#[cfg(feature = "training")]
pub mod training;
#[cfg(target_pointer_width = "64")]
mod views;

#[cfg(target_pointer_width = "64")]
pub use views::*;
