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
//! checked, in time proportional to them, as by [`Csr::new`].
//!
//! The other way, results become matrices of a library by moving their arrays: `sprs::matrix`, `faer::matrix`,
//! `nalgebra::matrix`, `ndarray::array`.
#![cfg_attr(
    all(feature = "sprs", feature = "ndarray"),
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
#![cfg(target_pointer_width = "64")]

#[cfg(feature = "faer")]
pub mod faer;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
#[cfg(feature = "ndarray")]
pub mod ndarray;
#[cfg(feature = "sprs")]
pub mod sprs;

use lacuna::{Csr, Dense, DenseMut, FormatError, Index, Number, index};

/// Why a matrix has no such view.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The arrays break a rule of the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Its columns are compressed and the view needs rows, or the reverse.
    #[error("its {0} are compressed: it has the view of the other kind, plain or transposed")]
    Compressed(&'static str),
    /// Rows have room that is not used between them.
    #[error("the matrix is not compressed")]
    Uncompressed,
    /// The elements of a dense matrix do not follow each other, row after row.
    #[error("the {rows} x {columns} elements do not follow each other, row after row")]
    Scattered {
        /// Rows of the view.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
}

/// A matrix whose arrays are those of a csr.
pub trait AsCsr {
    /// What it stores.
    type Value: Number;
    /// What its indices become.
    type Index: Index;

    /// The matrix, as kernels take it.
    ///
    /// # Errors
    /// [`Error::Compressed`] if its columns are compressed; [`Error::Format`] if columns of a row do not ascend.
    fn as_csr(&self) -> Result<Csr<'_, Self::Value, Self::Index>, Error>;
}

/// A matrix whose arrays are those of its transposed as a csr.
pub trait AsTransposedCsr {
    /// What it stores.
    type Value: Number;
    /// What its indices become.
    type Index: Index;

    /// The transposed matrix, as kernels take it.
    ///
    /// # Errors
    /// [`Error::Compressed`] if its rows are compressed; [`Error::Format`] if rows of a column do not ascend.
    fn as_transposed_csr(&self) -> Result<Csr<'_, Self::Value, Self::Index>, Error>;
}

/// A dense matrix, row after row; a vector is one column.
pub trait AsDense {
    /// What it stores.
    type Value: Number;

    /// The matrix, as kernels take it.
    ///
    /// # Errors
    /// [`Error::Scattered`] if its elements do not follow each other, row after row.
    fn as_dense(&self) -> Result<Dense<'_, Self::Value>, Error>;
}

/// A dense matrix that is written.
pub trait AsDenseMut: AsDense {
    /// The matrix, as kernels write it.
    ///
    /// # Errors
    /// Those of [`AsDense::as_dense`].
    fn as_dense_mut(&mut self) -> Result<DenseMut<'_, Self::Value>, Error>;
}

/// A dense matrix, column after column.
pub trait AsTransposedDense {
    /// What it stores.
    type Value: Number;

    /// The transposed matrix, whose rows are the columns.
    ///
    /// # Errors
    /// [`Error::Scattered`] if its elements do not follow each other, column after column.
    fn as_transposed_dense(&self) -> Result<Dense<'_, Self::Value>, Error>;
}

/// What arrays of indices are made of.
pub trait IndexElement: Copy {
    /// The index of the same memory.
    type Index: Index;

    /// The same memory.
    fn indices(array: &[Self]) -> &[Self::Index];
}

macro_rules! own_index {
    ($($type:ty)*) => {
        $(impl IndexElement for $type {
            type Index = $type;

            fn indices(array: &[$type]) -> &[$type] {
                array
            }
        })*
    };
}
own_index!(i32 i64 u32);

impl IndexElement for usize {
    type Index = i64;

    fn indices(array: &[usize]) -> &[i64] {
        index::as_i64(array)
    }
}

/// The csr of arrays of a compressed matrix.
#[cfg(any(feature = "sprs", feature = "faer", feature = "nalgebra"))]
fn compressed<'a, V: Number, I: IndexElement>(
    [rows, columns]: [usize; 2],
    indptr: &'a [I],
    indices: &'a [I],
    values: &'a [V],
) -> Result<Csr<'a, V, I::Index>, Error> {
    Ok(Csr::new(rows, columns, I::indices(indptr), I::indices(indices), values)?)
}

/// The arrays of a csr with indices of `usize`.
#[cfg(any(feature = "faer", feature = "nalgebra"))]
fn with_usize<I: Index>(indices: &[I]) -> Vec<usize> {
    indices.iter().map(|index| index.to_usize()).collect()
}
