use super::check;
use lacuna::error::IndptrFault;
use lacuna::{Csr as View, CsrMut, FormatError, Index};
use lacuna_testing::broken::{self, Rule};
use lacuna_testing::{Csr, fitting};

type Arrays = Csr<f64, i64>;

/// What the four constructors return, and up to which rule they check, if the indices fit the type.
fn functions<I: Index>(a: &Arrays) -> Option<[(Rule, Result<usize, FormatError>); 4]> {
    let (indptr, indices) = (fitting::<I>(&a.indptr)?, fitting::<I>(&a.indices)?);
    let (mut indices_mut, mut values_mut) = (indices.clone(), a.values.clone());
    Some([
        (Rule::Indices, View::new(a.rows, a.columns, &indptr, &indices, &a.values).map(|csr| csr.nnz())),
        (Rule::Lengths, View::trusted(a.rows, a.columns, &indptr, &indices, &a.values).map(|csr| csr.nnz())),
        (
            Rule::Pointers,
            CsrMut::new(a.rows, a.columns, &indptr, &mut indices_mut, &mut values_mut).map(|csr| csr.nnz()),
        ),
        (
            Rule::Lengths,
            CsrMut::trusted(a.rows, a.columns, &indptr, &mut indices_mut, &mut values_mut).map(|csr| csr.nnz()),
        ),
    ])
}

fn every_rule<I: Index>(good: &Arrays) {
    assert!(functions::<I>(good).unwrap().iter().all(|(_, found)| *found == Ok(good.indices.len())));
    for broken in broken::csr(good) {
        for (checked, found) in functions::<I>(&broken.operand).into_iter().flatten() {
            assert_eq!(found, broken.expected(checked, broken.operand.indices.len()), "{broken:?}");
        }
    }
}

#[test]
fn every_broken_rule_is_told() {
    check(|random| {
        let good = Csr::good(random);
        every_rule::<i32>(&good);
        every_rule::<i64>(&good);
        every_rule::<u32>(&good);
    });
}

#[test]
fn rows_and_their_ranges_are_those_of_the_arrays() {
    check(|random| {
        let (arrays, cut, parts) = (Csr::good(random), [random.far_size(), random.far_size()], random.below(256));
        let (indptr, indices) = (fitting::<i32>(&arrays.indptr).unwrap(), fitting::<i32>(&arrays.indices).unwrap());
        let csr = View::new(arrays.rows, arrays.columns, &indptr, &indices, &arrays.values).unwrap();
        let row_of = |row: usize| &indices[indptr[row] as usize..indptr[row + 1] as usize];
        let (start, end) = (cut[0] % (arrays.rows + 1), cut[1] % (arrays.rows + 1));
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

        let parts = parts % 9 + 1;
        let ranges: Vec<_> = csr.partition(parts).collect();
        assert!(ranges.len() <= parts);
        assert_eq!(ranges.iter().flat_map(Clone::clone).collect::<Vec<_>>(), (0..arrays.rows).collect::<Vec<_>>());
        let longest = (0..arrays.rows).map(|row| row_of(row).len()).max().unwrap_or(0);
        for range in ranges {
            let entries: usize = range.map(|row| row_of(row).len()).sum();
            assert!(
                entries <= indices.len() / parts + 1 + longest,
                "{entries} of {} in one of {parts} parts",
                indices.len()
            );
        }
    });
}

/// A part's pointers keep their values, so only the unchecked constructors make it again.
#[test]
fn parts_are_made_again_by_the_unchecked_constructors() {
    check(|random| {
        let (arrays, cut) = (Csr::good(random), random.far_size());
        let (indptr, indices) = (fitting::<i64>(&arrays.indptr).unwrap(), fitting::<i64>(&arrays.indices).unwrap());
        let (rows, columns) = (arrays.rows, arrays.columns);
        let start = cut % (rows + 1);
        let part = View::new(rows, columns, &indptr, &indices, &arrays.values).unwrap().row_range(start..rows).unwrap();
        let again = View::trusted(rows - start, columns, part.indptr(), part.indices(), part.values()).unwrap();
        let (mut indices_mut, mut values_mut) = (part.indices().to_vec(), part.values().to_vec());
        let mut written =
            CsrMut::trusted(rows - start, columns, part.indptr(), &mut indices_mut, &mut values_mut).unwrap();
        for row in 0..rows - start {
            assert_eq!(again.row(row), part.row(row));
            let (indices, values) = written.row_mut(row);
            assert_eq!((&*indices, &*values), part.row(row));
        }
        let first = part.indptr()[0];
        let refused =
            View::new(rows - start, columns, part.indptr(), part.indices(), part.values()).map(|csr| csr.nnz());
        let error = FormatError::CsrIndptr { row: 0, fault: IndptrFault::Start, expected: 0, found: first };
        assert_eq!(refused, if first == 0 { Ok(part.nnz()) } else { Err(error) });
    });
}

#[test]
fn split_parts_can_be_written_and_do_not_overlap() {
    check(|random| {
        let (arrays, cut) = (Csr::good(random), [random.far_size(), random.far_size()]);
        let indptr = fitting::<u32>(&arrays.indptr).unwrap();
        let (mut indices, mut values) = (vec![9_u32; arrays.indices.len()], vec![0.0; arrays.indices.len()]);
        let whole = CsrMut::new(arrays.rows, arrays.columns, &indptr, &mut indices, &mut values).unwrap();
        let (top, rest) = whole.split_rows_at(cut[0] % (arrays.rows + 2));
        let (middle, end) = rest.split_rows_at(cut[1] % (arrays.rows + 2));
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
    });
}
