use super::{capacity, index, pattern, refused, shape};
use lacuna::dot::{csr_csr_indices, csr_csr_row_nnz, csr_csr_scratch, dense_csr_scratch, occurring_columns};
use lacuna::error::Operand::{Columns, Indptr, Output, Right, Scratch};
use lacuna::{Csr, CsrMut, Dense, DenseMut, RowSparse, dot, scalar};

/// 2 x 3.
fn a() -> Csr<'static, f32, i32> {
    Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0, 2.0, 3.0]).unwrap()
}

/// `rows` x 4, one entry in the first.
fn b(rows: usize) -> Csr<'static, f32, i32> {
    Csr::new(rows, 4, &[0, 1, 1, 1, 1][..=rows], &[3], &[5.0]).unwrap()
}

/// Two entries.
fn out<'a>(rows: usize, columns: usize, indices: &'a mut [i32; 2], values: &'a mut [f32]) -> CsrMut<'a, f32, i32> {
    CsrMut::new(rows, columns, &[0, 1, 2, 2][..=rows], indices, values).unwrap()
}

#[test]
fn csr_csr() {
    for function in [dot::csr_csr, scalar::csr_csr] {
        refused::<2>(shape(Right, 0, 3, 2), |data| function(a(), b(2), &mut [], out(2, 4, &mut [3, 3], data)));
        refused::<2>(shape(Output, 0, 2, 3), |data| function(a(), b(3), &mut [], out(3, 4, &mut [3, 3], data)));
        refused::<2>(shape(Output, 1, 4, 5), |data| function(a(), b(3), &mut [], out(2, 5, &mut [3, 3], data)));
        let mut scratch = [super::BEFORE; 3];
        refused::<2>(capacity(Scratch, 4, 3), |data| function(a(), b(3), &mut scratch, out(2, 4, &mut [3, 3], data)));
        assert_eq!(scratch, [super::BEFORE; 3]);
        for scratch in [&mut [][..], &mut [9.0; 4], &mut [f32::NAN; 9]] {
            let mut values = [9.0; 2];
            // Column 2 has no terms.
            function(a(), b(3), scratch, out(2, 4, &mut [2, 3], &mut values)).unwrap();
            assert_eq!(values, [0.0, 15.0]);
        }
    }
}

#[test]
fn patterns_of_products() {
    let (mut counts, mut indices, mut words) = ([9; 2], [9; 2], [u64::MAX; 2]);
    assert_eq!(csr_csr_scratch(4), 2);
    assert_eq!(csr_csr_row_nnz(a(), b(2), &mut counts, &mut words), Err(shape(Right, 0, 3, 2)));
    assert_eq!(csr_csr_row_nnz(a(), b(3), &mut counts[..1], &mut words), Err(capacity(Output, 2, 1)));
    assert_eq!(csr_csr_row_nnz(a(), b(3), &mut counts, &mut words[..1]), Err(capacity(Scratch, 2, 1)));
    let wide = Csr::new(3, i32::MAX as usize + 1, &[0, 0, 0, 0], &[], &[]).unwrap();
    assert_eq!(
        csr_csr_row_nnz(a(), wide, &mut counts, &mut words),
        Err(index(i32::MAX as usize + 1, i32::MAX as usize))
    );
    assert_eq!(counts, [9; 2]);
    csr_csr_row_nnz(a(), b(3), &mut counts, &mut words).unwrap();
    assert_eq!(counts, [1, 1]);
    assert_eq!(csr_csr_indices(a(), b(2), &[0, 1, 2], &mut indices, &mut words), Err(shape(Right, 0, 3, 2)));
    assert_eq!(csr_csr_indices(a(), b(3), &[0, 1], &mut indices, &mut words), Err(shape(Indptr, 2, 3, 2)));
    assert_eq!(csr_csr_indices(a(), b(3), &[0, 1, 2], &mut indices, &mut words[..1]), Err(capacity(Scratch, 2, 1)));
    assert_eq!(csr_csr_indices(a(), b(3), &[0, 2, 2], &mut indices, &mut words), Err(pattern(0, 1, 2)));
    assert_eq!(csr_csr_indices(a(), b(3), &[0, 1, 1], &mut indices, &mut words), Err(pattern(1, 1, 0)));
    csr_csr_indices(a(), b(3), &[0, 1, 2], &mut indices, &mut words).unwrap();
    assert_eq!(indices, [3, 3]);
}

#[test]
fn columns_that_occur() {
    let (mut columns, mut places) = ([9; 3], [9; 3]);
    assert_eq!(occurring_columns(a(), &mut columns[..2], &mut places), Err(capacity(Columns, 3, 2)));
    assert_eq!(occurring_columns(a(), &mut columns, &mut places[..2]), Err(capacity(Output, 3, 2)));
    assert_eq!((columns, places), ([9; 3], [9; 3]));
    assert_eq!(occurring_columns(a(), &mut columns, &mut places), Ok(2));
    assert_eq!((&columns[..2], places), (&[0, 2][..], [0, 1, 0]));
}

#[test]
fn dense_csr() {
    let ones = [1.0; 1025];
    let left = |columns| Dense::new(1, columns, &ones[..columns]).unwrap();
    let indptr: Vec<_> = (0..=1025).collect();
    let tall = Csr::new(1025, 1, &indptr, &[0; 1025], &ones).unwrap();
    for function in [dot::dense_csr, scalar::dense_csr] {
        refused::<4>(shape(Right, 0, 2, 3), |data| {
            function(left(2), b(3), &mut [], DenseMut::new(1, 4, data).unwrap())
        });
        refused::<8>(shape(Output, 0, 1, 2), |data| {
            function(left(3), b(3), &mut [], DenseMut::new(2, 4, data).unwrap())
        });
        refused::<5>(shape(Output, 1, 4, 5), |data| {
            function(left(3), b(3), &mut [], DenseMut::new(1, 5, data).unwrap())
        });
        refused::<1>(capacity(Scratch, 4, 3), |data| {
            function(left(1025), tall, &mut [0.0; 3], DenseMut::new(1, 1, data).unwrap())
        });
        let mut sum = [9.0];
        function(left(1025), tall, &mut [9.0; 4], DenseMut::new(1, 1, &mut sum).unwrap()).unwrap();
        assert_eq!((sum, dense_csr_scratch(1025, 1)), ([1025.0], 4));
    }
}

#[test]
fn products_with_a_transposed_matrix() {
    let ones = [1.0; 12];
    let left = |columns| Dense::new(1, columns, &ones[..columns]).unwrap();
    let stored = RowSparse::new(2, 3, &[1], &ones[..3]).unwrap();
    for function in [dot::dense_csr_t, scalar::dense_csr_t] {
        refused::<2>(shape(Right, 1, 4, 3), |data| function(left(4), a(), DenseMut::new(1, 2, data).unwrap()));
        refused::<4>(shape(Output, 0, 1, 2), |data| function(left(3), a(), DenseMut::new(2, 2, data).unwrap()));
        refused::<3>(shape(Output, 1, 2, 3), |data| function(left(3), a(), DenseMut::new(1, 3, data).unwrap()));
    }
    for function in [dot::dense_row_sparse_t, scalar::dense_row_sparse_t] {
        refused::<2>(shape(Right, 1, 4, 3), |data| function(left(4), stored, DenseMut::new(1, 2, data).unwrap()));
        refused::<4>(shape(Output, 0, 1, 2), |data| function(left(3), stored, DenseMut::new(2, 2, data).unwrap()));
        refused::<3>(shape(Output, 1, 2, 3), |data| function(left(3), stored, DenseMut::new(1, 3, data).unwrap()));
    }
}

#[test]
fn sddmm() {
    let ones = [1.0; 12];
    let dense = |rows, columns| Dense::new(rows, columns, &ones[..rows * columns]).unwrap();
    for function in [dot::sddmm, scalar::sddmm] {
        refused::<2>(shape(Right, 1, 3, 2), |data| function(dense(2, 3), dense(4, 2), out(2, 4, &mut [0, 1], data)));
        refused::<2>(shape(Output, 0, 2, 3), |data| function(dense(2, 3), dense(4, 3), out(3, 4, &mut [0, 1], data)));
        refused::<2>(shape(Output, 1, 4, 5), |data| function(dense(2, 3), dense(4, 3), out(2, 5, &mut [0, 1], data)));
    }
}
