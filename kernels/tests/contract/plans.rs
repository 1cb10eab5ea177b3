use crate::cases::one_in;
use lacuna::segments::{PlanBuffers, SegmentPlan, plan_scratch};
use lacuna::{Csr, Dense, DenseMut, Index, dot};
use lacuna_testing::{Random, check_seeds};
use std::ops::Range;

/// As many rows and entries as have no room beside each other in the 32 bits of a position, and few enough columns for
/// long segments.
#[test]
fn plans_of_many_rows_are_those_of_a_stable_sort() {
    const ROWS: usize = 70_000;
    const COLUMNS: usize = 1_013;
    fn plan<I: Index>(columns: &[usize]) -> (Vec<usize>, Vec<usize>, Vec<usize>, Vec<usize>) {
        let index = |values: &mut dyn Iterator<Item = usize>| values.map(I::from_usize).collect::<Vec<_>>();
        let (indptr, indices) = (index(&mut (0..=ROWS)), index(&mut columns.iter().copied()));
        let values = vec![1.0_f32; ROWS];
        let a = Csr::new(ROWS, COLUMNS, &indptr, &indices, &values).unwrap();
        let [mut ids, mut segments, mut rows, mut entries] =
            [COLUMNS, COLUMNS + 1, ROWS, ROWS].map(|length| vec![I::default(); length]);
        let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
        let mut scratch = vec![I::Key::default(); plan_scratch(ROWS)];
        let stored = dot::transpose_plan(a, 0..COLUMNS, buffers, &mut scratch).unwrap().stored_rows();
        ids.truncate(stored);
        segments.truncate(stored + 1);
        let numbers = |array: Vec<I>| array.into_iter().map(Index::to_usize).collect();
        (numbers(ids), numbers(segments), numbers(rows), numbers(entries))
    }
    let columns: Vec<usize> = (0..ROWS).map(|row| row * 7_919 % COLUMNS).collect();
    let mut order: Vec<usize> = (0..ROWS).collect();
    order.sort_by_key(|&row| columns[row]);
    let mut ids: Vec<usize> = columns.clone();
    ids.sort();
    ids.dedup();
    let segments: Vec<usize> = (0..=ids.len())
        .map(|s| ids.get(s).map_or(ROWS, |&id| order.partition_point(|&row| columns[row] < id)))
        .collect();
    // One entry a row: both have the same number.
    let expected = (ids, segments, order.clone(), order);
    assert_eq!(plan::<i32>(&columns), expected);
    assert_eq!(plan::<u32>(&columns), expected);
    assert_eq!(plan::<i64>(&columns), expected);
}

/// Ids, segments, rows and entries.
type Found = [Vec<usize>; 4];

/// The plan of a csr of these rows for a range of its columns, and what a stable sort says of it.
fn plan_and_sorted<I: Index>(rows: &[Vec<usize>], columns: usize, range: Range<usize>) -> [Found; 2] {
    let mut indptr = vec![0];
    indptr.extend(rows.iter().scan(0, |end, row| {
        *end += row.len();
        Some(*end)
    }));
    let typed = |numbers: &[usize]| numbers.iter().map(|&number| I::from_usize(number)).collect::<Vec<_>>();
    let (pointers, indices) = (typed(&indptr), typed(&rows.concat()));
    let values = vec![1.0_f32; indices.len()];
    let a = Csr::new(rows.len(), columns, &pointers, &indices, &values).unwrap();

    let of_row = |(row, entries): (usize, &Vec<usize>)| {
        entries.iter().zip(indptr[row]..).map(|(&column, entry)| (column, row, entry)).collect::<Vec<_>>()
    };
    let mut terms: Vec<_> =
        rows.iter().enumerate().flat_map(of_row).filter(|(column, ..)| range.contains(column)).collect();
    terms.sort_by_key(|(column, ..)| *column);
    let mut ids: Vec<_> = terms.iter().map(|(column, ..)| *column).collect();
    ids.dedup();
    let segments = (0..=ids.len())
        .map(|s| ids.get(s).map_or(terms.len(), |id| terms.partition_point(|(column, ..)| column < id)))
        .collect();
    let sorted = [
        ids,
        segments,
        terms.iter().map(|(_, row, _)| *row).collect(),
        terms.iter().map(|(.., entry)| *entry).collect(),
    ];

    // No buffer is longer than it must be.
    let [mut ids, mut segments, mut rows, mut entries] =
        sorted.each_ref().map(|array| vec![I::from_usize(99); array.len()]);
    let mut scratch = vec![I::Key::default(); plan_scratch(rows.len())];
    let short = PlanBuffers {
        ids: &mut vec![I::default(); ids.len().saturating_sub(1)],
        segments: &mut segments,
        rows: &mut rows,
        entries: &mut entries,
    };
    let refused = dot::transpose_plan(a, range.clone(), short, &mut scratch).err();
    assert_eq!(refused.is_some(), !ids.is_empty());
    let written =
        |arrays: [&Vec<I>; 3]| arrays.iter().any(|array| array.iter().any(|&number| number != I::from_usize(99)));
    assert!(ids.is_empty() || !written([&segments, &rows, &entries]), "written before the refusal");
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
    let plan = dot::transpose_plan(a, range, buffers, &mut scratch).unwrap();
    let found = [plan.ids(), plan.segments(), plan.term_rows(), plan.entries()]
        .map(|array| array.iter().map(|number| number.to_usize()).collect());
    [found, sorted]
}

/// Few columns are counted, many are sorted, and both give one plan.
#[test]
fn plans_of_any_width_are_those_of_a_stable_sort() {
    fn property(seed: u64) {
        let random = &mut Random::seeded(seed);
        let (rows, per_row) = (random.within(1..40), random.within(1..6));
        // About as many as there are terms, which is where the choice lies.
        let columns = (rows * per_row / 2 + random.below(rows * per_row)).max(1);
        let row = |random: &mut Random| {
            let mut row: Vec<_> = (0..per_row).map(|_| random.below(columns)).collect();
            row.sort();
            row.dedup();
            row
        };
        let rows: Vec<_> = (0..rows).map(|_| row(random)).collect();
        let (start, end) = (random.below(columns + 1), random.below(columns + 1));
        for range in [0..columns, start.min(end)..start.max(end)] {
            let [found, sorted] = plan_and_sorted::<i32>(&rows, columns, range.clone());
            assert_eq!(found, sorted);
            let [found, sorted] = plan_and_sorted::<i64>(&rows, columns, range);
            assert_eq!(found, sorted);
        }
    }
    check_seeds(one_in(2), property);
}

/// Terms that are moved to buckets before they are counted, with rows and entries that have room in a position beside
/// each other, and that have not.
#[test]
fn plans_of_many_terms_are_those_of_a_stable_sort() {
    for (rows, per_row, columns) in
        [(3, 120_000, 120_000), (180_000, 2, 120_000), (180_000, 2, 7), (180_000, 2, 400_000)]
    {
        let row = |row: usize| -> Vec<usize> {
            let mut row: Vec<_> =
                (0..per_row).map(|k| (row * 7_919 + k * (columns / per_row).max(1) + k / 3) % columns).collect();
            row.sort();
            row.dedup();
            row
        };
        let rows: Vec<_> = (0..rows).map(row).collect();
        for range in [0..columns, columns / 5..columns] {
            let [found, sorted] = plan_and_sorted::<i32>(&rows, columns, range.clone());
            assert!(found == sorted, "i32, {columns} columns, {range:?}");
            let [found, sorted] = plan_and_sorted::<i64>(&rows, columns, range.clone());
            assert!(found == sorted, "i64, {columns} columns, {range:?}");
        }
    }
}

/// Columns on both sides of each block's end: a plan in order adds by fours, one with entries by ones.
#[test]
fn plans_in_order_have_the_bits_of_plans_with_entries() {
    const TERMS: [usize; 9] = [1, 3, 4, 1023, 1024, 1025, 2048, 4095, 4097];
    let rows = TERMS[8];
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for row in 0..rows {
        indices.extend((0..TERMS.len()).filter(|&column| row < TERMS[column]).map(|column| column as i32));
        indptr.push(indices.len() as i32);
    }
    let values: Vec<f32> = (0..indices.len()).map(|k| (k % 97) as f32 / 31.0 - 1.4).collect();
    let a = Csr::new(rows, TERMS.len(), &indptr, &indices, &values).unwrap();
    let nnz = a.nnz();
    let (mut ids, mut segments, mut term_rows, mut entries) =
        (vec![0; nnz], vec![0; nnz + 1], vec![0; nnz], vec![0; nnz]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut term_rows, entries: &mut entries };
    let plan = dot::transpose_plan(a, 0..TERMS.len(), buffers, &mut vec![0; plan_scratch(nnz)]).unwrap();
    let mut permuted = vec![0.0; nnz];
    plan.permute(&values, &mut permuted).unwrap();
    for columns in [1, 2, 5, 8, 16, 33] {
        let b: Vec<f32> = (0..rows * columns).map(|k| (k % 89) as f32 / 7.0 - 6.3).collect();
        let b = Dense::new(rows, columns, &b).unwrap();
        let product = |plan: &SegmentPlan<i32>, values: &[f32]| {
            let mut out = vec![f32::NAN; TERMS.len() * columns];
            dot::csr_t_dense_to_dense(plan, values, b, DenseMut::new(TERMS.len(), columns, &mut out).unwrap()).unwrap();
            out.iter().map(|sum| sum.to_bits()).collect::<Vec<_>>()
        };
        assert!(product(&plan, &values) == product(&plan.in_order(), &permuted), "{columns} columns");
    }
}
