//! Sums of every length at which the work is cut differently: around four terms, which are loaded at once, and around
//! the 1024 terms of a block of the law.
use crate::{assert_same_bits, for_each_type, gpu, indices};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut, Index, RowSparse, RowSparseMut, scalar};
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, Gpu, Pinned, cast, dot, reduce, rows};
use lacuna_harness::backend::AnyDriver;
use lacuna_runtime::PlanMemory;
use lacuna_testing::{Profile, Random, Real};

const COLUMNS: [usize; 3] = [1, 4, 5];

/// Which entries a square matrix has, and which row of a row_sparse operand is the last that is stored.
struct Case {
    side: usize,
    has: fn(usize, usize) -> bool,
    last_stored: &'static [usize],
}

const CASES: [Case; 3] = [
    // Lines 7, 500 and 1000 of the rows and of the columns have 1025, 1024 and 1023 entries, so that half the longest
    // is less than a block, and the others few.
    Case {
        side: 1025,
        has: |row, column| {
            long(row, column) || long(column, row) || (row < 48 && row / 16 == column / 16 && column <= row)
        },
        last_stored: &[1024, 1020],
    },
    // Rows of 4 to 9 terms with the last stored row, 20, at each of their places; and the last row of all at the end of
    // 1 to 10 terms.
    Case {
        side: 64,
        has: |row, column| {
            around_20(row, column) || around_20(column, row) || (row >= 54 && column >= 54 && row + column >= 54 + 63)
        },
        last_stored: &[63, 20],
    },
    // A row whose second block has eleven terms. The last stored row is at each of four places of either block, four
    // side by side, and four that one lane adds.
    Case {
        side: 1035,
        has: |row, column| row == 7 || column == 3,
        last_stored: &[1009, 1013, 1017, 1020, 1021, 1022, 1023, 1025, 1029, 1032, 1033, 1034],
    },
];

/// All rows up to the last of the matrix, or some up to another.
fn stored_rows(side: usize, last: usize) -> Vec<usize> {
    (0..=last).filter(|row| last + 1 == side || row % 3 != 0 || *row == last).collect()
}

fn long(line: usize, other: usize) -> bool {
    match line {
        7 => true,
        500 => other != 3,
        1000 => other != 3 && other != 4,
        _ => false,
    }
}

fn around_20(row: usize, column: usize) -> bool {
    let first = 20 - (row / 6).min(20);
    row < 48 && (first..first + 4 + row % 6).contains(&column)
}

struct Matrix<V, I> {
    side: usize,
    indptr: Vec<I>,
    columns: Vec<I>,
    values: Vec<V>,
}

impl<V: Real, I: Index> Matrix<V, I> {
    fn new(case: &Case, numbers: &mut Random) -> Self {
        let (mut indptr, mut columns) = (vec![I::default()], Vec::new());
        for row in 0..case.side {
            columns.extend(indices::<I>((0..case.side).filter(|&column| (case.has)(row, column))));
            indptr.push(I::from_usize(columns.len()));
        }
        let values = Profile::Plain.values(numbers, columns.len());
        Self { side: case.side, indptr, columns, values }
    }

    fn csr(&self) -> Csr<'_, V, I> {
        Csr::new(self.side, self.side, &self.indptr, &self.columns, &self.values).unwrap()
    }
}

#[test]
fn the_lengths_are_those_meant() {
    let a = Matrix::<f32, i32>::new(&CASES[0], &mut Random::seeded(1));
    let lengths: Vec<_> = (0..1025).map(|row| a.csr().row(row).0.len()).collect();
    assert_eq!((lengths[7], lengths[500], lengths[1000], lengths.iter().max()), (1025, 1024, 1023, Some(&1025)));
    let in_column = |column: i32| a.columns.iter().filter(|&&other| other == column).count();
    assert_eq!([7, 500, 1000].map(in_column), [1025, 1024, 1023]);
}

fn products<V: Real, I: Index>(case: &Case) {
    let (gpu, mut numbers) = (gpu(), Random::seeded(5));
    let a = Matrix::<V, I>::new(case, &mut numbers);
    let (side, a) = (case.side, a.csr());
    let there = [DeviceCsr::upload(&gpu, a).unwrap(), streamed(&gpu, a)];
    let mut memory = PlanMemory::new(a.nnz());
    let (buffers, scratch) = memory.buffers();
    let plan = lacuna::dot::transpose_plan(a, 0..side, buffers, scratch).unwrap();
    let plans_there = [DevicePlan::upload(&gpu, &plan).unwrap(), dot::transpose_plan(&gpu, &there[0]).unwrap()];
    for columns in COLUMNS {
        let b = Profile::Plain.values::<V>(&mut numbers, side * columns);
        let b = Dense::new(side, columns, &b).unwrap();
        let b_there = DeviceDense::upload(&gpu, b).unwrap();
        let mut expected = vec![V::ZERO; side * columns];
        scalar::csr_dense(a, b, DenseMut::new(side, columns, &mut expected).unwrap()).unwrap();
        for a in &there {
            to_dense(&gpu, "csr_dense", (side, columns), &expected, |out| dot::csr_dense(&gpu, a, &b_there, out));
        }

        let values = there[0].values();
        let mut expected = vec![V::ZERO; plan.stored_rows() * columns];
        scalar::csr_t_dense(&plan, a.values(), b, RowSparseMut::new(side, columns, plan.ids(), &mut expected).unwrap())
            .unwrap();
        let mut dense = vec![V::ZERO; side * columns];
        scalar::csr_t_dense_to_dense(&plan, a.values(), b, DenseMut::new(side, columns, &mut dense).unwrap()).unwrap();
        for plan in &plans_there {
            to_stored_rows(&gpu, "csr_t_dense", plan, columns, &expected, |out| {
                dot::csr_t_dense(&gpu, plan, values, &b_there, out)
            });
            to_dense(&gpu, "csr_t_dense_to_dense", (side, columns), &dense, |out| {
                dot::csr_t_dense_to_dense(&gpu, plan, values, &b_there, out)
            });
        }
    }
    for &last in case.last_stored {
        csr_row_sparse(&gpu, a, &there[0], &stored_rows(side, last));
    }
    for last in [case.last_stored[0], case.last_stored[1]] {
        csr_t_row_sparse(&gpu, a, &there[0], &stored_rows(side, last));
    }
}

fn csr_row_sparse<V: Real, I: Index>(
    gpu: &Gpu<AnyDriver>,
    a: Csr<V, I>,
    there: &DeviceCsr<AnyDriver, V, I>,
    stored: &[usize],
) {
    let (side, ids, mut numbers) = (a.rows(), indices::<I>(stored.iter().copied()), Random::seeded(3));
    for columns in COLUMNS {
        let data = Profile::Plain.values::<V>(&mut numbers, stored.len() * columns);
        let b = RowSparse::new(side, columns, &ids, &data).unwrap();
        let b_there = DeviceRowSparse::upload(gpu, b).unwrap();
        let mut expected = vec![V::ZERO; side * columns];
        scalar::csr_row_sparse(a, b, DenseMut::new(side, columns, &mut expected).unwrap()).unwrap();
        to_dense(gpu, "csr_row_sparse", (side, columns), &expected, |out| {
            dot::csr_row_sparse(gpu, there, &b_there, out)
        });
    }
}

fn csr_t_row_sparse<V: Real, I: Index>(
    gpu: &Gpu<AnyDriver>,
    a: Csr<V, I>,
    there: &DeviceCsr<AnyDriver, V, I>,
    stored: &[usize],
) {
    let (side, ids, mut numbers) = (a.rows(), indices::<I>(stored.iter().copied()), Random::seeded(8));
    let mut memory = PlanMemory::new(a.nnz());
    let (buffers, scratch) = memory.buffers();
    let pattern = RowSparse::<V, I>::new(side, 0, &ids, &[]).unwrap();
    let plan = lacuna::dot::transpose_plan_row_sparse(a, pattern, 0..side, buffers, scratch).unwrap();
    let pattern = DeviceRowSparse::upload(gpu, pattern).unwrap();
    let plans_there =
        [DevicePlan::upload(gpu, &plan).unwrap(), dot::transpose_plan_row_sparse(gpu, there, &pattern).unwrap()];
    for columns in COLUMNS {
        let data = Profile::Plain.values::<V>(&mut numbers, stored.len() * columns);
        let b = RowSparse::new(side, columns, &ids, &data).unwrap();
        let b_there = DeviceRowSparse::upload(gpu, b).unwrap();
        let mut expected = vec![V::ZERO; plan.stored_rows() * columns];
        scalar::csr_t_row_sparse(
            &plan,
            a.values(),
            b,
            RowSparseMut::new(side, columns, plan.ids(), &mut expected).unwrap(),
        )
        .unwrap();
        for plan in &plans_there {
            to_stored_rows(gpu, "csr_t_row_sparse", plan, columns, &expected, |out| {
                dot::csr_t_row_sparse(gpu, plan, there.values(), &b_there, out)
            });
        }
    }
}

/// A csr whose pointers the host does not know.
fn streamed<V: Real, I: Index>(gpu: &Gpu<AnyDriver>, a: Csr<V, I>) -> DeviceCsr<AnyDriver, V, I> {
    let mut there = DeviceCsr::with_capacity(gpu, a.rows(), a.columns(), a.nnz()).unwrap();
    let mut pointers = Pinned::indices(gpu, a.indptr().len()).unwrap();
    let (mut columns, mut values) = (Pinned::indices(gpu, a.nnz()).unwrap(), Pinned::values(gpu, a.nnz()).unwrap());
    pointers.write(gpu, a.indptr()).unwrap();
    columns.write(gpu, a.indices()).unwrap();
    values.write(gpu, a.values()).unwrap();
    there.indptr_mut().upload_pinned(gpu, &pointers).unwrap();
    there.indices_mut().upload_pinned(gpu, &columns).unwrap();
    there.values_mut().upload_pinned(gpu, &values).unwrap();
    there
}

type Result = std::result::Result<(), lacuna_cuda::Error>;

/// Nothing is in the output before: what a product leaves out is reported.
fn to_dense<V: Real>(
    gpu: &Gpu<AnyDriver>,
    name: &str,
    (rows, columns): (usize, usize),
    expected: &[V],
    call: impl FnOnce(&mut DeviceDense<AnyDriver, V>) -> Result,
) {
    let mut out = DeviceDense::new(gpu, rows, columns).unwrap();
    let mut found = vec![V::ZERO; rows * columns];
    call(&mut out)
        .and_then(|()| gpu.finish())
        .and_then(|()| out.download(gpu, DenseMut::new(rows, columns, &mut found).unwrap()))
        .unwrap_or_else(|error| panic!("{name} with {columns} columns: {error}"));
    assert_same_bits(&format!("{name} with {columns} columns"), &found, expected);
}

fn to_stored_rows<V: Real, I: Index>(
    gpu: &Gpu<AnyDriver>,
    name: &str,
    plan: &DevicePlan<AnyDriver, I>,
    columns: usize,
    expected: &[V],
    call: impl FnOnce(&mut DeviceRowSparse<AnyDriver, V, I>) -> Result,
) {
    let mut out = DeviceRowSparse::new(gpu, plan.pattern(), columns).unwrap();
    let found = call(&mut out).and_then(|()| gpu.finish()).and_then(|()| out.download(gpu));
    let found = found.unwrap_or_else(|error| panic!("{name} with {columns} columns: {error}"));
    assert_same_bits(&format!("{name} with {columns} columns"), &found.data, expected);
}

#[test]
fn products_of_every_length() {
    for case in &CASES {
        for_each_type!(products(case));
    }
}

/// Rows of equal id, of so many terms and no other that would be longer.
fn sums_of_equal_ids<V: Real, I: Index>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(9));
    for (length, others) in
        [1023, 1024, 1025].into_iter().map(|length| (length, 1025 - length)).chain((1..10).map(|length| (length, 0)))
    {
        let ids =
            indices::<I>((0..length + others).map(|entry| if entry >= 600 && entry < 600 + others { 6 } else { 4 }));
        let mut memory = PlanMemory::new(ids.len());
        let (buffers, scratch) = memory.buffers();
        let pattern = RowSparse::<V, I>::trusted(9, 0, &ids, &[]).unwrap();
        let plan: SegmentPlan<I> = lacuna::rows::coalesce_plan(pattern, buffers, scratch).unwrap();
        let pattern = DeviceRowSparse::upload(&gpu, pattern).unwrap();
        let plans_there = [DevicePlan::upload(&gpu, &plan).unwrap(), rows::coalesce_plan(&gpu, &pattern).unwrap()];
        for columns in COLUMNS {
            let data = Profile::Plain.values::<V>(&mut numbers, ids.len() * columns);
            let input = RowSparse::trusted(9, columns, &ids, &data).unwrap();
            let mut expected = vec![V::ZERO; plan.stored_rows() * columns];
            scalar::coalesce(&plan, input, RowSparseMut::new(9, columns, plan.ids(), &mut expected).unwrap()).unwrap();
            let there = DeviceRowSparse::upload(&gpu, input).unwrap();
            for plan in &plans_there {
                let name = format!("coalesce of {length} rows");
                to_stored_rows(&gpu, &name, plan, columns, &expected, |out| rows::coalesce(&gpu, plan, &there, out));
            }
        }
    }
}

#[test]
fn coalesce_of_every_length() {
    for_each_type!(sums_of_equal_ids());
}

/// The product of a csr that was made on the device, whose longest row the host does not know; and its backward pass.
fn rows_made_on_the_device<V: Real, I: Index>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(2));
    let (mut dense, b) =
        (Profile::Plain.values::<V>(&mut numbers, 2 * 1025), Profile::Plain.values::<V>(&mut numbers, 1025));
    dense[..1000].fill(V::ZERO);
    let (dense, b) = (Dense::new(2, 1025, &dense).unwrap(), Dense::new(1025, 1, &b).unwrap());
    let there = DeviceDense::upload(&gpu, dense).unwrap();
    let b_there = DeviceDense::upload(&gpu, b).unwrap();
    for a in
        [cast::to_csr::<_, V, I>(&gpu, &there).unwrap(), cast::dense_to_csr_one_pass(&gpu, &there, 2 * 1025).unwrap()]
    {
        let on_host = a.download(&gpu).unwrap();
        let mut expected = [V::ZERO; 2];
        scalar::csr_dense(on_host.view().unwrap(), b, DenseMut::new(2, 1, &mut expected).unwrap()).unwrap();
        to_dense(&gpu, "csr_dense of a cast", (2, 1), &expected, |out| dot::csr_dense(&gpu, &a, &b_there, out));
        to_dense(&gpu, "csr_to_dense", (2, 1025), dense.data(), |out| cast::csr_to_dense(&gpu, &a, out));
    }
}

#[test]
fn products_of_rows_made_on_the_device() {
    for_each_type!(rows_made_on_the_device());
}

/// A sum begins at +0, so also that of terms which are all -0.
fn sums_of_negative_zeros<V: Real, I: Index>() {
    let gpu = gpu();
    for (length, columns) in (1..10).chain([1024, 1025]).flat_map(|length| COLUMNS.map(|columns| (length, columns))) {
        let (ids, data) = (vec![I::from_usize(2); length], vec![-V::ZERO; length * columns]);
        let there = DeviceRowSparse::upload(&gpu, RowSparse::trusted(3, columns, &ids, &data).unwrap()).unwrap();
        let plan = rows::coalesce_plan(&gpu, &there).unwrap();
        let name = format!("coalesce of {length} rows of -0");
        let expected = vec![V::ZERO; columns];
        to_stored_rows(&gpu, &name, &plan, columns, &expected, |out| rows::coalesce(&gpu, &plan, &there, out));
    }
}

#[test]
fn coalesce_of_negative_zeros() {
    for_each_type!(sums_of_negative_zeros());
}

/// Rows of more columns than a warp writes at once, and than a block of the law has: as dense rows, and their sums.
fn wide_rows<V: Real, I: Index>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(16));
    for columns in [1023, 1024, 1025, 2048, 2049, 3100] {
        // A full row, an empty one, the ends of each 1024 columns, and the last column.
        let is_end = |column: usize| column % 1024 < 2 || column % 1024 > 1021;
        let stored: [Vec<usize>; 4] = [
            (0..columns).collect(),
            vec![],
            (0..columns).filter(|&column| is_end(column)).collect(),
            vec![columns - 1],
        ];
        let pointers = indices::<I>(stored.iter().scan(0, |end, row| Some(std::mem::replace(end, *end + row.len()))));
        let entries: usize = stored.iter().map(Vec::len).sum();
        let pointers = [pointers, indices([entries])].concat();
        let places = indices::<I>(stored.iter().flatten().copied());
        let values = Profile::Plain.values::<V>(&mut numbers, entries);
        let mut expected = vec![V::ZERO; 4 * columns];
        let mut left = values.iter();
        for (row, stored) in stored.iter().enumerate() {
            for (&column, &value) in stored.iter().zip(&mut left) {
                expected[row * columns + column] = value;
            }
        }
        let a = DeviceCsr::upload(&gpu, Csr::new(4, columns, &pointers, &places, &values).unwrap()).unwrap();
        to_dense(&gpu, "csr_to_dense", (4, columns), &expected, |out| cast::csr_to_dense(&gpu, &a, out));

        let dense = Dense::new(4, columns, &expected).unwrap();
        let mut sums = [V::ONE; 4];
        scalar::sum_rows(dense, &mut sums).unwrap();
        let mut found = Buffer::upload_values(&gpu, &[V::ONE; 4]).unwrap();
        reduce::sum_rows(&gpu, &DeviceDense::upload(&gpu, dense).unwrap(), &mut found).unwrap();
        assert_same_bits("sum_rows", &found.download_values(&gpu).unwrap(), &sums);
        scalar::sum_csr_rows(Csr::new(4, columns, &pointers, &places, &values).unwrap(), &mut sums).unwrap();
        reduce::sum_csr_rows(&gpu, &a, &mut found).unwrap();
        assert_same_bits("sum_csr_rows", &found.download_values(&gpu).unwrap(), &sums);
    }
}

#[test]
fn rows_of_many_columns() {
    for_each_type!(wide_rows());
}
