//! What is not derived from the list: views, plans and structure calls on arrays without any rule.
use crate::cases::one_in;
use lacuna::dot::{BlockEnds, BlockShape, OutputRows};
use lacuna::index::SortKey;
use lacuna::random::{Stream, log_uniform_unique, power_law_pattern, row_ids, uniform_pattern};
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
use lacuna::{Dense, DenseMut, Index, Kernel, Split, Value, binary, cast, dot, rows, slice};
use lacuna_testing::operands::{Contents, Draw, Operand, Plan, RowSparseList, RowSparseMut};
use lacuna_testing::{Csr, RowSparse, check_seeds, ends, for_each_type};
use std::ops::Range;

/// A range inside `0..length`.
fn range(draw: &mut Draw, length: usize) -> Range<usize> {
    let [start, end] = [(); 2].map(|()| draw.random.below(length.min(99) + 1));
    start.min(end)..start.max(end)
}

fn cuts(parts: impl Iterator<Item = Range<usize>>, rows: usize) {
    assert!(parts.take(99).all(|part| part.start <= part.end && part.end <= rows));
}

fn csr<V: Value, I: Index>(seed: u64) {
    let mut draw = Draw::new(seed, Contents::Garbage, &[0, 1, 2, 5]);
    let mut csr = Csr::<V, I>::draw(&mut draw);
    let whole = csr.hold().lend();
    let part = whole.row_range(range(&mut draw, whole.rows())).unwrap();
    for csr in [whole, part] {
        for row in (0..csr.rows() + 2).chain([usize::MAX]) {
            let (indices, values) = csr.row(row);
            assert_eq!(indices.len(), values.len());
            let _ = csr.entries(row);
        }
        for parts in [0, 1, 3, usize::MAX] {
            cuts(csr.partition(parts), csr.rows());
            assert_eq!(csr.split(parts).map(|part| part.rows()).sum::<usize>(), csr.rows());
        }
        assert_eq!(csr.iter().count(), csr.rows());
        let _ = csr == whole;
        assert!(csr.row_range(0..csr.rows() + 1).is_err());
        let _ = lacuna::Csr::new(csr.rows(), csr.columns(), csr.indptr(), csr.indices(), csr.values());
    }
}

fn row_sparse<V: Value, I: Index>(seed: u64) {
    let mut draw = Draw::new(seed, Contents::Garbage, &[0, 1, 2, 5]);
    let mut array = RowSparse::<V, I>::draw(&mut draw);
    let view = array.hold().lend();
    for row in (0..view.rows().min(9) + 2).chain([usize::MAX]) {
        let _ = (view.find(row), view.row_of(row), view.stored_row(row));
    }
    for parts in [0, 1, 3] {
        cuts(view.partition(parts), view.rows());
        assert_eq!(view.split(parts).map(|part| part.rows()).sum::<usize>(), view.rows());
    }
    assert_eq!(view.iter().count(), view.stored_rows());
    let _ = lacuna::RowSparse::part(view.first_row(), view.rows(), view.row_length(), view.indices(), view.data());
    let _ = lacuna::RowSparse::new(view.rows(), view.row_length(), view.indices(), view.data());
    let mut array = RowSparseMut::<V, I>::draw(&mut draw);
    let mut view = array.hold().lend();
    for k in (0..view.stored_rows() + 2).chain([usize::MAX]) {
        view.stored_row_mut(k).fill(V::ONE);
    }
    let stored = view.stored_rows();
    assert_eq!(view.split(5).map(|part| part.stored_rows()).sum::<usize>(), stored);
    array.assert_intact();
}

#[allow(clippy::extra_unused_type_parameters)]
fn plan<V: Value, I: Index>(seed: u64) {
    let mut draw = Draw::new(seed, Contents::Garbage, &[0, 1, 2, 5]);
    let mut plan = Plan::<I>::draw(&mut draw);
    let held = plan.hold();
    let plan = held.lend();
    for parts in [0, 1, 3, usize::MAX] {
        cuts(plan.partition(parts), plan.stored_rows());
    }
    for parts in [0, 1, 3] {
        assert_eq!(plan.split(parts).map(|part| part.output_rows()).sum::<usize>(), plan.output_rows());
    }
    assert!(plan.segment_range(0..plan.stored_rows() + 1).is_err());
    let again = plan.row_range(0..plan.output_rows()).unwrap();
    assert!(again.stored_rows() <= plan.stored_rows() && again.terms() <= plan.terms());
    let part = plan.segment_range(range(&mut draw, plan.stored_rows())).unwrap();
    let _ = SegmentPlan::new(part.ids(), part.segments(), part.term_rows(), part.entries(), part.shape());
}

fn structure<V: Value, I: Index>(seed: u64) {
    let mut draw = Draw::new(seed, Contents::Garbage, &[0, 1, 2, 5]);
    let (mut a, mut b, mut list) =
        (Csr::<V, I>::draw(&mut draw), RowSparse::<V, I>::draw(&mut draw), RowSparseList::<V, I>::draw(&mut draw));
    let (a, b, list) = (a.hold().lend(), b.hold().lend(), list.hold());
    // Buffers hold stale data. Overlapping rows may name an entry more than once, so that no length is always enough.
    let stale = [0, 1, usize::MAX, 77][seed as usize % 4];
    let terms = draw.random.below(300);
    let [mut ids, mut segments, mut rows_of, mut entries] =
        [terms, terms + 1, terms, terms].map(|length| vec![I::from_usize(stale); length]);
    let mut scratch = vec![I::Key::pack(stale, stale); plan_scratch(terms)];
    let columns = [0..a.columns(), range(&mut draw, a.columns())];
    for (columns, which) in
        [(columns[0].clone(), 0), (columns[1].clone(), 0), (columns[0].clone(), 1), (columns[1].clone(), 1), (0..0, 2)]
    {
        let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
        let plan = match which {
            0 => dot::transpose_plan(a, columns, buffers, &mut scratch),
            1 => dot::transpose_plan_row_sparse(a, b, columns, buffers, &mut scratch),
            _ => rows::coalesce_plan(b, buffers, &mut scratch),
        };
        let Ok(plan) = plan else { continue };
        // A plan of any pattern is one that its products take.
        let values: Vec<V> = draw.values(plan.shape().values);
        let data: Vec<V> = draw.values(plan.shape().operand_rows);
        let dense = Dense::new(plan.shape().operand_rows, 1, &data).unwrap();
        let mut sums = vec![V::ZERO; plan.stored_rows()];
        let out = lacuna::RowSparseMut::trusted(plan.output_rows(), 1, plan.ids(), &mut sums).unwrap();
        dot::CsrTDense { plan, values: &values, b: dense, out }.call().unwrap();
    }
    block_ends(a, b, stale);
    let data: Vec<V> = draw.values(a.columns().min(99));
    sell_plans(a, &data, stale);
    if ids.len() > a.columns() {
        let buffers = dot::TransposeBuffers { indptr: &mut segments, indices: &mut rows_of, entries: &mut entries };
        if let Ok(transposed) = dot::transpose(a, buffers) {
            let (values, mut out) = (draw.values::<V>(a.nnz()), vec![V::ZERO; a.nnz()]);
            let _ = transposed.csr(&values, &mut out);
        }
    }
    sparse_products(a, stale);
    parts(&mut draw, a, b, stale);
    for padding in [usize::MAX, 0] {
        let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
        let _ = lacuna::embedding::bag_plan(a, padding, buffers, &mut scratch);
    }
    let _ = rows::add_n_ids(list.lend(), &mut [usize::MAX; 16], &mut ids);
    let asked: Vec<I> = draw.ids(5, 0);
    let _ = rows::retain_ids(b, &asked);
    pairs::<V, I>(&mut draw, stale);
    draws::<I>(&mut draw, stale);
    let mut counts = asked.clone();
    match cast::accumulate_indptr(&mut counts) {
        Ok(total) => assert!(counts.is_sorted() && counts.last().map_or(0, |pointer| pointer.to_usize()) == total),
        Err(_) => assert_eq!(counts, asked, "written before the refusal"),
    }
}

/// Patterns of the product of a matrix with itself, and the columns that occur in it.
fn sparse_products<V: Value, I: Index>(a: lacuna::Csr<V, I>, stale: usize) {
    let needed = dot::csr_csr_scratch(a.columns());
    for (length, words) in [(0, 0), (1, needed), (99, needed.saturating_add(3))] {
        // Of more columns than memory there are none.
        let mut scratch = vec![u64::MAX; words.min(1 << 17)];
        let mut pointers = vec![I::from_usize(stale); a.rows() + 1];
        let _ = dot::csr_csr_row_nnz(a, a, &mut pointers[1..], &mut scratch);
        let mut indices = vec![I::from_usize(stale); length];
        let _ = dot::csr_csr_indices(a, a, &pointers, &mut indices, &mut scratch);
        let _ = dot::csr_csr_indices(a, a, a.indptr(), &mut indices, &mut scratch);
        let mut places = vec![I::from_usize(stale); a.nnz()];
        if dot::occurring_columns(a, &mut indices, &mut places).is_ok_and(|count| count <= a.nnz()) {
            assert!(places.iter().all(|place| place.to_usize() < a.nnz()));
        }
    }
}

/// The structure calls of parts, and canonical patterns of anything.
fn parts<V: Value, I: Index>(draw: &mut Draw, a: lacuna::Csr<V, I>, b: lacuna::RowSparse<V, I>, stale: usize) {
    let room = draw.random.below(40);
    let mut indptr = vec![I::from_usize(stale); room];
    let (asked, others): (Vec<I>, Vec<I>) = (draw.ids(5, 0), draw.ids(9, 0));
    let _ = slice::take_indptr(a, &asked, &mut indptr);
    let _ = slice::columns_indptr(a, range(draw, a.columns()), &mut indptr);
    let _ = slice::add_row_nnz(a, &mut indptr);
    let _ = slice::prune_indptr(a, &mut indptr);
    let _ = slice::prune_ids(b, &mut indptr);
    let (rows, terms) = (a.rows().min(300), draw.random.below(300));
    let [mut pointers, mut indices, mut ids, mut segments, mut rows_of, mut entries] =
        [rows + 1, terms, terms, terms + 1, terms, terms].map(|length| vec![I::from_usize(stale); length]);
    let mut scratch = vec![I::Key::pack(stale, stale); plan_scratch(terms)];
    for of_csr in [false, true] {
        let plan = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
        let buffers = slice::CanonicalBuffers { indptr: &mut pointers, indices: &mut indices, plan };
        let found = match of_csr {
            true => slice::canonical_csr(a, buffers, &mut scratch),
            false => slice::canonical_coo((rows, a.columns()), &asked, &others, buffers, &mut scratch),
        };
        let Ok(found) = found else { continue };
        let (values, mut out) = (draw.values::<V>(found.plan().terms()), vec![V::ZERO; found.indices().len()]);
        let _ = found.csr(&values, &mut out);
    }
}

/// Draws of any number of classes: ids are below it.
fn draws<I: Index>(draw: &mut Draw, stale: usize) {
    let (length, stream) = (draw.random.below(70), Stream { seed: 3, stream: stale as u64, first: stale as u64 });
    for classes in [0, 1, length, length + 1, I::MAX, I::MAX.saturating_add(1), usize::MAX] {
        let mut ids = vec![I::from_usize(stale); length];
        if let Ok(tries) = log_uniform_unique(stream, classes, &mut ids) {
            assert!(
                tries >= length
                    && ids.is_sorted_by(|id, next| id < next)
                    && ids.iter().all(|id| id.to_usize() < classes)
            );
        }
        for density in [f64::NAN, -0.0, 1e-300, 0.5, 1.0, 1.5] {
            let mut indptr = vec![I::from_usize(stale); draw.random.below(9)];
            if let Ok(nnz) = uniform_pattern(stream, classes, density, &mut indptr, &mut ids) {
                let ones = vec![1.0; nnz];
                assert!(lacuna::Csr::new(indptr.len() - 1, classes, &indptr, &ids[..nnz], &ones).is_ok());
            }
            let _ = row_ids(stream, classes, density, &mut ids);
            if power_law_pattern(classes, &mut indptr, &mut ids).is_ok() {
                assert!(lacuna::Csr::new(indptr.len() - 1, classes, &indptr, &ids, &vec![1.0; length]).is_ok());
            }
        }
    }
}

/// Matrices that store the same rows again and again, so that columns have more terms than a block.
fn many_terms<V: Value, I: Index>(seed: u64) {
    let mut draw = Draw::new(seed, Contents::Garbage, &[1, 2, 5]);
    let columns = [1, 3, 40_000][seed as usize % 3];
    let indices: Vec<I> = draw.ids(columns, 0);
    let stored = indices.len();
    let values: Vec<V> = draw.values(stored);
    let indptr: Vec<I> = (0..3000).map(|row| I::from_usize(if row % 2 == 0 { 0 } else { stored })).collect();
    let a = lacuna::Csr::trusted(2999, columns, &indptr, &indices, &values).unwrap();
    let ids: Vec<I> = (0..2000).map(|k| I::from_usize(draw.random.below(4000) * (k % 3))).collect();
    let b = lacuna::RowSparse::trusted(2999, 0, &ids, &[]).unwrap();
    block_ends(a, b, seed as usize);
    sell_plans(a, &values, seed as usize);
}

/// Plans of any pattern, too, are memory-safe: overlapping rows may have more entries than there is room for.
fn sell_plans<V: Value, I: Index>(a: lacuna::Csr<V, I>, data: &[V], stale: usize) {
    let needed = dot::sell_plan_length(a.rows(), a.nnz());
    for length in [0, needed - 1, needed, needed + 7] {
        let mut memory = vec![I::from_usize(stale); length];
        for transposed in [false, true] {
            let entries = vec![I::from_usize(stale); a.nnz()];
            let plan = if transposed {
                dot::sell_plan_transposed(a, &entries, &mut memory)
            } else {
                dot::sell_plan(a, &mut memory)
            };
            let Ok(plan) = plan else { continue };
            assert!(length >= needed && plan.memory().len() == needed);
            let values: Vec<V> = plan.entries().iter().map(|_| V::ONE).collect();
            let (rows, mut out) = (a.rows(), vec![-V::ONE; a.rows()]);
            for part in 1..4 {
                let b = Dense::new(data.len(), 1, data).unwrap();
                let out = DenseMut::new(rows, 1, &mut out).unwrap();
                dot::SellColumn { plan, values: &values, b, out }.split(part).for_each(|part| part.run().unwrap());
            }
            assert!(plan.terms(&values).count() <= values.len());
        }
    }
}

/// The counts and ids of pairs of arrays, with any room.
fn pairs<V: Value, I: Index>(draw: &mut Draw, stale: usize) {
    let (mut a, mut b) = (Csr::<V, I>::draw(draw), Csr::<V, I>::draw(draw));
    let (a, b) = (a.hold().lend(), b.hold().lend());
    let (mut left, mut right) = (RowSparse::<V, I>::draw(draw), RowSparse::<V, I>::draw(draw));
    let (left, right) = (left.hold().lend(), right.hold().lend());
    for length in [0, 2, 70] {
        let mut places = vec![I::from_usize(stale); length];
        for count in [binary::csr_union_nnz, binary::csr_intersection_nnz] {
            let _ = count(a, b, &mut places);
        }
        if let Ok(found) = binary::rows_intersection_ids(left, right, &mut places) {
            assert!(found <= length && found <= left.stored_rows());
        }
    }
}

fn block_ends<V: Value, I: Index>(a: lacuna::Csr<V, I>, b: lacuna::RowSparse<V, I>, stale: usize) {
    for (length, scratch) in [(0, 0), (1, 9), (99, dot::block_ends_scratch(a.columns()).min(1 << 17))] {
        let [mut columns, mut entries, mut scratch] =
            [length, length, scratch].map(|length| vec![I::from_usize(stale); length]);
        for of_b in [false, true] {
            let ends = if of_b {
                dot::block_ends_row_sparse(a, b, &mut columns, &mut entries, &mut scratch)
            } else {
                dot::block_ends(a, &mut columns, &mut entries, &mut scratch)
            };
            let Ok(ends) = ends else { continue };
            assert!(
                BlockEnds::new(ends.columns(), &[], ends.shape()).is_ok(),
                "columns of any pattern ascend and are inside"
            );
            let _ = BlockEnds::new(ends.columns(), ends.entries(), ends.shape());
        }
    }
}

#[test]
fn views_and_plans() {
    check_seeds(one_in(2), |seed| {
        for_each_type!(csr(seed));
        for_each_type!(row_sparse(seed));
        for_each_type!(plan(seed));
    });
}

#[test]
fn structure_calls() {
    check_seeds(one_in(2), |seed| {
        for_each_type!(structure(seed));
        for_each_type!(many_terms(seed));
    });
}

/// Dimensions that no memory is needed for, in operands that no check has compared.
#[test]
fn no_call_counts_to_the_number_of_rows_or_columns_of_nothing() {
    const MANY: usize = 1 << 60;
    ends(|| {
        let (indptr, column) = ([0_i64, 1, 1, 2], [0_i64, 1]);
        let a = lacuna::Csr::new(3, 2, &indptr, &column, &[1.0_f32, 2.0]).unwrap();
        let (tall, wide) = (Dense::<f32>::new(MANY, 0, &[]).unwrap(), Dense::<f32>::new(0, MANY, &[]).unwrap());
        let none = lacuna::RowSparse::<f32, i64>::new(MANY, MANY, &[], &[]).unwrap();
        let shape = PlanShape { values: 2, operand_rows: 3, output_rows: MANY };
        let plan = SegmentPlan::new(&[0, MANY as i64 - 1], &[0, 1, 2], &[0, 2], &[0, 1], shape).unwrap();
        let (mut data, mut empty) = ([0.0_f32; 6], []);
        for b in [tall, wide] {
            dot::CsrDense { a, b, out: DenseMut::new(0, MANY, &mut empty).unwrap() }.run().unwrap();
            dot::CsrDense { a, b, out: DenseMut::new(3, 2, &mut data).unwrap() }.run().unwrap();
            dot::CsrTDenseToDense { plan, values: &[1.0, 2.0], b, out: DenseMut::new(0, MANY, &mut empty).unwrap() }
                .run()
                .unwrap();
            dot::CsrTDenseToDense { plan, values: &[1.0, 2.0], b, out: DenseMut::new(3, 2, &mut data).unwrap() }
                .run()
                .unwrap();
        }
        // As many places of totals as would be counted beyond every number.
        let (columns, entries) = ((0..40).collect::<Vec<i64>>(), [0, 1]);
        let ends = BlockEnds::trusted(&columns, &entries, BlockShape::default());
        let rows = OutputRows::ALL;
        let empty_a = lacuna::Csr::trusted(3, 0, &indptr, &[30_i64, 31], &[1.0_f32, 2.0]).unwrap();
        for (a, b) in [(a, tall), (a, wide), (empty_a, tall), (empty_a, wide)] {
            dot::CsrTDenseScatter {
                a,
                ends,
                b,
                totals: &mut [],
                out: DenseMut::new(0, MANY, &mut empty).unwrap(),
                rows,
            }
            .run()
            .unwrap();
            dot::CsrTDenseScatter {
                a,
                ends,
                b,
                totals: &mut [],
                out: DenseMut::new(MANY, 0, &mut empty).unwrap(),
                rows,
            }
            .run()
            .unwrap();
            dot::CsrTDenseScatter {
                a,
                ends,
                b,
                totals: &mut [0.0; 9],
                out: DenseMut::new(3, 2, &mut data).unwrap(),
                rows,
            }
            .run()
            .unwrap();
            let b = lacuna::RowSparse::trusted(3, 1, &[0, 2, 1], &[1.0_f32, 2.0, 3.0]).unwrap();
            dot::CsrTRowSparseScatter {
                a,
                ends,
                b,
                totals: &mut [],
                out: DenseMut::new(0, MANY, &mut empty).unwrap(),
                rows,
            }
            .run()
            .unwrap();
            dot::CsrTRowSparseScatter {
                a,
                ends,
                b: none,
                totals: &mut [],
                out: DenseMut::new(3, 2, &mut data).unwrap(),
                rows,
            }
            .run()
            .unwrap();
        }
        dot::CsrRowSparse { a, b: none, out: DenseMut::new(0, MANY, &mut empty).unwrap() }.run().unwrap();
        dot::CsrRowSparse { a, b: none, out: DenseMut::new(3, 2, &mut data).unwrap() }.run().unwrap();
        cast::RowSparseToDense { input: none, out: DenseMut::new(3, 2, &mut data).unwrap() }.run().unwrap();
        let (mut indices, mut values) = ([0_i64; 2], [0.0_f32; 2]);
        let out = lacuna::CsrMut::new(3, 2, &indptr, &mut indices, &mut values).unwrap();
        let _ = cast::DenseToCsr { dense: tall, out }.run();
    });
}
