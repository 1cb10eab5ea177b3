//! Products.
use super::{Matrix, StoredRows, Sums, Triplets};
use std::collections::BTreeSet;

/// `A B`.
pub fn product(a: &Triplets, b: &Matrix) -> Sums {
    let mut out = Sums::new(a.rows, b.columns);
    for &(row, column, value) in &a.entries {
        out.add_row(row, value, b.row(column));
    }
    out
}

/// `A B`, where rows that `b` does not store add nothing.
pub fn product_row_sparse(a: &Triplets, b: &StoredRows) -> Sums {
    let mut out = Sums::new(a.rows, b.data.columns);
    for &(row, column, value) in &a.entries {
        if let Some(stored) = b.find(column) {
            out.add_row(row, value, stored);
        }
    }
    out
}

/// `A^T B`: the columns that occur in `a`, and their rows of the product.
pub fn transposed(a: &Triplets, b: &Matrix) -> (Vec<usize>, Sums) {
    let all = StoredRows { rows: b.rows, ids: (0..b.rows).collect(), data: b.clone() };
    transposed_row_sparse(a, &all)
}

/// `A^T B`: the columns that occur in rows of `a` that `b` stores, and their rows of the product.
pub fn transposed_row_sparse(a: &Triplets, b: &StoredRows) -> (Vec<usize>, Sums) {
    let stored: Vec<_> =
        a.entries.iter().filter_map(|&(row, column, value)| Some((column, value, b.find(row)?))).collect();
    let columns: BTreeSet<usize> = stored.iter().map(|&(column, ..)| column).collect();
    let columns: Vec<usize> = columns.into_iter().collect();
    let mut out = Sums::new(columns.len(), b.data.columns);
    for (column, value, terms) in stored {
        let place = columns.partition_point(|&c| c < column);
        out.add_row(place, value, terms);
    }
    (columns, out)
}
