use super::{ascending, broken_indices, cast};
use crate::random::{check, within};
use lacuna::error::{IndptrFault, Operand};
use lacuna::{Csr, CsrMut, FormatError, Index};
use quickcheck::{Arbitrary, Gen};

/// The arrays of a csr, and whether its parts may be checked.
#[derive(Clone, Debug)]
struct Arrays {
    rows: usize,
    columns: usize,
    indptr: Vec<i64>,
    indices: Vec<i64>,
    values: Vec<f64>,
}

impl Arbitrary for Arrays {
    fn arbitrary(g: &mut Gen) -> Self {
        let (rows, columns) = (within(g, 0..5), within(g, 0..6));
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        for _ in 0..rows {
            indices.extend(ascending(g, columns));
            indptr.push(indices.len() as i64);
        }
        let values = (0..indices.len()).map(|k| k as f64).collect();
        Self { rows, columns, indptr, indices, values }
    }
}

/// Every way to break one rule of the pointers or lengths, with the error. `CsrMut` and `Csr::new` know them all.
fn broken_structure(good: &Arrays) -> Vec<(Arrays, FormatError)> {
    let mut broken = Vec::new();
    let mut with = |change: &dyn Fn(&mut Arrays), error| {
        let mut arrays = good.clone();
        change(&mut arrays);
        broken.push((arrays, error));
    };
    let (rows, nnz) = (good.rows, good.indices.len());
    let shape = |array, expected, found| FormatError::CsrShape { array, expected, found };
    with(&|a| a.indptr.push(nnz as i64), shape(Operand::Indptr, rows + 1, rows + 2));
    with(&|a| _ = a.indptr.pop(), shape(Operand::Indptr, rows + 1, rows));
    with(&|a| a.indptr.clear(), shape(Operand::Indptr, rows + 1, 0));
    with(&|a| a.values.push(1.0), shape(Operand::Values, nnz, nnz + 1));
    if nnz > 0 {
        with(&|a| _ = a.values.pop(), shape(Operand::Values, nnz, nnz - 1));
    }
    let pointer = |row, fault, expected, found| FormatError::CsrIndptr { row, fault, expected, found };
    for found in [1, -1, i64::from(i32::MIN)] {
        with(&|a| a.indptr[0] = found, pointer(0, IndptrFault::Start, 0, found));
    }
    for row in 1..=rows {
        let before = good.indptr[row - 1];
        for found in [before - 1, -1, i64::from(i32::MIN)] {
            with(&|a| a.indptr[row] = found, pointer(row, IndptrFault::Decreasing, before, found));
        }
    }
    if rows > 0 {
        for found in [nnz as i64 + 1, i64::from(i32::MAX)] {
            with(&|a| a.indptr[rows] = found, pointer(rows, IndptrFault::End, nnz as i64, found));
        }
        if good.indptr[rows - 1] < nnz as i64 {
            with(&|a| a.indptr[rows] -= 1, pointer(rows, IndptrFault::End, nnz as i64, nnz as i64 - 1));
        }
    }
    let one_more = |a: &mut Arrays| {
        a.indices.push(0);
        a.values.push(0.0);
    };
    with(&one_more, pointer(rows, IndptrFault::End, nnz as i64 + 1, nnz as i64));
    broken
}

/// Every way to break one rule of one index, with the error.
fn broken_entries(good: &Arrays) -> Vec<(Arrays, FormatError)> {
    let mut broken = Vec::new();
    for row in 0..good.rows {
        let entries = good.indptr[row] as usize..good.indptr[row + 1] as usize;
        for entry in entries.clone() {
            for (found, fault, expected) in broken_indices(&good.indices, entries.start, entry, good.columns) {
                let mut arrays = good.clone();
                arrays.indices[entry] = found;
                broken.push((arrays, FormatError::CsrIndices { row, entry, fault, expected, found }));
            }
        }
    }
    broken
}

impl Arrays {
    /// What the four constructors return (checked and unchecked, to be read and to be written), if the indices fit the type.
    fn doors<I: Index>(&self) -> Option<[Result<usize, FormatError>; 4]> {
        let (indptr, indices) = (cast::<I>(&self.indptr)?, cast::<I>(&self.indices)?);
        let (mut indices_mut, mut values_mut) = (indices.clone(), self.values.clone());
        Some([
            Csr::new(self.rows, self.columns, &indptr, &indices, &self.values).map(|csr| csr.nnz()),
            Csr::trusted(self.rows, self.columns, &indptr, &indices, &self.values).map(|csr| csr.nnz()),
            CsrMut::new(self.rows, self.columns, &indptr, &mut indices_mut, &mut values_mut).map(|csr| csr.nnz()),
            CsrMut::trusted(self.rows, self.columns, &indptr, &mut indices_mut, &mut values_mut).map(|csr| csr.nnz()),
        ])
    }
}

fn every_rule<I: Index>(good: &Arrays) {
    let nnz = good.indices.len();
    assert_eq!(good.doors::<I>(), Some([Ok(nnz); 4]));
    for (arrays, error) in broken_structure(good) {
        let Some(found) = arrays.doors::<I>() else { continue };
        let trusted = if matches!(error, FormatError::CsrShape { .. }) { Err(error) } else { Ok(arrays.indices.len()) };
        assert_eq!(found, [Err(error), trusted, Err(error), trusted], "{arrays:?}");
    }
    for (arrays, error) in broken_entries(good) {
        let Some(found) = arrays.doors::<I>() else { continue };
        assert_eq!(found, [Err(error), Ok(nnz), Ok(nnz), Ok(nnz)], "{arrays:?}");
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
fn rows_and_their_ranges_are_those_of_the_arrays() {
    fn property(arrays: Arrays, cut: (usize, usize), parts: u8) {
        let (indptr, indices) = (cast::<i32>(&arrays.indptr).unwrap(), cast::<i32>(&arrays.indices).unwrap());
        let csr = Csr::new(arrays.rows, arrays.columns, &indptr, &indices, &arrays.values).unwrap();
        let row_of = |row: usize| &indices[indptr[row] as usize..indptr[row + 1] as usize];
        let (start, end) = (cut.0 % (arrays.rows + 1), cut.1 % (arrays.rows + 1));
        let (start, end) = (start.min(end), start.max(end));
        let part = csr.row_range(start..end).unwrap();
        assert_eq!((part.rows(), part.columns()), (end - start, arrays.columns));
        for row in 0..part.rows() {
            assert_eq!(part.row(row).0, row_of(start + row));
            let again = part.row_range(row..part.rows()).unwrap();
            assert_eq!(again.row(0), part.row(row));
        }
        assert_eq!(part.nnz(), part.indices().len());
        assert_eq!((part.row(end - start).0, part.entries(usize::MAX)), (&[][..], 0..0));

        let parts = usize::from(parts) % 9 + 1;
        let ranges: Vec<_> = csr.partition(parts).collect();
        assert!(ranges.len() <= parts);
        assert_eq!(ranges.iter().flat_map(Clone::clone).collect::<Vec<_>>(), (0..arrays.rows).collect::<Vec<_>>());
        let longest = (0..arrays.rows).map(|row| row_of(row).len()).max().unwrap_or(0);
        for range in ranges {
            let entries: usize = range.map(|row| row_of(row).len()).sum();
            assert!(entries <= indices.len() / parts + 1 + longest, "{entries} of {} in one of {parts} parts", indices.len());
        }
    }
    check(property as fn(Arrays, (usize, usize), u8));
}

/// A part's pointers keep their values, so only the unchecked constructors make it again.
#[test]
fn parts_are_made_again_by_the_trusting_doors() {
    fn property(arrays: Arrays, cut: usize) {
        let (indptr, indices) = (cast::<i64>(&arrays.indptr).unwrap(), cast::<i64>(&arrays.indices).unwrap());
        let (rows, columns) = (arrays.rows, arrays.columns);
        let start = cut % (rows + 1);
        let part = Csr::new(rows, columns, &indptr, &indices, &arrays.values).unwrap().row_range(start..rows).unwrap();
        let again = Csr::trusted(rows - start, columns, part.indptr(), part.indices(), part.values()).unwrap();
        let (mut indices_mut, mut values_mut) = (part.indices().to_vec(), part.values().to_vec());
        let mut written = CsrMut::trusted(rows - start, columns, part.indptr(), &mut indices_mut, &mut values_mut).unwrap();
        for row in 0..rows - start {
            assert_eq!(again.row(row), part.row(row));
            let (indices, values) = written.row_mut(row);
            assert_eq!((&*indices, &*values), part.row(row));
        }
        let first = part.indptr()[0];
        let refused = Csr::new(rows - start, columns, part.indptr(), part.indices(), part.values()).map(|csr| csr.nnz());
        let error = FormatError::CsrIndptr { row: 0, fault: IndptrFault::Start, expected: 0, found: first };
        assert_eq!(refused, if first == 0 { Ok(part.nnz()) } else { Err(error) });
    }
    check(property as fn(Arrays, usize));
}

#[test]
fn split_parts_can_be_written_and_do_not_overlap() {
    fn property(arrays: Arrays, cut: (usize, usize)) {
        let indptr = cast::<u32>(&arrays.indptr).unwrap();
        let (mut indices, mut values) = (vec![9_u32; arrays.indices.len()], vec![0.0; arrays.indices.len()]);
        let whole = CsrMut::new(arrays.rows, arrays.columns, &indptr, &mut indices, &mut values).unwrap();
        let (top, rest) = whole.split_rows_at(cut.0 % (arrays.rows + 2));
        let (middle, end) = rest.split_rows_at(cut.1 % (arrays.rows + 2));
        let mut row = 0;
        for mut part in [top, middle, end] {
            for r in 0..part.rows() {
                let (indices, values) = part.row_mut(r);
                assert_eq!(indices.len() as i64, arrays.indptr[row + 1] - arrays.indptr[row]);
                indices.fill(row as u32);
                values.iter_mut().for_each(|v| *v += 1.0);
                row += 1;
            }
            assert_eq!(part.as_csr().nnz(), part.values_mut().len());
            assert!(part.row_mut(usize::MAX).0.is_empty());
        }
        assert_eq!(row, arrays.rows);
        assert!(values.iter().all(|&v| v == 1.0));
        assert!(indices.is_sorted());
    }
    check(property as fn(Arrays, (usize, usize)));
}
