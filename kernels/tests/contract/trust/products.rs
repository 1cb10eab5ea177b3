use super::garbage::{Buffers, Garbage, Guarded, cast, csr_views, for_each_index_type, row_sparse_views, values};
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut, Index, RowSparse, RowSparseMut, dot, scalar};

for_each_index_type! {
    csr_dense => csr_times_dense;
    csr_row_sparse => csr_times_row_sparse;
    csr_t_dense => transposed_times_dense;
    csr_t_row_sparse => transposed_times_row_sparse;
}

/// Calls `body` with a dense operand and the places of two results.
fn dense_operand(garbage: &Garbage, rows: usize, body: impl Fn(Dense<f32>)) {
    let (length, stride) = garbage.extent(rows);
    body(Dense::with_stride(rows, garbage.n, stride, &values(length)).unwrap());
}

fn dense_result(garbage: &Garbage, rows: usize, body: impl Fn(DenseMut<f32>)) {
    let (length, stride) = garbage.extent(rows);
    let mut data = Guarded::new(length);
    body(DenseMut::with_stride(rows, garbage.n, stride, data.slice()).unwrap());
}

fn csr_times_dense<I: Index>(garbage: &Garbage) {
    csr_views::<I>(garbage, |a| {
        dense_operand(garbage, garbage.columns, |b| {
            dense_result(garbage, a.rows(), |out| dot::csr_dense(a, b, out).unwrap());
            dense_result(garbage, a.rows(), |out| scalar::dot::csr_dense(a, b, out).unwrap());
        });
    });
}

fn csr_times_row_sparse<I: Index>(garbage: &Garbage) {
    csr_views::<I>(garbage, |a| {
        row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |b| {
            dense_result(garbage, a.rows(), |out| assert_eq!(dot::csr_row_sparse(a, b, out).is_ok(), b.rows() == a.columns()));
            dense_result(garbage, a.rows(), |out| assert_eq!(scalar::dot::csr_row_sparse(a, b, out).is_ok(), b.rows() == a.columns()));
        });
    });
}

/// Calls `body` with the plan and with parts of it.
fn plan_parts<I: Index>(garbage: &Garbage, plan: SegmentPlan<I>, body: impl Fn(SegmentPlan<I>)) {
    body(plan);
    for range in plan.partition(3).chain([garbage.range(plan.stored_rows())]) {
        body(plan.segment_range(range).unwrap());
    }
    // Ids without order may give a range whose end lies before its start, which is refused.
    if let Ok(part) = plan.row_range(garbage.range(plan.output_rows())) {
        body(part);
        assert!(part.segment_range(0..part.stored_rows() + 1).is_err());
        if let Ok(part) = part.row_range(0..part.output_rows()) {
            body(part);
        }
    }
}

/// Calls `body` with an output of the plan's ids, and with one of other ids.
fn row_sparse_result<I: Index>(garbage: &Garbage, plan: &SegmentPlan<I>, body: impl Fn(RowSparseMut<f32, I>)) {
    for ids in [plan.ids(), &cast::<I>(&garbage.more_ids)] {
        let mut data = Guarded::new(ids.len() * garbage.n);
        body(RowSparseMut::trusted(plan.output_rows(), garbage.n, ids, data.slice()).unwrap());
    }
}

fn with_plan<I: Index>(garbage: &Garbage, a: Csr<f32, I>, b: Option<RowSparse<f32, I>>, body: impl Fn(&SegmentPlan<I>)) {
    for columns in [0..a.columns(), garbage.range(a.columns())] {
        let mut buffers = Buffers::new(a.nnz(), garbage.stale);
        let (lent, scratch) = buffers.lend();
        let plan = match b {
            None => dot::transpose_plan(a, columns, lent, scratch),
            Some(b) => dot::transpose_plan_row_sparse(a, b, columns, lent, scratch),
        };
        if let Ok(plan) = plan {
            plan_parts(garbage, plan, |part| body(&part));
        }
    }
}

fn transposed_times_dense<I: Index>(garbage: &Garbage) {
    csr_views::<I>(garbage, |a| {
        dense_operand(garbage, a.rows(), |b| {
            with_plan(garbage, a, None, |plan| {
                row_sparse_result(garbage, plan, |out| _ = dot::csr_t_dense(plan, a.values(), b, out));
                row_sparse_result(garbage, plan, |out| _ = scalar::dot::csr_t_dense(plan, a.values(), b, out));
                let rows = plan.output_rows();
                dense_result(garbage, rows, |out| dot::csr_t_dense_to_dense(plan, a.values(), b, out).unwrap());
                dense_result(garbage, rows, |out| scalar::dot::csr_t_dense_to_dense(plan, a.values(), b, out).unwrap());
            });
        });
    });
}

fn transposed_times_row_sparse<I: Index>(garbage: &Garbage) {
    csr_views::<I>(garbage, |a| {
        row_sparse_views::<I>(garbage, a.rows(), &garbage.ids, |b| {
            if b.rows() != a.rows() {
                return;
            }
            with_plan(garbage, a, Some(b), |plan| {
                row_sparse_result(garbage, plan, |out| _ = dot::csr_t_row_sparse(plan, a.values(), b, out));
                row_sparse_result(garbage, plan, |out| _ = scalar::dot::csr_t_row_sparse(plan, a.values(), b, out));
            });
        });
    });
}
