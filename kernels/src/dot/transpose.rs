//! The pattern of a transposed matrix.
use crate::error::{KernelError, Operand, capacity, expect};
use crate::rows::permute;
use crate::view::{row_places, short_debug};
use crate::{Csr, Index, Number};

/// Where [`transpose`] writes: of a csr of K columns, `indptr` takes K + 1 elements, `indices` and `entries` as many as
/// it has entries.
pub struct TransposeBuffers<'a, I> {
    /// Receives the pointers of the transposed matrix.
    pub indptr: &'a mut [I],
    /// Receives its columns.
    pub indices: &'a mut [I],
    /// Receives the entry of the csr that each of its entries is.
    pub entries: &'a mut [I],
}

short_debug! {
    TransposeBuffers<I> {
        indptr: |buffers| buffers.indptr.len(), indices: |buffers| buffers.indices.len(),
        entries: |buffers| buffers.entries.len()
    }
}

/// The pattern of a transposed matrix, made by [`transpose`]. It serves as long as the pattern of the matrix stays,
/// whatever the values are.
#[derive(Clone, Copy)]
pub struct Transposed<'a, I> {
    columns: usize,
    indptr: &'a [I],
    indices: &'a [I],
    entries: &'a [I],
}

short_debug! {
    Transposed<I> { rows: |of| of.indptr.len().saturating_sub(1), columns: |of| of.columns, nnz: |of| of.entries.len() }
}

impl<'a, I: Index> Transposed<'a, I> {
    /// Number of rows: the columns of the matrix.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.indptr.len().saturating_sub(1)
    }
    /// Number of columns: the rows of the matrix.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// The pointers.
    #[must_use]
    pub const fn indptr(&self) -> &'a [I] {
        self.indptr
    }
    /// The columns.
    #[must_use]
    pub const fn indices(&self) -> &'a [I] {
        self.indices
    }
    /// The entry of the matrix that each entry is: what [`rows::permute`](crate::rows::permute()) takes.
    #[must_use]
    pub const fn entries(&self) -> &'a [I] {
        self.entries
    }

    /// The value call: brings the values of the matrix into `out`, and gives the transposed matrix with them.
    ///
    /// # Errors
    /// Those of [`rows::permute`](crate::rows::permute()), and [`KernelError::Shape`] for values that are not as many
    /// as the matrix has; then nothing is written.
    pub fn csr<'v, V: Number>(&self, values: &[V], out: &'v mut [V]) -> Result<Csr<'v, V, I>, KernelError>
    where
        'a: 'v,
    {
        let Self { columns, indptr, indices, entries } = *self;
        expect(Operand::Values, 2, entries.len(), values.len())?;
        permute(entries, values, out)?;
        // These lengths fit: the constructor has nothing to refuse.
        let shape =
            |_| KernelError::Shape { operand: Operand::Values, axis: 2, expected: entries.len(), found: values.len() };
        Csr::trusted(self.rows(), columns, indptr, indices, out).map_err(shape)
    }
}

/// The pattern of `a^T`, by counting: rows and entries keep their order within a column, so the result is sorted and
/// well-formed if `a` is.
///
/// With it, `a^T b` is [`csr_dense`](super::csr_dense()) of the transposed matrix. With two and more columns that adds
/// the same terms in the same order as a transposed product, with the same bits. With one column it does not: there a
/// product of a csr has four running sums a row, a transposed product has one. [`sell_column`](super::sell_column())
/// with a [`sell_plan_transposed`](super::sell_plan_transposed()) has the bits of the transposed product, as has a
/// [`transpose_plan`](super::transpose_plan()), which costs nothing for columns that do not occur.
///
/// - Shapes: `a` csr R x K; the result K x R.
/// - Cost: O(nnz + K), two passes over the columns of `a` and one over K pointers. No scratch.
///
/// # Errors
/// [`KernelError::Capacity`] for short buffers (`entries` is reported as the output); then nothing is written.
///
/// ```
/// use lacuna::{Csr, dot};
/// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0_f32, 2.0, 3.0])?;
/// let (mut indptr, mut indices, mut entries, mut values) = ([0; 4], [0; 3], [0; 3], [0.0; 3]);
/// let buffers = dot::TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
/// let transposed = dot::transpose(a, buffers)?.csr(a.values(), &mut values)?;
/// assert_eq!(transposed, Csr::new(3, 2, &[0, 2, 2, 3], &[0, 1, 0], &[1.0, 3.0, 2.0])?);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn transpose<'p, V: Number, I: Index>(
    a: Csr<'_, V, I>,
    buffers: TransposeBuffers<'p, I>,
) -> Result<Transposed<'p, I>, KernelError> {
    count_and_place((a.rows(), a.columns()), a.indptr(), a.indices(), buffers)
}

#[inline(never)]
fn count_and_place<'p, I: Index>(
    (rows, columns): (usize, usize),
    indptr: &[I],
    indices: &[I],
    TransposeBuffers { indptr: pointers, indices: to_indices, entries: to_entries }: TransposeBuffers<'p, I>,
) -> Result<Transposed<'p, I>, KernelError> {
    let nnz = indices.len();
    capacity(Operand::Indptr, columns.saturating_add(1), pointers.len())?;
    capacity(Operand::Indices, nnz, to_indices.len())?;
    capacity(Operand::Entries, nnz, to_entries.len())?;
    let (pointers, to_indices, to_entries) =
        (&mut pointers[..=columns], &mut to_indices[..nnz], &mut to_entries[..nnz]);

    pointers.fill(I::from_usize(0));
    for column in indices {
        if let Some(count) = pointers.get_mut(column.to_usize()) {
            *count = I::from_usize(count.to_usize() + 1);
        }
    }
    let mut next = 0;
    for pointer in &mut *pointers {
        let start = next;
        next += pointer.to_usize();
        *pointer = I::from_usize(start);
    }
    for row in 0..rows {
        let places = row_places(indptr, row);
        for (entry, column) in places.clone().zip(indices.get(places).unwrap_or(&[])) {
            let Some(pointer) = pointers.get_mut(column.to_usize()) else { continue };
            let place = pointer.to_usize();
            *pointer = I::from_usize(place.wrapping_add(1));
            if let (Some(to_index), Some(to_entry)) = (to_indices.get_mut(place), to_entries.get_mut(place)) {
                (*to_index, *to_entry) = (I::from_usize(row), I::from_usize(entry));
            }
        }
    }
    // Each points to where the next one starts.
    pointers.copy_within(..columns, 1);
    pointers[0] = I::from_usize(0);
    Ok(Transposed { columns: rows, indptr: pointers, indices: to_indices, entries: to_entries })
}
