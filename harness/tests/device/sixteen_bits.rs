//! Arrays of `f16` and `bf16`: what the kernels of the CPU make of them, bit for bit, and what they refuse.
use crate::{gpu, indices};
use half::{bf16, f16};
use lacuna::error::IndexFault;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Storage};
use lacuna_cuda::{
    Buffer, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, Error, Gpu, Pattern, cast, dot, embedding, reduce,
    rows, slice,
};
use lacuna_harness::backend::AnyDriver;
use lacuna_runtime::PlanMemory;
use lacuna_testing::Random;

pub(crate) trait Narrow: Storage<Arithmetic = f32> {
    fn bits(self) -> u16;
}

impl Narrow for f16 {
    fn bits(self) -> u16 {
        self.to_bits()
    }
}

impl Narrow for bf16 {
    fn bits(self) -> u16 {
        self.to_bits()
    }
}

macro_rules! for_each_type {
    ($function:ident($($argument:expr),*)) => {
        $function::<f16, i32>($($argument),*);
        $function::<f16, i64>($($argument),*);
        $function::<bf16, i32>($($argument),*);
        $function::<bf16, i64>($($argument),*);
    };
}
pub(crate) use for_each_type;

/// Columns, and elements between rows: one column, rows of single elements, rows of whole accesses, and both kinds with
/// gaps.
pub(crate) const SHAPES: [(usize, usize); 7] = [(1, 1), (1, 3), (5, 5), (8, 8), (16, 24), (16, 19), (64, 64)];

/// Random whose sums are rounded often, among them subnormal ones, the largest, and now and then none.
pub(crate) fn values<V: Narrow>(numbers: &mut Random, count: usize) -> Vec<V> {
    let mut value = || match numbers.below(20_000) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => 65_504.0,
        3 => -0.0,
        4..400 => numbers.below(2048) as f32 * 2.0_f32.powi(-25),
        _ => numbers.below(1 << 16) as f32 / 9000.0 - 3.6,
    };
    (0..count).map(|_| V::store(value())).collect()
}

/// What is no number is the same as another such.
pub(crate) fn assert_same<V: Narrow>(what: &str, found: &[V], expected: &[V]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let differs = |(found, expected): (&V, &V)| {
        found.bits() != expected.bits() && !(found.load().is_nan() && expected.load().is_nan())
    };
    if let Some(at) = found.iter().zip(expected).position(differs) {
        panic!("{what} with {}: {} instead of {} at {at}", V::NAME, found[at].load(), expected[at].load());
    }
}

fn verdict(gpu: &Gpu<AnyDriver>, begun: Result<(), Error>) -> Result<(), KernelError> {
    match begun.and_then(|()| gpu.finish()) {
        Ok(()) => Ok(()),
        Err(Error::Kernel(refusal)) => Err(refusal),
        Err(other) => panic!("{other}"),
    }
}

/// Both write to the same numbers, or refuse and leave them as they are.
fn to_dense<V: Narrow>(
    what: &str,
    gpu: &Gpu<AnyDriver>,
    rows: usize,
    (columns, stride): (usize, usize),
    here: impl FnOnce(DenseMut<V>) -> Result<(), KernelError>,
    there: impl FnOnce(&mut DeviceDense<AnyDriver, V>) -> Result<(), Error>,
) -> Result<(), KernelError> {
    let before = vec![V::store(7.5); rows * stride];
    let (mut expected, mut found) = (before.clone(), before.clone());
    let outcome = here(DenseMut::with_stride(rows, columns, stride, &mut expected).unwrap());
    let mut out = DeviceDense::upload(gpu, Dense::with_stride(rows, columns, stride, &before).unwrap()).unwrap();
    assert_eq!(verdict(gpu, there(&mut out)), outcome, "{what}");
    out.download(gpu, DenseMut::with_stride(rows, columns, stride, &mut found).unwrap()).unwrap();
    assert_same(&format!("{what}, {columns} columns of {stride}"), &found, &expected);
    outcome
}

fn to_rows<V: Narrow, I: Index>(
    what: &str,
    gpu: &Gpu<AnyDriver>,
    pattern: &Pattern<AnyDriver, I>,
    expected: &[V],
    length: usize,
    there: impl FnOnce(&mut DeviceRowSparse<AnyDriver, V, I>) -> Result<(), Error>,
) {
    let mut out = DeviceRowSparse::new(gpu, pattern, length).unwrap();
    verdict(gpu, there(&mut out)).unwrap();
    assert_same(&format!("{what}, {length} columns"), &out.download(gpu).unwrap().data, expected);
}

/// A csr, or bags where its columns neither ascend nor differ.
struct Rows<V, I> {
    columns: usize,
    indptr: Vec<I>,
    indices: Vec<I>,
    values: Vec<V>,
}

impl<V: Narrow, I: Index> Rows<V, I> {
    fn new(numbers: &mut Random, columns: usize, rows: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let (mut indptr, mut indices) = (vec![I::default()], Vec::new());
        for row in rows {
            indices.extend(crate::indices::<I>(row));
            indptr.push(I::from_usize(indices.len()));
        }
        let values = values(numbers, indices.len());
        Self { columns, indptr, indices, values }
    }

    /// Row 7 and column 3 have more entries than a block of the law; some rows have none.
    fn long(numbers: &mut Random) -> Self {
        const SIDE: usize = 1100;
        let row = |row: usize| match row {
            7 => (0..SIDE).collect(),
            2 | 1099 => Vec::new(),
            _ if row.is_multiple_of(100) => vec![1, 3, 5, 6, 900],
            _ => vec![3],
        };
        Self::new(numbers, SIDE, (0..SIDE).map(row))
    }

    fn csr(&self) -> Csr<'_, V, I> {
        Csr::trusted(self.indptr.len() - 1, self.columns, &self.indptr, &self.indices, &self.values).unwrap()
    }
}

fn products_of<V: Narrow, I: Index>(numbers: &mut Random, a: &Rows<V, I>, shapes: &[(usize, usize)]) {
    let (gpu, a) = (gpu(), a.csr());
    let there = DeviceCsr::upload(&gpu, a).unwrap();
    let mut memory = PlanMemory::new(a.nnz());
    let (buffers, scratch) = memory.buffers();
    let plan = lacuna::dot::transpose_plan(a, 0..a.columns(), buffers, scratch).unwrap();
    let plan_there = dot::transpose_plan(&gpu, &there).unwrap();
    for &(columns, stride) in shapes {
        let data = values::<V>(numbers, a.columns().max(a.rows()) * stride);
        let b = Dense::with_stride(a.columns(), columns, stride, &data[..a.columns() * stride]).unwrap();
        let b_there = DeviceDense::upload(&gpu, b).unwrap();
        let here = |out: DenseMut<V>| lacuna::dot::csr_dense(a, b, out);
        to_dense("csr_dense", &gpu, a.rows(), (columns, stride), here, |out| {
            dot::csr_dense(&gpu, &there, &b_there, out)
        })
        .unwrap();

        let b = Dense::with_stride(a.rows(), columns, stride, &data[..a.rows() * stride]).unwrap();
        let b_there = DeviceDense::upload(&gpu, b).unwrap();
        let here = |out: DenseMut<V>| lacuna::dot::csr_t_dense_to_dense(&plan, a.values(), b, out);
        let on_device = |out: &mut _| dot::csr_t_dense_to_dense(&gpu, &plan_there, there.values(), &b_there, out);
        to_dense("csr_t_dense_to_dense", &gpu, a.columns(), (columns, stride), here, on_device).unwrap();

        let mut expected = vec![V::ZERO; plan.stored_rows() * columns];
        let out = RowSparseMut::new(a.columns(), columns, plan.ids(), &mut expected).unwrap();
        lacuna::dot::csr_t_dense(&plan, a.values(), b, out).unwrap();
        let on_device = |out: &mut _| dot::csr_t_dense(&gpu, &plan_there, there.values(), &b_there, out);
        to_rows("csr_t_dense", &gpu, plan_there.pattern(), &expected, columns, on_device);
    }
}

fn products<V: Narrow, I: Index>() {
    let mut numbers = Random::seeded(3);
    let long = Rows::<V, I>::long(&mut numbers);
    products_of(&mut numbers, &long, &SHAPES);
    let some = [(0, 9), (4, 0), (3, 9)]
        .map(|(rows, columns)| Rows::<V, I>::new(&mut numbers, columns, vec![Vec::new(); rows]));
    for empty in some {
        products_of(&mut numbers, &empty, &[(0, 0), (1, 1), (3, 4), (8, 8)]);
    }
}

#[test]
fn products_with_dense_matrices() {
    for_each_type!(products());
}

/// The rows of one id are more than a block, those of another few; an id that is not there; and none at all.
fn sums_of_equal_ids<V: Narrow, I: Index>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(5));
    for ids in [(0..1040).map(|place| if place % 130 == 4 { 6 } else { 2 }).collect(), Vec::new()] {
        let ids = indices::<I>(ids);
        let mut memory = PlanMemory::new(ids.len());
        let (buffers, scratch) = memory.buffers();
        let pattern = RowSparse::<V, I>::trusted(9, 0, &ids, &[]).unwrap();
        let plan = lacuna::rows::coalesce_plan(pattern, buffers, scratch).unwrap();
        let plan_there = rows::coalesce_plan(&gpu, &DeviceRowSparse::upload(&gpu, pattern).unwrap()).unwrap();
        for columns in [0, 1, 5, 8, 64] {
            let data = values::<V>(&mut numbers, ids.len() * columns);
            let input = RowSparse::trusted(9, columns, &ids, &data).unwrap();
            let mut expected = vec![V::ZERO; plan.stored_rows() * columns];
            lacuna::rows::coalesce(&plan, input, RowSparseMut::new(9, columns, plan.ids(), &mut expected).unwrap())
                .unwrap();
            let input = DeviceRowSparse::upload(&gpu, input).unwrap();
            for plan in [&plan_there, &DevicePlan::upload(&gpu, &plan).unwrap()] {
                to_rows("coalesce", &gpu, plan.pattern(), &expected, columns, |out| {
                    rows::coalesce(&gpu, plan, &input, out)
                });
            }
        }
    }
}

#[test]
fn coalesce() {
    for_each_type!(sums_of_equal_ids());
}

/// The weight has ten rows, of which 4 is padding. Other ids are refused, also where rows have no elements.
fn embeddings<V: Narrow, I: Index>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(11));
    let long = (0..1030).map(|place| place * 7 % 10).collect();
    let bags = [
        Rows::<V, I>::new(&mut numbers, 10, [vec![3, 4, 3], Vec::new(), vec![4, 4], long, vec![9]]),
        Rows::new(&mut numbers, 10, [vec![3, 10], vec![2]]),
        Rows::new(&mut numbers, 10, Vec::new()),
    ];
    for (columns, stride) in SHAPES.into_iter().chain([(0, 0)]) {
        let data = values::<V>(&mut numbers, 10 * stride);
        let weight = Dense::with_stride(10, columns, stride, &data).unwrap();
        let weight_there = DeviceDense::upload(&gpu, weight).unwrap();
        for (bags, refused) in bags.iter().zip([false, true, false]) {
            let bags = bags.csr();
            let there = DeviceCsr::upload(&gpu, bags).unwrap();
            let (rows, shape) = (bags.rows(), (columns, stride));
            let here = |out: DenseMut<V>| lacuna::embedding::bag_sum(bags, 4, weight, out);
            let outcome = to_dense("bag_sum", &gpu, rows, shape, here, |out| {
                embedding::bag_sum(&gpu, &there, 4, &weight_there, out)
            });
            let too_large = KernelError::Ids { entry: 1, fault: IndexFault::TooLarge, expected: 10, found: 10 };
            assert_eq!(outcome, if refused { Err(too_large) } else { Ok(()) });
            let here = |out: DenseMut<V>| lacuna::embedding::bag_mean(bags, 4, weight, out);
            let other = to_dense("bag_mean", &gpu, rows, shape, here, |out| {
                embedding::bag_mean(&gpu, &there, 4, &weight_there, out)
            });
            assert_eq!(outcome, other);

            let ids = &bags.indices()[..bags.nnz().min(300)];
            let ids_there = Buffer::upload(&gpu, ids).unwrap();
            let here = |out: DenseMut<V>| lacuna::embedding::lookup(ids, weight, out);
            let other = to_dense("lookup", &gpu, ids.len(), shape, here, |out| {
                embedding::lookup(&gpu, &ids_there, &weight_there, out)
            });
            assert_eq!(outcome, other);
        }
    }
}

#[test]
fn lookups_and_bags() {
    for_each_type!(embeddings());
}

/// What moves numbers moves the bits of any of them, also of what is no number; and what counts them does not look at
/// them.
fn moves<V: Narrow, I: Index>(every: &[V]) {
    let gpu = gpu();
    let length = every.len();
    let backwards = indices::<I>((0..length).rev());
    let there = Buffer::upload_values(&gpu, every).unwrap();
    let mut out = Buffer::upload_values(&gpu, &vec![V::ZERO; length]).unwrap();
    verdict(&gpu, rows::permute(&gpu, &Buffer::upload(&gpu, &backwards).unwrap(), &there, &mut out)).unwrap();
    let found = out.download_values(&gpu).unwrap();
    assert!(found.iter().rev().map(|value| value.bits()).eq(every.iter().map(|value| value.bits())), "permute");
    let outside = indices::<I>((0..length).map(|place| 2 * place));
    let refused = lacuna::rows::permute(&outside, every, &mut vec![V::ZERO; length]);
    let outside = Buffer::upload(&gpu, &outside).unwrap();
    assert_eq!((verdict(&gpu, rows::permute(&gpu, &outside, &there, &mut out)), refused.is_err()), (refused, true));

    for row_length in [1, 5, 8, 64] {
        let ids = indices::<I>([0, 3, 4, 7, 299]);
        let data = RowSparse::new(300, row_length, &ids, &every[..5 * row_length]).unwrap();
        let kept = indices::<I>([0, 2, 4, 299]);
        let mut expected = vec![V::ONE; 4 * row_length];
        lacuna::rows::retain(data, RowSparseMut::new(300, row_length, &kept, &mut expected).unwrap()).unwrap();
        let (data, pattern) =
            (DeviceRowSparse::upload(&gpu, data).unwrap(), Pattern::upload(&gpu, 300, &kept).unwrap());
        to_rows("retain", &gpu, &pattern, &expected, row_length, |out| rows::retain(&gpu, &data, out));
    }

    let a = Rows::<V, I>::long(&mut Random::seeded(1));
    let a = a.csr();
    let there = DeviceCsr::upload(&gpu, a).unwrap();
    let mut counts = [indices::<I>(vec![0; a.rows()]), indices(vec![0; a.columns()])];
    lacuna::reduce::nnz_rows(a, &mut counts[0]).unwrap();
    lacuna::reduce::nnz_columns(a, &mut counts[1]).unwrap();
    let mut counted = [a.rows(), a.columns()].map(|length| Buffer::upload(&gpu, &vec![I::default(); length]).unwrap());
    reduce::nnz_rows(&gpu, &there, &mut counted[0]).unwrap();
    reduce::nnz_columns(&gpu, &there, &mut counted[1]).unwrap();
    assert_eq!(counted.map(|counted| counted.download(&gpu).unwrap()), counts);

    let ids = indices::<I>([7, 2, 100, 7, 1098]);
    let mut indptr = indices::<I>([0; 6]);
    let entries = lacuna::slice::take_indptr(a, &ids, &mut indptr).unwrap();
    let (mut columns, mut values) = (indices::<I>(vec![0; entries]), vec![V::ONE; entries]);
    let zeros = (columns.clone(), values.clone());
    lacuna::slice::take(a, &ids, CsrMut::new(5, a.columns(), &indptr, &mut columns, &mut values).unwrap()).unwrap();
    let mut out = DeviceCsr::upload(&gpu, Csr::trusted(5, a.columns(), &indptr, &zeros.0, &zeros.1).unwrap()).unwrap();
    verdict(&gpu, slice::take(&gpu, &there, &Buffer::upload(&gpu, &ids).unwrap(), &mut out)).unwrap();
    let found = out.download(&gpu).unwrap();
    assert_eq!(found.indices, columns);
    assert_same("take", &found.values, &values);

    for (columns, stride) in [(1, 1), (9, 9), (16, 24), (1040, 1040)] {
        let part = Rows::<V, I>::new(
            &mut Random::seeded(2),
            columns,
            [(0..columns).step_by(3).collect(), Vec::new(), vec![columns - 1]],
        );
        let there = DeviceCsr::upload(&gpu, part.csr()).unwrap();
        let here = |out: DenseMut<V>| lacuna::cast::csr_to_dense(part.csr(), out);
        to_dense("csr_to_dense", &gpu, 3, (columns, stride), here, |out| cast::csr_to_dense(&gpu, &there, out))
            .unwrap();
    }
}

#[test]
fn numbers_that_are_moved() {
    let every: Vec<u16> = (0..=u16::MAX).step_by(37).collect();
    let (halves, brains): (Vec<_>, Vec<_>) =
        every.iter().map(|&bits| (f16::from_bits(bits), bf16::from_bits(bits))).unzip();
    moves::<f16, i32>(&halves);
    moves::<f16, i64>(&halves);
    moves::<bf16, i32>(&brains);
    moves::<bf16, i64>(&brains);
}

/// The sums of blocks are not rounded before they are added up.
#[test]
fn sums_of_blocks_are_rounded_once() {
    // Sums of 1024.5 and of 1024.75.
    let mut values = vec![f16::ONE; 2048];
    (values[9], values[1500]) = (f16::from_f32(1.5), f16::from_f32(1.75));
    let a = Rows::<f16, i32> { columns: 2048, indptr: vec![0, 2048], indices: (0..2048).collect(), values };
    let gpu = gpu();
    let b = Dense::new(2048, 1, &[f16::ONE; 2048]).unwrap();
    let (a_there, b_there) = (DeviceCsr::upload(&gpu, a.csr()).unwrap(), DeviceDense::upload(&gpu, b).unwrap());
    let mut out = DeviceDense::new(&gpu, 1, 1).unwrap();
    dot::csr_dense(&gpu, &a_there, &b_there, &mut out).unwrap();
    let mut found = [f16::ZERO];
    out.download(&gpu, DenseMut::new(1, 1, &mut found).unwrap()).unwrap();
    // Of 2049.25; from 1024 and 1025 it would be 2048.
    assert_eq!(found[0], f16::from_f32(2050.0));
}
