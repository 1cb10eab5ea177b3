use super::check;
use lacuna::{Dense, DenseMut, FormatError};
use lacuna_testing::{Strided, broken};

/// What the two constructors return for the same numbers.
fn functions(rows: usize, columns: usize, stride: usize, length: usize) -> [Result<(), FormatError>; 2] {
    let mut data = vec![0.0_f64; length];
    [
        Dense::with_stride(rows, columns, stride, &data).map(|_| ()),
        DenseMut::with_stride(rows, columns, stride, &mut data).map(|_| ()),
    ]
}

#[test]
fn every_broken_rule_is_told() {
    check(|random| {
        let good = Strided::good(random);
        let Strided { rows, columns, stride, .. } = good;
        assert_eq!(functions(rows, columns, stride, good.data.len()), [Ok(()); 2]);
        assert_eq!(functions(rows, columns, stride, good.data.len() + 9), [Ok(()); 2]);
        for broken in broken::dense(&good) {
            let Strided { rows, columns, stride, data } = &broken.operand;
            assert_eq!(functions(*rows, *columns, *stride, data.len()), [Err(broken.error); 2], "{broken:?}");
        }
        let data = vec![0.0_f32; rows * columns];
        assert!(Dense::new(rows, columns, &data).is_ok());
        assert_eq!(Dense::new(rows, columns, &data).unwrap().nbytes(), rows * columns * 4);
    });
}

#[test]
fn extents_that_overflow_are_refused() {
    for (rows, columns, stride) in
        [(usize::MAX, 2, 2), (3, usize::MAX, usize::MAX), (3, 1, usize::MAX), (2, 2, usize::MAX)]
    {
        let [shared, exclusive] = functions(rows, columns, stride, 4);
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
    check(|random| {
        let (rows, columns, cut) = (random.below(7), random.below(5), [random.far_size(), random.far_size()]);
        let stride = columns + random.below(3);
        // Longer than needed: what follows the last row belongs to nobody.
        let data: Vec<f64> = (0..rows * stride + 20).map(|x| x as f64).collect();
        let dense = Dense::with_stride(rows, columns, stride, &data).unwrap();
        let expected = |row: usize| &data[row * stride..row * stride + columns];
        let (start, end) = (cut[0] % (rows + 1), cut[1] % (rows + 1));
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
        let (top, rest) = whole.split_rows_at(cut[0] % (rows + 2));
        let (middle, rest) = rest.split_rows_at(cut[1] % (rows + 2));
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
    });
}
