//! Instructions that the compiler does not find by itself, with safe signatures: prefetch, streaming stores, move-mask. The first two change when memory is
//! touched, never what a kernel computes.
//!
//! A store of a whole cache line normally reads the line first; a streaming store does not (filling memory went at 25 instead of 10 GB/s).
//! It also leaves the written lines out of the caches, so it is for outputs much larger than them.
#![allow(unsafe_code)]

/// Outputs of this many bytes or more are written by streaming stores.
pub(crate) const STREAM_BYTES: usize = 8 << 20;

/// Operands of this many bytes or more are gathered from with prefetch: smaller ones are in the second level cache anyway.
pub(crate) const PREFETCH_BYTES: usize = 1 << 20;

const LINE_BYTES: usize = 64;

/// Asks for the `length` elements of `data` from `start` on. No effect outside of `data`, or where there is no such instruction.
#[inline(always)]
pub(crate) fn prefetch<V>(data: &[V], start: usize, length: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let bytes = length * size_of::<V>();
        let mut offset = 0;
        while offset < bytes {
            // SAFETY: prefetch reads nothing and faults on no address; the pointer is formed by wrapping arithmetic and never used otherwise.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(data.as_ptr().wrapping_add(start).cast::<i8>().wrapping_add(offset)) };
            offset += LINE_BYTES;
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (data, start, length, LINE_BYTES);
}

/// `destination.copy_from_slice(source)` for the common length of both, past the caches where the processor can.
///
/// The caller ends a series of these with [`stream_fence`].
#[inline(always)]
pub(crate) fn stream<V: Copy>(destination: &mut [V], source: &[V]) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        let length = destination.len().min(source.len());
        let (destination, source) = (&mut destination[..length], &source[..length]);
        // SAFETY: `V` is f32 or f64, for which every 16 bytes are a valid __m128i, and `align_to_mut` finds the aligned middle.
        let (head, middle, tail) = unsafe { destination.align_to_mut::<__m128i>() };
        let per_vector = size_of::<__m128i>() / size_of::<V>();
        let (from_head, rest) = source.split_at(head.len());
        let (from_middle, from_tail) = rest.split_at(middle.len() * per_vector);
        head.copy_from_slice(from_head);
        for (to, from) in middle.iter_mut().zip(from_middle.chunks_exact(per_vector)) {
            // SAFETY: `to` is an aligned, writable 16 bytes; `from` has `per_vector` elements, that is 16 bytes, and may be unaligned.
            unsafe { _mm_stream_si128(to, _mm_loadu_si128(from.as_ptr().cast())) };
        }
        tail.copy_from_slice(from_tail);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for (to, &from) in destination.iter_mut().zip(source) {
        *to = from;
    }
}

/// `destination.fill(0)`, past the caches where the processor can.
#[inline(always)]
pub(crate) fn stream_zeros<V: crate::Value>(destination: &mut [V]) {
    for piece in destination.chunks_mut(LINE_BYTES) {
        stream(piece, &[V::ZERO; LINE_BYTES]);
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
