use super::{pattern, refused, shape};
use lacuna::error::Operand::{Output, Right, Values};
use lacuna::segments::{PlanBuffers, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, RowSparse, RowSparseMut, dot, scalar};

/// 2 x 3, columns 0 and 2 occur.
const A: (&[i32], &[i32], &[f32]) = (&[0, 2, 3], &[0, 2, 0], &[1.0, 2.0, 3.0]);

fn a() -> Csr<'static, f32, i32> {
    Csr::new(2, 3, A.0, A.1, A.2).unwrap()
}

#[test]
fn csr_dense() {
    let data = [1.0; 12];
    let b = |rows| Dense::new(rows, 2, &data).unwrap();
    for door in [dot::csr_dense, scalar::csr_dense] {
        refused::<4>(shape(Right, 0, 3, 2), |out| door(a(), b(2), DenseMut::new(2, 2, out).unwrap()));
        refused::<4>(shape(Right, 0, 3, 4), |out| door(a(), b(4), DenseMut::new(2, 2, out).unwrap()));
        refused::<6>(shape(Output, 0, 2, 3), |out| door(a(), b(3), DenseMut::new(3, 2, out).unwrap()));
        refused::<6>(shape(Output, 1, 2, 3), |out| door(a(), b(3), DenseMut::new(2, 3, out).unwrap()));
        refused::<2>(shape(Output, 1, 2, 1), |out| door(a(), b(3), DenseMut::new(2, 1, out).unwrap()));
    }
}

#[test]
fn csr_row_sparse() {
    let data = [1.0; 2];
    let b = |rows| RowSparse::new(rows, 2, &[1], &data).unwrap();
    for door in [dot::csr_row_sparse, scalar::csr_row_sparse] {
        refused::<4>(shape(Right, 0, 3, 2), |out| door(a(), b(2), DenseMut::new(2, 2, out).unwrap()));
        refused::<2>(shape(Output, 0, 2, 1), |out| door(a(), b(3), DenseMut::new(1, 2, out).unwrap()));
        refused::<6>(shape(Output, 1, 2, 3), |out| door(a(), b(3), DenseMut::new(2, 3, out).unwrap()));
    }
}

fn with_plan(b: Option<RowSparse<f32, i32>>, body: impl FnOnce(&SegmentPlan<i32>)) {
    let (mut ids, mut segments, mut rows, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
    body(&match b {
        None => dot::transpose_plan(a(), 0..3, buffers, &mut [0; 6]).unwrap(),
        Some(b) => dot::transpose_plan_row_sparse(a(), b, 0..3, buffers, &mut [0; 6]).unwrap(),
    });
}

fn out<'a>(rows: usize, columns: usize, ids: &'a [i32], data: &'a mut [f32]) -> RowSparseMut<'a, f32, i32> {
    RowSparseMut::new(rows, columns, ids, data).unwrap()
}

#[test]
fn csr_t_dense() {
    let data = [1.0; 12];
    let b = |rows| Dense::new(rows, 2, &data).unwrap();
    with_plan(None, |plan| {
        assert_eq!(plan.ids(), [0, 2]);
        for door in [dot::csr_t_dense, scalar::csr_t_dense] {
            refused::<4>(shape(Values, 2, 3, 2), |data| door(plan, &[1.0; 2], b(2), out(3, 2, plan.ids(), data)));
            refused::<4>(shape(Values, 2, 3, 4), |data| door(plan, &[1.0; 4], b(2), out(3, 2, plan.ids(), data)));
            refused::<4>(shape(Right, 0, 2, 3), |data| door(plan, A.2, b(3), out(3, 2, plan.ids(), data)));
            refused::<4>(shape(Output, 0, 3, 4), |data| door(plan, A.2, b(2), out(4, 2, plan.ids(), data)));
            refused::<6>(shape(Output, 1, 2, 3), |data| door(plan, A.2, b(2), out(3, 3, plan.ids(), data)));
            refused::<2>(shape(Output, 0, 2, 1), |data| door(plan, A.2, b(2), out(3, 2, &[0], data)));
            refused::<6>(shape(Output, 0, 2, 3), |data| door(plan, A.2, b(2), out(3, 2, &[0, 1, 2], data)));
            refused::<4>(pattern(1, 2, 1), |data| door(plan, A.2, b(2), out(3, 2, &[0, 1], data)));
            refused::<4>(pattern(0, 0, 1), |data| door(plan, A.2, b(2), out(3, 2, &[1, 2], data)));
        }
    });
}

#[test]
fn csr_t_dense_to_dense() {
    let data = [1.0; 12];
    let b = |rows| Dense::new(rows, 2, &data).unwrap();
    with_plan(None, |plan| {
        for door in [dot::csr_t_dense_to_dense, scalar::csr_t_dense_to_dense] {
            refused::<6>(shape(Values, 2, 3, 2), |out| door(plan, &[1.0; 2], b(2), DenseMut::new(3, 2, out).unwrap()));
            refused::<6>(shape(Right, 0, 2, 1), |out| door(plan, A.2, b(1), DenseMut::new(3, 2, out).unwrap()));
            refused::<4>(shape(Output, 0, 3, 2), |out| door(plan, A.2, b(2), DenseMut::new(2, 2, out).unwrap()));
            refused::<9>(shape(Output, 1, 2, 3), |out| door(plan, A.2, b(2), DenseMut::new(3, 3, out).unwrap()));
        }
    });
}

#[test]
fn csr_t_row_sparse() {
    let data = [1.0; 4];
    let b = RowSparse::new(2, 2, &[1], &data[..2]).unwrap();
    let fuller = RowSparse::new(2, 2, &[0, 1], &data).unwrap();
    with_plan(Some(b), |plan| {
        assert_eq!(plan.ids(), [0]);
        for door in [dot::csr_t_row_sparse, scalar::csr_t_row_sparse] {
            refused::<2>(shape(Values, 2, 3, 2), |data| door(plan, &[1.0; 2], b, out(3, 2, plan.ids(), data)));
            refused::<2>(shape(Right, 0, 1, 2), |data| door(plan, A.2, fuller, out(3, 2, plan.ids(), data)));
            refused::<2>(shape(Output, 0, 3, 2), |data| door(plan, A.2, b, out(2, 2, plan.ids(), data)));
            refused::<1>(shape(Output, 1, 2, 1), |data| door(plan, A.2, b, out(3, 1, plan.ids(), data)));
            refused::<4>(shape(Output, 0, 1, 2), |data| door(plan, A.2, b, out(3, 2, &[0, 2], data)));
            refused::<2>(pattern(0, 0, 2), |data| door(plan, A.2, b, out(3, 2, &[2], data)));
        }
    });
}
