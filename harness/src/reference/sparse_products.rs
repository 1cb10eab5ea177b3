//! Products with a sparse result, or with a sparse matrix on the right.
use super::{Matrix, StoredRows, Sum, Sums, Triplets};
use std::collections::{BTreeSet, HashMap};

/// The values of a matrix by row, then column.
fn by_row(a: &Triplets) -> Vec<HashMap<usize, f64>> {
    let mut rows = vec![HashMap::new(); a.rows];
    for &(row, column, value) in &a.entries {
        rows[row].insert(column, value);
    }
    rows
}

/// The places of `A B` in which any entries meet, row by row.
pub fn product_places(a: &Triplets, b: &Triplets) -> Vec<(usize, usize)> {
    let of_b = by_row(b);
    let places: BTreeSet<_> =
        a.entries.iter().flat_map(|&(row, k, _)| of_b[k].keys().map(move |&column| (row, column))).collect();
    places.into_iter().collect()
}

/// `A B` at these places.
pub fn product_csr(a: &Triplets, b: &Triplets, places: &[(usize, usize)]) -> Vec<Sum> {
    let of_b = by_row(b);
    let mut of_a = vec![Vec::new(); a.rows];
    for &(row, column, value) in &a.entries {
        of_a[row].push((column, value));
    }
    let sum = |&(row, column): &(usize, usize)| {
        let mut sum = Sum::default();
        for (k, value) in &of_a[row] {
            if let Some(factor) = of_b[*k].get(&column) {
                sum.add(value * factor);
            }
        }
        sum
    };
    places.iter().map(sum).collect()
}

/// `A B` for a dense `A`.
pub fn dense_product(a: &Matrix, b: &Triplets) -> Sums {
    let mut out = Sums::new(a.rows, b.columns);
    for row in 0..a.rows {
        for &(k, column, value) in &b.entries {
            out.data[row * b.columns + column].add(a.row(row)[k] * value);
        }
    }
    out
}

/// `A B^T` for a dense `A`.
pub fn dense_product_transposed(a: &Matrix, b: &Triplets) -> Sums {
    let mut out = Sums::new(a.rows, b.rows);
    for row in 0..a.rows {
        for &(column, k, value) in &b.entries {
            out.data[row * b.rows + column].add(a.row(row)[k] * value);
        }
    }
    out
}

/// `A B^T` for a dense `A`, where rows that `b` does not store add nothing.
pub fn dense_product_row_sparse_transposed(a: &Matrix, b: &StoredRows) -> Sums {
    let mut out = Sums::new(a.rows, b.rows);
    for row in 0..a.rows {
        for (stored, &column) in b.ids.iter().enumerate() {
            for (left, right) in a.row(row).iter().zip(b.data.row(stored)) {
                out.data[row * b.rows + column].add(left * right);
            }
        }
    }
    out
}

/// `A B^T` at these places.
pub fn sampled_product(a: &Matrix, b: &Matrix, places: &[(usize, usize)]) -> Vec<Sum> {
    let sum = |&(row, column): &(usize, usize)| {
        let mut sum = Sum::default();
        a.row(row).iter().zip(b.row(column)).for_each(|(left, right)| sum.add(left * right));
        sum
    };
    places.iter().map(sum).collect()
}

/// `A B` for dense matrices, either one transposed.
pub fn dense_dense_product(a: &Matrix, b: &Matrix, transposed: [bool; 2]) -> Sums {
    let (rows, terms) = if transposed[0] { (a.columns, a.rows) } else { (a.rows, a.columns) };
    let columns = if transposed[1] { b.rows } else { b.columns };
    let mut out = Sums::new(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            for k in 0..terms {
                let left = if transposed[0] { a.row(k)[row] } else { a.row(row)[k] };
                let right = if transposed[1] { b.row(column)[k] } else { b.row(k)[column] };
                out.data[row * columns + column].add(left * right);
            }
        }
    }
    out
}
