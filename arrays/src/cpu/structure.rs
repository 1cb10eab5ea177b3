//! Structure calls and casts whose results have a size that the parts find out.
use super::Cpu;
use lacuna::call::each_part;
use lacuna::{CsrMut, Dense, Index, KernelError, RowSparse, Value, cast, rows};

impl Cpu {
    /// The number of elements `!= 0` of each row.
    ///
    /// # Errors
    /// Those of [`lacuna::cast::dense_row_nnz`].
    pub fn dense_row_nnz<V: Value, I: Index>(&self, dense: Dense<V>, counts: &mut [I]) -> Result<(), KernelError> {
        if self.threads <= 1 || counts.len() < dense.rows() {
            return cast::dense_row_nnz(dense, counts);
        }
        let counts = &mut counts[..dense.rows()];
        each_part((dense, counts), self, &|(dense, counts): (Dense<V>, &mut [I])| cast::dense_row_nnz(dense, counts))
    }

    /// The numbers of the rows with an element `!= 0`, counted from `first_row`, and how many there are.
    ///
    /// # Errors
    /// Those of [`lacuna::cast::dense_row_ids`].
    pub fn dense_row_ids<V: Value, I: Index>(
        &self,
        dense: Dense<V>,
        first_row: usize,
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        // The check of the whole: the part at the top has smaller ids, which may fit alone.
        let last_row = first_row.saturating_add(dense.rows()).saturating_sub(1);
        if self.threads <= 1 || dense.rows() <= 1 || ids.len() < dense.rows() || last_row > I::MAX {
            return cast::dense_row_ids(dense, first_row, ids);
        }
        let row = dense.rows() / 2;
        let (top, rest) = dense.split_rows_at(row);
        let (ids_top, ids_rest) = ids.split_at_mut(row);
        let (found_top, found_rest) = rayon::join(
            || Cpu { threads: self.threads / 2 }.dense_row_ids(top, first_row, ids_top),
            || Cpu { threads: self.threads - self.threads / 2 }.dense_row_ids(rest, first_row + row, ids_rest),
        );
        let (found_top, found_rest) = (found_top?, found_rest?);
        ids.copy_within(row..row + found_rest, found_top);
        Ok(found_top + found_rest)
    }

    /// The elements `!= 0`, and how many there are, into arrays that are long enough.
    ///
    /// Where the arrays have room for every element, each part is cast into its own place in one pass and then moved
    /// down to the part before it; else the elements are counted first.
    ///
    /// # Errors
    /// Those of [`lacuna::cast::dense_to_csr_one_pass`].
    pub fn dense_to_csr_one_pass<V: Value, I: Index>(
        &self,
        dense: Dense<V>,
        indptr: &mut [I],
        indices: &mut [I],
        values: &mut [V],
    ) -> Result<usize, KernelError> {
        let room = indices.len().min(values.len());
        if self.threads <= 1 || indptr.len() <= dense.rows() || dense.columns() > I::MAX {
            return cast::dense_to_csr_one_pass(dense, indptr, indices, values);
        }
        let indptr = &mut indptr[..=dense.rows()];
        let elements =
            dense.rows().checked_mul(dense.columns()).filter(|&elements| elements <= room && elements <= I::MAX);
        indptr[0] = I::from_usize(0);
        let Some(elements) = elements else {
            self.dense_row_nnz(dense, &mut indptr[1..])?;
            let stored = cast::accumulate_indptr(indptr)?;
            let (Some(indices), Some(values)) = (indices.get_mut(..stored), values.get_mut(..stored)) else {
                return cast::dense_to_csr_one_pass(dense, indptr, indices, values);
            };
            // The pointers come from this very matrix, so the view is good without another look at them.
            let Ok(out) = CsrMut::new(dense.rows(), dense.columns(), indptr, indices, values) else {
                return Ok(stored);
            };
            return self.dense_to_csr(dense, out).map(|()| stored);
        };
        one_pass_parts(self.threads, dense, &mut indptr[1..], &mut indices[..elements], &mut values[..elements])
    }

    /// The sorted union of the stored rows, and how many there are.
    ///
    /// Several threads share the work of up to 16 inputs where `ids` has room for all their stored rows; places behind
    /// the union may then be written too.
    ///
    /// # Errors
    /// Those of [`lacuna::rows::add_n_ids`].
    pub fn add_n_ids<V: Value, I: Index>(
        &self,
        inputs: &[RowSparse<V, I>],
        cursors: &mut [usize],
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        let shape = |input: &RowSparse<V, I>| (input.rows(), input.row_length());
        let same_shape = inputs.windows(2).all(|pair| shape(&pair[0]) == shape(&pair[1]));
        let stored = stored_rows(inputs);
        let room = stored <= ids.len() && (inputs.len() == 2 || inputs.len() <= cursors.len());
        if self.threads <= 1 || inputs.len() > FEW || !same_shape || !room {
            return rows::add_n_ids(inputs, cursors, ids);
        }
        add_n_ids_parts(self.threads.min(stored), inputs, 0, ids)
    }
}

/// Inputs of a sum whose parts stand on the stack, as their cursors do in [`lacuna::rows::add_n`].
const FEW: usize = 16;

fn stored_rows<V: Value, I: Index>(inputs: &[RowSparse<V, I>]) -> usize {
    inputs.iter().fold(0, |sum, input| sum.saturating_add(input.stored_rows()))
}

/// The inputs are the rows from `above` on of larger ones, from whose start ids count.
fn add_n_ids_parts<V: Value, I: Index>(
    parts: usize,
    inputs: &[RowSparse<V, I>],
    above: usize,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    let Some(first) = inputs.first().filter(|_| parts > 1) else {
        let found = rows::add_n_ids(inputs, &mut [0; FEW], ids)?;
        if above > 0 {
            // Ids of broken trust may be any.
            ids[..found].iter_mut().for_each(|id| *id = I::from_usize(id.to_usize().wrapping_add(above)));
        }
        return Ok(found);
    };
    let half = parts / 2;
    let row = row_behind(inputs, stored_rows(inputs) / parts * half);
    let (mut tops, mut rests) = ([*first; FEW], [*first; FEW]);
    for ((top, rest), input) in tops.iter_mut().zip(&mut rests).zip(inputs) {
        (*top, *rest) = input.split_rows_at(row);
    }
    let (tops, rests) = (&tops[..inputs.len()], &rests[..inputs.len()]);
    let middle = stored_rows(tops);
    let (ids_top, ids_rest) = ids.split_at_mut(middle);
    let (found_top, found_rest) = rayon::join(
        || add_n_ids_parts(half, tops, above, ids_top),
        || add_n_ids_parts(parts - half, rests, above + row, ids_rest),
    );
    let (found_top, found_rest) = (found_top?, found_rest?);
    ids.copy_within(middle..middle + found_rest, found_top);
    Ok(found_top + found_rest)
}

/// The first row with so many stored rows before it.
fn row_behind<V: Value, I: Index>(inputs: &[RowSparse<V, I>], stored: usize) -> usize {
    let (mut least, mut most) = (0, inputs.first().map_or(0, RowSparse::rows));
    while least < most {
        let row = least + (most - least) / 2;
        let before =
            |input: &RowSparse<V, I>| input.indices().partition_point(|id| id.to_usize() < row + input.first_row());
        if inputs.iter().map(before).sum::<usize>() < stored { least = row + 1 } else { most = row }
    }
    least
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
    let (top, rest) = dense.split_rows_at(row);
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

/// The kernel writes one pointer more than there are rows, and the pointer before this part belongs to another thread:
/// so the first row is cast by itself.
fn one_pass_part<V: Value, I: Index>(
    dense: Dense<V>,
    ends: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
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
