use super::check;
use lacuna::error::Operand;
use lacuna::{FormatError, Index, RowSparse as View, RowSparseMut};
use lacuna_testing::broken::{self, Rule};
use lacuna_testing::{Random, RowSparse, fitting};

type Arrays = RowSparse<f64, i64>;

/// The dimensions behind the first.
fn trailing(random: &mut Random) -> Vec<usize> {
    (0..random.below(4)).map(|_| random.below(4)).collect()
}

fn shape(rows: usize, trailing: &[usize]) -> Vec<usize> {
    [rows].into_iter().chain(trailing.iter().copied()).collect()
}

/// What the five constructors return: three checked ones, then two unchecked ones; and up to which rule they check.
fn functions<I: Index>(a: &Arrays, trailing: &[usize]) -> Option<[(Rule, Result<usize, FormatError>); 5]> {
    let (ids, rows, length) = (fitting::<I>(&a.ids)?, a.rows, a.length);
    let mut data = a.data.clone();
    Some([
        (Rule::Indices, View::new(rows, length, &ids, &a.data).map(|view| view.stored_rows())),
        (Rule::Indices, View::with_shape(&shape(rows, trailing), &ids, &a.data).map(|view| view.stored_rows())),
        (Rule::Indices, RowSparseMut::new(rows, length, &ids, &mut data).map(|view| view.stored_rows())),
        (Rule::Lengths, View::trusted(rows, length, &ids, &a.data).map(|view| view.stored_rows())),
        (Rule::Lengths, RowSparseMut::trusted(rows, length, &ids, &mut data).map(|view| view.stored_rows())),
    ])
}

fn every_rule<I: Index>(good: &Arrays, trailing: &[usize]) {
    assert!(functions::<I>(good, trailing).unwrap().iter().all(|(_, found)| *found == Ok(good.ids.len())));
    for broken in broken::row_sparse(good) {
        for (checked, found) in functions::<I>(&broken.operand, trailing).into_iter().flatten() {
            assert_eq!(found, broken.expected(checked, good.ids.len()), "{broken:?}");
        }
    }
}

#[test]
fn every_broken_rule_is_told() {
    check(|random| {
        let trailing = trailing(random);
        let good = RowSparse::good(random, trailing.iter().product());
        every_rule::<i32>(&good, &trailing);
        every_rule::<i64>(&good, &trailing);
        every_rule::<u32>(&good, &trailing);
    });
}

#[test]
fn a_shape_without_dimensions_is_refused() {
    let refused = View::<f32, i32>::with_shape(&[], &[], &[]).unwrap_err();
    assert_eq!(refused, FormatError::RowSparseShape { array: Operand::Input, expected: 1, found: 0 });
    let overflow = View::<f32, i32>::with_shape(&[4, usize::MAX, 2], &[], &[]).unwrap_err();
    assert!(matches!(overflow, FormatError::Dimension { found: 2, .. }), "{overflow}");
    let overflow = View::<f32, i32>::new(4, usize::MAX, &[0, 1], &[]).unwrap_err();
    assert!(matches!(overflow, FormatError::Dimension { found: usize::MAX, .. }), "{overflow}");
}

#[test]
fn accessors_and_ranges_are_those_of_the_arrays() {
    check(|random| {
        let trailing = trailing(random);
        let arrays = RowSparse::good(random, trailing.iter().product());
        let (cut, parts) = ([random.far_size(), random.far_size()], random.below(256));
        let ids = fitting::<i64>(&arrays.ids).unwrap();
        let shape = shape(arrays.rows, &trailing);
        let view = View::with_shape(&shape, &ids, &arrays.data).unwrap();
        assert_eq!(view.rank(), shape.len());
        assert!((0..9).all(|axis| view.dimension(axis) == shape.get(axis).copied().unwrap_or(1)));
        assert_eq!(view.nbytes(), 8 * ids.len() + 8 * arrays.data.len());
        let (start, end) = (cut[0] % (arrays.rows + 1), cut[1] % (arrays.rows + 1));
        let (start, end) = (start.min(end), start.max(end));
        let part = view.row_range(start..end).unwrap();
        for row in 0..end - start {
            let expected = ids.iter().position(|&id| id as usize == start + row);
            let found = part.find(row);
            assert_eq!(found.map(|k| part.stored_row(k)), expected.map(|k| view.stored_row(k)));
            assert!(found.is_none_or(|k| part.row_of(k) == row));
            assert_eq!(part.row_range(row..end - start).unwrap().find(0).is_some(), found.is_some());
        }
        assert_eq!((part.find(end - start), part.row_of(part.stored_rows())), (None, usize::MAX));

        let parts = parts % 9 + 1;
        let ranges: Vec<_> = part.partition(parts).collect();
        assert!(ranges.len() <= parts);
        assert!(ranges.iter().flat_map(Clone::clone).eq(0..end - start));
        assert!(
            ranges
                .into_iter()
                .all(|range| part.row_range(range).unwrap().stored_rows() <= part.stored_rows() / parts + 1)
        );
    });
}

#[test]
fn split_parts_can_be_written_and_do_not_overlap() {
    check(|random| {
        let length = random.below(9);
        let (arrays, cut) = (RowSparse::good(random, length), [random.far_size(), random.far_size()]);
        let ids = fitting::<u32>(&arrays.ids).unwrap();
        let mut data = vec![0.0; arrays.data.len()];
        let whole = RowSparseMut::new(arrays.rows, arrays.length, &ids, &mut data).unwrap();
        let (top, rest) = whole.split_rows_at(cut[0] % (arrays.rows + 2));
        let (middle, end) = rest.split_rows_at(cut[1] % (arrays.rows + 2));
        let (mut first, mut seen) = (0, Vec::new());
        for mut part in [top, middle, end] {
            for k in 0..part.stored_rows() {
                let row = part.as_row_sparse().row_of(k);
                assert!(row < part.rows());
                seen.push((first + row) as i64);
                part.stored_row_mut(k).iter_mut().for_each(|x| *x += 1.0);
            }
            first += part.rows();
        }
        assert_eq!((first, seen), (arrays.rows, arrays.ids));
        assert!(data.iter().all(|&x| x == 1.0));
    });
}
