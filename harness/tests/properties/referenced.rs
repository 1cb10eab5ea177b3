//! Operands as the reference takes them.
use lacuna_harness::reference::{Matrix, StoredRows, Triplets};
use lacuna_testing::{Csr, Dense, Real, RowSparse};

pub trait Referenced {
    type Reference;
    /// The same in `f64`.
    fn referenced(&self) -> Self::Reference;
}

fn wide<V: Real>(values: &[V]) -> Vec<f64> {
    values.iter().map(|&value| value.into()).collect()
}

impl<V: Real> Referenced for Csr<V> {
    type Reference = Triplets;
    fn referenced(&self) -> Triplets {
        let entries = (0..self.rows)
            .flat_map(|row| self.entries(row).map(move |(column, value)| (row, column, value.into())))
            .collect();
        Triplets { rows: self.rows, columns: self.columns, entries }
    }
}

impl<V: Real> Referenced for RowSparse<V> {
    type Reference = StoredRows;
    fn referenced(&self) -> StoredRows {
        let data = Matrix { rows: self.ids.len(), columns: self.length, data: wide(&self.data) };
        StoredRows { rows: self.rows, ids: self.ids.clone(), data }
    }
}

impl<V: Real> Referenced for Dense<V> {
    type Reference = Matrix;
    fn referenced(&self) -> Matrix {
        Matrix { rows: self.rows, columns: self.columns, data: wide(&self.data) }
    }
}
