//! Casts. An element is stored if it is `!= 0`.
use super::{Matrix, StoredRows, Triplets};

/// The elements `!= 0`.
pub fn dense_to_csr(dense: &Matrix) -> Triplets {
    let mut entries = Vec::new();
    for row in 0..dense.rows {
        for (column, &value) in dense.row(row).iter().enumerate() {
            if value != 0.0 {
                entries.push((row, column, value));
            }
        }
    }
    Triplets { rows: dense.rows, columns: dense.columns, entries }
}

/// The entries at their places, else zero.
pub fn csr_to_dense(csr: &Triplets) -> Matrix {
    let mut dense = Matrix::zeros(csr.rows, csr.columns);
    for &(row, column, value) in &csr.entries {
        dense.row_mut(row)[column] = value;
    }
    dense
}

/// The rows that have an element `!= 0`.
pub fn dense_to_row_sparse(dense: &Matrix) -> StoredRows {
    let ids: Vec<usize> = (0..dense.rows).filter(|&row| dense.row(row).iter().any(|&x| x != 0.0)).collect();
    let data = ids.iter().flat_map(|&row| dense.row(row)).copied().collect();
    StoredRows { rows: dense.rows, data: Matrix { rows: ids.len(), columns: dense.columns, data }, ids }
}

/// The stored rows at their places, else zero.
pub fn row_sparse_to_dense(input: &StoredRows) -> Matrix {
    let mut dense = Matrix::zeros(input.rows, input.data.columns);
    for (k, &row) in input.ids.iter().enumerate() {
        dense.row_mut(row).copy_from_slice(input.data.row(k));
    }
    dense
}
