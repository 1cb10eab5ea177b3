//! Instructions that the compiler does not find by itself, with safe signatures: prefetch, streaming stores, move-mask, masked gathers, square root, and the vector form of
//! [`order::add_product`](crate::order::add_product) (left alone, the compiler vectorises over the terms of a sum instead, which took twice the time).
//! The first two change when memory is touched, never what a kernel computes.
//!
//! A store of a whole cache line normally reads the line first; a streaming store does not (filling memory went at 25 instead of 10 GB/s).
//! It also leaves the written lines out of the caches, so it is for outputs much larger than them.
#![allow(unsafe_code)]
use crate::simd::Simd;
use crate::storage::sealed::Plain;
use crate::{Index, Storage, order};
use core::array;

/// What the value types do by instructions of their own: one implementation for each.
pub trait Instructions: Sized {
    /// Bit `l` is set where `chunk[l] != 0` (so for NaN, and not for -0.0).
    fn nonzero_mask(chunk: &[Self; 16]) -> u32;

    /// `sums[i] = sums[i] + values[i] * factors[i]` by [`order::add_product`], on the registers of the level; a single value serves all.
    fn add_products<L: Simd, const VALUES: usize, const N: usize>(
        simd: L,
        sums: &mut [Self; N],
        values: &[Self; VALUES],
        factors: &[Self; N],
    );

    /// `data[indices[k]]` for each index, by gathers; one outside is moved inside. Only where [`can_gather`] says so.
    fn gather<L: Simd, I: Index, const N: usize>(simd: L, indices: &[I; N], data: &[Self]) -> [Self; N];

    /// The running sums of a product with one column, by masked gathers.
    fn gather_lanes<L: Simd, I: Index>(simd: L, indices: &[I], values: &[Self], data: &[Self]) -> [Self; order::LANES];
}

macro_rules! instructions {
    ($type:ident, $nonzero_mask:ident, $add_products:ident, $gather:ident, $gather_lanes:ident) => {
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
            fn gather<L: Simd, I: Index, const N: usize>(simd: L, indices: &[I; N], data: &[Self]) -> [Self; N] {
                $gather(simd, indices, data)
            }
            #[inline(always)]
            fn gather_lanes<L: Simd, I: Index>(simd: L, indices: &[I], values: &[Self], data: &[Self]) -> [Self; order::LANES] {
                $gather_lanes(simd, indices, values, data)
            }
        }
    };
}
instructions!(f32, nonzero_mask_f32, add_products_f32, gather_f32, gather_lanes_f32);
instructions!(f64, nonzero_mask_f64, add_products_f64, gather_f64, gather_lanes_f64);

macro_rules! root {
    ($name:ident, $type:ident, $set:ident, $root:ident $operands:tt, $get:ident, $intrinsic:ident, $soft:ident) => {
        /// The square root, correctly rounded, by the instruction where the processor surely has one.
        #[inline(always)]
        pub(crate) fn $name(x: $type) -> $type {
            // Exactly one of these is there.
            #[cfg(target_arch = "x86_64")]
            return {
                use core::arch::x86_64::{$get, $root, $set};
                // SAFETY: SSE2 is part of every x86-64. The forms for one number, since loops over these are vectorised, and over those for all lanes are not.
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

/// Indices of the machine's word as the index type of 64 bits. One above its largest becomes negative, which the checking doors refuse.
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

/// Whether stores can pass the caches.
pub(crate) const STREAMS: bool = cfg!(target_arch = "x86_64");

/// Outputs of this many bytes or more are written by streaming stores.
pub(crate) const STREAM_BYTES: usize = 8 << 20;

/// Operands of this many bytes or more are gathered from with prefetch: smaller ones stay near by themselves.
pub(crate) const PREFETCH_BYTES: usize = 256 << 10;

/// Columns of this many bytes or more are not read by gathers: those wait longer for far memory than single loads (5.9 against 4.4 us for 2,312 entries
/// of a column of 80 MB).
pub(crate) const GATHER_BYTES: usize = 32 << 20;

pub(crate) const LINE_BYTES: usize = 64;

/// How many rows of this length before they are needed rows are asked for.
pub(crate) const fn rows_ahead(row_bytes: usize) -> usize {
    if row_bytes <= 4 * LINE_BYTES { 16 } else { 8 }
}

/// True where [`prefetch`] has an effect: elsewhere no loop is compiled with it.
pub(crate) const PREFETCHES: bool = cfg!(target_arch = "x86_64");

/// True where many cases have loops of their own: on a processor of 32 bits, a program is to be small.
pub(crate) const MANY_LOOPS: bool = cfg!(target_pointer_width = "64");

/// True if most entries name a row near those that the entries before them name, as in a matrix with a band: rows that short are found in the caches then, and asking for them would cost a
/// fifth more. A guess from a few samples.
#[inline(always)]
pub(crate) fn is_local<I: Index>(indices: &[I], distance: usize, row_bytes: usize) -> bool {
    const SAMPLES: usize = 16;
    let step = indices.len() / SAMPLES + 1;
    let near = (0..indices.len()).step_by(step).filter(|&k| match (indices.get(k), indices.get(k + distance)) {
        (Some(here), Some(there)) => here.to_usize().abs_diff(there.to_usize()) < PREFETCH_BYTES / row_bytes,
        _ => false,
    });
    2 * near.count() > SAMPLES
}

/// Asks for the `length` elements of `data` from `start` on. No effect where there is no such instruction.
#[inline(always)]
pub(crate) fn prefetch<V>(data: &[V], start: usize, length: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let bytes = length * size_of::<V>();
        let first = data.as_ptr().wrapping_add(start).cast::<i8>();
        // SAFETY: prefetch reads nothing and faults on no address; the pointer is formed by wrapping arithmetic and never used otherwise.
        let line = |offset: usize| unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(offset)) };
        let mut offset = 0;
        while offset + 4 * LINE_BYTES <= bytes {
            line(offset);
            line(offset + LINE_BYTES);
            line(offset + 2 * LINE_BYTES);
            line(offset + 3 * LINE_BYTES);
            offset += 4 * LINE_BYTES;
        }
        while offset < bytes {
            line(offset);
            offset += LINE_BYTES;
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (data, start, length, LINE_BYTES);
}

/// `*destination = *source`, past the caches where the processor can. The caller ends a series of these with [`stream_fence`]; before it, nothing else may read or write what was
/// streamed.
#[inline(always)]
pub(crate) fn stream_array<V: Plain, const LENGTH: usize>(destination: &mut [V; LENGTH], source: &[V; LENGTH]) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        const VECTOR: usize = size_of::<__m128i>();
        let to = destination.as_mut_ptr().cast::<__m128i>();
        if to.is_aligned() && (LENGTH * size_of::<V>()).is_multiple_of(VECTOR) {
            let from = source.as_ptr().cast::<__m128i>();
            for vector in 0..LENGTH * size_of::<V>() / VECTOR {
                // SAFETY: both arrays hold this many whole vectors, `to` is aligned and `from` may be unaligned; a `Plain` number has no padding, and any bytes are valid.
                unsafe { _mm_stream_si128(to.add(vector), _mm_loadu_si128(from.add(vector))) };
            }
            return;
        }
    }
    *destination = *source;
}

/// `destination.copy_from_slice(source)` for the common length of both, past the caches where the processor can. One function, so that loops that do not stream stay small.
#[inline(never)]
pub(crate) fn stream<V: Storage>(destination: &mut [V], source: &[V]) {
    stream_map(destination, [source], |[x]| x);
}

/// `destination[i] = f(sources[..][i])` for the common length of all, past the caches where the processor can.
#[inline(always)]
pub(crate) fn stream_map<V: Storage, const N: usize>(destination: &mut [V], sources: [&[V]; N], f: impl Fn([V; N]) -> V) {
    const PIECE: usize = 16;
    let length = sources.iter().fold(destination.len(), |length, source| length.min(source.len()));
    let (to_pieces, to_rest) = destination[..length].as_chunks_mut::<PIECE>();
    let sources = sources.map(|source| source[..length].as_chunks::<PIECE>());
    for (piece, to) in to_pieces.iter_mut().enumerate() {
        let from = sources.map(|source| &source.0[piece]);
        stream_array(to, &array::from_fn(|i| f(from.map(|from| from[i]))));
    }
    for (i, to) in to_rest.iter_mut().enumerate() {
        *to = f(sources.map(|source| source.1[i]));
    }
}

/// `destination.fill(0)`, past the caches where the processor can.
#[inline(never)]
pub(crate) fn stream_zeros<V: Storage>(destination: &mut [V]) {
    stream_map(destination, [], |[]| V::default());
}

/// Orders earlier streaming stores before everything that follows, so that another thread may read what was written.
#[inline(always)]
pub(crate) fn stream_fence() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the fence is part of every x86-64 and has no precondition.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
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
    ($name:ident, $type:ident, $([$register:literal, $load:ident, $store:ident, $splat:ident, $add:ident, $mul:ident]),*) => {
        /// `sums[i] = sums[i] + value(i) * factors[i]`, each operation rounded: `values` holds one value for all, or one for each.
        #[inline(always)]
        pub(crate) fn $name<L: Simd, const VALUES: usize, const N: usize>(simd: L, sums: &mut [$type; N], values: &[$type; VALUES], factors: &[$type; N]) {
            const { assert!(VALUES == 1 || VALUES == N) };
            let _ = simd;
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64::{$($load, $store, $splat, $add, $mul),*};
                $({
                    const LANES: usize = $register / size_of::<$type>();
                    if L::REGISTER >= $register && N.is_multiple_of(LANES) {
                        for i in 0..N / LANES {
                            // SAFETY: the token says that the processor has registers of this size; every access reads or writes LANES elements from
                            // i * LANES on, which all arrays of N elements have.
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

/// True where the level has masked gathers and offsets into `length` elements fit them.
#[inline(always)]
pub(crate) fn can_gather<L: Simd, I>(length: usize) -> bool {
    const LARGEST: usize = i32::MAX as usize;
    cfg!(target_arch = "x86_64") && L::REGISTER == 64 && length > 0 && (size_of::<I>() == 8 || length <= LARGEST)
}

macro_rules! gather {
    ($name:ident, $type:ident, $([$bytes:literal, $step:literal, $load:ident, $minimum:ident, $splat:ident, $integer:ident, $gather:ident, $store:ident]),*) => {
        /// `data[indices[k]]` for each index; one outside is moved inside. All zero where not [`can_gather`].
        #[inline(always)]
        pub(crate) fn $name<L: Simd, I: Index, const N: usize>(simd: L, indices: &[I; N], data: &[$type]) -> [$type; N] {
            let _ = simd;
            #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
            let mut found = [0.0; N];
            if !can_gather::<L, I>(data.len()) {
                return found;
            }
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64 as x86;
                let last = data.len() - 1;
                $(if size_of::<I>() == $bytes {
                    let ((steps, rest), (found, found_rest)) = (indices.as_chunks::<$step>(), found.as_chunks_mut::<$step>());
                    for (indices, found) in steps.iter().zip(found) {
                        // SAFETY: `can_gather` says that the processor has AVX-512 with VL; load and store are of whole arrays of a step, and each index is at most `last`, which 32 bits
                        // hold where they are used.
                        unsafe {
                            let indices = x86::$minimum(x86::$load(indices.as_ptr().cast()), x86::$splat(last as $integer));
                            x86::$store(found.as_mut_ptr(), x86::$gather::<{ size_of::<$type>() as i32 }>(indices, data.as_ptr()));
                        }
                    }
                    for (index, found) in rest.iter().zip(found_rest) {
                        *found = data[index.to_usize().min(last)];
                    }
                })*
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = indices;
            found
        }
    };
}
gather!(
    gather_f32,
    f32,
    [4, 16, _mm512_loadu_si512, _mm512_min_epu32, _mm512_set1_epi32, i32, _mm512_i32gather_ps, _mm512_storeu_ps],
    [8, 8, _mm512_loadu_si512, _mm512_min_epu64, _mm512_set1_epi64, i64, _mm512_i64gather_ps, _mm256_storeu_ps]
);
gather!(
    gather_f64,
    f64,
    [4, 8, _mm256_loadu_si256, _mm256_min_epu32, _mm256_set1_epi32, i32, _mm512_i32gather_pd, _mm512_storeu_pd],
    [8, 8, _mm512_loadu_si512, _mm512_min_epu64, _mm512_set1_epi64, i64, _mm512_i64gather_pd, _mm512_storeu_pd]
);

macro_rules! gather_lanes {
    (
        $name:ident, $type:ident, $lanes:ident, $no_lanes:ident, $store:ident, $add:ident,
        $vector:ident, $load:ident, $zero:ident, $multiply:ident, $low:ident, $high:ident, $gather32:ident, $gather64:ident
    ) => {
        /// The running sums of a product with the column `data`: lane `l` takes the entries `k` with `k % 4 == l`. An index outside is moved inside.
        ///
        /// All zero where not [`can_gather`].
        #[inline(always)]
        pub(crate) fn $name<L: Simd, I: Index>(simd: L, indices: &[I], values: &[$type], data: &[$type]) -> [$type; order::LANES] {
            let _ = simd;
            #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
            let mut sums = [0.0; order::LANES];
            if !can_gather::<L, I>(data.len()) {
                return sums;
            }
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64::{
                    __mmask8, _mm256_maskz_loadu_epi32, _mm256_min_epu32, _mm256_set1_epi32, _mm512_maskz_loadu_epi64, _mm512_min_epu64,
                    _mm512_set1_epi64, $add, $gather32, $gather64, $high, $lanes, $load, $low, $multiply, $no_lanes, $store, $vector,
                    $zero,
                };
                const ENTRIES: usize = 8;
                /// Adds the products of the entries that `mask` selects. The others add +0, which changes no bit of a running sum: one that started
                /// from +0 is never -0.
                ///
                /// # Safety
                /// `can_gather`, and both pointers have the elements that `mask` selects.
                #[inline(always)]
                unsafe fn add_entries<I>(lanes: $lanes, mask: __mmask8, indices: *const I, values: *const $type, data: &[$type]) -> $lanes {
                    const SCALE: i32 = size_of::<$type>() as i32;
                    let last = data.len() - 1;
                    // SAFETY: as the caller promises; each index is at most `last`, which 32 bits hold where they are used.
                    unsafe {
                        let factors: $vector = if size_of::<I>() == 4 {
                            let indices = _mm256_min_epu32(_mm256_maskz_loadu_epi32(mask, indices.cast()), _mm256_set1_epi32(last as i32));
                            $gather32::<SCALE>($zero(), mask, indices, data.as_ptr())
                        } else {
                            let indices = _mm512_min_epu64(_mm512_maskz_loadu_epi64(mask, indices.cast()), _mm512_set1_epi64(last as i64));
                            $gather64::<SCALE>($zero(), mask, indices, data.as_ptr())
                        };
                        let products = $multiply(factors, $load(mask, values));
                        $add($add(lanes, $low(products)), $high::<1>(products))
                    }
                }
                let count = indices.len().min(values.len());
                let (indices, values) = (indices.as_ptr(), values.as_ptr());
                // SAFETY: `can_gather` says that the processor has AVX-512 with VL; both slices have `count` elements.
                unsafe {
                    let mut lanes: $lanes = $no_lanes();
                    if count <= ENTRIES {
                        // A short row takes no loop: it costs as much as the row.
                        lanes = add_entries(lanes, ((1_u32 << count) - 1) as __mmask8, indices, values, data);
                    } else {
                        let mut k = 0;
                        while k + ENTRIES <= count {
                            lanes = add_entries(lanes, 0xff, indices.add(k), values.add(k), data);
                            k += ENTRIES;
                        }
                        if k < count {
                            lanes = add_entries(lanes, ((1_u32 << (count - k)) - 1) as __mmask8, indices.add(k), values.add(k), data);
                        }
                    }
                    $store(sums.as_mut_ptr(), lanes);
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = (indices, values);
            sums
        }
    };
}
gather_lanes!(
    gather_lanes_f32,
    f32,
    __m128,
    _mm_setzero_ps,
    _mm_storeu_ps,
    _mm_add_ps,
    __m256,
    _mm256_maskz_loadu_ps,
    _mm256_setzero_ps,
    _mm256_mul_ps,
    _mm256_castps256_ps128,
    _mm256_extractf128_ps,
    _mm256_mmask_i32gather_ps,
    _mm512_mask_i64gather_ps
);
gather_lanes!(
    gather_lanes_f64,
    f64,
    __m256d,
    _mm256_setzero_pd,
    _mm256_storeu_pd,
    _mm256_add_pd,
    __m512d,
    _mm512_maskz_loadu_pd,
    _mm512_setzero_pd,
    _mm512_mul_pd,
    _mm512_castpd512_pd256,
    _mm512_extractf64x4_pd,
    _mm512_mask_i32gather_pd,
    _mm512_mask_i64gather_pd
);
