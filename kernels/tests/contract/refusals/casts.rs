use super::{BEFORE, capacity, index, pattern, refused, shape};
use lacuna::cast::{self, accumulate_indptr};
use lacuna::error::Operand::{Ids, Indices, Indptr, Output, Values};
use lacuna::{Csr, CsrMut, Dense, DenseMut, KernelError, RowSparse, RowSparseMut, scalar};

/// 2 x 3 with two elements that are not zero in row 0, and one in row 1.
const DATA: [f32; 6] = [1.0, 0.0, 2.0, 0.0, 3.0, -0.0];

fn dense() -> Dense<'static, f32> {
    Dense::new(2, 3, &DATA).unwrap()
}

#[test]
fn dense_to_csr() {
    for function in [cast::dense_to_csr::<f32, i32>, scalar::dense_to_csr] {
        let call = |rows: usize, columns, indptr: &[i32]| {
            let (mut indices, mut values) = (vec![-1; 4], vec![BEFORE; 4]);
            let entries = indptr[indptr.len() - 1] as usize;
            let out = CsrMut::new(rows, columns, indptr, &mut indices[..entries], &mut values[..entries]).unwrap();
            let result = function(dense(), out);
            (result, indices, values)
        };
        for (result, error) in
            [(call(1, 3, &[0, 3]), shape(Output, 0, 2, 1)), (call(2, 4, &[0, 2, 3]), shape(Output, 1, 3, 4))]
        {
            assert_eq!(result, (Err(error), vec![-1; 4], vec![BEFORE; 4]));
        }
        // The rows before the one that differs are written.
        let (result, indices, values) = call(2, 3, &[0, 2, 4]);
        assert_eq!((result, &indices[..2], &values[..2]), (Err(pattern(1, 1, 2)), &[0, 2][..], &[1.0, 2.0][..]));
        assert_eq!(call(2, 3, &[0, 1, 2]).0, Err(pattern(0, 2, 1)));
        assert_eq!(call(2, 3, &[0, 3, 4]).0, Err(pattern(0, 2, 3)));
    }
}

#[test]
fn counts_and_pointers() {
    for function in [cast::dense_row_nnz, scalar::dense_row_nnz] {
        let mut counts = [-1];
        assert_eq!(function(dense(), &mut counts), Err(capacity(Output, 2, 1)));
        assert_eq!(counts, [-1]);
    }
    let half = i32::MAX / 2 + 1;
    assert_eq!(accumulate_indptr(&mut [0, half, half, 5]), Err(index(i32::MAX as usize + 6, i32::MAX as usize)));
    assert_eq!(accumulate_indptr(&mut [0, half, half - 1]), Ok(i32::MAX as usize));
    assert_eq!(accumulate_indptr(&mut [0, u32::MAX]), Ok(u32::MAX as usize));
    assert_eq!(accumulate_indptr(&mut [1, u32::MAX]), Err(index(u32::MAX as usize + 1, u32::MAX as usize)));
    assert_eq!(accumulate_indptr(&mut [i64::MAX, 1]), Err(index(i64::MAX as usize + 1, i64::MAX as usize)));
    assert_eq!(accumulate_indptr::<i32>(&mut []), Ok(0));
}

#[test]
fn dense_to_csr_one_pass() {
    for function in [cast::dense_to_csr_one_pass, scalar::dense_to_csr_one_pass] {
        let call = |indptr: usize, indices: usize, values: usize| {
            function(dense(), &mut vec![0_i32; indptr], &mut vec![0; indices], &mut vec![0.0; values])
        };
        assert_eq!(call(3, 3, 3), Ok(3));
        assert_eq!(call(9, 9, 9), Ok(3));
        assert_eq!(call(2, 3, 3), Err(capacity(Indptr, 3, 2)));
        assert_eq!(call(0, 3, 3), Err(capacity(Indptr, 3, 0)));
        assert_eq!(call(3, 2, 3), Err(capacity(Indices, 3, 2)));
        assert_eq!(call(3, 3, 2), Err(capacity(Values, 3, 2)));
        assert_eq!(call(3, 0, 0), Err(capacity(Indices, 3, 0)));
        let endless = Dense::new(usize::MAX, 0, &[]).unwrap();
        assert!(matches!(
            function(endless, &mut [], &mut [], &mut []),
            Err(KernelError::Capacity { operand: Indptr, found: 0, .. })
        ));
    }
}

#[test]
fn csr_to_dense() {
    let csr = Csr::new(2, 3, &[0, 1, 1], &[1], &[5.0]).unwrap();
    for function in [cast::csr_to_dense::<f32, i32>, scalar::csr_to_dense] {
        refused::<3>(shape(Output, 0, 2, 1), |out| function(csr, DenseMut::new(1, 3, out).unwrap()));
        refused::<4>(shape(Output, 1, 3, 2), |out| function(csr, DenseMut::new(2, 2, out).unwrap()));
    }
}

#[test]
fn dense_to_row_sparse() {
    for function in [cast::dense_to_row_sparse, scalar::dense_to_row_sparse] {
        refused::<3>(shape(Output, 0, 2, 3), |out| function(dense(), RowSparseMut::new(3, 3, &[1], out).unwrap()));
        refused::<2>(shape(Output, 1, 3, 2), |out| function(dense(), RowSparseMut::new(2, 2, &[1], out).unwrap()));
    }
}

#[test]
fn ids_of_rows() {
    for function in [cast::dense_row_ids, scalar::dense_row_ids] {
        assert_eq!(function(dense(), 0, &mut [0_i32; 1]), Err(capacity(Ids, 2, 1)));
        assert_eq!(function(dense(), 0, &mut []), Err(capacity(Ids, 2, 0)));
        assert_eq!(function(dense(), i32::MAX as usize - 1, &mut [0; 2]), Ok(2));
        let mut ids = [-1; 2];
        assert_eq!(
            function(dense(), i32::MAX as usize, &mut ids),
            Err(index(i32::MAX as usize + 1, i32::MAX as usize))
        );
        assert!(matches!(
            function(dense(), usize::MAX, &mut ids), Err(KernelError::Index { needed, .. }) if needed >= usize::MAX - 1
        ));
        assert_eq!(ids, [-1; 2]);
    }
}

#[test]
fn row_sparse_to_dense() {
    let input = RowSparse::new(2, 3, &[1], &[1.0, 2.0, 3.0]).unwrap();
    for function in [cast::row_sparse_to_dense::<f32, i32>, scalar::row_sparse_to_dense] {
        refused::<9>(shape(Output, 0, 2, 3), |out| function(input, DenseMut::new(3, 3, out).unwrap()));
        refused::<8>(shape(Output, 1, 3, 4), |out| function(input, DenseMut::new(2, 4, out).unwrap()));
    }
}
