//! Kernels on operands of 16 bits against themselves on the same operands in `f32`, whose result is rounded once.
use crate::operands::{Half, any, every_way, numbers, pattern, round, same, widen};
use half::{bf16, f16};
use lacuna::embedding::{Bag, Lookup, Mean, Sum};
use lacuna::error::{IndexFault, Operand};
use lacuna::segments::{PlanBuffers, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, KernelError, RowSparse, RowSparseMut, dot, embedding, rows, scalar};
use lacuna_testing::Random;

/// Columns around the widths of tiles, and rows that do not follow each other closely.
const COLUMNS: [(usize, usize); 12] =
    [(0, 0), (1, 1), (1, 3), (2, 2), (3, 3), (8, 8), (15, 17), (16, 16), (33, 33), (64, 64), (100, 103), (130, 130)];

/// Ordinary numbers, and any bits.
fn values<H: Half>(random: &mut Random, count: usize, of_any: bool) -> Vec<H> {
    if of_any { any(random, count) } else { numbers(random, count) }
}

fn products<H: Half>() {
    let random = &mut Random::seeded(1);
    for any in [false, true] {
        for (columns, stride) in COLUMNS {
            for (rows, inner) in [(0, 5), (5, 0), (9, 40), (3, 2_300)] {
                let (indptr, indices) = pattern(random, rows, inner);
                let a: Vec<H> = values(random, indices.len(), any);
                let b: Vec<H> = values(random, inner * stride, any);
                let (a_wide, b_wide) = (widen(&a), widen(&b));
                let mut wide = vec![0.0; rows * columns];
                let csr = Csr::new(rows, inner, &indptr, &indices, &a_wide).unwrap();
                let dense = Dense::with_stride(inner, columns, stride, &b_wide).unwrap();
                dot::csr_dense(csr, dense, DenseMut::new(rows, columns, &mut wide).unwrap()).unwrap();
                let expected = round::<H>(&wide);
                every_way(|way| {
                    let mut out = vec![H::of_bits(0x1234); rows * columns];
                    let a = Csr::new(rows, inner, &indptr, &indices, &a).unwrap();
                    let b = Dense::with_stride(inner, columns, stride, &b).unwrap();
                    way.run(dot::CsrDense { a, b, out: DenseMut::new(rows, columns, &mut out).unwrap() });
                    same(&expected, &out, "csr_dense");
                });
            }
        }
    }
}

#[test]
fn products_are_rounded_once() {
    products::<f16>();
    products::<bf16>();
}

/// All numbers that there are, by the instructions of each level.
fn times_one<H: Half>() {
    const COLUMNS: usize = 1 << 16;
    let b: Vec<H> = (0..=u16::MAX).map(H::of_bits).collect();
    let sums: Vec<f32> = widen(&b).into_iter().map(|wide| 0.0 + wide).collect();
    let (expected, one) = (round::<H>(&sums), round::<H>(&[1.0]));
    every_way(|way| {
        let mut out = vec![H::of_bits(0x1234); COLUMNS];
        let a = Csr::new(1, 1, &[0, 1], &[0], &one).unwrap();
        let b = Dense::new(1, COLUMNS, &b).unwrap();
        way.run(dot::CsrDense { a, b, out: DenseMut::new(1, COLUMNS, &mut out).unwrap() });
        same(&expected, &out, "times one");
    });
}

#[test]
fn every_number_is_widened_alike_at_every_level() {
    times_one::<f16>();
    times_one::<bf16>();
}

#[test]
fn sums_go_beyond_what_the_type_counts() {
    // 4,096 ones and more: in f16 a running sum would stay at 2,048, in bf16 at 256.
    let (indices, ones) = ((0..5_000).collect::<Vec<i64>>(), vec![f16::ONE; 5_000]);
    let a = Csr::new(1, 5_000, &[0, 5_000], &indices, &ones).unwrap();
    let mut out = [f16::ZERO; 2];
    dot::csr_dense(a, Dense::new(5_000, 1, &ones).unwrap(), DenseMut::new(1, 1, &mut out[..1]).unwrap()).unwrap();
    assert_eq!(out[0], f16::from_f32(5_000.0));
    let ones = vec![bf16::ONE; 10_000];
    let a = Csr::new(1, 5_000, &[0, 5_000], &indices, &ones[..5_000]).unwrap();
    let mut out = [bf16::ZERO; 2];
    scalar::csr_dense(a, Dense::new(5_000, 2, &ones).unwrap(), DenseMut::new(1, 2, &mut out).unwrap()).unwrap();
    assert_eq!(out, [bf16::from_f32(5_000.0); 2]);
}

#[test]
fn results_beyond_the_type_are_infinite_and_small_ones_subnormal() {
    let values = [f16::MAX, f16::MAX, f16::from_bits(0x0400), f16::NAN].map(|x| [x; 1]);
    let a = Csr::new(4, 4, &[0_u32, 1, 2, 3, 4], &[0, 1, 2, 3], values.as_flattened()).unwrap();
    let b = [f16::from_f32(1.001), f16::NEG_INFINITY, f16::from_f32(0.5), f16::ONE];
    let mut out = [f16::ZERO; 4];
    dot::csr_dense(a, Dense::new(4, 1, &b).unwrap(), DenseMut::new(4, 1, &mut out).unwrap()).unwrap();
    assert_eq!(out.map(f16::to_bits)[..3], [0x7c00, 0xfc00, 0x0200]);
    assert!(out[3].is_nan());
}

/// A plan of the columns of a csr.
fn with_transpose_plan(pattern: (&[i32], &[i32]), rows: usize, columns: usize, run: impl FnOnce(SegmentPlan<'_, i32>)) {
    let (indptr, indices) = pattern;
    let zeros = vec![f16::ZERO; indices.len()];
    let csr = Csr::new(rows, columns, indptr, indices, &zeros).unwrap();
    let count = indices.len();
    let (mut ids, mut segments, mut rows_of, mut entries) =
        (vec![0; count], vec![0; count + 1], vec![0; count], vec![0; count]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
    run(dot::transpose_plan(csr, 0..columns, buffers, &mut vec![0_u64; 2 * count]).unwrap());
}

fn transposed_products<H: Half>() {
    let random = &mut Random::seeded(2);
    for any in [false, true] {
        for (columns, stride) in COLUMNS {
            for (rows, outer) in [(40, 9), (2_300, 3)] {
                let (indptr, indices) = pattern(random, rows, outer);
                let a: Vec<H> = values(random, indices.len(), any);
                let b: Vec<H> = values(random, rows * stride, any);
                let (a_wide, b_wide) = (widen(&a), widen(&b));
                with_transpose_plan((&indptr, &indices), rows, outer, |plan| {
                    let mut wide = vec![0.0; plan.stored_rows() * columns];
                    let dense = Dense::with_stride(rows, columns, stride, &b_wide).unwrap();
                    dot::csr_t_dense(
                        &plan,
                        &a_wide,
                        dense,
                        RowSparseMut::new(outer, columns, plan.ids(), &mut wide).unwrap(),
                    )
                    .unwrap();
                    let expected = round::<H>(&wide);
                    let mut wide = vec![0.0; outer * columns];
                    dot::csr_t_dense_to_dense(&plan, &a_wide, dense, DenseMut::new(outer, columns, &mut wide).unwrap())
                        .unwrap();
                    let expected_dense = round::<H>(&wide);
                    let b = Dense::with_stride(rows, columns, stride, &b).unwrap();
                    every_way(|way| {
                        let mut out = vec![H::of_bits(0x1234); expected.len()];
                        let stored = RowSparseMut::new(outer, columns, plan.ids(), &mut out).unwrap();
                        way.run(dot::CsrTDense { plan, values: &a, b, out: stored });
                        same(&expected, &out, "csr_t_dense");
                        let mut out = vec![H::of_bits(0x1234); expected_dense.len()];
                        let dense = DenseMut::new(outer, columns, &mut out).unwrap();
                        way.run(dot::CsrTDenseToDense { plan, values: &a, b, out: dense });
                        same(&expected_dense, &out, "csr_t_dense_to_dense");
                    });
                });
            }
        }
    }
}

#[test]
fn transposed_products_are_rounded_once() {
    transposed_products::<f16>();
    transposed_products::<bf16>();
}

fn coalesced<H: Half>() {
    let random = &mut Random::seeded(3);
    for any in [false, true] {
        for (length, _) in COLUMNS {
            for (stored, ids) in [(0, 1), (50, 7), (2_100, 2)] {
                let ids: Vec<i32> = (0..stored).map(|_| random.below(ids) as i32).collect();
                let data: Vec<H> = values(random, stored * length, any);
                let wide = widen(&data);
                let input = RowSparse::trusted(9, length, &ids, &data).unwrap();
                let (mut of, mut segments, mut rows_of, mut entries) =
                    (vec![0; stored], vec![0; stored + 1], vec![0; stored], vec![0; stored]);
                let buffers =
                    PlanBuffers { ids: &mut of, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
                let plan = rows::coalesce_plan(input, buffers, &mut vec![0_u64; 2 * stored]).unwrap();
                let mut sums = vec![0.0; plan.stored_rows() * length];
                let wide = RowSparse::trusted(9, length, &ids, &wide).unwrap();
                rows::coalesce(&plan, wide, RowSparseMut::new(9, length, plan.ids(), &mut sums).unwrap()).unwrap();
                let expected = round::<H>(&sums);
                every_way(|way| {
                    let mut out = vec![H::of_bits(0x1234); expected.len()];
                    way.run(rows::Coalesce {
                        plan,
                        input,
                        out: RowSparseMut::new(9, length, plan.ids(), &mut out).unwrap(),
                    });
                    same(&expected, &out, "coalesce");
                });
            }
        }
    }
}

#[test]
fn coalesced_rows_are_rounded_once() {
    coalesced::<f16>();
    coalesced::<bf16>();
}

fn looked_up<H: Half>(count: usize, columns: usize, stride: usize) {
    let random = &mut Random::seeded(4);
    let weight: Vec<H> = any(random, 50 * stride);
    let ids: Vec<u32> = (0..count).map(|_| random.below(50) as u32).collect();
    let expected: Vec<u16> =
        ids.iter().flat_map(|&id| weight[id as usize * stride..][..columns].iter().map(|x| x.to_bits())).collect();
    every_way(|way| {
        let mut out = vec![H::of_bits(0x1234); count * columns];
        let weight = Dense::with_stride(50, columns, stride, &weight).unwrap();
        way.run(Lookup { ids: &ids, weight, out: DenseMut::new(count, columns, &mut out).unwrap() });
        assert!(out.iter().map(|x| x.to_bits()).eq(expected.iter().copied()), "{columns} columns");
    });
}

#[test]
fn rows_that_are_looked_up_keep_their_bits() {
    for (columns, stride) in COLUMNS {
        looked_up::<f16>(33, columns, stride);
        looked_up::<bf16>(33, columns, stride);
    }
    // 8 MiB and more go past the caches.
    looked_up::<f16>(45_003, 100, 103);
}

fn bags<H: Half>() {
    let random = &mut Random::seeded(5);
    for any in [false, true] {
        for (columns, stride) in COLUMNS {
            let (indptr, _) = pattern(random, 20, 12);
            let count = indptr[20] as usize;
            let ids: Vec<i32> = (0..count).map(|_| random.below(30) as i32).collect();
            let shares: Vec<H> = values(random, count, any);
            let weight: Vec<H> = values(random, 30 * stride, any);
            let (shares_wide, weight_wide) = (widen(&shares), widen(&weight));
            let wide_bags = Csr::trusted(20, 30, &indptr, &ids, &shares_wide).unwrap();
            let wide_weight = Dense::with_stride(30, columns, stride, &weight_wide).unwrap();
            let (mut sums, mut means) = (vec![0.0; 20 * columns], vec![0.0; 20 * columns]);
            embedding::bag_sum(wide_bags, 3, wide_weight, DenseMut::new(20, columns, &mut sums).unwrap()).unwrap();
            embedding::bag_mean(wide_bags, 3, wide_weight, DenseMut::new(20, columns, &mut means).unwrap()).unwrap();
            let (sums, means) = (round::<H>(&sums), round::<H>(&means));
            let bags = Csr::trusted(20, 30, &indptr, &ids, &shares).unwrap();
            let weight = Dense::with_stride(30, columns, stride, &weight).unwrap();
            every_way(|way| {
                let mut out = vec![H::of_bits(0x1234); 20 * columns];
                way.run(Bag {
                    reduction: Sum,
                    bags,
                    padding: 3,
                    weight,
                    out: DenseMut::new(20, columns, &mut out).unwrap(),
                });
                same(&sums, &out, "bag_sum");
                way.run(Bag {
                    reduction: Mean,
                    bags,
                    padding: 3,
                    weight,
                    out: DenseMut::new(20, columns, &mut out).unwrap(),
                });
                same(&means, &out, "bag_mean");
            });
        }
    }
}

#[test]
fn bags_are_rounded_once() {
    bags::<f16>();
    bags::<bf16>();
}

#[test]
fn refusals_are_those_of_the_value_types() {
    let untouched = [f16::from_bits(0x1234); 4];
    let mut out = untouched;
    let a = Csr::new(2, 3, &[0, 1, 2], &[1, 2], &[f16::ONE; 2]).unwrap();
    let b = [f16::ONE; 8];
    let shape = |operand, axis, expected, found| Err(KernelError::Shape { operand, axis, expected, found });
    for product in [dot::csr_dense::<f16, i32>, scalar::csr_dense::<f16, i32>] {
        let b_of = |rows| Dense::new(rows, 2, &b).unwrap();
        assert_eq!(product(a, b_of(4), DenseMut::new(2, 2, &mut out).unwrap()), shape(Operand::Right, 0, 3, 4));
        assert_eq!(product(a, b_of(3), DenseMut::new(1, 2, &mut out).unwrap()), shape(Operand::Output, 0, 2, 1));
        assert_eq!(product(a, b_of(3), DenseMut::new(2, 1, &mut out).unwrap()), shape(Operand::Output, 1, 2, 1));
    }
    for lookup in [embedding::lookup::<f16, i32>, scalar::lookup::<f16, i32>] {
        let weight = Dense::new(4, 2, &b).unwrap();
        let refused = Err(KernelError::Ids { entry: 1, fault: IndexFault::TooLarge, expected: 4, found: 4 });
        assert_eq!(lookup(&[3, 4], weight, DenseMut::new(2, 2, &mut out).unwrap()), refused);
        let refused = Err(KernelError::Ids { entry: 0, fault: IndexFault::Negative, expected: 0, found: -1 });
        assert_eq!(lookup(&[-1, 4], weight, DenseMut::new(2, 2, &mut out).unwrap()), refused);
    }
    assert_eq!(out, untouched);
    // The constructors of views take these types too.
    assert!(Csr::new(2, 3, &[0, 1, 2], &[1, 3], &[bf16::ONE; 2]).is_err());
    assert!(RowSparse::new(4, 2, &[2, 2], &[bf16::ONE; 4]).is_err());
    assert!(Dense::new(4, 2, &[bf16::ONE; 7]).is_err());
}
