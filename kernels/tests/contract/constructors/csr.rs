use super::check;
use lacuna::error::{IndexFault, IndptrFault};
use lacuna::{Csr as View, CsrMut, FormatError, Index, Number};
use lacuna_testing::broken::{self, Rule};
use lacuna_testing::{Csr, Random, fitting};

type Arrays = Csr<f64, i64>;

/// What `new` returns, and on threads, too.
fn checked<I: Index, V: Number>(
    [rows, columns]: [usize; 2],
    indptr: &[I],
    indices: &[I],
    values: &[V],
) -> Result<usize, FormatError> {
    let found = View::new(rows, columns, indptr, indices, values);
    #[cfg(feature = "instances")]
    for parts in [1, 2, 5] {
        let on_threads = View::new_on(&crate::calls::InTurn(parts), [rows, columns], indptr, indices, values);
        assert_eq!(on_threads.map(|csr| csr.is_checked()), found.map(|_| true), "{parts} parts");
    }
    found.map(|csr| csr.nnz())
}

/// What the four constructors return, and up to which rule they check, if the indices fit the type.
fn functions<I: Index>(a: &Arrays) -> Option<[(Rule, Result<usize, FormatError>); 4]> {
    let (indptr, indices) = (fitting::<I>(&a.indptr)?, fitting::<I>(&a.indices)?);
    let (mut indices_mut, mut values_mut) = (indices.clone(), a.values.clone());
    Some([
        (Rule::Indices, checked([a.rows, a.columns], &indptr, &indices, &a.values)),
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

/// A matrix of some thousand rows, checked in several parts: one wrong column anywhere is found, with its place, and one
/// that is right between two rows is none. `fewest`: entries of a row.
fn one_fault<I: Index>(random: &mut Random, fewest: usize) {
    const COLUMNS: usize = 1000;
    let (mut indptr, mut columns) = (vec![0_usize], Vec::new());
    for row in 0..3000 {
        // Many with the fewest, and a long one.
        let more = random.below(9) * usize::from(row % 5 > 0);
        let length = if row == 1500 { 999 } else { fewest + more };
        let first = random.below(20) as i64;
        columns.extend((0..length as i64).map(|k| if length > 20 { k } else { first + k * 100 }));
        indptr.push(columns.len());
    }
    let row_of = |entry: usize| indptr.partition_point(|&end| end <= entry) - 1;
    let pointers: Vec<I> = indptr.iter().map(|&pointer| I::from_usize(pointer)).collect();
    let values = vec![0.0_f32; columns.len()];
    let found = |columns: &[i64]| {
        let indices: Vec<I> = columns.iter().map(|&column| I::from_usize(column as usize)).collect();
        checked([3000, COLUMNS], &pointers, &indices, &values)
    };
    assert_eq!(found(&columns), Ok(columns.len()));
    let last = columns.len() - 1;
    let drawn: Vec<usize> = (0..60).map(|_| random.below(columns.len())).collect();
    for entry in drawn.into_iter().chain([0, 1, 4095, 4096, last - 1, last]) {
        let (row, right) = (row_of(entry), columns[entry]);
        let before = (entry > indptr[row]).then(|| columns[entry - 1]);
        let after = (entry + 1 < indptr[row + 1]).then(|| columns[entry + 1]);
        let negative = I::from_usize(usize::MAX).to_i64();
        for column in [before.unwrap_or(0), right + 1, COLUMNS as i64 - 1, COLUMNS as i64, negative] {
            columns[entry] = column;
            // The rules, one after the other.
            let expected = [(entry, column, before), (entry + 1, after.unwrap_or(column), Some(column))]
                .into_iter()
                .take(1 + usize::from(after.is_some()))
                .find_map(|(entry, column, before)| {
                    let fault =
                        |fault, expected| Some(FormatError::CsrIndices { row, entry, fault, expected, found: column });
                    match before {
                        _ if column < 0 => fault(IndexFault::Negative, 0),
                        _ if column >= COLUMNS as i64 => fault(IndexFault::TooLarge, COLUMNS as i64),
                        Some(before) if column <= before => fault(IndexFault::NotAscending, before),
                        _ => None,
                    }
                });
            assert_eq!(found(&columns), expected.map_or(Ok(columns.len()), Err), "entry {entry}: {column}");
            columns[entry] = right;
        }
    }
}

#[test]
fn one_fault_among_many_rows_is_found() {
    let mut random = Random::seeded(7);
    for fewest in [0, 1] {
        one_fault::<i32>(&mut random, fewest);
        one_fault::<i64>(&mut random, fewest);
        one_fault::<u32>(&mut random, fewest);
    }
}

/// A pointer that falls, among many: it is found wherever it stands, though all columns ascend.
#[test]
fn one_falling_pointer_among_many_is_found() {
    const ROWS: usize = 2000;
    let indptr: Vec<i32> = (0..=ROWS as i32).map(|row| 3 * row).collect();
    let indices: Vec<i32> = (0..3 * ROWS as i32).collect();
    let values = vec![0.0_f32; indices.len()];
    for row in [1, 2, 700, 1365, 1366, ROWS - 1] {
        let mut broken = indptr.clone();
        broken[row] = broken[row - 1] - 1;
        let (fault, expected) = (IndptrFault::Decreasing, i64::from(broken[row - 1]));
        let found = i64::from(broken[row]);
        assert_eq!(
            checked([ROWS, 3 * ROWS], &broken, &indices, &values),
            Err(FormatError::CsrIndptr { row, fault, expected, found })
        );
    }
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
