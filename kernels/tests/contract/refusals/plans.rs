use super::{capacity, range, shape};
use lacuna::dot::{BlockEnds, BlockShape, SellPlan, SellShape, TransposeBuffers};
use lacuna::error::IndexFault::{Negative, TooLarge};
use lacuna::error::Operand::{
    Columns, Entries, Ids, Indices, Indptr, Output, Plan, Right, Rows, Scratch, Segments, Values,
};
use lacuna::rows::coalesce_plan;
use lacuna::segments::{PlanBuffers, SegmentPlan, plan_scratch};
use lacuna::{Csr, Index, KernelError, RowSparse, dot};

/// Lengths of the four buffers and of the scratch.
type Lengths = [usize; 5];
const ENOUGH: Lengths = [2, 3, 3, 3, 6];

fn with_buffers(
    lengths: Lengths,
    body: impl for<'p> FnOnce(PlanBuffers<'p, i32>, &mut [u64]) -> Result<SegmentPlan<'p, i32>, KernelError>,
) -> Result<Vec<i32>, KernelError> {
    let [ids, segments, rows, entries] = [0, 1, 2, 3].map(|which| vec![-1; lengths[which]]);
    let (mut ids, mut segments, mut rows, mut entries) = (ids, segments, rows, entries);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
    let result = body(buffers, &mut vec![0; lengths[4]]).map(|plan| plan.ids().to_vec());
    if result.is_err() {
        assert!(
            [ids, segments, rows, entries].iter().flatten().all(|&x| x == -1),
            "a plan was written before the refusal"
        );
    }
    result
}

fn csr() -> Csr<'static, f32, i32> {
    Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0, 2.0, 3.0]).unwrap()
}

/// Every buffer one element too short gives the error that says how much is needed.
fn short_buffers(plan: impl for<'p> Fn(PlanBuffers<'p, i32>, &mut [u64]) -> Result<SegmentPlan<'p, i32>, KernelError>) {
    assert_eq!(plan_scratch(3), 6);
    assert_eq!(with_buffers(ENOUGH, &plan), Ok(vec![0, 2]));
    let errors = [
        capacity(Ids, 2, 1),
        capacity(Segments, 3, 2),
        capacity(Rows, 3, 2),
        capacity(Entries, 3, 2),
        capacity(Scratch, 6, 5),
    ];
    for (which, error) in errors.into_iter().enumerate() {
        let mut lengths = ENOUGH;
        lengths[which] -= 1;
        assert_eq!(with_buffers(lengths, &plan), Err(error), "buffer {which}");
    }
}

#[test]
// Ranges that end before they start are among what is refused.
#[allow(clippy::reversed_empty_ranges)]
fn transpose_plan() {
    short_buffers(|buffers, scratch| dot::transpose_plan(csr(), 0..3, buffers, scratch));
    for columns in [0..4, 4..4, 9..2, 2..1] {
        let refused =
            with_buffers(ENOUGH, |buffers, scratch| dot::transpose_plan(csr(), columns.clone(), buffers, scratch));
        assert_eq!(refused, Err(range(1, columns, 3)));
    }
    // A part needs buffers for its own entries only.
    let part = with_buffers([1, 2, 1, 1, 2], |buffers, scratch| dot::transpose_plan(csr(), 1..3, buffers, scratch));
    assert_eq!(part, Ok(vec![2]));
}

#[test]
fn transpose() {
    let transposed = |[pointers, columns, places]: [usize; 3]| {
        let [mut indptr, mut indices, mut entries] = [pointers, columns, places].map(|length| vec![-1; length]);
        let buffers = TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
        let result = dot::transpose(csr(), buffers)
            .map(|of| (of.indptr().to_vec(), of.indices().to_vec(), of.entries().to_vec()));
        assert!(
            result.is_ok() || [indptr, indices, entries].iter().flatten().all(|&x| x == -1),
            "written before the refusal"
        );
        result
    };
    let expected = (vec![0, 2, 2, 3], vec![0, 1, 0], vec![0, 2, 1]);
    assert_eq!(transposed([4, 3, 3]), Ok(expected.clone()));
    assert_eq!(transposed([9, 9, 9]), Ok(expected));
    assert_eq!(transposed([3, 3, 3]), Err(capacity(Indptr, 4, 3)));
    assert_eq!(transposed([4, 2, 3]), Err(capacity(Indices, 3, 2)));
    assert_eq!(transposed([4, 3, 2]), Err(capacity(Entries, 3, 2)));

    let (mut indptr, mut indices, mut entries) = ([0; 4], [0; 3], [0; 3]);
    let buffers = TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
    let of = dot::transpose(csr(), buffers).unwrap();
    let mut out = [-1.0; 3];
    assert_eq!(of.csr(&[1.0; 2], &mut out).unwrap_err(), shape(Values, 2, 3, 2));
    assert_eq!(of.csr(&[1.0; 3], &mut out[..2]).unwrap_err(), shape(Output, 2, 3, 2));
    assert_eq!(out, [-1.0; 3]);
}

#[test]
fn transpose_plan_row_sparse() {
    let b = |rows| RowSparse::new(rows, 1, &[0, 1], &[1.0, 2.0]).unwrap();
    short_buffers(|buffers, scratch| dot::transpose_plan_row_sparse(csr(), b(2), 0..3, buffers, scratch));
    let refused =
        with_buffers(ENOUGH, |buffers, scratch| dot::transpose_plan_row_sparse(csr(), b(3), 0..3, buffers, scratch));
    assert_eq!(refused, Err(shape(Right, 0, 2, 3)));
    let refused =
        with_buffers(ENOUGH, |buffers, scratch| dot::transpose_plan_row_sparse(csr(), b(2), 0..4, buffers, scratch));
    assert_eq!(refused, Err(range(1, 0..4, 3)));
}

#[test]
fn plan_of_coalesce() {
    fn input(ids: &[i32]) -> RowSparse<'_, f32, i32> {
        RowSparse::trusted(3, 1, ids, &[1.0, 2.0, 3.0][..ids.len()]).unwrap()
    }
    short_buffers(|buffers, scratch| coalesce_plan(input(&[2, 0, 2]), buffers, scratch));
    for (found, fault, expected) in
        [(-1, Negative, 0), (i32::MIN, Negative, 0), (3, TooLarge, 3), (i32::MAX, TooLarge, 3)]
    {
        let ids = [0, found];
        let refused = with_buffers(ENOUGH, |buffers, scratch| coalesce_plan(input(&ids), buffers, scratch));
        assert_eq!(refused, Err(KernelError::Ids { entry: 1, fault, expected, found: found.into() }));
    }
}

#[test]
// Ranges that end before they start are among what is refused.
#[allow(clippy::reversed_empty_ranges)]
fn parts_of_a_plan() {
    let (mut ids, mut segments, mut rows, mut entries) = ([0; 2], [0; 3], [0; 3], [0; 3]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
    let plan = dot::transpose_plan(csr(), 0..3, buffers, &mut [0; 6]).unwrap();
    assert_eq!(plan.segment_range(0..3).unwrap_err(), range(2, 0..3, 2));
    assert_eq!(plan.segment_range(2..1).unwrap_err(), range(2, 2..1, 2));
    assert_eq!(plan.row_range(1..4).unwrap_err(), range(0, 1..4, 3));
    assert_eq!((plan.terms(), plan.stored_rows(), plan.output_rows()), (3, 2, 3));
    assert_eq!(plan.row_range(1..3).unwrap().ids(), [2]);
    assert_eq!(plan.segment_range(2..2).unwrap().terms(), 0);
}

/// Every array one element too short gives the error that says how much is needed; up to a block of rows none needs
/// any.
#[test]
fn block_ends() {
    // Columns 0 and 2 have 2049 terms each.
    let rows = 2049;
    let (indptr, indices): (Vec<i32>, Vec<i32>) =
        ((0..=rows).map(|row| 2 * row).collect(), [0, 2].repeat(rows as usize));
    let values = vec![1.0_f32; indices.len()];
    let a = Csr::new(rows as usize, 3, &indptr, &indices, &values).unwrap();
    let ids: Vec<_> = (0..rows).collect();
    let b = |rows: usize| RowSparse::new(rows, 1, &ids[..rows], &values[..rows]).unwrap();
    let (needed, scratch) = (4, 3 + (1 << 15));
    assert_eq!((dot::block_ends_capacity(a.nnz()), dot::block_ends_scratch(3)), (needed, scratch));
    let find = |lengths: [usize; 3], of_b: bool| {
        let [mut columns, mut entries, mut scratch] = lengths.map(|length| vec![77; length]);
        let ends = if of_b {
            dot::block_ends_row_sparse(a, b(rows as usize), &mut columns, &mut entries, &mut scratch)
        } else {
            dot::block_ends(a, &mut columns, &mut entries, &mut scratch)
        };
        ends.map(|ends| (ends.columns().to_vec(), ends.entries().to_vec()))
    };
    for of_b in [false, true] {
        let found = Ok((vec![0, 2], vec![2046, 2047, 4094, 4095]));
        assert_eq!(find([2, 4, scratch], of_b), found);
        assert_eq!(find([9, 9, scratch + 9], of_b), found);
        assert_eq!(find([1, 4, scratch], of_b), Err(capacity(Columns, 2, 1)));
        assert_eq!(find([2, 3, scratch], of_b), Err(capacity(Entries, 4, 3)));
        assert_eq!(find([2, 4, scratch - 1], of_b), Err(capacity(Scratch, scratch, scratch - 1)));
    }
    let short = dot::block_ends_row_sparse(a, b(1024), &mut [], &mut [], &mut []);
    assert_eq!(short, Err(shape(Right, 0, 2049, 1024)));
    let part = a.row_range(1000..2024).unwrap();
    assert_eq!(dot::block_ends(part, &mut [], &mut [], &mut []).map(|ends| ends.entries().len()), Ok(0));
    // In a range of rows entries count from its first.
    let (mut columns, mut entries) = ([0; 2], [0; 2]);
    let part = a.row_range(1000..2025).unwrap();
    assert_eq!(
        dot::block_ends(part, &mut columns, &mut entries, &mut vec![0; scratch]).unwrap().entries(),
        [2046, 2047]
    );
}

#[test]
fn block_ends_made_before() {
    let shape = BlockShape { rows: 3000, columns: 3, nnz: 6000 };
    let ends = |columns: &[i32], entries: &[i32]| BlockEnds::new(columns, entries, shape).map(|_| ());
    let wrong = |operand, row, expected, found| Err(KernelError::Pattern { operand, row, expected, found });
    assert_eq!(ends(&[0, 2], &[2046, 5999]), Ok(()));
    assert_eq!(ends(&[0, 3], &[]), wrong(Columns, 1, 2, 3));
    assert_eq!(ends(&[1, 1], &[]), wrong(Columns, 1, 2, 1));
    assert_eq!(ends(&[], &[0, 6000]), wrong(Entries, 1, 5999, 6000));
    assert_eq!(ends(&[], &[7, 6]), wrong(Entries, 1, 8, 6));
    assert_eq!(ends(&[-1], &[]), wrong(Columns, 0, 2, (-1_i32).to_usize()));
}

/// Nothing is written unless there is room for all, and only what there is room for is used.
#[test]
fn sell_plans() {
    let needed = dot::sell_plan_length(2, 3);
    assert_eq!(needed, 20);
    let find = |length, entries: Option<&[i32]>| {
        let mut memory = vec![77; length];
        let plan = match entries {
            None => dot::sell_plan(csr(), &mut memory),
            Some(entries) => dot::sell_plan_transposed(csr(), entries, &mut memory),
        };
        let found = plan.map(|plan| (plan.memory().len(), plan.shape(), plan.entries().to_vec()));
        assert!(found.is_ok() || memory.iter().all(|&x| x == 77), "a plan was written before the refusal");
        found
    };
    let of = |transposed| SellShape { rows: 2, columns: 3, nnz: 3, transposed };
    assert_eq!(find(needed, None), Ok((needed, of(false), vec![2, 0, 1])));
    assert_eq!(find(needed + 9, Some(&[7, 5, 6])), Ok((needed, of(true), vec![6, 7, 5])));
    assert_eq!(find(needed - 1, None), Err(capacity(Plan, needed, needed - 1)));
    assert_eq!(find(0, Some(&[0, 1, 2])), Err(capacity(Plan, needed, 0)));
    assert_eq!(find(needed, Some(&[0, 1])), Err(shape(Entries, 2, 3, 2)));
    assert_eq!(find(needed, Some(&[0, 1, 2, 3])), Err(shape(Entries, 2, 3, 4)));
}

#[test]
fn sell_plans_made_before() {
    let memory = [0_i32; 20];
    let plan = |rows, nnz| {
        SellPlan::trusted(&memory, SellShape { rows, nnz, ..SellShape::default() }).map(|plan| plan.memory().len())
    };
    assert_eq!(plan(2, 3), Ok(20));
    assert_eq!(plan(0, 0), Ok(3));
    assert_eq!(plan(2, 4), Err(capacity(Plan, 22, 20)));
    // More than any memory has.
    for (rows, nnz) in [
        (usize::MAX, 0),
        (0, usize::MAX),
        (usize::MAX, usize::MAX),
        (usize::MAX / 3 + 1, 0),
        (usize::MAX / 4, 7),
        (1, 1 << 63),
    ] {
        assert_eq!(plan(rows, nnz), Err(capacity(Plan, dot::sell_plan_length(rows, nnz), 20)), "{rows} {nnz}");
    }
    // A plan whose marks are behind all ends, and one of parts.
    let mut memory = vec![-1_i32; dot::sell_plan_length(9000, 5)];
    let shape = SellShape { rows: 9000, columns: 3, nnz: 5, transposed: false };
    let terms = |memory: &[i32]| SellPlan::trusted(memory, shape).unwrap().terms(&[1.0; 5]).count();
    assert_eq!(terms(&memory), 0);
    memory.fill(0);
    assert_eq!(terms(&memory), 0);
}
