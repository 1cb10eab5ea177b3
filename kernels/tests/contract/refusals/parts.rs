//! Ranges outside of a view, and levels that the processor does not have.
use super::shape;
use lacuna::dispatch::{Level, Unavailable, detected, force};
use lacuna::error::Operand::Input;
use lacuna::{Csr, Dense, RowSparse};

#[test]
// Ranges that end before they start are among what is refused.
#[allow(clippy::reversed_empty_ranges)]
fn row_ranges() {
    let csr = Csr::new(3, 2, &[0, 1, 1, 2], &[0, 1], &[1.0_f32, 2.0]).unwrap();
    let dense = Dense::new(3, 1, &[1.0_f32; 3]).unwrap();
    let row_sparse = RowSparse::new(3, 1, &[1_u32], &[1.0_f32]).unwrap();
    for range in [0..4, 4..4, 3..2, 0..usize::MAX, usize::MAX..0] {
        let error = shape(Input, 0, 3, range.end.max(range.start));
        assert_eq!(csr.row_range(range.clone()).unwrap_err(), error);
        assert_eq!(dense.row_range(range.clone()).unwrap_err(), error);
        assert_eq!(row_sparse.row_range(range).unwrap_err(), error);
    }
    for range in [0..0, 3..3, 0..3] {
        assert_eq!(csr.row_range(range.clone()).unwrap().rows(), range.len());
        assert_eq!(dense.row_range(range.clone()).unwrap().rows(), range.len());
        assert_eq!(row_sparse.row_range(range.clone()).unwrap().rows(), range.len());
    }
}

#[test]
fn levels() {
    for asked in Level::ALL {
        let expected = if asked.is_available() { Ok(()) } else { Err(Unavailable { asked, detected: detected() }) };
        assert_eq!(force(Some(asked)), expected);
    }
    force(None).unwrap();
}
