//! What views offer besides their rules: equality, iteration, short `Debug`, rank, parts that are made again, indices
//! of the machine's word.
use lacuna::call::Erase;
use lacuna::error::{IndexFault, Operand};
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, CsrMut, Dense, DenseMut, FormatError, RowSparse, RowSparseMut, Split, index, rows};

const INDPTR: [i32; 5] = [0, 2, 2, 3, 5];
const COLUMNS: [i32; 5] = [0, 3, 1, 0, 2];
const VALUES: [f32; 5] = [1.0, 2.0, 3.0, 4.0, 5.0];

fn csr() -> Csr<'static, f32, i32> {
    Csr::new(4, 4, &INDPTR, &COLUMNS, &VALUES).unwrap()
}

fn row_sparse() -> RowSparse<'static, f32, i32> {
    RowSparse::new(9, 1, &[1, 4, 5, 8], &VALUES[..4]).unwrap()
}

#[test]
fn parts_equal_wholes_of_the_same_rows() {
    let part = csr().row_range(2..4).unwrap();
    let whole = Csr::new(2, 4, &[0, 1, 3], &[1, 0, 2], &[3.0, 4.0, 5.0]).unwrap();
    assert_eq!((part, part.indptr()[0]), (whole, 2));
    for other in [
        Csr::new(2, 5, &[0, 1, 3], &[1, 0, 2], &[3.0, 4.0, 5.0]).unwrap(),
        Csr::new(2, 4, &[0, 2, 3], &[0, 1, 2], &[3.0, 4.0, 5.0]).unwrap(),
        Csr::new(2, 4, &[0, 1, 3], &[1, 0, 3], &[3.0, 4.0, 5.0]).unwrap(),
        Csr::new(2, 4, &[0, 1, 3], &[1, 0, 2], &[3.0, 4.0, 6.0]).unwrap(),
        Csr::new(3, 4, &[0, 1, 3, 3], &[1, 0, 2], &[3.0, 4.0, 5.0]).unwrap(),
    ] {
        assert_ne!(part, other);
    }

    let part = row_sparse().row_range(4..7).unwrap();
    assert_eq!(part, RowSparse::new(3, 1, &[0, 1], &[2.0, 3.0]).unwrap());
    assert_ne!(part, RowSparse::new(3, 1, &[0, 2], &[2.0, 3.0]).unwrap());
    assert_ne!(part, RowSparse::new(4, 1, &[0, 1], &[2.0, 3.0]).unwrap());
    assert_ne!(part, RowSparse::new(3, 1, &[0, 1], &[2.0, 4.0]).unwrap());

    // What stands between the rows is not compared, and NaN equals nothing.
    let gaps = Dense::with_stride(2, 2, 3, &[1.0, 2.0, f32::NAN, 3.0, 4.0]).unwrap();
    assert_eq!(gaps, Dense::new(2, 2, &[1.0, 2.0, 3.0, 4.0]).unwrap());
    assert_ne!(gaps, Dense::new(2, 2, &[1.0, 2.0, 3.0, 5.0]).unwrap());
    assert_ne!(gaps, Dense::new(4, 1, &[1.0, 2.0, 3.0, 4.0]).unwrap());
    let nan = Dense::new(1, 1, &[f32::NAN]).unwrap();
    assert_ne!(nan, nan);
    // Rows without elements are not counted.
    let endless = |rows| Dense::<f32>::new(rows, 0, &[]).unwrap();
    assert!(endless(1 << 62) == endless(1 << 62) && endless(1 << 62) != endless(1 << 61));
}

/// Kernels read a checked csr without a check, so nothing else may pass for one.
#[test]
fn only_what_was_checked_is_checked() {
    let checked = csr();
    let parts = [checked.row_range(1..3).unwrap(), checked.split_rows_at(2).1];
    assert!(parts.into_iter().chain([checked]).all(|csr| csr.is_checked()));
    assert!(checked.with_values(&[1.0_f64; 5]).unwrap().is_checked());

    let trusted = Csr::trusted(4, 4, &INDPTR, &COLUMNS, &VALUES).unwrap();
    assert!(!trusted.is_checked() && !trusted.row_range(1..3).unwrap().is_checked());
    assert!(!trusted.with_values(&[1.0_f64; 5]).unwrap().is_checked());
    assert_eq!(trusted, checked);
    let (mut columns, mut values) = (COLUMNS, VALUES);
    assert!(!CsrMut::new(4, 4, &INDPTR, &mut columns, &mut values).unwrap().as_csr().is_checked());

    let mut erased = checked.erase();
    assert!(Csr::<f32, i32>::restore(&mut erased).unwrap().is_checked());
    let mut erased = trusted.erase();
    assert!(!Csr::<f32, i32>::restore(&mut erased).unwrap().is_checked());
}

#[test]
fn iterators_give_every_row() {
    let rows: Vec<_> = csr().iter().collect();
    let expected: [(&[i32], &[f32]); 4] = [(&[0, 3], &[1.0, 2.0]), (&[], &[]), (&[1], &[3.0]), (&[0, 2], &[4.0, 5.0])];
    assert_eq!(rows, expected);
    assert!(csr().row_range(2..4).unwrap().iter().eq(expected[2..].iter().copied()));
    let part = row_sparse().row_range(2..9).unwrap();
    assert!(part.iter().eq([(2, &[2.0][..]), (3, &[3.0]), (6, &[4.0])]));
    let dense = Dense::with_stride(2, 2, 3, &[1.0, 2.0, 9.0, 3.0, 4.0]).unwrap();
    assert!(dense.iter().eq([[1.0, 2.0], [3.0, 4.0]]));
}

#[test]
fn debug_shows_sizes_and_no_arrays() {
    let (mut indices, mut values, mut data) = ([0; 5], [0.0_f32; 5], [0.0_f32; 5]);
    let plan =
        SegmentPlan::new(&[4], &[0, 2], &[0, 1], &[1, 0], PlanShape { values: 2, operand_rows: 2, output_rows: 9 })
            .unwrap();
    let shown = [
        (format!("{:?}", csr()), "Csr { rows: 4, columns: 4, nnz: 5 }"),
        (
            format!("{:?}", CsrMut::new(4, 4, &INDPTR, &mut indices, &mut values).unwrap()),
            "CsrMut { rows: 4, columns: 4, nnz: 5 }",
        ),
        (format!("{:?}", row_sparse()), "RowSparse { rows: 9, row_length: 1, stored_rows: 4 }"),
        (
            format!("{:?}", RowSparseMut::new(9, 5, &[3], &mut data).unwrap()),
            "RowSparseMut { rows: 9, row_length: 5, stored_rows: 1 }",
        ),
        (format!("{:?}", Dense::with_stride(1, 2, 3, &VALUES).unwrap()), "Dense { rows: 1, columns: 2, stride: 2 }"),
        (
            format!("{:?}", DenseMut::with_stride(2, 2, 3, &mut data).unwrap()),
            "DenseMut { rows: 2, columns: 2, stride: 3 }",
        ),
        (format!("{plan:?}"), "SegmentPlan { stored_rows: 1, terms: 2, output_rows: 9 }"),
    ];
    for (shown, expected) in shown {
        assert_eq!(shown, expected);
    }
    // The arguments of a kernel show those of their views.
    let retain = rows::Retain { data: row_sparse(), out: RowSparseMut::new(9, 1, &[1], &mut data[..1]).unwrap() };
    assert!(format!("{retain:?}").len() < 150, "{retain:?}");
}

#[test]
fn a_row_sparse_to_be_written_keeps_its_rank() {
    let mut data = [0.0_f32; 12];
    let mut array = RowSparseMut::<_, i64>::with_shape(&[7, 2, 3], &[2, 6], &mut data).unwrap();
    fn shape(rank: usize, dimension: impl Fn(usize) -> usize) -> Vec<usize> {
        (0..rank).map(dimension).collect()
    }
    assert_eq!(shape(array.rank(), |axis| array.dimension(axis)), [7, 2, 3]);
    let read = array.as_row_sparse();
    assert_eq!(shape(read.rank(), |axis| read.dimension(axis)), [7, 2, 3]);
    let again = array.reborrow();
    assert_eq!(shape(again.rank(), |axis| again.dimension(axis)), [7, 2, 3]);
    let (top, rest) = array.split_rows_at(3);
    assert_eq!(shape(top.rank(), |axis| top.dimension(axis)), [3, 2, 3]);
    assert_eq!(shape(rest.rank(), |axis| rest.dimension(axis)), [4, 2, 3]);
    // Rank 1 is not rank 2 with one column.
    assert_eq!(RowSparseMut::<_, i64>::with_shape(&[7], &[2], &mut data[..1]).unwrap().rank(), 1);
    assert_eq!(RowSparseMut::<_, i64>::new(7, 1, &[2], &mut data[..1]).unwrap().rank(), 2);
}

#[test]
fn parts_of_a_row_sparse_are_made_again() {
    for start in 0..=9 {
        for end in start..=9 {
            let part = row_sparse().row_range(start..end).unwrap();
            let again =
                RowSparse::part(part.first_row(), part.rows(), part.row_length(), part.indices(), part.data()).unwrap();
            assert_eq!((again, again.first_row()), (part, start));
            assert!((0..10).all(|row| again.find(row) == part.find(row)));
            let mut data = part.data().to_vec();
            let mut again = RowSparseMut::part(part.first_row(), part.rows(), 1, part.indices(), &mut data).unwrap();
            assert_eq!((again.as_row_sparse(), again.first_row()), (part, start));
            assert!(again.reborrow().split(3).map(|part| part.rows()).eq(part.split(3).map(|part| part.rows())));
        }
    }
}

#[test]
fn a_part_with_rows_outside_is_refused() {
    let refused = |first_row, rows, ids: &[i32], error| {
        let mut data = vec![0.0_f32; ids.len()];
        assert_eq!(RowSparse::part(first_row, rows, 1, ids, &data).unwrap_err(), error, "{ids:?}");
        assert_eq!(RowSparseMut::part(first_row, rows, 1, ids, &mut data).unwrap_err(), error, "{ids:?}");
    };
    let id = |entry, fault, expected, found| FormatError::RowSparseIndices { entry, fault, expected, found };
    refused(4, 3, &[3, 5], id(0, IndexFault::BeforeFirst, 4, 3));
    refused(4, 3, &[4, 7], id(1, IndexFault::TooLarge, 7, 7));
    refused(4, 3, &[5, 5], id(1, IndexFault::NotAscending, 5, 5));
    refused(4, 3, &[-1], id(0, IndexFault::Negative, 0, -1));
    refused(4, 0, &[4], id(0, IndexFault::TooLarge, 4, 4));
    refused(1, usize::MAX, &[], FormatError::Dimension { max: usize::MAX - 1, found: usize::MAX });
    refused(1, 1 << 31, &[], FormatError::Dimension { max: 1 << 31, found: (1 << 31) + 1 });
    let short = FormatError::RowSparseShape { array: Operand::Data, expected: 2, found: 1 };
    assert_eq!(RowSparse::part(4, 3, 1, &[4, 5], &VALUES[..1]).unwrap_err(), short);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn indices_of_the_machines_word_are_taken_as_they_are() {
    let (indptr, columns) = (INDPTR.map(|pointer| pointer as usize), COLUMNS.map(|column| column as usize));
    let taken = Csr::new(4, 4, index::as_i64(&indptr), index::as_i64(&columns), &VALUES).unwrap();
    assert_eq!(taken.indices().as_ptr().cast::<usize>(), columns.as_ptr());
    assert!(
        taken.iter().zip(csr().iter()).all(|(taken, narrow)| taken.0.iter().eq(narrow
            .0
            .iter()
            .map(|&c| i64::from(c))
            .collect::<Vec<_>>()
            .iter())
            && taken.1 == narrow.1)
    );
    for outside in [usize::MAX, i64::MAX as usize + 1] {
        let found = outside as i64;
        let refused = Csr::new(1, 4, index::as_i64(&[0, 1]), index::as_i64(&[outside]), &VALUES[..1]).unwrap_err();
        assert_eq!(
            refused,
            FormatError::CsrIndices { row: 0, entry: 0, fault: IndexFault::Negative, expected: 0, found }
        );
        assert!(Csr::new(1, 4, index::as_i64(&[0, outside]), index::as_i64(&[2]), &VALUES[..1]).is_err());
        assert!(RowSparse::new(4, 1, index::as_i64(&[outside]), &VALUES[..1]).is_err());
    }
    let mut written = [9_usize; 3];
    let counted = lacuna::rows::add_n_ids(
        &[RowSparse::<f32, i64>::new(9, 1, &[1, 8], &VALUES[..2]).unwrap(); 2],
        &mut [0; 2],
        index::as_i64_mut(&mut written),
    );
    assert_eq!((counted, written), (Ok(2), [1, 8, 9]));
}

#[test]
fn row_sparse_arrays_of_other_shapes_differ() {
    let data = [1.0_f32; 6];
    let of = |shape| RowSparse::<_, i32>::with_shape(shape, &[3], &data).unwrap();
    assert!(of(&[4, 2, 3]) == of(&[4, 2, 3]));
    assert!(of(&[4, 2, 3]) != of(&[4, 3, 2]));
    assert!(of(&[4, 6]) != of(&[4, 3, 2]) && of(&[4, 6]) == RowSparse::new(4, 6, &[3], &data).unwrap());
}
