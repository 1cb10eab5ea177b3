//! However many parts are asked for, there are no more than rows, and it takes no longer to find them.
use lacuna::error::{KernelError, Operand};
use lacuna::rows::{AddN, SumRows};
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, CsrMut, DenseMut, Kernel, RowSparse, RowSparseMut, Split, cast, rows};
use std::ops::Range;
use std::time::{Duration, Instant};

const MANY: usize = 1 << 30;

/// Fails if `work` takes as long as counting to [`MANY`].
fn quickly<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    result
}

#[test]
fn more_parts_than_rows() {
    // The first row has nearly all the work: cuts by work fall into it again and again.
    let indptr: Vec<i32> = [0].into_iter().chain(60_000..60_099).collect();
    let indices: Vec<i32> = (0..60_000).chain([0; 98]).collect();
    let mut values = vec![1.0_f32; indices.len()];
    let csr = Csr::new(99, 60_000, &indptr, &indices, &values).unwrap();
    let each: Vec<Range<usize>> = (0..99).map(|row| row..row + 1).collect();
    assert_eq!(quickly(|| csr.partition(MANY).collect::<Vec<_>>()), each);
    // Nearly as many: all but the first row are one part, as they have less work than it has.
    assert_eq!(quickly(|| csr.partition(98).collect::<Vec<_>>()), [0..1, 1..99]);
    assert_eq!(quickly(|| csr.partition(usize::MAX).count()), 99);
    let sizes =
        |rows: usize, parts: usize| assert!(rows == 99 && (1..=99).contains(&parts), "{rows} rows in {parts} parts");
    quickly(|| sizes(csr.split(MANY).map(|part| part.rows()).sum(), csr.split(MANY).count()));
    let mut to = indices.clone();
    let written: Vec<usize> = quickly(|| {
        CsrMut::new(99, 60_000, &indptr, &mut to, &mut values)
            .unwrap()
            .split(usize::MAX)
            .map(|part| part.rows())
            .collect()
    });
    sizes(written.iter().sum(), written.len());

    let plan = PlanShape { values: 60_098, operand_rows: 60_000, output_rows: 1 << 31 };
    let ids: Vec<i32> = (0..99).map(|id| id * 1_000_000).collect();
    let plan = SegmentPlan::trusted(&ids, &indptr, &indices, &indices, plan).unwrap();
    assert_eq!(quickly(|| plan.partition(MANY).collect::<Vec<_>>()), each);
    assert_eq!(quickly(|| plan.split(MANY).map(|part| part.output_rows()).sum::<usize>()), 1 << 31);
    assert_eq!(quickly(|| plan.split(MANY).map(|part| part.terms()).sum::<usize>()), 60_098);
}

#[test]
fn more_parts_than_stored_rows() {
    const ROWS: usize = 1 << 62;
    let ids = [5, 7, ROWS as i64 - 1];
    let array = RowSparse::new(ROWS, 1, &ids, &[1.0_f32, 2.0, 3.0]).unwrap();
    assert_eq!(quickly(|| array.partition(MANY).collect::<Vec<_>>()), [0..7, 7..ROWS - 1, ROWS - 1..ROWS]);
    let parts: Vec<_> = quickly(|| array.split(MANY).collect());
    assert!(parts.len() <= 4 && parts.iter().all(|part| part.stored_rows() <= 1));
    assert_eq!(
        (
            parts.iter().map(|part| part.rows()).sum::<usize>(),
            parts.iter().map(|part| part.stored_rows()).sum::<usize>()
        ),
        (ROWS, 3)
    );
    let mut data = [0.0_f32; 3];
    let written = RowSparseMut::new(ROWS, 1, &ids, &mut data).unwrap();
    let copied =
        quickly(|| rows::Retain { data: array, out: written }.split(MANY).map(|part| part.run().unwrap()).count());
    assert!((1..=4).contains(&copied));
    assert_eq!(data, [1.0, 2.0, 3.0]);
    // Without stored rows, parts have as many rows each.
    let empty = RowSparse::<f32, i64>::new(ROWS, 1, &[], &[]).unwrap();
    assert!(quickly(|| empty.partition(4).map(|range| range.len()).eq([ROWS / 4; 4])));
    assert!(empty.split(4).map(|part| part.rows()).eq([ROWS / 4; 4]));
}

#[test]
fn no_parts_and_one() {
    let csr = Csr::new(2, 2, &[0, 1, 2], &[0, 1], &[1.0_f32, 2.0]).unwrap();
    for parts in [0, 1] {
        let mut out = [9.0; 4];
        let call = cast::CsrToDense { csr, out: DenseMut::new(2, 2, &mut out).unwrap() };
        assert_eq!(call.split(parts).map(|part| part.run().unwrap()).count(), 1);
        assert_eq!(out, [1.0, 0.0, 0.0, 2.0]);
    }
    assert_eq!((csr.partition(0).count(), csr.partition(1).next(), csr.partition(1).count()), (0, Some(0..2), 1));
}

/// More inputs than a kernel has cursors for on its stack: the sum is one part, wherever it is cut.
#[test]
fn a_sum_of_many_arrays_stays_whole() {
    let input = RowSparse::new(9, 1, &[1, 4, 8], &[1.0_f32, 2.0, 3.0]).unwrap();
    let inputs = [input; 17];
    for row in [0, 1, 2, 9] {
        let (mut cursors, mut data) = ([usize::MAX; 17], [-1.0; 3]);
        let out = RowSparseMut::new(9, 1, &[1, 4, 8], &mut data).unwrap();
        let sum = AddN { inputs: &inputs, cursors: &mut cursors, out, rows: SumRows::ALL };
        assert_eq!((sum.check(), sum.rows()), (Ok(()), 1));
        let (top, rest) = sum.split_rows_at(row);
        assert_eq!((top.check(), rest.check()), (Ok(()), Ok(())));
        top.run().unwrap();
        rest.run().unwrap();
        assert_eq!(data, [17.0, 34.0, 51.0], "cut at {row}");
    }
}

/// Inputs are not cut, so a part knows which of their rows it has: it checks just those, and its function can be
/// called.
#[test]
fn parts_of_a_sum_are_checked() {
    let left = RowSparse::new(9, 1, &[1, 4, 8], &[1.0_f32, 2.0, 3.0]).unwrap();
    let right = RowSparse::new(9, 1, &[0, 4], &[5.0, 6.0]).unwrap();
    let sum = |ids: &[i32], cut, data: &mut [f32]| {
        let (inputs, mut cursors) = ([left, right], [0; 2]);
        let out = RowSparseMut::new(9, 1, ids, data).unwrap();
        let (top, rest) = AddN { inputs: &inputs, cursors: &mut cursors, out, rows: SumRows::ALL }.split_rows_at(cut);
        [top.call(), rest.call()]
    };
    for cut in 0..=9 {
        let mut data = [-1.0; 4];
        assert_eq!(sum(&[0, 1, 4, 8], cut, &mut data), [Ok(()); 2], "cut at {cut}");
        assert_eq!(data, [5.0, 1.0, 8.0, 3.0], "cut at {cut}");
    }
    let mut data = [-1.0; 4];
    let wrong = KernelError::Pattern { operand: Operand::Output, row: 1, expected: 5, found: 4 };
    assert_eq!(sum(&[0, 1, 4, 7], 3, &mut data), [Ok(()), Err(wrong)]);
    assert_eq!(data, [5.0, 1.0, -1.0, -1.0], "a refused part has been written");
}
