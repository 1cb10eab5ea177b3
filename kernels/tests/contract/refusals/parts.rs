//! Ranges outside of a view, and levels that the processor does not have.
use super::{pattern, range as outside, refused};
use lacuna::dispatch::{Level, Unavailable, detected, force};
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, RowSparse, RowSparseMut, dot, scalar};

#[test]
// Ranges that end before they start are among what is refused.
#[allow(clippy::reversed_empty_ranges)]
fn row_ranges() {
    let csr = Csr::new(3, 2, &[0, 1, 1, 2], &[0, 1], &[1.0_f32, 2.0]).unwrap();
    let dense = Dense::new(3, 1, &[1.0_f32; 3]).unwrap();
    let row_sparse = RowSparse::new(3, 1, &[1_u32], &[1.0_f32]).unwrap();
    for range in [0..4, 4..4, 3..2, 2..1, 0..usize::MAX, usize::MAX..0] {
        let error = outside(0, range.clone(), 3);
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

/// Equal ids are other rows where rows count from another one.
#[test]
fn a_plan_and_an_output_that_count_from_different_rows() {
    let shape = PlanShape { values: 1, operand_rows: 1, output_rows: 5 };
    let plan = SegmentPlan::new(&[3], &[0, 1], &[0], &[0], shape).unwrap();
    let b = Dense::new(1, 1, &[2.0_f32]).unwrap();
    for function in [dot::csr_t_dense, scalar::csr_t_dense] {
        refused::<1>(pattern(0, 3, 1), |out| {
            function(&plan, &[1.0], b, RowSparseMut::part(2, 5, 1, plan.ids(), out).unwrap())
        });
        let part = plan.row_range(2..5).unwrap();
        refused::<1>(pattern(0, 1, 2), |out| function(&part, &[1.0], b, RowSparseMut::new(3, 1, &[2], out).unwrap()));
        for (first_row, ids) in [(2, [3]), (0, [1])] {
            let mut out = [9.0];
            function(&part, &[1.0], b, RowSparseMut::part(first_row, 3, 1, &ids, &mut out).unwrap()).unwrap();
            assert_eq!(out, [2.0]);
        }
    }
}

#[test]
fn levels() {
    for &asked in Level::ALL {
        let expected = if asked.is_available() { Ok(()) } else { Err(Unavailable { asked, detected: detected() }) };
        assert_eq!(force(Some(asked)), expected);
    }
    force(None).unwrap();
}
