//! Patterns and values by arithmetic, so that no random number generator is part of the counts.
use crate::buffer::{Buffer, Pages};
use crate::plan::PlanMemory;
use anyhow::Result;
use bytemuck::Pod;
use lacuna::segments::PlanBuffers;
use lacuna::{Csr, Dense, DenseMut, RowSparse, RowSparseMut};

/// Rows of every operand.
pub(super) const ROWS: usize = 96;
/// Columns of a csr, and rows of what it is multiplied with.
pub(super) const COLUMNS: usize = 120;
/// Columns of dense operands and lengths of rows: two AVX-512 registers and a tail.
pub(super) const WIDTH: usize = 35;
/// One entry in so many is stored.
const SPARSITY: usize = 11;

/// One of these values: quarters in -8..8 without 0, so that no sum rounds differently by order.
fn value(number: usize) -> f32 {
    let quarters = (number * 37 % 64) as f32 - 32.0;
    if quarters == 0.0 { 0.25 } else { quarters * 0.25 }
}

/// Leaked memory, always aligned alike.
pub(super) fn leaked<T: Pod>(items: &[T]) -> Result<&'static mut [T]> {
    Ok(&mut *Box::leak(Box::new(Buffer::from_slice(items, Pages::Small)?)))
}

/// Leaked zeros.
pub(super) fn zeros<T: Pod>(length: usize) -> Result<&'static mut [T]> {
    Ok(&mut *Box::leak(Box::new(Buffer::zeros(length, Pages::Small)?)))
}

pub(super) fn values(count: usize) -> Result<&'static mut [f32]> {
    leaked(&(0..count).map(value).collect::<Vec<_>>())
}

fn is_stored(row: usize, column: usize) -> bool {
    (row * 7 + column * 3 + row * column).is_multiple_of(SPARSITY)
}

pub(super) fn csr() -> Result<Csr<'static, f32, i32>> {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for row in 0..ROWS {
        indices.extend((0..COLUMNS).filter(|&column| is_stored(row, column)).map(|column| column as i32));
        indptr.push(indices.len() as i32);
    }
    let values = values(indices.len())?;
    Ok(Csr::new(ROWS, COLUMNS, leaked(&indptr)?, leaked(&indices)?, values)?)
}

/// Rows of [`tall`], which are more than two blocks.
pub(super) const TALL: usize = 2100;

/// Two entries in each row, one of them in the first column.
pub(super) fn tall() -> Result<Csr<'static, f32, i32>> {
    let indptr: Vec<_> = (0..=TALL).map(|row| 2 * row as i32).collect();
    let indices: Vec<_> = (0..TALL).flat_map(|row| [0, 1 + (row * 7 % (COLUMNS - 1)) as i32]).collect();
    let values = values(indices.len())?;
    Ok(Csr::new(TALL, COLUMNS, leaked(&indptr)?, leaked(&indices)?, values)?)
}

/// A band: three entries in each row of the same number of columns.
pub(super) fn band() -> Result<Csr<'static, f32, i32>> {
    let indptr: Vec<_> = (0..=ROWS).map(|row| 3 * row as i32).collect();
    let indices: Vec<_> = (0..ROWS).flat_map(|row| [0, 7, 9].map(|offset| (row + offset) as i32)).collect();
    let values = values(indices.len())?;
    Ok(Csr::new(ROWS, COLUMNS, leaked(&indptr)?, leaked(&indices)?, values)?)
}

pub(super) fn dense(rows: usize, columns: usize) -> Result<Dense<'static, f32>> {
    Ok(Dense::new(rows, columns, values(rows * columns)?)?)
}

/// The same elements as [`csr`].
pub(super) fn mostly_zero() -> Result<Dense<'static, f32>> {
    let data = values(ROWS * COLUMNS)?;
    for (place, value) in data.iter_mut().enumerate() {
        *value *= f32::from(u8::from(is_stored(place / COLUMNS, place % COLUMNS)));
    }
    Ok(Dense::new(ROWS, COLUMNS, data)?)
}

pub(super) fn dense_out(rows: usize, columns: usize) -> Result<DenseMut<'static, f32>> {
    Ok(DenseMut::new(rows, columns, zeros(rows * columns)?)?)
}

/// The rows of `0..rows` that leave `rest` when divided by `every`.
pub(super) fn ids(rows: usize, every: usize, rest: usize) -> Result<&'static mut [i32]> {
    leaked(&(rest..rows).step_by(every).map(|row| row as i32).collect::<Vec<_>>())
}

/// Stores the rows of [`ids`].
pub(super) fn row_sparse(
    rows: usize,
    row_length: usize,
    every: usize,
    rest: usize,
) -> Result<RowSparse<'static, f32, i32>> {
    let ids = ids(rows, every, rest)?;
    let data = values(ids.len() * row_length)?;
    Ok(RowSparse::new(rows, row_length, ids, data)?)
}

pub(super) fn row_sparse_out(
    rows: usize,
    row_length: usize,
    ids: &'static [i32],
) -> Result<RowSparseMut<'static, f32, i32>> {
    Ok(RowSparseMut::new(rows, row_length, ids, zeros(ids.len() * row_length)?)?)
}

/// Ids that are not sorted, and repeat.
pub(super) fn unsorted() -> Result<RowSparse<'static, f32, i32>> {
    let ids: Vec<_> = (0..ROWS).map(|k| (k * 29 % 61) as i32).collect();
    Ok(RowSparse::trusted(ROWS, WIDTH, leaked(&ids)?, values(ids.len() * WIDTH)?)?)
}

/// Room for a plan of so many entries.
pub(super) struct PlanRoom {
    pub(super) buffers: PlanBuffers<'static, i32>,
    pub(super) scratch: &'static mut [u64],
}

impl PlanRoom {
    pub(super) fn new(entries: usize) -> Result<Self> {
        let (buffers, scratch) = Box::leak(Box::new(PlanMemory::new(entries, Pages::Small)?)).lend();
        Ok(Self { buffers, scratch })
    }

    /// For one call.
    pub(super) fn lend<R>(&mut self, call: impl FnOnce(PlanBuffers<'_, i32>, &mut [u64]) -> R) -> R {
        let PlanBuffers { ids, segments, rows, entries } = &mut self.buffers;
        call(PlanBuffers { ids, segments, rows, entries }, self.scratch)
    }
}
