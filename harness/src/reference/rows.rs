//! Kernels on stored rows.
use super::{Matrix, StoredRows, Sums};
use std::collections::BTreeSet;

/// The rows `ids`, zero where `input` does not store one; no row at all if it stores none.
pub fn retain(input: &StoredRows, ids: &[usize]) -> StoredRows {
    let ids = if input.ids.is_empty() { &[] } else { ids };
    let mut data = Matrix::zeros(ids.len(), input.data.columns);
    for (k, &row) in ids.iter().enumerate() {
        if let Some(stored) = input.find(row) {
            data.row_mut(k).copy_from_slice(stored);
        }
    }
    StoredRows { rows: input.rows, ids: ids.to_vec(), data }
}

/// The distinct ids, ascending, and the sums of their rows.
pub fn coalesce(input: &StoredRows) -> (Vec<usize>, Sums) {
    add_n(std::slice::from_ref(input), input.data.columns)
}

/// The value at each of the places.
pub fn permute(entries: &[usize], values: &[f64]) -> Vec<f64> {
    entries.iter().map(|&entry| values[entry]).collect()
}

/// The rows that any input stores, ascending, and their sums. `columns` is the length of a row.
pub fn add_n(inputs: &[StoredRows], columns: usize) -> (Vec<usize>, Sums) {
    let ids: BTreeSet<usize> = inputs.iter().flat_map(|input| input.ids.iter().copied()).collect();
    let ids: Vec<usize> = ids.into_iter().collect();
    let mut out = Sums::new(ids.len(), columns);
    for input in inputs {
        for (k, id) in input.ids.iter().enumerate() {
            out.add_row(ids.partition_point(|other| other < id), 1.0, input.data.row(k));
        }
    }
    (ids, out)
}
