//! Products with one column: rows of every number of entries, at every level, by gathers and by loads.
use crate::cast_types::LEVEL;
use lacuna::dispatch::{ColumnReads, Level, force, force_column_reads};
use lacuna::{Csr, Dense, DenseMut, Index, Kernel, Value, dot};
use lacuna_testing::Random;
use std::sync::PoisonError;

/// Row 2 of the order law: four running sums from +0 in blocks of 1024 terms, each added to the total of those before.
fn product<V: Value>(terms: &[(V, V)]) -> V {
    let block = |terms: &[(V, V)]| {
        let mut lanes = [V::ZERO; 4];
        for (k, &(value, factor)) in terms.iter().enumerate() {
            lanes[k % 4] = lanes[k % 4] + value * factor;
        }
        (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
    };
    let mut blocks = terms.chunks(1024).map(block);
    let first = blocks.next().unwrap_or(V::ZERO);
    blocks.fold(first, |total, block| total + block)
}

fn at_every_level(compare: impl Fn(&str)) {
    let _one_at_a_time = LEVEL.lock().unwrap_or_else(PoisonError::into_inner);
    for &level in Level::ALL.iter().filter(|level| level.is_available()) {
        for reads in [ColumnReads::Loads, ColumnReads::Gathers] {
            force(Some(level)).unwrap();
            force_column_reads(Some(reads));
            compare(&format!("{level}, {reads:?}"));
        }
    }
    force_column_reads(None);
    force(None).unwrap();
}

/// Rows of so many entries.
fn rows<V: Value, I: Index>(lengths: &[usize], number: fn(f64) -> V) {
    const COLUMNS: usize = 3000;
    let mut random = Random::seeded(lengths.len() as u64);
    let mut draw = || number([0.0, -0.0, 1.0, -3.0, 0.1, 1e15, -1e-30, 7.7][random.bits() as usize % 8]);
    let (mut indptr, mut indices, mut values) = (vec![I::default()], Vec::new(), Vec::new());
    for (row, &length) in lengths.iter().enumerate() {
        for k in 0..length {
            // The first column and the last one are among them.
            let column = if k + 1 == length && row % 2 == 0 { COLUMNS - 1 } else { k * (COLUMNS / length.max(1)) };
            indices.push(I::from_usize(column));
            values.push(draw());
        }
        indptr.push(I::from_usize(indices.len()));
    }
    let b: Vec<V> = (0..2 * COLUMNS).map(|_| draw()).collect();
    let a = Csr::new(lengths.len(), COLUMNS, &indptr, &indices, &values).unwrap();
    for stride in [1, 2] {
        let b = Dense::with_stride(COLUMNS, 1, stride, &b).unwrap();
        let expected: Vec<V> = a
            .iter()
            .map(|(indices, values)| {
                let factor = |index: &I| b.row(index.to_usize())[0];
                product(&values.iter().zip(indices).map(|(&value, index)| (value, factor(index))).collect::<Vec<_>>())
            })
            .collect();
        at_every_level(|way| {
            for out_stride in [1, 3] {
                let mut out = vec![V::ONE; lengths.len() * out_stride];
                let view = DenseMut::with_stride(lengths.len(), 1, out_stride, &mut out).unwrap();
                dot::csr_dense(a, b, view).unwrap();
                for (row, (found, expected)) in out.iter().step_by(out_stride).zip(&expected).enumerate() {
                    // As text: that tells zeros apart.
                    let [found, expected] = [found, expected].map(|sum| format!("{sum:?}"));
                    assert_eq!(found, expected, "row {row} of {} entries, {way}", lengths[row]);
                }
            }
        });
    }
}

fn of_types(lengths: &[usize]) {
    rows::<f32, i32>(lengths, |x| x as f32);
    rows::<f64, i32>(lengths, |x| x);
    rows::<f32, i64>(lengths, |x| x as f32);
    rows::<f64, i64>(lengths, |x| x);
}

#[test]
fn rows_of_every_number_of_entries() {
    // Mostly short ones, odd and even numbers of rows; each length after each other one.
    let mut lengths: Vec<usize> = (0..=8).flat_map(|first| (0..=8).flat_map(move |second| [first, second])).collect();
    of_types(&lengths);
    lengths.extend([9, 12, 0, 17]);
    of_types(&lengths);
    lengths.push(5);
    of_types(&lengths);
    // A long one among them, and one alone.
    lengths.insert(7, 2500);
    lengths.extend(std::iter::repeat_n(2, 500));
    of_types(&lengths);
    for length in [0, 1, 8] {
        of_types(&[length]);
    }
    // Mostly long ones.
    of_types(&(0..40).chain([1023, 1024, 1025, 2047, 2048, 2049]).collect::<Vec<_>>());
}

/// Rows that no processor learns the ends of, from near and from far memory.
#[test]
fn many_rows_that_vary() {
    let lengths = |most: usize| (0..9001).map(|row| row * 37 % most).collect::<Vec<_>>();
    of_types(&lengths(13));
    rows::<f32, i32>(&lengths(130), |x| x as f32);
    rows::<f64, i64>(&lengths(130), |x| x);
    // Without rests, and with a row that fills more than a chunk.
    rows::<f32, i32>(&[vec![8; 9001], vec![2900], vec![3; 40]].concat(), |x| x as f32);
}

/// Arrays that end with the last row: valgrind and AddressSanitizer see whoever reads on.
#[test]
fn nothing_is_read_behind_the_last_row() {
    for tail in [&[4_usize, 3][..], &[4, 1], &[3, 4], &[8, 2], &[0, 3], &[4, 0], &[1, 1, 1], &[5, 0, 3]] {
        let lengths: Vec<usize> = (0..9000).map(|row| row * 37 % 7).chain(tail.iter().copied()).collect();
        let ends = lengths.iter().scan(0, |end, &length| {
            *end += length as i32;
            Some(*end)
        });
        let indptr: Box<[i32]> = std::iter::once(0).chain(ends).collect();
        let indices: Box<[i32]> = lengths.iter().flat_map(|&length| 0..length as i32).collect();
        let (values, b) = (vec![1.0_f32; indices.len()].into_boxed_slice(), vec![1.0; 9].into_boxed_slice());
        let a = Csr::new(lengths.len(), 9, &indptr, &indices, &values).unwrap();
        at_every_level(|way| {
            let mut out = vec![0.0; lengths.len()];
            let view = DenseMut::new(lengths.len(), 1, &mut out).unwrap();
            dot::csr_dense(a, Dense::new(9, 1, &b).unwrap(), view).unwrap();
            assert!(out.iter().zip(&lengths).all(|(&sum, &length)| sum == length as f32), "{tail:?}, {way}");
        });
    }
}

/// One index outside, which only a broken trust can give: all other rows are as they would be.
#[test]
fn an_index_outside_changes_its_row_alone() {
    const ROWS: usize = 9000;
    let indptr: Vec<i64> = (0..=ROWS as i64).map(|row| row * 3 + row % 2).collect();
    let values = vec![1.0_f64; indptr[ROWS] as usize];
    let b: Vec<f64> = (0..50).map(f64::from).collect();
    let indices: Vec<i64> = (0..values.len() as i64).map(|entry| entry * 7 % 50).collect();
    // Whole numbers, so that their order does not matter.
    let row = |row: usize| indptr[row] as usize..indptr[row + 1] as usize;
    let right: Vec<f64> = (0..ROWS).map(|at| indices[row(at)].iter().map(|&index| index as f64).sum()).collect();
    for (broken, outside) in [(0, 50), (4711, -1), (ROWS - 1, i64::MAX), (ROWS - 2, i64::MIN)] {
        let mut indices = indices.clone();
        indices[indptr[broken] as usize] = outside;
        let a = Csr::trusted(ROWS, 50, &indptr, &indices, &values).unwrap();
        at_every_level(|way| {
            let mut out = vec![9.0; ROWS];
            dot::csr_dense(a, Dense::new(50, 1, &b).unwrap(), DenseMut::new(ROWS, 1, &mut out).unwrap()).unwrap();
            let differ = (0..ROWS).find(|&at| at != broken && out[at] != right[at]);
            assert_eq!(differ, None, "an index outside in row {broken}, {way}");
        });
    }
}

/// Indices outside of the column, which only a broken trust can give: no more happens than another result.
#[test]
fn indices_outside_stay_inside_of_memory() {
    for length in 0..20 {
        let indptr: Vec<i32> = (0..=6).map(|row| row * length).collect();
        let indices = vec![i32::MAX; 6 * length as usize];
        let values = vec![1.0_f32; indices.len()];
        let a = Csr::trusted(6, 5, &indptr, &indices, &values).unwrap();
        at_every_level(|_| {
            let mut out = [0.0; 6];
            dot::csr_dense(a, Dense::new(5, 1, &[2.0; 5]).unwrap(), DenseMut::new(6, 1, &mut out).unwrap()).unwrap();
            assert_eq!(out, [2.0 * length as f32; 6]);
        });
    }
}

/// A checked csr names no row outside of its own columns, but a kernel without its check may meet a shorter column.
#[test]
fn a_checked_csr_and_a_short_column_stay_inside_of_memory() {
    for length in 0..20 {
        let indptr: Vec<i32> = (0..=6).map(|row| row * length).collect();
        let indices: Vec<i32> = (0..6 * length).map(|entry| 20 + entry % length).collect();
        let values = vec![1.0_f32; indices.len()];
        let a = Csr::new(6, 40, &indptr, &indices, &values).unwrap();
        at_every_level(|_| {
            let mut out = [0.0; 6];
            let (b, view) = (Dense::new(5, 1, &[2.0; 5]).unwrap(), DenseMut::new(6, 1, &mut out).unwrap());
            dot::CsrDense { a, b, out: view }.run().unwrap();
            assert_eq!(out, [2.0 * length as f32; 6]);
        });
    }
}
