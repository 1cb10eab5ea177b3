//! The largest dimensions and indices of each index type, and matrices without rows, columns or entries.
use lacuna::{Csr, CsrMut, FormatError, Index, RowSparse, RowSparseMut};

fn largest_dimension<I: Index>() {
    let most = I::MAX + 1;
    let last = [I::from_usize(I::MAX)];
    let (zero, one) = (I::from_usize(0), I::from_usize(1));
    let indptr = [zero, one];
    let csr = Csr::new(1, most, &indptr, &last, &[1.0_f32]).unwrap();
    assert_eq!(csr.row(0).0[0].to_usize(), I::MAX);
    assert_eq!(RowSparse::new(most, 1, &last, &[1.0_f32]).unwrap().find(I::MAX), Some(0));
    assert_eq!(RowSparseMut::new(most, 1, &last, &mut [1.0_f32]).unwrap().split_rows_at(I::MAX).1.stored_rows(), 1);
    let one_less = Csr::new(1, I::MAX, &indptr, &last, &[1.0_f32]).unwrap_err();
    assert!(matches!(one_less, FormatError::CsrIndices { row: 0, entry: 0, .. }), "{one_less}");

    let too_many = most + 1;
    let refused =
        |error| assert!(matches!(error, FormatError::Dimension { found, .. } if found == too_many), "{error}");
    refused(Csr::<f32, I>::new(0, too_many, &[zero], &[], &[]).unwrap_err());
    refused(Csr::<f32, I>::trusted(0, too_many, &[zero], &[], &[]).unwrap_err());
    refused(Csr::<f32, I>::trusted(too_many, 0, &[zero], &[], &[]).unwrap_err());
    refused(CsrMut::<f32, I>::new(too_many, 0, &[zero], &mut [], &mut []).unwrap_err());
    refused(CsrMut::<f32, I>::trusted(too_many, 0, &[zero], &mut [], &mut []).unwrap_err());
    refused(CsrMut::<f32, I>::trusted(0, too_many, &[zero], &mut [], &mut []).unwrap_err());
    refused(RowSparse::<f32, I>::new(too_many, 0, &[], &[]).unwrap_err());
    refused(RowSparse::<f32, I>::trusted(too_many, 0, &[], &[]).unwrap_err());
    refused(RowSparseMut::<f32, I>::new(too_many, 0, &[], &mut []).unwrap_err());
    refused(RowSparseMut::<f32, I>::trusted(too_many, 0, &[], &mut []).unwrap_err());
}

#[test]
fn largest_dimensions_are_those_whose_last_index_fits() {
    largest_dimension::<i32>();
    largest_dimension::<i64>();
    largest_dimension::<u32>();
}

fn without_entries<I: Index>() {
    for (rows, columns) in [(0, 0), (0, 5), (5, 0), (1, 1), (3, 4)] {
        let indptr = vec![I::default(); rows + 1];
        let csr = Csr::<f64, I>::new(rows, columns, &indptr, &[], &[]).unwrap();
        assert_eq!((csr.nnz(), csr.rows(), csr.columns()), (0, rows, columns));
        assert!(csr.partition(4).flatten().eq(0..rows));
        assert!(CsrMut::<f64, I>::new(rows, columns, &indptr, &mut [], &mut []).is_ok());
        assert!(CsrMut::<f64, I>::trusted(rows, columns, &indptr, &mut [], &mut []).is_ok());
        assert!(CsrMut::<f64, I>::trusted(rows, columns, &indptr[1..], &mut [], &mut []).is_err());
        let view = RowSparse::<f64, I>::new(rows, columns, &[], &[]).unwrap();
        assert_eq!((view.stored_rows(), view.find(0)), (0, None));
        assert!(view.partition(4).flatten().eq(0..rows));
        // A csr without rows still has one pointer.
        assert!(Csr::<f64, I>::new(rows, columns, &indptr[1..], &[], &[]).is_err());
    }
}

#[test]
fn views_without_rows_columns_or_entries() {
    without_entries::<i32>();
    without_entries::<i64>();
    without_entries::<u32>();
}
