//! Instructions that the compiler does not find by itself, with safe signatures: prefetch, streaming stores, move-mask,
//! masked loads and gathers, square root, and the vector form of [`order::add_product`](crate::order::add_product)
//! (left alone, the compiler vectorises over the terms of a sum instead, which took twice the time). The first two
//! change when memory is touched, never what a kernel computes.
#![allow(unsafe_code)]
mod fused;
mod gathers;
mod loads;
mod memory;
mod traits;
mod widen;

use crate::simd::Simd;
use crate::{Index, order};
use fused::{fused_tile_f32, fused_tile_f64};
use gathers::{
    gather_f32, gather_f64, gather_lanes_f32, gather_lanes_f64, gather_two_rows_f32, gather_two_rows_f64,
    load_first_f32, load_first_f64,
};

pub(crate) use fused::{mul_add_f32, mul_add_f64};
pub(crate) use gathers::{FIRST, SHORT_ROW, can_gather, has_masks, load_each};
pub(crate) use loads::{CHUNK, CheckedRows, Places};
pub(crate) use memory::{
    FAR_BYTES, GATHER_BYTES, LINE_BYTES, PREFETCH_BYTES, PREFETCHES, STREAM_BYTES, STREAMS, is_local, prefetch,
    prefetch_entries, rows_ahead, stream, stream_array, stream_fence, stream_map, stream_zeros,
};
pub(crate) use traits::has_fast_gathers;
#[cfg(target_arch = "x86_64")]
pub(crate) use widen::has_f16c;
pub(crate) use widen::stored;
#[cfg(feature = "half")]
pub(crate) use widen::{narrow_f16, pair, widen, widen_f16, word};

/// What the value types do by instructions of their own: one implementation for each.
pub trait Instructions: Sized {
    /// Bit `l` is set where `chunk[l] != 0` (so for NaN, and not for -0.0).
    fn nonzero_mask(chunk: &[Self; 16]) -> u32;

    /// `sums[i] = sums[i] + values[i] * factors[i]` by [`order::add_product`], on the registers of the level; a single
    /// value serves all.
    fn add_products<L: Simd, const VALUES: usize, const N: usize>(
        simd: L,
        sums: &mut [Self; N],
        values: &[Self; VALUES],
        factors: &[Self; N],
    );

    /// As [`add_products`](Self::add_products) for the first `count` of four, without a branch. The other sums are added
    /// +0, which changes no bit of one that is not -0.
    fn add_first_products<L: Simd>(
        simd: L,
        sums: &mut [Self; order::LANES],
        values: &[Self; order::LANES],
        factors: &[Self; order::LANES],
        count: usize,
    );

    /// `sums[i][j]` is the running sum of `left[k][i] * right[k][j]` for ascending k, from +0, by
    /// [`order::add_fused_product`]. `COLUMNS` are those of `REGISTERS` registers of the level.
    fn fused_tile<L: Simd, const ROWS: usize, const REGISTERS: usize, const COLUMNS: usize>(
        simd: L,
        left: &[[Self; ROWS]],
        right: &[[Self; COLUMNS]],
        sums: &mut [[Self; COLUMNS]; ROWS],
    );

    /// `data[indices[k]]` for each index, by gathers; one outside is moved inside. Only where [`can_gather`] says so.
    fn gather<L: Simd, I: Index, const N: usize>(simd: L, indices: &[I; N], data: &[Self]) -> [Self; N];

    /// The first values, and `none` in the place of those that are not there, by masked loads where [`has_masks`] says
    /// so.
    fn load_first<L: Simd>(simd: L, values: &[Self], none: Self) -> [Self; FIRST];

    /// The running sums of a product with one column, by masked gathers.
    fn gather_lanes<L: Simd, I: Index>(simd: L, indices: &[I], values: &[Self], data: &[Self]) -> [Self; order::LANES];

    /// The products of two rows of at most [`SHORT_ROW`] entries with one column, by masked gathers.
    fn gather_two_rows<L: Simd, I: Index>(simd: L, rows: [(&[I], &[Self]); 2], data: &[Self]) -> [Self; 2];
}

macro_rules! instructions {
    (
        $type:ident, $bits:ident, $nonzero_mask:ident, $add_products:ident, $fused_tile:ident, $gather:ident, $load_first:ident,
        $gather_lanes:ident, $gather_two_rows:ident
    ) => {
        impl Instructions for $type {
            #[inline(always)]
            fn nonzero_mask(chunk: &[Self; 16]) -> u32 {
                $nonzero_mask(chunk)
            }
            #[inline(always)]
            fn add_products<L: Simd, const VALUES: usize, const N: usize>(
                simd: L,
                sums: &mut [Self; N],
                values: &[Self; VALUES],
                factors: &[Self; N],
            ) {
                $add_products(simd, sums, values, factors);
            }
            #[inline(always)]
            fn add_first_products<L: Simd>(
                simd: L,
                sums: &mut [Self; order::LANES],
                values: &[Self; order::LANES],
                factors: &[Self; order::LANES],
                count: usize,
            ) {
                // Products before they are cut: of what is not there, a factor may be infinite.
                let mut products = [0.0; order::LANES];
                $add_products(simd, &mut products, values, factors);
                let products = products.map(Self::to_bits);
                // From a table: compilers make branches of comparisons, and do not load what they then need not.
                static KEPT: [[$bits; order::LANES]; order::LANES] =
                    [[0, 0, 0, 0], [!0, 0, 0, 0], [!0, !0, 0, 0], [!0, !0, !0, 0]];
                let kept = &KEPT[count % order::LANES];
                for l in 0..order::LANES {
                    sums[l] = order::add(sums[l], Self::from_bits(products[l] & kept[l]));
                }
            }
            #[inline(always)]
            fn fused_tile<L: Simd, const ROWS: usize, const REGISTERS: usize, const COLUMNS: usize>(
                simd: L,
                left: &[[Self; ROWS]],
                right: &[[Self; COLUMNS]],
                sums: &mut [[Self; COLUMNS]; ROWS],
            ) {
                $fused_tile::<L, ROWS, REGISTERS, COLUMNS>(simd, left, right, sums);
            }
            #[inline(always)]
            fn gather<L: Simd, I: Index, const N: usize>(simd: L, indices: &[I; N], data: &[Self]) -> [Self; N] {
                $gather(simd, indices, data)
            }
            #[inline(always)]
            fn load_first<L: Simd>(simd: L, values: &[Self], none: Self) -> [Self; FIRST] {
                $load_first(simd, values, none)
            }
            #[inline(always)]
            fn gather_lanes<L: Simd, I: Index>(
                simd: L,
                indices: &[I],
                values: &[Self],
                data: &[Self],
            ) -> [Self; order::LANES] {
                $gather_lanes(simd, indices, values, data)
            }
            #[inline(always)]
            fn gather_two_rows<L: Simd, I: Index>(simd: L, rows: [(&[I], &[Self]); 2], data: &[Self]) -> [Self; 2] {
                $gather_two_rows(simd, rows, data)
            }
        }
    };
}
instructions!(
    f32,
    u32,
    nonzero_mask_f32,
    add_products_f32,
    fused_tile_f32,
    gather_f32,
    load_first_f32,
    gather_lanes_f32,
    gather_two_rows_f32
);
instructions!(
    f64,
    u64,
    nonzero_mask_f64,
    add_products_f64,
    fused_tile_f64,
    gather_f64,
    load_first_f64,
    gather_lanes_f64,
    gather_two_rows_f64
);

macro_rules! root {
    ($name:ident, $type:ident, $set:ident, $root:ident $operands:tt, $get:ident, $intrinsic:ident, $soft:ident) => {
        /// The square root, correctly rounded, by the instruction where the processor surely has one.
        #[inline(always)]
        pub(crate) fn $name(x: $type) -> $type {
            // Exactly one of these is there.
            #[cfg(target_arch = "x86_64")]
            return {
                use core::arch::x86_64::{$get, $root, $set};
                // SAFETY: SSE2 is part of every x86-64. The forms for one number, since loops over these are
                // vectorised, and over those for all lanes are not.
                unsafe {
                    let x = $set(x);
                    $get(root!(@call $root $operands x))
                }
            };
            #[cfg(target_arch = "nvptx64")]
            return core::intrinsics::$intrinsic(x);
            #[cfg(not(any(target_arch = "x86_64", target_arch = "nvptx64")))]
            return libm::$soft(x);
        }
    };
    (@call $root:ident (1) $x:ident) => { $root($x) };
    (@call $root:ident (2) $x:ident) => { $root($x, $x) };
}
root!(root_f32, f32, _mm_set_ss, _mm_sqrt_ss(1), _mm_cvtss_f32, sqrtf32, sqrtf);
root!(root_f64, f64, _mm_set_sd, _mm_sqrt_sd(2), _mm_cvtsd_f64, sqrtf64, sqrt);

/// True where many cases have loops of their own: on a processor of 32 bits, a program is to be small, and numbers that
/// are widened are so in each loop.
pub(crate) const fn many_loops<V>() -> bool {
    cfg!(target_pointer_width = "64") && !is_widened::<V>()
}

/// True for numbers of 16 bits, whose conversion takes as many instructions as what is done with them.
pub(crate) const fn is_widened<V>() -> bool {
    size_of::<V>() < 4
}

/// Indices of the machine's word as the index type of 64 bits. One above its largest becomes negative, which the
/// checked constructors refuse.
#[cfg(target_pointer_width = "64")]
pub(crate) const fn words(indices: &[usize]) -> &[i64] {
    // SAFETY: both types have 8 bytes and their alignment, and any bits are valid in both; the borrow is the same.
    unsafe { core::slice::from_raw_parts(indices.as_ptr().cast(), indices.len()) }
}

/// As [`words`], to be written.
#[cfg(target_pointer_width = "64")]
pub(crate) const fn words_mut(indices: &mut [usize]) -> &mut [i64] {
    // SAFETY: as above.
    unsafe { core::slice::from_raw_parts_mut(indices.as_mut_ptr().cast(), indices.len()) }
}

/// Signed indices as unsigned ones.
pub(crate) const fn unsigned(indices: &[i32]) -> &[u32] {
    // SAFETY: both types have 4 bytes and their alignment, and any bits are valid in both; the borrow is the same.
    unsafe { core::slice::from_raw_parts(indices.as_ptr().cast(), indices.len()) }
}

/// As [`unsigned`], to be written.
pub(crate) const fn unsigned_mut(indices: &mut [i32]) -> &mut [u32] {
    // SAFETY: as above.
    unsafe { core::slice::from_raw_parts_mut(indices.as_mut_ptr().cast(), indices.len()) }
}

macro_rules! nonzero_mask {
    ($name:ident, $type:ident, $lanes:literal, $load:ident, $zero:ident, $differs:ident, $mask:ident) => {
        /// Bit `l` is set where `chunk[l] != 0`.
        #[inline(always)]
        pub(crate) fn $name(chunk: &[$type; 16]) -> u32 {
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64::{$differs, $load, $mask, $zero};
                let mut bits = 0;
                for (vector, lanes) in chunk.as_chunks::<$lanes>().0.iter().enumerate() {
                    // SAFETY: SSE2 is part of every x86-64, and the load reads the 16 bytes of `lanes`.
                    bits |= unsafe { $mask($differs($load(lanes.as_ptr()), $zero())) as u32 } << ($lanes * vector);
                }
                bits
            }
            #[cfg(not(target_arch = "x86_64"))]
            chunk.iter().enumerate().fold(0, |bits, (l, &x)| bits | u32::from(x != 0.0) << l)
        }
    };
}
nonzero_mask!(nonzero_mask_f32, f32, 4, _mm_loadu_ps, _mm_setzero_ps, _mm_cmpneq_ps, _mm_movemask_ps);
nonzero_mask!(nonzero_mask_f64, f64, 2, _mm_loadu_pd, _mm_setzero_pd, _mm_cmpneq_pd, _mm_movemask_pd);

macro_rules! add_products {
    (
        $name:ident, $type:ident,
        $([$register:literal, $load:ident, $store:ident, $splat:ident, $add:ident, $mul:ident]), *
    ) => {
        /// `sums[i] = sums[i] + value(i) * factors[i]`, each operation rounded: `values` holds one value for all, or
        /// one for each.
        #[inline(always)]
        pub(crate) fn $name<L: Simd, const VALUES: usize, const N: usize>(
            simd: L, sums: &mut [$type; N], values: &[$type; VALUES], factors: &[$type; N]
        ) {
            const { assert!(VALUES == 1 || VALUES == N) };
            let _ = simd;
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64::{$($load, $store, $splat, $add, $mul),*};
                $({
                    const LANES: usize = $register / size_of::<$type>();
                    if const { L::REGISTER >= $register && N.is_multiple_of(LANES) } {
                        for i in 0..N / LANES {
                            // SAFETY: the token says that the processor has registers of this size; every access reads
                            // or writes LANES elements from i * LANES on, which all arrays of N elements have.
                            unsafe {
                                let value =
                                    if VALUES == 1 { $splat(values[0]) } else { $load(values.as_ptr().add(i * LANES)) };
                                let sum = sums.as_mut_ptr().add(i * LANES);
                                $store(sum, $add($load(sum), $mul(value, $load(factors.as_ptr().add(i * LANES)))));
                            }
                        }
                        return;
                    }
                })*
            }
            for i in 0..N {
                sums[i] = order::add_product(sums[i], values[if VALUES == 1 { 0 } else { i }], factors[i]);
            }
        }
    };
}
add_products!(
    add_products_f32,
    f32,
    [64, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps, _mm512_add_ps, _mm512_mul_ps],
    [32, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps, _mm256_add_ps, _mm256_mul_ps],
    [16, _mm_loadu_ps, _mm_storeu_ps, _mm_set1_ps, _mm_add_ps, _mm_mul_ps]
);
add_products!(
    add_products_f64,
    f64,
    [64, _mm512_loadu_pd, _mm512_storeu_pd, _mm512_set1_pd, _mm512_add_pd, _mm512_mul_pd],
    [32, _mm256_loadu_pd, _mm256_storeu_pd, _mm256_set1_pd, _mm256_add_pd, _mm256_mul_pd],
    [16, _mm_loadu_pd, _mm_storeu_pd, _mm_set1_pd, _mm_add_pd, _mm_mul_pd]
);
