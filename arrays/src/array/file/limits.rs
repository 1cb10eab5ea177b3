//! What a file may ask for.
use super::Fault;

/// The most dimensions of an array in a file, as of NumPy's.
pub(super) const MOST_DIMENSIONS: usize = 64;

/// Rows that a file may have whatever its length: their pointers take 128 MiB.
pub(super) const ROWS: u64 = 1 << 24;

/// Elements of a shape; `usize::MAX` for more, of which no file has the bytes.
pub(super) fn product(shape: &[usize]) -> usize {
    if shape.contains(&0) { 0 } else { shape.iter().fold(1, |product: usize, &length| product.saturating_mul(length)) }
}

/// Refuses rows that only a number speaks of, where each takes a pointer in memory and none in the file.
pub(super) fn check_rows(rows: usize, bytes: u64, most_rows: u64) -> Result<(), Fault> {
    let (found, most) = (rows as u64, bytes.max(most_rows));
    if found <= most { Ok(()) } else { Err(Fault::TooMany { what: "rows", found, most, bytes }) }
}
