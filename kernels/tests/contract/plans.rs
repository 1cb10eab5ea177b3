use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{Csr, Index, dot};

/// As many rows and entries as have no room beside each other in the 32 bits of a position, and few enough columns for long segments.
#[test]
fn plans_of_many_rows_are_those_of_a_stable_sort() {
    const ROWS: usize = 70_000;
    const COLUMNS: usize = 1_013;
    fn plan<I: Index>(columns: &[usize]) -> (Vec<usize>, Vec<usize>, Vec<usize>, Vec<usize>) {
        let index = |values: &mut dyn Iterator<Item = usize>| values.map(I::from_usize).collect::<Vec<_>>();
        let (indptr, indices) = (index(&mut (0..=ROWS)), index(&mut columns.iter().copied()));
        let values = vec![1.0_f32; ROWS];
        let a = Csr::new(ROWS, COLUMNS, &indptr, &indices, &values).unwrap();
        let [mut ids, mut segments, mut rows, mut entries] = [COLUMNS, COLUMNS + 1, ROWS, ROWS].map(|length| vec![I::default(); length]);
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
    let segments: Vec<usize> =
        (0..=ids.len()).map(|s| ids.get(s).map_or(ROWS, |&id| order.partition_point(|&row| columns[row] < id))).collect();
    // One entry a row: both have the same number.
    let expected = (ids, segments, order.clone(), order);
    assert_eq!(plan::<i32>(&columns), expected);
    assert_eq!(plan::<u32>(&columns), expected);
    assert_eq!(plan::<i64>(&columns), expected);
}
