use super::{capacity, pattern, range, refused, shape};
use lacuna::error::IndexFault::{Negative, TooLarge};
use lacuna::error::Operand::{self, Indices, Indptr, Left, Output, Right, Scratch, Values};
use lacuna::segments::PlanBuffers;
use lacuna::slice::{self, CanonicalBuffers};
use lacuna::{Csr, CsrMut, Dense, DenseMut, KernelError, RowSparse, scalar};

type View<'a> = Csr<'a, f32, i32>;

/// 3 x 4: two entries, none, three.
fn matrix() -> View<'static> {
    Csr::new(3, 4, &[0, 2, 2, 5], &[1, 3, 0, 1, 2], &[1.0, 2.0, 3.0, 0.0, 5.0]).unwrap()
}

/// Calls `function` with an output of these pointers, and expects `error`.
fn of_pattern(
    error: KernelError,
    (rows, columns): (usize, usize),
    indptr: &[i32],
    function: impl FnOnce(CsrMut<f32, i32>) -> Result<(), KernelError>,
) {
    let nnz = indptr[rows] as usize;
    let (mut indices, mut values) = (vec![77; nnz], vec![-7.25; nnz]);
    assert_eq!(function(CsrMut::new(rows, columns, indptr, &mut indices, &mut values).unwrap()), Err(error));
    assert!(indices == vec![77; nnz] && values == vec![-7.25; nnz], "written before the refusal: {error}");
}

#[test]
fn take() {
    let ids = |entry, fault, expected, found| KernelError::Ids { entry, fault, expected, found };
    for function in [slice::take, scalar::take] {
        of_pattern(shape(Output, 0, 2, 3), (3, 4), &[0, 3, 5, 5], |out| function(matrix(), &[2, 0], out));
        of_pattern(shape(Output, 1, 4, 5), (2, 5), &[0, 3, 5], |out| function(matrix(), &[2, 0], out));
        of_pattern(ids(1, TooLarge, 3, 3), (2, 4), &[0, 3, 5], |out| function(matrix(), &[2, 3], out));
        of_pattern(ids(0, Negative, 0, -1), (2, 4), &[0, 3, 5], |out| function(matrix(), &[-1, 3], out));
        of_pattern(pattern(1, 2, 1), (2, 4), &[0, 3, 4], |out| function(matrix(), &[2, 0], out));
        of_pattern(pattern(0, 3, 4), (2, 4), &[0, 4, 6], |out| function(matrix(), &[2, 0], out));
    }
    let mut indptr = [9; 3];
    assert_eq!(slice::take_indptr(matrix(), &[0, 3], &mut indptr), Err(ids(1, TooLarge, 3, 3)));
    assert_eq!(slice::take_indptr(matrix(), &[0, 1, 2], &mut indptr), Err(capacity(Indptr, 4, 3)));
    assert_eq!(indptr, [9; 3]);
    assert_eq!(slice::take_indptr(matrix(), &[2, 0], &mut indptr), Ok(5));
    assert_eq!(indptr, [0, 3, 5]);
    assert_eq!(slice::resolve_ids(&mut [0, 1], 0, slice::Outside::Clip), Err(ids(0, TooLarge, 0, 0)));
    assert_eq!(slice::resolve_ids::<i32>(&mut [], 0, slice::Outside::Wrap), Ok(()));
}

#[test]
fn columns() {
    for function in [slice::columns, scalar::columns] {
        of_pattern(shape(Output, 0, 3, 2), (2, 2), &[0, 1, 1], |out| function(matrix(), 1, out));
        of_pattern(range(1, 3..5, 4), (3, 2), &[0, 1, 1, 1], |out| function(matrix(), 3, out));
        of_pattern(range(1, usize::MAX..usize::MAX, 4), (3, 2), &[0, 0, 0, 0], |out| {
            function(matrix(), usize::MAX, out)
        });
        of_pattern(pattern(2, 2, 1), (3, 2), &[0, 1, 1, 2], |out| function(matrix(), 1, out));
    }
    let mut indptr = [9; 4];
    assert_eq!(slice::columns_indptr(matrix(), 2..5, &mut indptr), Err(range(1, 2..5, 4)));
    assert_eq!(slice::columns_indptr(matrix(), 0..4, &mut indptr[..3]), Err(capacity(Indptr, 4, 3)));
    assert_eq!(indptr, [9; 4]);
    assert_eq!(slice::columns_indptr(matrix(), 1..3, &mut indptr), Ok(3));
    assert_eq!(indptr, [0, 1, 1, 3]);
}

#[test]
fn concat() {
    let starts = [1, 0, 2];
    for function in [slice::concat, scalar::concat] {
        of_pattern(shape(Output, 0, 3, 2), (2, 9), &[0, 3, 3], |out| function(matrix(), 5, &starts, out));
        of_pattern(shape(Indices, 2, 3, 2), (3, 9), &[0, 3, 3, 8], |out| function(matrix(), 5, &starts[..2], out));
        of_pattern(range(1, 6..10, 9), (3, 9), &[0, 3, 3, 8], |out| function(matrix(), 6, &starts, out));
        of_pattern(pattern(2, 5, 4), (3, 9), &[0, 3, 3, 7], |out| function(matrix(), 5, &starts, out));
        of_pattern(pattern(0, u32::MAX as usize + 2, 3), (3, 9), &[0, 3, 3, 8], |out| {
            function(matrix(), 5, &[-1, 0, 2], out)
        });
    }
    let mut counts = [9; 2];
    assert_eq!(slice::add_row_nnz(matrix(), &mut counts), Err(capacity(Output, 3, 2)));
    let mut counts = [1, 2, i32::MAX - 2];
    let needed = i32::MAX as usize + 1;
    assert_eq!(slice::add_row_nnz(matrix(), &mut counts), Err(KernelError::Index { needed, max: i32::MAX as usize }));
    assert_eq!(counts, [1, 2, i32::MAX - 2]);
}

#[test]
fn prune() {
    for function in [slice::prune, scalar::prune] {
        of_pattern(shape(Output, 0, 3, 2), (2, 4), &[0, 2, 2], |out| function(matrix(), out));
        of_pattern(shape(Output, 1, 4, 5), (3, 5), &[0, 2, 2, 4], |out| function(matrix(), out));
        of_pattern(pattern(2, 2, 3), (3, 4), &[0, 2, 2, 5], |out| function(matrix(), out));
    }
    assert_eq!(slice::prune_indptr(matrix(), &mut [0; 3]), Err(capacity(Indptr, 4, 3)));
    let array: RowSparse<f32, i32> = RowSparse::new(9, 1, &[1, 2, 5], &[1.0, 0.0, 2.0]).unwrap();
    let mut ids = [9];
    assert_eq!(slice::prune_ids(array, &mut ids), Err(capacity(Operand::Ids, 2, 1)));
    assert_eq!(ids, [1]);
}

#[test]
fn select() {
    let data = [1.0; 20];
    let dense = |rows, columns| Dense::new(rows, columns, &data).unwrap();
    fn out(rows: usize, columns: usize, to: &mut [f32]) -> DenseMut<'_, f32> {
        DenseMut::new(rows, columns, to).unwrap()
    }
    let good = dense(3, 4);
    for function in [slice::select, scalar::select] {
        refused::<12>(shape(Left, 0, 3, 2), |to| function(matrix(), dense(2, 4), good, out(3, 4, to)));
        refused::<12>(shape(Left, 1, 4, 5), |to| function(matrix(), dense(3, 5), good, out(3, 4, to)));
        refused::<12>(shape(Right, 0, 3, 2), |to| function(matrix(), good, dense(2, 4), out(3, 4, to)));
        refused::<12>(shape(Right, 1, 4, 3), |to| function(matrix(), good, dense(3, 3), out(3, 4, to)));
        refused::<8>(shape(Output, 0, 3, 2), |to| function(matrix(), good, good, out(2, 4, to)));
        refused::<9>(shape(Output, 1, 4, 3), |to| function(matrix(), good, good, out(3, 3, to)));
    }
    for function in
        [slice::select_x_gradient, scalar::select_x_gradient, slice::select_y_gradient, scalar::select_y_gradient]
    {
        refused::<12>(shape(Left, 0, 3, 2), |to| function(matrix(), dense(2, 4), out(3, 4, to)));
        refused::<9>(shape(Output, 1, 4, 3), |to| function(matrix(), good, out(3, 3, to)));
    }
}

#[test]
fn diagonal() {
    for function in [slice::diagonal, scalar::diagonal] {
        refused::<3>(shape(Output, 2, 2, 3), |to| function(matrix(), 2, to));
        refused::<0>(range(1, 5..5, 4), |to| function(matrix(), 5, to));
    }
}

/// Memory for a canonical pattern of so many rows and entries.
struct Memory([Vec<i32>; 6]);

impl Memory {
    fn new(rows: usize, entries: usize) -> Self {
        Self([rows + 1, entries, entries, entries + 1, entries, entries].map(|length| vec![-9; length]))
    }

    fn lend(&mut self) -> CanonicalBuffers<'_, i32> {
        let [indptr, indices, ids, segments, rows, entries] = &mut self.0;
        CanonicalBuffers { indptr, indices, plan: PlanBuffers { ids, segments, rows, entries } }
    }
}

#[test]
fn canonical() {
    let (rows, columns) = ([1, 0, 1], [3, 0, 3]);
    let call = |shape, rows: &[i32], columns: &[i32], mut memory: Memory, scratch: usize| {
        let result = slice::canonical_coo(shape, rows, columns, memory.lend(), &mut vec![0; scratch])
            .map(|found| found.indices().len());
        assert!(
            result.is_ok() || memory.0.iter().flatten().all(|&number| number == -9),
            "written before the refusal: {result:?}"
        );
        result
    };
    let good = || Memory::new(2, 3);
    assert_eq!(call((2, 4), &rows, &columns, good(), 6), Ok(2));
    assert_eq!(call((2, 4), &rows, &columns[..2], good(), 6), Err(shape(Operand::Columns, 2, 3, 2)));
    let ids = |entry, fault, expected, found| Err(KernelError::Ids { entry, fault, expected, found });
    assert_eq!(call((1, 4), &rows, &columns, good(), 6), ids(0, TooLarge, 1, 1));
    assert_eq!(call((2, 4), &[1, -2, 1], &columns, good(), 6), ids(1, Negative, 0, -2));
    let outside = KernelError::Pattern { operand: Operand::Columns, row: 0, expected: 2, found: 3 };
    assert_eq!(call((2, 3), &rows, &columns, good(), 6), Err(outside));
    for (which, operand, needed) in [
        (0, Indptr, 3),
        (1, Indices, 3),
        (2, Operand::Ids, 3),
        (3, Operand::Segments, 4),
        (4, Operand::Rows, 3),
        (5, Operand::Entries, 3),
    ] {
        let mut memory = good();
        memory.0[which].pop();
        assert_eq!(call((2, 4), &rows, &columns, memory, 6), Err(capacity(operand, needed, needed - 1)), "{which}");
    }
    assert_eq!(call((2, 4), &rows, &columns, good(), 5), Err(capacity(Scratch, 6, 5)));

    let fewer = Csr::<f32, i32>::trusted(2, 4, &[0, 2, 2], &[0; 3], &[1.0; 3]).unwrap();
    let mut memory = good();
    assert_eq!(slice::canonical_csr(fewer, memory.lend(), &mut [0; 6]).err(), Some(shape(Operand::Input, 2, 3, 2)));
    let outside = Csr::<f32, i32>::trusted(2, 4, &[0, 1, 3], &[0, 4, 1], &[1.0; 3]).unwrap();
    let pattern = KernelError::Pattern { operand: Indices, row: 1, expected: 3, found: 4 };
    assert_eq!(slice::canonical_csr(outside, memory.lend(), &mut [0; 6]).err(), Some(pattern));
    let unsorted = Csr::<f32, i32>::trusted(2, 4, &[0, 1, 3], &[0, 2, 1], &[1.0; 3]).unwrap();
    let found = slice::canonical_csr(unsorted, memory.lend(), &mut [0; 6]).unwrap();
    refused::<3>(shape(Values, 2, 3, 2), |to| found.csr(&[1.0, 2.0], to).map(drop));
    refused::<2>(shape(Output, 2, 3, 2), |to| found.csr(&[1.0, 2.0, 3.0], to).map(drop));
}
