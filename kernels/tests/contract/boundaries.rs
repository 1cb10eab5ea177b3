//! Single places where planted faults were found by no random case: numbers beyond 32 bits, blocks that are just full,
//! refusals far from the limit.
use crate::cast_types::casts_to;
use lacuna::binary::{self, rows_intersection_ids};
use lacuna::error::{IndexFault, Operand};
use lacuna::optim::{self, SgdMomentum};
use lacuna::reduce::Reduction;
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{
    Broadcast, Csr, CsrMut, Dense, DenseMut, KernelError, RowSparse, RowSparseMut, Value, dot, embedding, reduce, rows,
    scalar, slice,
};
use lacuna_testing::Random;

/// By way of f64, the halves below would be exact, and go to the even neighbour.
#[test]
fn integers_of_64_bits_are_rounded_once() {
    let half = (1_i64 << 60) + (1 << 36);
    let [low, high] = [1152921504606846976.0_f32, 1152921642045800448.0];
    casts_to(&[half - 1, half, half + 1, -half - 1].repeat(9), &[low, low, high, -high].repeat(9));
}

#[test]
fn a_refused_id_of_64_bits_is_told_whole() {
    let a = Csr::<f32, i64>::new(2, 3, &[0, 1, 1], &[2], &[1.0]).unwrap();
    let id = (1 << 33) + 1;
    let error = KernelError::Ids { entry: 1, fault: IndexFault::TooLarge, expected: 2, found: id };
    assert_eq!(slice::take_indptr(a, &[0, id], &mut [0; 3]), Err(error));
}

#[test]
fn padding_of_64_bits_is_one_id() {
    let padding = 7 + (1_usize << 32);
    let ids = [7, padding as i64];
    let bags = Csr::<f32, i64>::new(1, 1 << 33, &[0, 2], &ids, &[1.0, 2.0]).unwrap();
    let [mut ids, mut segments, mut rows, mut entries] = [[9_i64; 3]; 4];
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
    let plan = embedding::bag_plan(bags, padding, buffers, &mut vec![0; plan_scratch(2)]).unwrap();
    assert_eq!((plan.ids(), plan.terms()), (&[7][..], 1));
}

/// Refusals say how much room is needed, however little there is.
#[test]
fn refusals_tell_all_that_is_needed() {
    let none = |operand, needed| Err(KernelError::Capacity { operand, needed, found: 0 });
    let [left, right] = [[0, 2, 5], [1, 2, 7]];
    let of = |ids: &'static [i32]| RowSparse::new(9, 1, ids, &[1.0_f32; 3]).unwrap();
    let (a, b) = (of(&[0, 2, 5]), of(&[2, 5, 7]));
    assert_eq!(rows::add_n_ids(&[a, b], &mut [], &mut []), none(Operand::Ids, 4));
    assert_eq!(rows::add_n_ids(&[a, b, a], &mut [0; 3], &mut []), none(Operand::Ids, 4));
    assert_eq!(rows_intersection_ids(a, b, &mut []), none(Operand::Ids, 2));
    let [a, b] = [&left, &right].map(|columns| Csr::new(1, 9, &[0, 3], columns, &[1.0_f32; 3]).unwrap());
    for function in [binary::csr_add_one_pass, scalar::csr_add_one_pass] {
        assert_eq!(function(a, b, &mut [0; 2], &mut [], &mut []), none(Operand::Indices, 5));
    }
}

/// Rows are merged two at a time: the last one is alone, and each has its own refusal. With any room, one pass gives the
/// same entries, or tells all that it needs.
#[test]
fn every_row_of_two_csr_is_told_and_stored() {
    let a = Csr::new(3, 4, &[0, 2, 4, 6], &[0, 2, 1, 2, 0, 3], &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let b = Csr::new(3, 4, &[0, 2, 3, 5], &[0, 2, 1, 1, 3], &[10.0, 20.0, 30.0, 40.0, 50.0]).unwrap();
    let (columns, sums) = ([0, 2, 1, 2, 0, 1, 3], [11.0, 22.0, 33.0, 4.0, 5.0, 40.0, 56.0]);
    for room in 0..=12 {
        let (mut indptr, mut indices, mut values) = ([9; 4], [9; 12], [9.0; 12]);
        let stored = binary::csr_add_one_pass(a, b, &mut indptr, &mut indices[..room], &mut values[..room]);
        if room < 7 {
            let needed = KernelError::Capacity { operand: Operand::Indices, needed: 7, found: room };
            assert_eq!(stored, Err(needed));
            continue;
        }
        assert_eq!((stored, indptr), (Ok(7), [0, 2, 4, 7]));
        assert_eq!((&indices[..7], &values[..7]), (&columns[..], &sums[..]));
    }
    for (row, indptr, found) in [(0, [0, 1, 3, 6], 1), (1, [0, 2, 5, 8], 3), (2, [0, 2, 4, 8], 4)] {
        let (mut indices, mut values) = ([9; 8], [9.0; 8]);
        let nnz = indptr[3] as usize;
        let out = CsrMut::new(3, 4, &indptr, &mut indices[..nnz], &mut values[..nnz]).unwrap();
        let expected = [2, 2, 3][row];
        assert_eq!(
            binary::csr_add(a, b, out),
            Err(KernelError::Pattern { operand: Operand::Output, row, expected, found })
        );
    }
}

/// The id of the row, which is neither its place in the gradient nor in the state.
#[test]
fn a_missing_row_is_told_by_its_id() {
    let gradient = RowSparse::new(9, 1, &[5, 7], &[1.0_f32; 2]).unwrap();
    let (mut weight, mut momentum) = ([1.0; 9], [0.5; 2]);
    let momentum = RowSparseMut::new(9, 1, &[5, 8], &mut momentum).unwrap().into();
    let rule = SgdMomentum::new(0.5, 0.5);
    let refused = optim::sgd_momentum(&rule, gradient, DenseMut::new(9, 1, &mut weight).unwrap().into(), momentum);
    assert_eq!(refused, Err(KernelError::MissingRow { operand: Operand::State(1), row: 7 }));
}

/// A column of a block of terms has no end of a block among its terms but the last.
#[test]
fn a_column_of_one_block_needs_no_ends() {
    let rows = 2049;
    let indptr: Vec<i32> = (0..=rows).map(|row| if row <= 1024 { 2 * row } else { 2049.min(1024 + row) }).collect();
    // Column 0 has 1024 terms, column 2 has 1025.
    let indices: Vec<i32> = [0, 2].repeat(1024).into_iter().chain([2]).collect();
    let values = vec![1.0_f32; indices.len()];
    let a = Csr::new(rows as usize, 3, &indptr, &indices, &values).unwrap();
    let [mut columns, mut entries, mut scratch] = [9, 9, dot::block_ends_scratch(3)].map(|length| vec![77; length]);
    let ends = dot::block_ends(a, &mut columns, &mut entries, &mut scratch).unwrap();
    assert_eq!((ends.columns(), ends.entries()), (&[2][..], &[2 * 1023 + 1][..]));
}

/// Zeros of a column count, whether the entries fill whole blocks or not.
#[test]
fn extremes_of_a_column_of_whole_blocks() {
    let indptr: Vec<i32> = (0..=2048).map(|row| if row <= 1024 { 2 * row } else { 1024 + row }).collect();
    // Column 0 has 1024 entries, column 1 all 2048.
    let indices: Vec<i32> = [0, 1].repeat(1024).into_iter().chain([1; 1024]).collect();
    type Extreme = fn(Csr<'_, f32, i32>, &mut [f32], &mut [f32]) -> Result<(), KernelError>;
    for (value, extreme) in [(-1.0_f32, reduce::max_csr_columns as Extreme), (1.0, reduce::min_csr_columns)] {
        let values = vec![value; indices.len()];
        let a = Csr::new(2048, 2, &indptr, &indices, &values).unwrap();
        let (mut scratch, mut out) = ([0.0; reduce::csr_columns_scratch(2048, 2)], [7.0; 2]);
        extreme(a, &mut scratch, &mut out).unwrap();
        assert_eq!(out, [0.0, value]);
    }
}

/// Columns whose states take megabytes are counted by groups first. Each has the bits that it has in a matrix of the
/// occurring columns alone, whose states are small.
#[test]
fn a_wide_matrix_has_the_sums_of_a_narrow_one() {
    fn of_type<V: Value>() {
        // No column with more entries than a block, some with more, and those with most of all entries.
        for (rows, of_heavy) in [(1025, 0), (3000, 2), (5000, 2), (9000, 1)] {
            const COLUMNS: usize = 400_000;
            let mut random = Random::seeded(rows as u64);
            let (mut indptr, mut indices, mut values) = (vec![0_i32], Vec::new(), Vec::new());
            for row in 0..rows {
                let uniform = (0..if of_heavy == 1 { 1 } else { 80 }).map(|_| random.below(COLUMNS) as i32);
                let heavy = [7, 7 + (1 << 15), 399_999].map(|column| (column, of_heavy > 0 && row % of_heavy == 0));
                let mut columns: Vec<i32> = uniform
                    .chain(heavy.into_iter().filter_map(|(column, is_there)| is_there.then_some(column)))
                    .collect();
                columns.sort_unstable();
                columns.dedup();
                // Large numbers that cancel: where the blocks end decides what is lost beside them.
                let large = if row < rows / 2 { 2.0_f64.powi(40) } else { -(2.0_f64.powi(40)) };
                values.extend(columns.iter().map(|column| match column {
                    7 | 32_775 | 399_999 if row % 4 == 0 => V::narrow(large),
                    _ => V::narrow(random.bits() as f64 / u64::MAX as f64 - 0.3),
                }));
                indices.extend(columns);
                indptr.push(indices.len() as i32);
            }
            let mut occurring = indices.clone();
            occurring.sort_unstable();
            occurring.dedup();
            let places: Vec<i32> =
                indices.iter().map(|column| occurring.binary_search(column).unwrap() as i32).collect();
            let wide = Csr::new(rows, COLUMNS, &indptr, &indices, &values).unwrap();
            let narrow = Csr::new(rows, occurring.len(), &indptr, &places, &values).unwrap();
            fn sums<R: Reduction, V: Value>(reduction: R, a: Csr<'_, V, i32>) -> Vec<V> {
                let mut scratch = vec![V::narrow(f64::NAN); reduce::csr_columns_scratch(a.rows(), a.columns())];
                let mut out = vec![V::narrow(f64::NAN); a.columns()];
                reduce::csr_columns(reduction, a, &mut scratch, &mut out).unwrap();
                out
            }
            fn compare<R: Reduction, V: Value>(reduction: R, [wide, narrow]: [Csr<'_, V, i32>; 2], occurring: &[i32]) {
                let mut expected = vec![V::ZERO; wide.columns()];
                for (&column, sum) in occurring.iter().zip(sums(reduction, narrow)) {
                    expected[column as usize] = sum;
                }
                let found = sums(reduction, wide);
                let differ = (0..found.len()).find(|&at| found[at].widen().to_bits() != expected[at].widen().to_bits());
                assert_eq!(differ, None, "{} of {} rows", R::NAME, wide.rows());
            }
            compare(reduce::Sum, [wide, narrow], &occurring);
            compare(reduce::Mean, [wide, narrow], &occurring);
            compare(reduce::Norm2, [wide, narrow], &occurring);
            compare(reduce::Max, [wide, narrow], &occurring);
        }
    }
    of_type::<f32>();
    of_type::<f64>();
}

/// Rows of 8 MiB and more are made in pieces, each from its own columns of the other operand.
#[test]
fn streamed_rows_take_their_own_columns() {
    let (rows, columns) = (1200, 2000);
    let (indptr, indices): (Vec<i32>, Vec<i32>) =
        ((0..=rows).collect(), (0..rows).map(|row| row * 7 % columns).collect());
    let values = vec![0.5_f32; rows as usize];
    let (rows, columns) = (rows as usize, columns as usize);
    let a = Csr::new(rows, columns, &indptr, &indices, &values).unwrap();
    let b: Vec<f32> = (0..columns).map(|column| column as f32).collect();
    let all = b.repeat(rows);
    for other in [Broadcast::Row(&b), Broadcast::Dense(Dense::new(rows, columns, &all).unwrap())] {
        for function in [binary::csr_broadcast_add, scalar::csr_broadcast_add] {
            let mut out = vec![-1.0; rows * columns];
            function(a, other, DenseMut::new(rows, columns, &mut out).unwrap()).unwrap();
            for (row, out) in out.chunks(columns).enumerate() {
                let expected = |column: usize| column as f32 + if column == indices[row] as usize { 0.5 } else { 0.0 };
                assert!((0..columns).all(|column| out[column] == expected(column)), "row {row}");
            }
        }
    }
}

/// In memory, a negative `i32` is a large `u32`.
#[test]
fn a_negative_id_of_a_bag_is_told_as_it_is() {
    let bags = Csr::trusted(1, 5, &[0, 2], &[1, -3], &[1.0_f32; 2]).unwrap();
    let (weight, mut out) = ([1.0_f32; 10], [7.0; 2]);
    let refused = Err(KernelError::Ids { entry: 1, fault: IndexFault::Negative, expected: 0, found: -3 });
    let sum = embedding::bag_sum(
        bags,
        usize::MAX,
        Dense::new(5, 2, &weight).unwrap(),
        DenseMut::new(1, 2, &mut out).unwrap(),
    );
    assert_eq!((sum, out), (refused, [7.0; 2]));
}
