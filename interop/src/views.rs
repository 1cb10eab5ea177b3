//! Matrices as views: the traits, and what their implementations share.
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
pub(crate) fn compressed<'a, V: Number, I: IndexElement>(
    [rows, columns]: [usize; 2],
    indptr: &'a [I],
    indices: &'a [I],
    values: &'a [V],
) -> Result<Csr<'a, V, I::Index>, Error> {
    Ok(Csr::new(rows, columns, I::indices(indptr), I::indices(indices), values)?)
}

/// The arrays of a csr with indices of `usize`.
#[cfg(any(feature = "faer", feature = "nalgebra"))]
pub(crate) fn with_usize<I: Index>(indices: &[I]) -> Vec<usize> {
    indices.iter().map(|index| index.to_usize()).collect()
}
