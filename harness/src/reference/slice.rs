//! Parts of csr matrices.
use super::{Matrix, Sum, Triplets};
use std::collections::BTreeMap;

/// The rows `ids`, in this order.
pub fn take(csr: &Triplets, ids: &[usize]) -> Triplets {
    let of_row = |(k, &id): (usize, &usize)| {
        csr.entries
            .iter()
            .filter(move |entry| entry.0 == id)
            .map(move |&(_, column, value)| (k, column, value))
            .collect::<Vec<_>>()
    };
    Triplets { rows: ids.len(), columns: csr.columns, entries: ids.iter().enumerate().flat_map(of_row).collect() }
}

/// `width` columns from `first` on.
pub fn columns(csr: &Triplets, first: usize, width: usize) -> Triplets {
    let inside = |&&(_, column, _): &&(usize, usize, f64)| (first..first + width).contains(&column);
    let entries = csr.entries.iter().filter(inside).map(|&(row, column, value)| (row, column - first, value)).collect();
    Triplets { rows: csr.rows, columns: width, entries }
}

/// One beside the other.
pub fn concat(parts: &[Triplets]) -> Triplets {
    let (mut entries, mut columns) = (Vec::new(), 0);
    for part in parts {
        entries.extend(part.entries.iter().map(|&(row, column, value)| (row, columns + column, value)));
        columns += part.columns;
    }
    entries.sort_by_key(|&(row, column, _)| (row, column));
    Triplets { rows: parts[0].rows, columns, entries }
}

/// The entries `!= 0`.
pub fn prune(csr: &Triplets) -> Triplets {
    Triplets { entries: csr.entries.iter().copied().filter(|entry| entry.2 != 0.0).collect(), ..*csr }
}

/// `x` where the condition is not 0, else `y`; zeros for a side that is not there.
pub fn select(condition: &Triplets, x: Option<&Matrix>, y: Option<&Matrix>) -> Matrix {
    let mut out = y.cloned().unwrap_or_else(|| Matrix::zeros(condition.rows, condition.columns));
    for &(row, column, value) in &condition.entries {
        if value != 0.0 {
            out.row_mut(row)[column] = x.map_or(0.0, |x| x.row(row)[column]);
        }
    }
    out
}

/// The elements at (0, `first`), (1, `first + 1`), ...
pub fn diagonal(csr: &Triplets, first: usize) -> Vec<f64> {
    let element = |row: usize| {
        csr.entries.iter().find(|entry| (entry.0, entry.1) == (row, first + row)).map_or(0.0, |entry| entry.2)
    };
    (0..csr.rows.min(csr.columns - first)).map(element).collect()
}

/// The places of the entries, by row and column, and the sums of what lies there.
pub fn canonical(csr: &Triplets) -> Vec<((usize, usize), Sum)> {
    let mut places = BTreeMap::new();
    for &(row, column, value) in &csr.entries {
        places.entry((row, column)).or_insert_with(Sum::default).add(value);
    }
    places.into_iter().collect()
}
