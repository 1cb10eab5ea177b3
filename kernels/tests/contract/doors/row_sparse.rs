use super::{ascending, broken_indices, cast};
use crate::random::{check, within};
use lacuna::error::Operand;
use lacuna::{FormatError, Index, RowSparse, RowSparseMut};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
struct Arrays {
    rows: usize,
    trailing: Vec<usize>,
    ids: Vec<i64>,
    data: Vec<f64>,
}

impl Arbitrary for Arrays {
    fn arbitrary(g: &mut Gen) -> Self {
        let rows = within(g, 0..9);
        let trailing: Vec<usize> = (0..within(g, 0..4)).map(|_| within(g, 0..4)).collect();
        let ids = ascending(g, rows);
        let data = (0..ids.len() * trailing.iter().product::<usize>()).map(|k| k as f64).collect();
        Self { rows, trailing, ids, data }
    }
}

impl Arrays {
    fn row_length(&self) -> usize {
        self.trailing.iter().product()
    }

    /// What the five constructors return: three checked ones, then two unchecked ones.
    fn doors<I: Index>(&self) -> Option<[Result<usize, FormatError>; 5]> {
        let (ids, rows, length) = (cast::<I>(&self.ids)?, self.rows, self.row_length());
        let shape: Vec<usize> = [rows].into_iter().chain(self.trailing.iter().copied()).collect();
        let mut data = self.data.clone();
        Some([
            RowSparse::new(rows, length, &ids, &self.data).map(|view| view.stored_rows()),
            RowSparse::with_shape(&shape, &ids, &self.data).map(|view| view.stored_rows()),
            RowSparseMut::new(rows, length, &ids, &mut data).map(|view| view.stored_rows()),
            RowSparse::trusted(rows, length, &ids, &self.data).map(|view| view.stored_rows()),
            RowSparseMut::trusted(rows, length, &ids, &mut data).map(|view| view.stored_rows()),
        ])
    }
}

fn every_rule<I: Index>(good: &Arrays) {
    let stored = good.ids.len();
    assert_eq!(good.doors::<I>(), Some([Ok(stored); 5]));
    for change in [-1, 1] {
        let mut arrays = good.clone();
        if change > 0 {
            arrays.data.push(0.0);
        } else if arrays.data.pop().is_none() {
            continue;
        }
        let error = FormatError::RowSparseShape { array: Operand::Data, expected: good.data.len(), found: arrays.data.len() };
        assert_eq!(arrays.doors::<I>(), Some([Err(error); 5]));
    }
    for entry in 0..stored {
        for (found, fault, expected) in broken_indices(&good.ids, 0, entry, good.rows) {
            let mut arrays = good.clone();
            arrays.ids[entry] = found;
            let error = FormatError::RowSparseIndices { entry, fault, expected, found };
            let Some(told) = arrays.doors::<I>() else { continue };
            assert_eq!(told, [Err(error), Err(error), Err(error), Ok(stored), Ok(stored)], "{arrays:?}");
        }
    }
}

#[test]
fn every_broken_rule_is_told() {
    fn property(good: Arrays) {
        every_rule::<i32>(&good);
        every_rule::<i64>(&good);
        every_rule::<u32>(&good);
    }
    check(property as fn(Arrays));
}

#[test]
fn a_shape_without_dimensions_is_refused() {
    let refused = RowSparse::<f32, i32>::with_shape(&[], &[], &[]).unwrap_err();
    assert_eq!(refused, FormatError::RowSparseShape { array: Operand::Input, expected: 1, found: 0 });
    let overflow = RowSparse::<f32, i32>::with_shape(&[4, usize::MAX, 2], &[], &[]).unwrap_err();
    assert!(matches!(overflow, FormatError::Dimension { found: 2, .. }), "{overflow}");
    let overflow = RowSparse::<f32, i32>::new(4, usize::MAX, &[0, 1], &[]).unwrap_err();
    assert!(matches!(overflow, FormatError::Dimension { found: usize::MAX, .. }), "{overflow}");
}

#[test]
fn accessors_and_ranges_are_those_of_the_arrays() {
    fn property(arrays: Arrays, cut: (usize, usize), parts: u8) {
        let ids = cast::<i64>(&arrays.ids).unwrap();
        let shape: Vec<usize> = [arrays.rows].into_iter().chain(arrays.trailing.iter().copied()).collect();
        let view = RowSparse::with_shape(&shape, &ids, &arrays.data).unwrap();
        assert_eq!(view.rank(), shape.len());
        assert!((0..9).all(|axis| view.dimension(axis) == shape.get(axis).copied().unwrap_or(1)));
        assert_eq!(view.nbytes(), 8 * ids.len() + 8 * arrays.data.len());
        let (start, end) = (cut.0 % (arrays.rows + 1), cut.1 % (arrays.rows + 1));
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

        let parts = usize::from(parts) % 9 + 1;
        let ranges: Vec<_> = part.partition(parts).collect();
        assert!(ranges.len() <= parts);
        assert!(ranges.iter().flat_map(Clone::clone).eq(0..end - start));
        assert!(ranges.into_iter().all(|range| part.row_range(range).unwrap().stored_rows() <= part.stored_rows() / parts + 1));
    }
    check(property as fn(Arrays, (usize, usize), u8));
}

#[test]
fn split_parts_can_be_written_and_do_not_overlap() {
    fn property(arrays: Arrays, cut: (usize, usize)) {
        let ids = cast::<u32>(&arrays.ids).unwrap();
        let mut data = vec![0.0; arrays.data.len()];
        let whole = RowSparseMut::new(arrays.rows, arrays.row_length(), &ids, &mut data).unwrap();
        let (top, rest) = whole.split_rows_at(cut.0 % (arrays.rows + 2));
        let (middle, end) = rest.split_rows_at(cut.1 % (arrays.rows + 2));
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
    }
    check(property as fn(Arrays, (usize, usize)));
}
