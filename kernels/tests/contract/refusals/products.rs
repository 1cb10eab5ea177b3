use super::{capacity, pattern, refused, shape};
use lacuna::dot::{BlockEnds, BlockShape, SellPlan, block_ends_scratch};
use lacuna::error::Operand::{Columns, Output, Plan, Right, Scratch, Values};
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
    for function in [dot::csr_dense, scalar::csr_dense] {
        refused::<4>(shape(Right, 0, 3, 2), |out| function(a(), b(2), DenseMut::new(2, 2, out).unwrap()));
        refused::<4>(shape(Right, 0, 3, 4), |out| function(a(), b(4), DenseMut::new(2, 2, out).unwrap()));
        refused::<6>(shape(Output, 0, 2, 3), |out| function(a(), b(3), DenseMut::new(3, 2, out).unwrap()));
        refused::<6>(shape(Output, 1, 2, 3), |out| function(a(), b(3), DenseMut::new(2, 3, out).unwrap()));
        refused::<2>(shape(Output, 1, 2, 1), |out| function(a(), b(3), DenseMut::new(2, 1, out).unwrap()));
    }
}

#[test]
fn csr_row_sparse() {
    let data = [1.0; 2];
    let b = |rows| RowSparse::new(rows, 2, &[1], &data).unwrap();
    for function in [dot::csr_row_sparse, scalar::csr_row_sparse] {
        refused::<4>(shape(Right, 0, 3, 2), |out| function(a(), b(2), DenseMut::new(2, 2, out).unwrap()));
        refused::<2>(shape(Output, 0, 2, 1), |out| function(a(), b(3), DenseMut::new(1, 2, out).unwrap()));
        refused::<6>(shape(Output, 1, 2, 3), |out| function(a(), b(3), DenseMut::new(2, 3, out).unwrap()));
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
        for function in [dot::csr_t_dense, scalar::csr_t_dense] {
            refused::<4>(shape(Values, 2, 3, 2), |data| function(plan, &[1.0; 2], b(2), out(3, 2, plan.ids(), data)));
            refused::<4>(shape(Values, 2, 3, 4), |data| function(plan, &[1.0; 4], b(2), out(3, 2, plan.ids(), data)));
            refused::<4>(shape(Right, 0, 2, 3), |data| function(plan, A.2, b(3), out(3, 2, plan.ids(), data)));
            refused::<4>(shape(Output, 0, 3, 4), |data| function(plan, A.2, b(2), out(4, 2, plan.ids(), data)));
            refused::<6>(shape(Output, 1, 2, 3), |data| function(plan, A.2, b(2), out(3, 3, plan.ids(), data)));
            refused::<2>(shape(Output, 0, 2, 1), |data| function(plan, A.2, b(2), out(3, 2, &[0], data)));
            refused::<6>(shape(Output, 0, 2, 3), |data| function(plan, A.2, b(2), out(3, 2, &[0, 1, 2], data)));
            refused::<4>(pattern(1, 2, 1), |data| function(plan, A.2, b(2), out(3, 2, &[0, 1], data)));
            refused::<4>(pattern(0, 0, 1), |data| function(plan, A.2, b(2), out(3, 2, &[1, 2], data)));
        }
    });
}

#[test]
fn csr_t_dense_to_dense() {
    let data = [1.0; 12];
    let b = |rows| Dense::new(rows, 2, &data).unwrap();
    with_plan(None, |plan| {
        for function in [dot::csr_t_dense_to_dense, scalar::csr_t_dense_to_dense] {
            refused::<6>(shape(Values, 2, 3, 2), |out| {
                function(plan, &[1.0; 2], b(2), DenseMut::new(3, 2, out).unwrap())
            });
            refused::<6>(shape(Right, 0, 2, 1), |out| function(plan, A.2, b(1), DenseMut::new(3, 2, out).unwrap()));
            refused::<4>(shape(Output, 0, 3, 2), |out| function(plan, A.2, b(2), DenseMut::new(2, 2, out).unwrap()));
            refused::<9>(shape(Output, 1, 2, 3), |out| function(plan, A.2, b(2), DenseMut::new(3, 3, out).unwrap()));
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
        for function in [dot::csr_t_row_sparse, scalar::csr_t_row_sparse] {
            refused::<2>(shape(Values, 2, 3, 2), |data| function(plan, &[1.0; 2], b, out(3, 2, plan.ids(), data)));
            refused::<2>(shape(Right, 0, 1, 2), |data| function(plan, A.2, fuller, out(3, 2, plan.ids(), data)));
            refused::<2>(shape(Output, 0, 3, 2), |data| function(plan, A.2, b, out(2, 2, plan.ids(), data)));
            refused::<1>(shape(Output, 1, 2, 1), |data| function(plan, A.2, b, out(3, 1, plan.ids(), data)));
            refused::<4>(shape(Output, 0, 1, 2), |data| function(plan, A.2, b, out(3, 2, &[0, 2], data)));
            refused::<2>(pattern(0, 0, 2), |data| function(plan, A.2, b, out(3, 2, &[2], data)));
        }
    });
}

fn dense_out(rows: usize, columns: usize, data: &mut [f32]) -> DenseMut<'_, f32> {
    DenseMut::new(rows, columns, data).unwrap()
}

/// Expects both scattered products to refuse, and to leave the totals alone.
fn scatter_refused<const N: usize>(
    error: lacuna::KernelError,
    ends: &BlockEnds<i32>,
    [rows, columns]: [usize; 2],
    totals: usize,
    [out_rows, out_columns]: [usize; 2],
) {
    let (ones, ids): (Vec<_>, Vec<_>) = (vec![1.0; rows * columns], (0..rows as i32).collect());
    let mut scratch = vec![super::BEFORE; totals];
    for function in [dot::csr_t_dense_scatter, scalar::csr_t_dense_scatter] {
        refused::<N>(error, |data| {
            function(
                a(),
                ends,
                Dense::new(rows, columns, &ones).unwrap(),
                &mut scratch,
                dense_out(out_rows, out_columns, data),
            )
        });
    }
    for function in [dot::csr_t_row_sparse_scatter, scalar::csr_t_row_sparse_scatter] {
        let b = RowSparse::new(rows, columns, &ids, &ones).unwrap();
        refused::<N>(error, |data| function(a(), ends, b, &mut scratch, dense_out(out_rows, out_columns, data)));
    }
    assert_eq!(scratch, vec![super::BEFORE; totals], "scratch was written before the refusal: {error}");
}

#[test]
fn scattered_products() {
    let of = |rows, columns, nnz| BlockEnds::new(&[0, 2], &[1, 2], BlockShape { rows, columns, nnz }).unwrap();
    let (none, ends) = (BlockEnds::default(), of(2, 3, 3));
    scatter_refused::<6>(shape(Right, 0, 2, 1), &none, [1, 2], 0, [3, 2]);
    scatter_refused::<4>(shape(Output, 0, 3, 2), &none, [2, 2], 0, [2, 2]);
    scatter_refused::<8>(shape(Output, 0, 3, 4), &none, [2, 2], 0, [4, 2]);
    scatter_refused::<9>(shape(Output, 1, 2, 3), &none, [2, 2], 0, [3, 3]);
    scatter_refused::<6>(capacity(Scratch, 4, 3), &ends, [2, 2], 3, [3, 2]);
    // Block ends of another matrix, even where so few rows need none.
    scatter_refused::<6>(shape(Plan, 0, 2, 3), &of(3, 3, 3), [2, 2], 4, [3, 2]);
    scatter_refused::<6>(shape(Plan, 1, 3, 4), &of(2, 4, 3), [2, 2], 4, [3, 2]);
    scatter_refused::<6>(shape(Plan, 2, 3, 4), &of(2, 3, 4), [2, 2], 4, [3, 2]);
}

/// More rows than a block has terms: no block ends are those of another matrix then.
#[test]
fn scattered_products_of_many_rows() {
    let (indptr, indices, values) = ((0..=1025).collect::<Vec<i32>>(), [0; 1025], [1.0_f32; 1025]);
    let a = Csr::new(1025, 1, &indptr, &indices, &values).unwrap();
    let of = |rows, columns, nnz| BlockEnds::new(&[0], &[1023], BlockShape { rows, columns, nnz }).unwrap();
    let b = Dense::new(1025, 1, &values).unwrap();
    let ids: Vec<_> = (0..1025).collect();
    let all = RowSparse::new(1025, 1, &ids, &values).unwrap();
    let few = RowSparse::new(1025, 1, &ids[1..], &values[1..]).unwrap();
    let wrong = [
        (BlockEnds::default(), shape(Plan, 0, 1025, 0)),
        (of(1024, 1, 1025), shape(Plan, 0, 1025, 1024)),
        (of(1025, 2, 1025), shape(Plan, 1, 1, 2)),
        (of(1025, 1, 1024), shape(Plan, 2, 1025, 1024)),
    ];
    for (ends, error) in wrong {
        refused::<1>(error, |data| dot::csr_t_dense_scatter(a, &ends, b, &mut [0.0], dense_out(1, 1, data)));
        refused::<1>(error, |data| dot::csr_t_row_sparse_scatter(a, &ends, all, &mut [0.0], dense_out(1, 1, data)));
    }
    let mut sum = [0.0];
    dot::csr_t_dense_scatter(a, &of(1025, 1, 1025), b, &mut [9.0], dense_out(1, 1, &mut sum)).unwrap();
    assert_eq!(sum, [1025.0]);
    dot::csr_t_row_sparse_scatter(a, &BlockEnds::default(), few, &mut [], dense_out(1, 1, &mut sum)).unwrap();
    assert_eq!(sum, [1024.0]);
}

/// One column; scratch only where there are more rows than a block has terms.
#[test]
fn transposed_columns() {
    let (indptr, indices, values) = ((0..=1025).collect::<Vec<i32>>(), [0; 1025], [1.0_f32; 1025]);
    let a = Csr::new(1025, 1, &indptr, &indices, &values).unwrap();
    let few = Csr::new(1024, 1, &indptr[..1025], &indices[..1024], &values[..1024]).unwrap();
    let column = |rows| Dense::new(rows, 1, &values[..rows]).unwrap();
    let wide = Dense::new(1025, 0, &[]).unwrap();
    let needed = block_ends_scratch(1);
    for function in [dot::csr_t_column, scalar::csr_t_column] {
        let mut scratch = (vec![7; needed], [super::BEFORE; 2]);
        let mut refused = |error, b, counts: usize, totals: usize, rows, columns| {
            refused::<2>(error, |data| {
                let (counts, totals) = (&mut scratch.0[..counts], &mut scratch.1[..totals]);
                function(a, b, counts, totals, dense_out(rows, columns, data))
            });
        };
        refused(shape(Right, 0, 1025, 1024), column(1024), needed, 1, 1, 1);
        refused(shape(Right, 1, 1, 0), wide, needed, 1, 1, 1);
        refused(shape(Output, 0, 1, 2), column(1025), needed, 1, 2, 1);
        refused(shape(Output, 1, 1, 2), column(1025), needed, 1, 1, 2);
        refused(capacity(Columns, needed, needed - 1), column(1025), needed - 1, 1, 1, 1);
        refused(capacity(Scratch, 1, 0), column(1025), needed, 0, 1, 1);
        assert!(scratch.0.iter().all(|count| *count == 7) && scratch.1 == [super::BEFORE; 2]);
        let mut sum = [0.0];
        function(a, column(1025), &mut scratch.0, &mut scratch.1, dense_out(1, 1, &mut sum)).unwrap();
        assert_eq!(sum, [1025.0]);
        function(few, column(1024), &mut [], &mut [], dense_out(1, 1, &mut sum)).unwrap();
        assert_eq!(sum, [1024.0]);
    }
}

fn with_sell(transposed: bool, body: impl FnOnce(&SellPlan<i32>)) {
    let mut memory = [0; 20];
    body(
        &if transposed {
            dot::sell_plan_transposed(a(), &[1, 2, 0], &mut memory)
        } else {
            dot::sell_plan(a(), &mut memory)
        }
        .unwrap(),
    );
}

#[test]
fn sell_column() {
    let data = [1.0; 12];
    let b = |rows, columns| Dense::new(rows, columns, &data[..rows * columns]).unwrap();
    for transposed in [false, true] {
        with_sell(transposed, |plan| {
            for function in [dot::sell_column, scalar::sell_column] {
                refused::<2>(shape(Values, 2, 3, 2), |data| function(plan, &[1.0; 2], b(3, 1), dense_out(2, 1, data)));
                refused::<2>(shape(Values, 2, 3, 4), |data| function(plan, &[1.0; 4], b(3, 1), dense_out(2, 1, data)));
                refused::<2>(shape(Right, 0, 3, 2), |data| function(plan, A.2, b(2, 1), dense_out(2, 1, data)));
                refused::<4>(shape(Right, 1, 1, 2), |data| function(plan, A.2, b(3, 2), dense_out(2, 2, data)));
                refused::<0>(shape(Right, 1, 1, 0), |data| function(plan, A.2, b(3, 0), dense_out(2, 0, data)));
                refused::<3>(shape(Output, 0, 2, 3), |data| function(plan, A.2, b(3, 1), dense_out(3, 1, data)));
                refused::<1>(shape(Output, 0, 2, 1), |data| function(plan, A.2, b(3, 1), dense_out(1, 1, data)));
                refused::<4>(shape(Output, 1, 1, 2), |data| function(plan, A.2, b(3, 1), dense_out(2, 2, data)));
            }
        });
    }
}
