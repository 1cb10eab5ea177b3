//! Places of a csr whose values a product writes, and what two such products need.
use lacuna::{CsrMut, Index};
use lacuna_testing::{Csr, Random, Real};
use std::ops::Range;

/// Places row by row: any columns of rows.
pub fn draw(random: &mut Random, rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let of_row = |row: usize, count: usize, random: &mut Random| -> Vec<_> {
        random.ascending(count, columns).into_iter().map(|column| (row, column)).collect()
    };
    (0..rows)
        .flat_map(|row| {
            let count = if random.once_in(4) { 0 } else { random.below(columns.min(20) + 1) };
            of_row(row, count, random)
        })
        .collect()
}

/// The places that a csr stores.
pub fn of<V: Real>(csr: &Csr<V>) -> Vec<(usize, usize)> {
    (0..csr.rows).flat_map(|row| csr.entries(row).map(move |(column, _)| (row, column))).collect()
}

/// Pointers and columns of such places, in this order.
pub fn structure(rows: usize, places: &[(usize, usize)]) -> Vec<usize> {
    let pointers = (0..=rows).map(|row| places.partition_point(|place| place.0 < row));
    pointers.chain(places.iter().map(|place| place.1)).collect()
}

/// A csr of such places, to be written.
pub struct Target<V, I> {
    pub indptr: Vec<I>,
    pub indices: Vec<I>,
    pub values: Vec<V>,
}

impl<V: Real, I: Index> Target<V, I> {
    pub fn new(rows: usize, places: &[(usize, usize)]) -> Self {
        let numbers: Vec<I> = structure(rows, places).into_iter().map(I::from_usize).collect();
        let (indptr, indices) = numbers.split_at(rows + 1);
        Self { indptr: indptr.to_vec(), indices: indices.to_vec(), values: vec![V::ONE; places.len()] }
    }

    /// Calls `write` for the rows of each range with its part.
    pub fn write(
        &mut self,
        columns: usize,
        ranges: &[Range<usize>],
        mut write: impl FnMut(Range<usize>, CsrMut<V, I>) -> Result<(), String>,
    ) -> Result<(), String> {
        let rows = self.indptr.len() - 1;
        let mut rest = CsrMut::new(rows, columns, &self.indptr, &mut self.indices, &mut self.values)
            .map_err(|error| error.to_string())?;
        for range in ranges {
            let (part, others) = rest.split_rows_at(range.len());
            write(range.clone(), part)?;
            rest = others;
        }
        Ok(())
    }
}
