use crate::random::check;
use lacuna::{Dense, DenseMut, FormatError};

/// What the four constructors return for the same numbers.
fn doors(rows: usize, columns: usize, stride: usize, length: usize) -> [Result<(), FormatError>; 2] {
    let mut data = vec![0.0_f64; length];
    [Dense::with_stride(rows, columns, stride, &data).map(|_| ()), DenseMut::with_stride(rows, columns, stride, &mut data).map(|_| ())]
}

#[test]
fn every_broken_rule_is_told() {
    fn property(rows: u8, columns: u8, pad: u8) {
        let (rows, columns) = (usize::from(rows % 7), usize::from(columns % 7));
        let stride = columns + usize::from(pad % 4);
        let needed = if rows == 0 || columns == 0 { 0 } else { (rows - 1) * stride + columns };
        assert_eq!(doors(rows, columns, stride, needed), [Ok(()); 2]);
        assert_eq!(doors(rows, columns, stride, needed + 9), [Ok(()); 2]);
        if needed > 0 {
            assert_eq!(doors(rows, columns, stride, needed - 1), [Err(FormatError::DenseShape { expected: needed, found: needed - 1 }); 2]);
        }
        if columns > 0 && rows > 1 {
            assert_eq!(doors(rows, columns, columns - 1, 100), [Err(FormatError::Stride { columns, stride: columns - 1 }); 2]);
        }
        let data = vec![0.0_f32; rows * columns];
        assert!(Dense::new(rows, columns, &data).is_ok());
        assert_eq!(Dense::new(rows, columns, &data).unwrap().nbytes(), rows * columns * 4);
    }
    check(property as fn(u8, u8, u8));
}

#[test]
fn extents_that_overflow_are_refused() {
    for (rows, columns, stride) in [(usize::MAX, 2, 2), (3, usize::MAX, usize::MAX), (3, 1, usize::MAX), (2, 2, usize::MAX)] {
        let [shared, exclusive] = doors(rows, columns, stride, 4);
        assert!(matches!(shared, Err(FormatError::Dimension { found, .. }) if found == stride), "{shared:?}");
        assert_eq!(shared, exclusive);
    }
}

#[test]
fn rows_of_a_matrix_without_columns_can_be_cut_at_any_stride() {
    let empty = Dense::<f32>::with_stride(5, 0, usize::MAX, &[]).unwrap();
    assert_eq!(empty.row_range(3..5).unwrap().rows(), 2);
    let (top, rest) = DenseMut::<f32>::with_stride(5, 0, usize::MAX, &mut []).unwrap().split_rows_at(3);
    assert_eq!((top.rows(), rest.rows()), (3, 2));
}

#[test]
fn rows_and_their_ranges_are_those_of_the_data() {
    fn property(rows: u8, columns: u8, pad: u8, cut: (usize, usize)) {
        let (rows, columns) = (usize::from(rows % 7), usize::from(columns % 5));
        let stride = columns + usize::from(pad % 3);
        // Longer than needed: what follows the last row belongs to nobody.
        let data: Vec<f64> = (0..rows * stride + 20).map(|x| x as f64).collect();
        let dense = Dense::with_stride(rows, columns, stride, &data).unwrap();
        let expected = |row: usize| &data[row * stride..row * stride + columns];
        let (start, end) = (cut.0 % (rows + 1), cut.1 % (rows + 1));
        let (start, end) = (start.min(end), start.max(end));
        let part = dense.row_range(start..end).unwrap();
        for row in 0..end - start {
            assert_eq!(part.row(row), expected(start + row));
        }
        for beyond in [end - start, end - start + 1, usize::MAX] {
            assert!(part.row(beyond).is_empty(), "row {beyond} of {}", end - start);
        }
        let mut data_mut = data.clone();
        let mut whole = DenseMut::with_stride(rows, columns, stride, &mut data_mut).unwrap();
        assert!(whole.row_mut(rows).is_empty());
        let (top, rest) = whole.split_rows_at(cut.0 % (rows + 2));
        let (middle, rest) = rest.split_rows_at(cut.1 % (rows + 2));
        let mut row = 0;
        for mut part in [top, middle, rest] {
            for r in 0..part.rows() {
                assert_eq!(part.as_dense().row(r), expected(row));
                part.row_mut(r).fill(-1.0);
                row += 1;
            }
            assert!(part.row_mut(part.rows()).is_empty());
        }
        assert_eq!(row, rows);
        for (at, x) in data_mut.into_iter().enumerate() {
            let inside = stride > 0 && at / stride < rows && at % stride < columns;
            assert_eq!(x, if inside { -1.0 } else { at as f64 });
        }
    }
    check(property as fn(u8, u8, u8, (usize, usize)));
}
