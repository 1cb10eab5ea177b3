//! Casts on several threads. Operands that do not fit are given to the door as they are, so that it refuses them before anything is written.
use super::split::{by_rows, equal_rows};
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Value, cast};

/// The doors of this family, as the methods of a backend.
macro_rules! cast_doors {
    ($($before:tt)*) => {
        rows_doors! {
            $($before)*
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
        }
    };
}

pub(super) fn dense_row_nnz<V: Value, I: Index>(threads: usize, dense: Dense<V>, counts: &mut [I]) -> Result<(), KernelError> {
    if counts.len() < dense.rows() {
        return cast::dense_row_nnz(dense, counts);
    }
    let counts = &mut counts[..dense.rows()];
    let run = |(dense, counts): (Dense<V>, &mut [I])| cast::dense_row_nnz(dense, counts);
    by_rows(&equal_rows(dense.rows(), threads), (dense, counts), &run)
}

pub(super) fn dense_to_csr<V: Value, I: Index>(threads: usize, dense: Dense<V>, out: CsrMut<V, I>) -> Result<(), KernelError> {
    if dense.rows() != out.rows() {
        return cast::dense_to_csr(dense, out);
    }
    let run = |(dense, out): (Dense<V>, CsrMut<V, I>)| cast::dense_to_csr(dense, out);
    by_rows(&equal_rows(dense.rows(), threads), (dense, out), &run)
}

/// Where the arrays have room for every element, each part is cast into its own place in one pass and then moved down to the part before it; else the elements
/// are counted first.
pub(super) fn dense_to_csr_one_pass<V: Value, I: Index>(
    threads: usize,
    dense: Dense<V>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    let room = indices.len().min(values.len());
    if indptr.len() <= dense.rows() {
        return cast::dense_to_csr_one_pass(dense, indptr, indices, values);
    }
    let indptr = &mut indptr[..=dense.rows()];
    let elements = dense.rows().checked_mul(dense.columns()).filter(|&elements| elements <= room && elements <= I::MAX);
    indptr[0] = I::from_usize(0);
    let Some(elements) = elements else {
        dense_row_nnz(threads, dense, &mut indptr[1..])?;
        let stored = cast::accumulate_indptr(indptr)?;
        let (Some(indices), Some(values)) = (indices.get_mut(..stored), values.get_mut(..stored)) else {
            return cast::dense_to_csr_one_pass(dense, indptr, indices, values);
        };
        // The pointers come from this very matrix, so the view is good without another look at them.
        let Ok(out) = CsrMut::new(dense.rows(), dense.columns(), indptr, indices, values) else { return Ok(stored) };
        return dense_to_csr(threads, dense, out).map(|()| stored);
    };
    one_pass_parts(threads, dense, &mut indptr[1..], &mut indices[..elements], &mut values[..elements])
}

/// `ends[r]` becomes the pointer behind row `r`, counted from the start of this part.
fn one_pass_parts<V: Value, I: Index>(
    parts: usize,
    dense: Dense<V>,
    ends: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    let (rows, columns) = (dense.rows(), dense.columns());
    if parts <= 1 || rows <= 1 {
        return one_pass_part(dense, ends, indices, values);
    }
    let row = rows / 2;
    let (top, rest) = (dense.row_range(0..row)?, dense.row_range(row..rows)?);
    let (ends_top, ends_rest) = ends.split_at_mut(row);
    let (indices_top, indices_rest) = indices.split_at_mut(row * columns);
    let (values_top, values_rest) = values.split_at_mut(row * columns);
    let (stored_top, stored_rest) = rayon::join(
        || one_pass_parts(parts / 2, top, ends_top, indices_top, values_top),
        || one_pass_parts(parts - parts / 2, rest, ends_rest, indices_rest, values_rest),
    );
    let (stored_top, stored_rest) = (stored_top?, stored_rest?);
    for end in ends_rest {
        *end = I::from_usize(end.to_usize() + stored_top);
    }
    let from = row * columns..row * columns + stored_rest;
    indices.copy_within(from.clone(), stored_top);
    values.copy_within(from, stored_top);
    Ok(stored_top + stored_rest)
}

/// The door writes one pointer more than there are rows, and the pointer before this part belongs to another thread: so the first row is cast by itself.
fn one_pass_part<V: Value, I: Index>(dense: Dense<V>, ends: &mut [I], indices: &mut [I], values: &mut [V]) -> Result<usize, KernelError> {
    if dense.rows() == 0 {
        return Ok(0);
    }
    let mut pointers = [I::default(); 2];
    let first = cast::dense_to_csr_one_pass(dense.row_range(0..1)?, &mut pointers, indices, values)?;
    let rest = dense.row_range(1..dense.rows())?;
    let stored = cast::dense_to_csr_one_pass(rest, ends, &mut indices[first..], &mut values[first..])?;
    for end in ends {
        *end = I::from_usize(end.to_usize() + first);
    }
    Ok(first + stored)
}

pub(super) fn csr_to_dense<V: Value, I: Index>(threads: usize, csr: Csr<V, I>, out: DenseMut<V>) -> Result<(), KernelError> {
    if csr.rows() != out.rows() {
        return cast::csr_to_dense(csr, out);
    }
    let run = |(csr, out): (Csr<V, I>, DenseMut<V>)| cast::csr_to_dense(csr, out);
    by_rows(&equal_rows(csr.rows(), threads), (csr, out), &run)
}

pub(super) fn dense_row_ids<V: Value, I: Index>(
    threads: usize,
    dense: Dense<V>,
    first_row: usize,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    if threads <= 1 || dense.rows() <= 1 || ids.len() < dense.rows() {
        return cast::dense_row_ids(dense, first_row, ids);
    }
    let row = dense.rows() / 2;
    let (top, rest) = (dense.row_range(0..row)?, dense.row_range(row..dense.rows())?);
    let (ids_top, ids_rest) = ids.split_at_mut(row);
    let (found_top, found_rest) = rayon::join(
        || dense_row_ids(threads / 2, top, first_row, ids_top),
        || dense_row_ids(threads - threads / 2, rest, first_row + row, ids_rest),
    );
    let (found_top, found_rest) = (found_top?, found_rest?);
    ids.copy_within(row..row + found_rest, found_top);
    Ok(found_top + found_rest)
}

pub(super) fn dense_to_row_sparse<V: Value, I: Index>(threads: usize, dense: Dense<V>, out: RowSparseMut<V, I>) -> Result<(), KernelError> {
    if dense.rows() != out.rows() {
        return cast::dense_to_row_sparse(dense, out);
    }
    let run = |(dense, out): (Dense<V>, RowSparseMut<V, I>)| cast::dense_to_row_sparse(dense, out);
    by_rows(&super::rows::equal_stored(&out, threads), (dense, out), &run)
}

pub(super) fn row_sparse_to_dense<V: Value, I: Index>(threads: usize, input: RowSparse<V, I>, out: DenseMut<V>) -> Result<(), KernelError> {
    if input.rows() != out.rows() {
        return cast::row_sparse_to_dense(input, out);
    }
    let run = |(input, out): (RowSparse<V, I>, DenseMut<V>)| cast::row_sparse_to_dense(input, out);
    by_rows(&equal_rows(input.rows(), threads), (input, out), &run)
}
