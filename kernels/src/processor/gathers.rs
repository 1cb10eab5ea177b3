//! Masked loads and gathers.
use crate::simd::Simd;
use crate::{Index, order};
use core::array;

/// True where the level has masked gathers and offsets into `length` elements fit them.
#[inline(always)]
pub(crate) fn can_gather<L: Simd, I>(length: usize) -> bool {
    const LARGEST: usize = i32::MAX as usize;
    cfg!(target_arch = "x86_64") && L::REGISTER == 64 && length > 0 && (size_of::<I>() == 8 || length <= LARGEST)
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
            if !can_gather::<L, I>(data.len()) {
                return found;
            }
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64 as x86;
                let last = data.len() - 1;
                $(if size_of::<I>() == $bytes {
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

/// Values of a masked load.
pub(crate) const FIRST: usize = 16;

/// True where the level has masked loads.
#[inline(always)]
pub(crate) fn can_mask<L: Simd>() -> bool {
    cfg!(target_arch = "x86_64") && L::REGISTER == 64
}

macro_rules! load_first {
    ($name:ident, $type:ident, $lanes:literal, $mask:ident, $splat:ident, $load:ident, $store:ident) => {
        /// The first values, and `none` in the place of those that are not there.
        #[inline(always)]
        pub(super) fn $name<L: Simd>(simd: L, values: &[$type], none: $type) -> [$type; FIRST] {
            let _ = simd;
            #[cfg(target_arch = "x86_64")]
            if can_mask::<L>() {
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
        $name:ident, $type:ident, $lanes:ident, $no_lanes:ident, $store:ident, $add:ident,
        $vector:ident, $load:ident, $zero:ident, $multiply:ident, $low:ident, $high:ident, $gather32:ident,
            $gather64:ident
    ) => {
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
            if !can_gather::<L, I>(data.len()) {
                return sums;
            }
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64::{
                    __mmask8, _mm256_maskz_loadu_epi32, _mm256_min_epu32, _mm256_set1_epi32, _mm512_maskz_loadu_epi64,
                    _mm512_min_epu64, _mm512_set1_epi64, $add, $gather32, $gather64, $high, $lanes, $load, $low,
                    $multiply, $no_lanes, $store, $vector, $zero,
                };
                const ENTRIES: usize = 8;
                /// Adds the products of the entries that `mask` selects. The others add +0, which changes no bit of a
                /// running sum: one that started from +0 is never -0.
                ///
                /// # Safety
                /// `can_gather`, and both pointers have the elements that `mask` selects.
                #[inline(always)]
                unsafe fn add_entries<I>(
                    lanes: $lanes,
                    mask: __mmask8,
                    indices: *const I,
                    values: *const $type,
                    data: &[$type],
                ) -> $lanes {
                    const SCALE: i32 = size_of::<$type>() as i32;
                    let last = data.len() - 1;
                    // SAFETY: as the caller promises; each index is at most `last`, which 32 bits hold where they are
                    // used.
                    unsafe {
                        let factors: $vector = if size_of::<I>() == 4 {
                            let indices = _mm256_min_epu32(
                                _mm256_maskz_loadu_epi32(mask, indices.cast()),
                                _mm256_set1_epi32(last as i32),
                            );
                            $gather32::<SCALE>($zero(), mask, indices, data.as_ptr())
                        } else {
                            let indices = _mm512_min_epu64(
                                _mm512_maskz_loadu_epi64(mask, indices.cast()),
                                _mm512_set1_epi64(last as i64),
                            );
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
                            lanes = add_entries(
                                lanes,
                                ((1_u32 << (count - k)) - 1) as __mmask8,
                                indices.add(k),
                                values.add(k),
                                data,
                            );
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
