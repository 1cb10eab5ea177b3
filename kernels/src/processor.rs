//! Instructions that the compiler does not find by itself, with safe signatures: prefetch, streaming stores, move-mask, and the vector form of
//! [`order::add_product`](crate::order::add_product) (left alone, the compiler vectorises over the terms of a sum instead, which took twice the time).
//! The first two change when memory is touched, never what a kernel computes.
//!
//! A store of a whole cache line normally reads the line first; a streaming store does not (filling memory went at 25 instead of 10 GB/s).
//! It also leaves the written lines out of the caches, so it is for outputs much larger than them.
#![allow(unsafe_code)]
use crate::dispatch::Simd;
use crate::order;

/// Outputs of this many bytes or more are written by streaming stores.
pub(crate) const STREAM_BYTES: usize = 8 << 20;

/// Operands of this many bytes or more are gathered from with prefetch: smaller ones stay near by themselves.
pub(crate) const PREFETCH_BYTES: usize = 256 << 10;

pub(crate) const LINE_BYTES: usize = 64;

/// Asks for the `length` elements of `data` from `start` on. No effect where there is no such instruction.
#[inline(always)]
pub(crate) fn prefetch<V>(data: &[V], start: usize, length: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let bytes = length * size_of::<V>();
        let first = data.as_ptr().wrapping_add(start).cast::<i8>();
        let mut offset = 0;
        while offset < bytes {
            // SAFETY: prefetch reads nothing and faults on no address; the pointer is formed by wrapping arithmetic and never used otherwise.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(offset)) };
            offset += LINE_BYTES;
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (data, start, length, LINE_BYTES);
}

/// `*destination = *source`, past the caches where the processor can. The caller ends a series of these with [`stream_fence`].
#[inline(always)]
pub(crate) fn stream_array<V: Copy, const LENGTH: usize>(destination: &mut [V; LENGTH], source: &[V; LENGTH]) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        const VECTOR: usize = size_of::<__m128i>();
        let to = destination.as_mut_ptr().cast::<__m128i>();
        if to.is_aligned() && (LENGTH * size_of::<V>()).is_multiple_of(VECTOR) {
            let from = source.as_ptr().cast::<__m128i>();
            for vector in 0..LENGTH * size_of::<V>() / VECTOR {
                // SAFETY: both arrays hold this many whole vectors, `to` is aligned and `from` may be unaligned; V is f32 or f64, of which any bytes are valid.
                unsafe { _mm_stream_si128(to.add(vector), _mm_loadu_si128(from.add(vector))) };
            }
            return;
        }
    }
    *destination = *source;
}

/// `destination.copy_from_slice(source)` for the common length of both, past the caches where the processor can.
#[inline(always)]
pub(crate) fn stream<V: Copy>(destination: &mut [V], source: &[V]) {
    const PIECE: usize = 16;
    let length = destination.len().min(source.len());
    let (destination, source) = (&mut destination[..length], &source[..length]);
    let (to_pieces, to_rest) = destination.as_chunks_mut::<PIECE>();
    let (from_pieces, from_rest) = source.as_chunks::<PIECE>();
    for (to, from) in to_pieces.iter_mut().zip(from_pieces) {
        stream_array(to, from);
    }
    for (to, &from) in to_rest.iter_mut().zip(from_rest) {
        *to = from;
    }
}

/// `destination.fill(0)`, past the caches where the processor can.
#[inline(always)]
pub(crate) fn stream_zeros<V: crate::Value>(destination: &mut [V]) {
    let (pieces, rest) = destination.as_chunks_mut::<16>();
    for piece in pieces {
        stream_array(piece, &[V::ZERO; 16]);
    }
    for element in rest {
        *element = V::ZERO;
    }
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
