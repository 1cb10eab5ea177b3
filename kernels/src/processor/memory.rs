//! Prefetch and streaming stores.
//!
//! A store of a whole cache line normally reads the line first; a streaming store does not (filling memory went at 25
//! instead of 10 GB/s). It also leaves the written lines out of the caches, so it is for outputs much larger than them.
use crate::storage::sealed::Plain;
use crate::{Index, Number, arrays};

/// Whether stores can pass the caches.
pub(crate) const STREAMS: bool = cfg!(target_arch = "x86_64");

/// Outputs of this many bytes or more are written by streaming stores.
pub(crate) const STREAM_BYTES: usize = 8 << 20;

/// Operands of this many bytes or more are gathered from with prefetch: smaller ones stay near by themselves.
pub(crate) const PREFETCH_BYTES: usize = 256 << 10;

/// Entries of this many bytes or more are read from memory, or from a cache far away.
pub(crate) const FAR_BYTES: usize = 16 << 20;

/// Columns of this many bytes or more are not read by gathers: those wait longer for far memory than single loads (5.9
/// against 4.4 us for 2,312 entries of a column of 80 MB).
pub(crate) const GATHER_BYTES: usize = 32 << 20;

pub(crate) const LINE_BYTES: usize = 64;

/// How many rows of this length before they are needed rows are asked for.
pub(crate) const fn rows_ahead(row_bytes: usize) -> usize {
    if row_bytes <= 4 * LINE_BYTES { 16 } else { 8 }
}

/// True where [`prefetch`] has an effect: elsewhere no loop is compiled with it.
pub(crate) const PREFETCHES: bool = cfg!(target_arch = "x86_64");

/// True if most entries name a row near those that the entries before them name, as in a matrix with a band: rows that
/// short are found in the caches then, and asking for them would cost a fifth more. A guess from a few samples.
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
        let (first, bytes) = (data.as_ptr().wrapping_add(start).cast::<i8>(), length * size_of::<V>());
        // SAFETY: prefetch reads nothing and faults on no address; the pointer is formed by wrapping arithmetic and
        // never used otherwise.
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
        // Rows that begin inside of a line end in one more, as each of 64 bytes does in memory that is aligned to 16.
        if length > 1 {
            line(bytes.saturating_sub(1));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (data, start, length, LINE_BYTES);
}

/// Entries between those of a row in work and those that are asked for.
pub(super) const ENTRIES_AHEAD: usize = 512;

/// Asks for one element, which need not be there.
#[inline(always)]
pub(super) fn prefetch_at<V>(data: *const V, element: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that a program could see, and any address may be given.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(data.wrapping_add(element).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (data, element);
}

/// Asks for entries that are needed soon. With short rows, and where each entry reads far memory, the processor's own
/// prefetch falls behind: rows of 16 entries against a column of 4 MB took half as long again without.
#[inline(always)]
pub(crate) fn prefetch_entries<V, I>(indices: &[I], values: &[V]) {
    prefetch(indices, ENTRIES_AHEAD, 1);
    prefetch(values, ENTRIES_AHEAD, 1);
}

/// `*destination = *source`, past the caches where the processor can. The caller ends a series of these with
/// [`stream_fence`]; before it, nothing else may read or write what was streamed.
#[inline(always)]
pub(crate) fn stream_array<V: Plain, const LENGTH: usize>(destination: &mut [V; LENGTH], source: &[V; LENGTH]) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        const VECTOR: usize = size_of::<__m128i>();
        let to = destination.as_mut_ptr().cast::<__m128i>();
        if const { (LENGTH * size_of::<V>()).is_multiple_of(VECTOR) } && to.is_aligned() {
            let from = source.as_ptr().cast::<__m128i>();
            for vector in 0..LENGTH * size_of::<V>() / VECTOR {
                // SAFETY: both arrays hold this many whole vectors, `to` is aligned and `from` may be unaligned; a
                // `Plain` number has no padding, and any bytes are valid.
                unsafe { _mm_stream_si128(to.add(vector), _mm_loadu_si128(from.add(vector))) };
            }
            return;
        }
    }
    *destination = *source;
}

/// `destination.copy_from_slice(source)` for the common length of both, past the caches where the processor can. One
/// function, so that loops that do not stream stay small.
#[inline(never)]
pub(crate) fn stream<V: Number>(destination: &mut [V], source: &[V]) {
    stream_map(destination, [source], |[x]| x);
}

/// `destination[i] = f(sources[..][i])` for the common length of all, past the caches where the processor can.
#[inline(always)]
pub(crate) fn stream_map<V: Number, const N: usize>(
    destination: &mut [V],
    sources: [&[V]; N],
    f: impl Fn([V; N]) -> V,
) {
    const PIECE: usize = 16;
    let length = sources.iter().fold(destination.len(), |length, source| length.min(source.len()));
    let (to_pieces, to_rest) = destination[..length].as_chunks_mut::<PIECE>();
    let (pieces, rest) = arrays::chunks::<PIECE, V, N>(arrays::first(sources, length), length / PIECE);
    for (piece, to) in to_pieces.iter_mut().enumerate() {
        let (from, mut results) = (arrays::chunk(&pieces, piece), [V::default(); PIECE]);
        for (i, result) in results.iter_mut().enumerate() {
            *result = f(arrays::at(&from, i));
        }
        stream_array(to, &results);
    }
    for (i, to) in to_rest.iter_mut().enumerate() {
        *to = f(arrays::at(&rest, i));
    }
}

/// `destination.fill(0)`, past the caches where the processor can.
#[inline(never)]
pub(crate) fn stream_zeros<V: Number>(destination: &mut [V]) {
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
