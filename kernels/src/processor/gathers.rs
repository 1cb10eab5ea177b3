//! Masked loads and gathers.
use crate::simd::Simd;
use crate::{Index, order};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as x86;
use core::array;

/// True where the level has masked loads and gathers.
#[inline(always)]
pub(crate) const fn has_masks<L: Simd>() -> bool {
    cfg!(target_arch = "x86_64") && L::REGISTER == 64
}

/// True where the level has masked gathers and offsets into `length` elements fit them.
#[inline(always)]
pub(crate) fn can_gather<L: Simd, I>(length: usize) -> bool {
    const LARGEST: usize = i32::MAX as usize;
    has_masks::<L>() && length > 0 && (size_of::<I>() == 8 || length <= LARGEST)
}

macro_rules! gather {
    (
        $name:ident, $type:ident,
        $(
            [
                $bytes:literal, $step:literal, $load:ident, $minimum:ident, $splat:ident, $integer:ident, $gather:ident,
                $store:ident
            ]
        ),
        *
    ) => {
        /// `data[indices[k]]` for each index; one outside is moved inside. All zero where not [`can_gather`].
        #[inline(always)]
        pub(super) fn $name<L: Simd, I: Index, const N: usize>(
            simd: L, indices: &[I; N], data: &[$type]
        ) -> [$type; N] {
            let _ = simd;
            #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
            let mut found = [0.0; N];
            if const { !has_masks::<L>() } || !can_gather::<L, I>(data.len()) {
                return found;
            }
            #[cfg(target_arch = "x86_64")]
            {
                let last = data.len() - 1;
                $(if const { size_of::<I>() == $bytes } {
                    let ((steps, rest), (found, found_rest)) = (
                        indices.as_chunks::<$step>(), found.as_chunks_mut::<$step>()
                    );
                    for (indices, found) in steps.iter().zip(found) {
                        // SAFETY: `can_gather` says that the processor has AVX-512 with VL; load and store are of whole
                        // arrays of a step, and each index is at most `last`, which 32 bits hold where they are used.
                        unsafe {
                            let indices = x86::$minimum(
                                x86::$load(indices.as_ptr().cast()), x86::$splat(last as $integer)
                            );
                            x86::$store(
                                found.as_mut_ptr(),
                                x86::$gather::<{ size_of::<$type>() as i32 }>(indices, data.as_ptr())
                            );
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

/// `data[indices[k]]` for each index; one outside is moved inside. One check for all, where none is.
///
/// # Panics
/// If `data` is empty.
#[inline(always)]
pub(crate) fn load_each<V: Copy, I: Index, const N: usize>(indices: &[I; N], data: &[V]) -> [V; N] {
    if indices.iter().fold(false, |outside, index| outside | (index.to_usize() >= data.len())) {
        return load_inside(indices, data);
    }
    // SAFETY: each index is below the length.
    array::from_fn(|k| unsafe { *data.get_unchecked(indices[k].to_usize()) })
}

#[cold]
#[inline(never)]
fn load_inside<V: Copy, I: Index, const N: usize>(indices: &[I; N], data: &[V]) -> [V; N] {
    indices.map(|index| data[index.to_usize().min(data.len() - 1)])
}

/// Entries of a row that is short enough to be summed without a loop.
pub(crate) const SHORT_ROW: usize = 8;

/// Values of a masked load.
pub(crate) const FIRST: usize = 16;

macro_rules! load_first {
    ($name:ident, $type:ident, $lanes:literal, $mask:ident, $splat:ident, $load:ident, $store:ident) => {
        /// The first values, and `none` in the place of those that are not there.
        #[inline(always)]
        pub(super) fn $name<L: Simd>(simd: L, values: &[$type], none: $type) -> [$type; FIRST] {
            let _ = simd;
            #[cfg(target_arch = "x86_64")]
            if const { has_masks::<L>() } {
                use core::arch::x86_64::{$load, $mask, $splat, $store};
                let (mut found, all) = ([none; FIRST], (1_u32 << values.len().min(FIRST)) - 1);
                for (k, found) in found.as_chunks_mut::<$lanes>().0.iter_mut().enumerate() {
                    // SAFETY: the token says that the processor has AVX-512; the load reads only what the mask selects,
                    // which `values` has, and the store writes a whole array.
                    unsafe {
                        let from = values.as_ptr().wrapping_add(k * $lanes);
                        $store(found.as_mut_ptr(), $load($splat(none), (all >> (k * $lanes)) as $mask, from));
                    }
                }
                return found;
            }
            array::from_fn(|k| values.get(k).copied().unwrap_or(none))
        }
    };
}
load_first!(load_first_f32, f32, 16, __mmask16, _mm512_set1_ps, _mm512_mask_loadu_ps, _mm512_storeu_ps);
load_first!(load_first_f64, f64, 8, __mmask8, _mm512_set1_pd, _mm512_mask_loadu_pd, _mm512_storeu_pd);

macro_rules! gather_lanes {
    (
        $name:ident, $two_rows:ident, $products:ident, $type:ident, $lanes:ident, $no_lanes:ident, $store:ident,
        $add:ident, $vector:ident, $load:ident, $zero:ident, $multiply:ident, $low:ident, $high:ident,
        $gather32:ident, $gather64:ident, $combine:ident
    ) => {
        /// The products of the entries that `mask` selects with the column `data`, and +0 in the place of the others.
        /// An index outside is moved inside.
        ///
        /// # Safety
        /// `can_gather`, and both pointers have the elements that `mask` selects.
        #[cfg(target_arch = "x86_64")]
        #[inline(always)]
        unsafe fn $products<I>(mask: u8, indices: *const I, values: *const $type, data: &[$type]) -> x86::$vector {
            const SCALE: i32 = size_of::<$type>() as i32;
            let last = data.len() - 1;
            // SAFETY: as the caller promises; each index is at most `last`, which 32 bits hold where they are used.
            unsafe {
                let factors: x86::$vector = if const { size_of::<I>() == 4 } {
                    let indices = x86::_mm256_min_epu32(
                        x86::_mm256_maskz_loadu_epi32(mask, indices.cast()),
                        x86::_mm256_set1_epi32(last as i32),
                    );
                    x86::$gather32::<SCALE>(x86::$zero(), mask, indices, data.as_ptr())
                } else {
                    let indices = x86::_mm512_min_epu64(
                        x86::_mm512_maskz_loadu_epi64(mask, indices.cast()),
                        x86::_mm512_set1_epi64(last as i64),
                    );
                    x86::$gather64::<SCALE>(x86::$zero(), mask, indices, data.as_ptr())
                };
                x86::$multiply(factors, x86::$load(mask, values))
            }
        }

        /// The running sums of a product with the column `data`: lane `l` takes the entries `k` with `k % 4 == l`. An
        /// index outside is moved inside.
        ///
        /// All zero where not [`can_gather`].
        #[inline(always)]
        pub(super) fn $name<L: Simd, I: Index>(
            simd: L,
            indices: &[I],
            values: &[$type],
            data: &[$type],
        ) -> [$type; order::LANES] {
            let _ = simd;
            #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
            let mut sums = [0.0; order::LANES];
            if const { !has_masks::<L>() } || !can_gather::<L, I>(data.len()) {
                return sums;
            }
            #[cfg(target_arch = "x86_64")]
            {
                let mut count = indices.len().min(values.len());
                let (mut indices, mut values) = (indices.as_ptr(), values.as_ptr());
                // SAFETY: `can_gather` says that the processor has AVX-512 with VL; both slices have `count` elements
                // from the pointers on. Entries that are not there add +0, which changes no bit of a running sum: one
                // that started from +0 is never -0.
                unsafe {
                    let mut lanes: x86::$lanes = x86::$no_lanes();
                    // A short row takes no loop: it costs as much as the row.
                    while count > SHORT_ROW {
                        let products = $products(0xff, indices, values, data);
                        lanes = x86::$add(x86::$add(lanes, x86::$low(products)), x86::$high::<1>(products));
                        (indices, values, count) = (indices.add(SHORT_ROW), values.add(SHORT_ROW), count - SHORT_ROW);
                    }
                    let products = $products(first_bits(count), indices, values, data);
                    lanes = x86::$add(x86::$add(lanes, x86::$low(products)), x86::$high::<1>(products));
                    x86::$store(sums.as_mut_ptr(), lanes);
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = (indices, values);
            sums
        }

        /// The sums of two rows of at most [`SHORT_ROW`] entries, by [`order::combine_lanes`].
        ///
        /// All zero where not [`can_gather`].
        #[inline(always)]
        pub(super) fn $two_rows<L: Simd, I: Index>(simd: L, rows: [(&[I], &[$type]); 2], data: &[$type]) -> [$type; 2] {
            let _ = simd;
            if const { !has_masks::<L>() } || !can_gather::<L, I>(data.len()) {
                return [0.0; 2];
            }
            #[cfg(target_arch = "x86_64")]
            {
                let [(indices, values), (other_indices, other_values)] = rows;
                let count = indices.len().min(values.len()).min(SHORT_ROW);
                let other_count = other_indices.len().min(other_values.len()).min(SHORT_ROW);
                // SAFETY: as above.
                unsafe {
                    let first = $products(first_bits(count), indices.as_ptr(), values.as_ptr(), data);
                    let second =
                        $products(first_bits(other_count), other_indices.as_ptr(), other_values.as_ptr(), data);
                    let none: x86::$lanes = x86::$no_lanes();
                    let first = x86::$add(x86::$add(none, x86::$low(first)), x86::$high::<1>(first));
                    let second = x86::$add(x86::$add(none, x86::$low(second)), x86::$high::<1>(second));
                    $combine(first, second)
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            {
                let _ = rows;
                [0.0; 2]
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
const fn first_bits(count: usize) -> u8 {
    ((1_u32 << count) - 1) as u8
}

/// [`order::combine_lanes`] of both.
///
/// # Safety
/// The processor has AVX-512.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn combine_two_f32(first: x86::__m128, second: x86::__m128) -> [f32; 2] {
    let mut sums = [0.0; 2];
    // SAFETY: as the caller promises; the store writes two numbers.
    unsafe {
        let halves = x86::_mm_add_ps(x86::_mm_movelh_ps(first, second), x86::_mm_movehl_ps(second, first));
        x86::_mm_storel_pd(sums.as_mut_ptr().cast(), x86::_mm_castps_pd(x86::_mm_hadd_ps(halves, halves)));
    }
    sums
}

/// As [`combine_two_f32`].
///
/// # Safety
/// The processor has AVX-512.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn combine_two_f64(first: x86::__m256d, second: x86::__m256d) -> [f64; 2] {
    let mut sums = [0.0; 2];
    // SAFETY: as the caller promises; the store writes two numbers.
    unsafe {
        let halves = x86::_mm256_add_pd(
            x86::_mm256_permute2f128_pd::<0x20>(first, second),
            x86::_mm256_permute2f128_pd::<0x31>(first, second),
        );
        let (low, high) = (x86::_mm256_castpd256_pd128(halves), x86::_mm256_extractf128_pd::<1>(halves));
        x86::_mm_storeu_pd(sums.as_mut_ptr(), x86::_mm_hadd_pd(low, high));
    }
    sums
}

gather_lanes!(
    gather_lanes_f32,
    gather_two_rows_f32,
    products_f32,
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
    _mm512_mask_i64gather_ps,
    combine_two_f32
);
gather_lanes!(
    gather_lanes_f64,
    gather_two_rows_f64,
    products_f64,
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
    _mm512_mask_i64gather_pd,
    combine_two_f64
);
