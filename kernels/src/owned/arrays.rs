//! Matrices that own their arrays.
use super::filled;
use crate::segments::{PlanBuffers, plan_scratch};
use crate::slice::{CanonicalBuffers, canonical_coo};
use crate::{Csr, Dense, DenseMut, Error, FormatError, Index, KernelError, Number, RowSparse, RowSparseMut, Value};
use alloc::vec::Vec;

/// A dense matrix, row after row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnedDense<V> {
    rows: usize,
    columns: usize,
    data: Vec<V>,
}

impl<V: Number> OwnedDense<V> {
    /// A matrix of these elements.
    ///
    /// # Errors
    /// [`FormatError`] if there are fewer than `rows * columns`.
    pub fn new(rows: usize, columns: usize, mut data: Vec<V>) -> Result<Self, FormatError> {
        let extent = Dense::new(rows, columns, &data)?.data().len();
        data.truncate(extent);
        Ok(Self { rows, columns, data })
    }

    pub(super) fn filled(rows: usize, columns: usize, value: V) -> Result<Self, KernelError> {
        // What overflows is more than there is memory for.
        let data = filled(rows.saturating_mul(columns), value)?;
        Ok(Self { rows, columns, data })
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// The elements, row after row.
    #[must_use]
    pub fn data(&self) -> &[V] {
        &self.data
    }
    /// The elements, row after row.
    #[must_use]
    pub fn into_data(self) -> Vec<V> {
        self.data
    }
    /// The matrix, as kernels take it.
    #[must_use]
    pub fn view(&self) -> Dense<'_, V> {
        Dense::of_owned([self.rows, self.columns], &self.data)
    }
    /// The matrix, as kernels write it.
    #[must_use]
    pub fn view_mut(&mut self) -> DenseMut<'_, V> {
        DenseMut::new(self.rows, self.columns, &mut self.data).unwrap_or_default()
    }
}

/// A csr matrix.
#[derive(Clone, Debug)]
pub struct OwnedCsr<V, I> {
    rows: usize,
    columns: usize,
    is_checked: bool,
    indptr: Vec<I>,
    indices: Vec<I>,
    values: Vec<V>,
}

impl<V: Number, I: Index> OwnedCsr<V, I> {
    /// A matrix of these arrays, whose format is checked.
    ///
    /// # Errors
    /// Those of [`Csr::new`].
    pub fn new(
        rows: usize,
        columns: usize,
        indptr: Vec<I>,
        indices: Vec<I>,
        values: Vec<V>,
    ) -> Result<Self, FormatError> {
        Csr::new(rows, columns, &indptr, &indices, &values)?;
        Ok(Self { rows, columns, is_checked: true, indptr, indices, values })
    }

    /// A copy of a matrix, whose pointers begin with 0 then. One that is a part of another becomes a whole.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] if there is no memory.
    pub fn copy(csr: Csr<'_, V, I>) -> Result<Self, KernelError> {
        let (rows, columns) = (csr.rows(), csr.columns());
        let mut indptr = filled(rows.saturating_add(1), I::default())?;
        let mut indices = filled(csr.nnz(), I::default())?;
        let mut values = filled(csr.nnz(), V::default())?;
        let mut end = 0;
        for ((of_row, of_values), pointer) in csr.iter().zip(indptr.iter_mut().skip(1)) {
            let places = end..end + of_row.len();
            end = places.end;
            *pointer = I::from_usize(end);
            if let (Some(to), Some(of)) = (indices.get_mut(places.clone()), values.get_mut(places)) {
                to.copy_from_slice(of_row);
                of.copy_from_slice(of_values);
            }
        }
        Ok(Self { rows, columns, is_checked: csr.is_checked(), indptr, indices, values })
    }

    /// Arrays that a structure call and a value call have written.
    pub(super) fn made(columns: usize, indptr: Vec<I>, indices: Vec<I>, values: Vec<V>) -> Self {
        Self { rows: indptr.len().saturating_sub(1), columns, is_checked: false, indptr, indices, values }
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// Number of entries.
    #[must_use]
    pub fn nnz(&self) -> usize {
        self.values.len()
    }
    /// Where the entries of each row begin, and their number.
    #[must_use]
    pub fn indptr(&self) -> &[I] {
        &self.indptr
    }
    /// The column of each entry.
    #[must_use]
    pub fn indices(&self) -> &[I] {
        &self.indices
    }
    /// The value of each entry.
    #[must_use]
    pub fn values(&self) -> &[V] {
        &self.values
    }
    /// The value of each entry, to be changed.
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [V] {
        &mut self.values
    }
    /// The arrays: pointers, columns and values.
    #[must_use]
    pub fn into_parts(self) -> (Vec<I>, Vec<I>, Vec<V>) {
        (self.indptr, self.indices, self.values)
    }
    /// The matrix, as kernels take it.
    #[must_use]
    pub fn view(&self) -> Csr<'_, V, I> {
        let Self { rows, columns, is_checked, indptr, indices, values } = self;
        Csr::of_owned([*rows, *columns], *is_checked, indptr, indices, values)
    }
}

/// Equal shapes and equal rows.
impl<V: Number, I: Index> PartialEq for OwnedCsr<V, I> {
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl<V: Value, I: Index> OwnedCsr<V, I> {
    /// A matrix of triplets: row, column and value, in any order. Values of one place are added in the order in which
    /// they come, and stay if they cancel to zero. The column of an empty list has no type: name it.
    ///
    /// # Errors
    /// Those of [`canonical_coo`].
    pub fn from_triplets(rows: usize, columns: usize, triplets: &[(I, I, V)]) -> Result<Self, Error> {
        let count = triplets.len();
        let of = |take: fn(&(I, I, V)) -> I| triplets.iter().map(take).collect::<Vec<_>>();
        let (row_indices, column_indices) = (of(|&(row, ..)| row), of(|&(_, column, _)| column));
        let all: Vec<V> = triplets.iter().map(|&(.., value)| value).collect();
        let mut indptr = filled(rows.saturating_add(1), I::default())?;
        let [mut indices, mut ids, mut of_rows, mut entries] = [
            filled(count, I::default())?,
            filled(count, I::default())?,
            filled(count, I::default())?,
            filled(count, I::default())?,
        ];
        let mut segments = filled(count + 1, I::default())?;
        let mut scratch = filled(plan_scratch(count), I::Key::default())?;
        let buffers = CanonicalBuffers {
            indptr: &mut indptr,
            indices: &mut indices,
            plan: PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut of_rows, entries: &mut entries },
        };
        let pattern = canonical_coo((rows, columns), &row_indices, &column_indices, buffers, &mut scratch)?;
        let mut values = filled(pattern.indices().len(), V::ZERO)?;
        let nnz = pattern.csr(&all, &mut values)?.nnz();
        indices.truncate(nnz);
        // Checked, so that products need not.
        Ok(Self::new(rows, columns, indptr, indices, values)?)
    }
}

/// Dense rows, of which only some are stored.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedRowSparse<V, I> {
    rows: usize,
    row_length: usize,
    indices: Vec<I>,
    data: Vec<V>,
}

impl<V: Number, I: Index> OwnedRowSparse<V, I> {
    /// An array of these stored rows, whose format is checked.
    ///
    /// # Errors
    /// Those of [`RowSparse::new`].
    pub fn new(rows: usize, row_length: usize, indices: Vec<I>, data: Vec<V>) -> Result<Self, FormatError> {
        RowSparse::new(rows, row_length, &indices, &data)?;
        Ok(Self { rows, row_length, indices, data })
    }

    /// Rows of these ids, which are sound, filled with a value.
    pub(super) fn filled(rows: usize, row_length: usize, ids: &[I], value: V) -> Result<Self, KernelError> {
        let data = filled(ids.len().saturating_mul(row_length), value)?;
        Ok(Self { rows, row_length, indices: ids.to_vec(), data })
    }

    /// Number of rows, stored or not.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Elements of a row.
    #[must_use]
    pub const fn row_length(&self) -> usize {
        self.row_length
    }
    /// The ids of the stored rows, ascending.
    #[must_use]
    pub fn indices(&self) -> &[I] {
        &self.indices
    }
    /// The elements of the stored rows.
    #[must_use]
    pub fn data(&self) -> &[V] {
        &self.data
    }
    /// The arrays: ids and elements.
    #[must_use]
    pub fn into_parts(self) -> (Vec<I>, Vec<V>) {
        (self.indices, self.data)
    }
    /// The array, as kernels take it.
    #[must_use]
    pub fn view(&self) -> RowSparse<'_, V, I> {
        RowSparse::of_owned([self.rows, self.row_length], &self.indices, &self.data)
    }
    /// The array, as kernels write it.
    ///
    /// # Errors
    /// Never of an array that was made here.
    pub fn view_mut(&mut self) -> Result<RowSparseMut<'_, V, I>, FormatError> {
        RowSparseMut::new(self.rows, self.row_length, &self.indices, &mut self.data)
    }
}
