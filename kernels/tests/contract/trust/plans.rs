use super::garbage::{Garbage, Guarded, cast, for_each_index_type, row_sparse_views, values};
use lacuna::rows::{PlanShape, SegmentPlan};
use lacuna::{Dense, DenseMut, Index, RowSparseMut, dot, rows, scalar};

for_each_index_type! {
    plan => plan_never_panics;
    products => products_by_any_plan;
    coalesce => coalesce_by_any_plan;
}

/// Calls `body` with a trusted plan of any ids, bounds, rows and entries, and with parts of it.
fn plans<I: Index>(garbage: &Garbage, operand_rows: usize, body: impl Fn(&SegmentPlan<I>)) {
    let bounds = garbage.indptr.iter().chain(&garbage.more_ids).cycle();
    let bounds: Vec<_> = bounds.take(garbage.ids.len() + 1).copied().collect();
    let entries: Vec<_> = garbage.more_ids.iter().chain([&0]).cycle().take(garbage.indices.len()).copied().collect();
    let (ids, segments) = (cast::<I>(&garbage.ids), cast::<I>(&bounds));
    let (of_terms, entries) = (cast::<I>(&garbage.indices), cast::<I>(&entries));
    let shape = PlanShape { values: garbage.indices.len(), operand_rows, output_rows: garbage.columns };
    let plan = SegmentPlan::trusted(&ids, &segments, &of_terms, &entries, shape).unwrap();
    body(&plan);
    body(&plan.segment_range(garbage.range(plan.stored_rows())).unwrap());
    // Ids without order may give a range whose end lies before its start, which is empty.
    body(&plan.row_range(garbage.range(plan.output_rows())).unwrap());
}

fn plan_never_panics<I: Index>(garbage: &Garbage) {
    plans::<I>(garbage, garbage.rows, |plan| {
        for parts in [0, 1, 3, 100] {
            for range in plan.partition(parts) {
                plan.segment_range(range).unwrap();
            }
        }
        assert!(plan.segment_range(0..plan.stored_rows() + 1).is_err());
        assert!(plan.row_range(0..plan.output_rows() + 1).is_err());
        let again = plan.row_range(0..plan.output_rows()).unwrap();
        assert!(again.stored_rows() <= plan.stored_rows() && again.terms() <= plan.terms());
        let _ = SegmentPlan::new(plan.ids(), plan.segments(), plan.rows(), plan.entries(), plan.shape());
    });
}

fn products_by_any_plan<I: Index>(garbage: &Garbage) {
    let (length, stride) = garbage.extent(garbage.rows);
    let (data, entries) = (values(length), values(garbage.indices.len()));
    let b = Dense::with_stride(garbage.rows, garbage.n, stride, &data).unwrap();
    let others = cast::<I>(&garbage.more_ids);
    plans::<I>(garbage, garbage.rows, |plan| {
        let rows = plan.output_rows();
        for ids in [plan.ids(), &others] {
            for door in [dot::csr_t_dense, scalar::dot::csr_t_dense] {
                let mut sums = Guarded::new(ids.len() * garbage.n);
                let out = RowSparseMut::trusted(rows, garbage.n, ids, sums.slice()).unwrap();
                assert_eq!(door(plan, &entries, b, out).is_ok(), plan.ids() == ids);
            }
        }
        for door in [dot::csr_t_dense_to_dense, scalar::dot::csr_t_dense_to_dense] {
            let (length, stride) = garbage.extent(rows);
            let mut sums = Guarded::new(length);
            door(plan, &entries, b, DenseMut::with_stride(rows, garbage.n, stride, sums.slice()).unwrap()).unwrap();
        }
    });
    row_sparse_views::<I>(garbage, garbage.rows, &garbage.more_ids, |b| {
        plans::<I>(garbage, b.stored_rows(), |plan| {
            for door in [dot::csr_t_row_sparse, scalar::dot::csr_t_row_sparse] {
                let mut sums = Guarded::new(plan.stored_rows() * garbage.n);
                door(plan, &entries, b, RowSparseMut::trusted(plan.output_rows(), garbage.n, plan.ids(), sums.slice()).unwrap()).unwrap();
            }
        });
    });
}

fn coalesce_by_any_plan<I: Index>(garbage: &Garbage) {
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.more_ids, |input| {
        plans::<I>(garbage, input.stored_rows(), |plan| {
            for door in [rows::coalesce, scalar::rows::coalesce] {
                let mut sums = Guarded::new(plan.stored_rows() * garbage.n);
                door(plan, input, RowSparseMut::trusted(plan.output_rows(), garbage.n, plan.ids(), sums.slice()).unwrap()).unwrap();
            }
        });
    });
}
