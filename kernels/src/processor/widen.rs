//! Numbers of 16 bits, as registers and memory hold them.
use super::is_widened;
use crate::Storage;
use crate::simd::{Simd, Work};

/// Whether the processor converts numbers of 16 bits: all that have AVX2 do, and say so. `cpufeatures` does not know
/// it.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_f16c() -> bool {
    // SAFETY: every x86-64 has the instruction. (In later versions of Rust its function is safe.)
    #[allow(unused_unsafe)]
    let features = unsafe { core::arch::x86_64::__cpuid(1) };
    features.ecx >> 29 & 1 == 1
}

/// Numbers of 16 bits as `f32`. At the lowest of several levels a function of its own: there it takes many
/// instructions, and stands in each of many loops.
#[cfg(feature = "half")]
#[inline(always)]
pub(crate) fn widen<L: Simd, V: Storage<Arithmetic = f32>, const N: usize>(_simd: L, stored: &[V; N]) -> [f32; N] {
    #[inline(never)]
    fn apart<V: Storage<Arithmetic = f32>, const N: usize>(stored: &[V; N]) -> [f32; N] {
        V::load_array(stored)
    }
    if const { cfg!(target_arch = "x86_64") && L::REGISTER == 16 } { apart(stored) } else { V::load_array(stored) }
}

/// As [`widen`], of numbers in the format of IEEE 754, by the instructions for that of the levels that have them. These
/// quieten what is no number, and know subnormal numbers, as the crate's own code does.
#[cfg(feature = "half")]
#[inline(always)]
pub(crate) fn widen_f16<L: Simd, const N: usize>(simd: L, stored: &[half::f16; N]) -> [f32; N] {
    #[cfg(target_arch = "x86_64")]
    if const { L::REGISTER > 16 } {
        use core::arch::x86_64::{
            _mm_cvtph_ps, _mm_loadl_epi64, _mm_loadu_si128, _mm_storeu_ps, _mm256_cvtph_ps, _mm256_storeu_ps,
        };
        let (mut wide, from) = ([0.0; N], stored.as_ptr());
        let mut done = 0;
        while done + 8 <= N {
            // SAFETY: the token proves that the processor has F16C; both arrays have 8 more elements, at any address.
            unsafe {
                _mm256_storeu_ps(wide.as_mut_ptr().add(done), _mm256_cvtph_ps(_mm_loadu_si128(from.add(done).cast())))
            };
            done += 8;
        }
        if done + 4 <= N {
            // SAFETY: as above, of 4.
            unsafe { _mm_storeu_ps(wide.as_mut_ptr().add(done), _mm_cvtph_ps(_mm_loadl_epi64(from.add(done).cast()))) };
            done += 4;
        }
        while done < N {
            wide[done] = stored[done].load();
            done += 1;
        }
        return wide;
    }
    widen(simd, stored)
}

/// The nearest numbers in the format of IEEE 754, by the instructions for that of the levels that have them, with the
/// bits of the crate's own code.
#[cfg(feature = "half")]
#[inline(always)]
pub(crate) fn narrow_f16<L: Simd, const N: usize>(_simd: L, values: &[f32; N]) -> [half::f16; N] {
    #[cfg(target_arch = "x86_64")]
    if const { L::REGISTER > 16 } {
        use core::arch::x86_64::{_MM_FROUND_TO_NEAREST_INT, _mm_storeu_si128, _mm256_cvtps_ph, _mm256_loadu_ps};
        let (mut stored, from) = ([half::f16::ZERO; N], values.as_ptr());
        let mut done = 0;
        while done + 8 <= N {
            // SAFETY: the token proves that the processor has F16C; both arrays have 8 more elements, at any address.
            unsafe {
                let narrow = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm256_loadu_ps(from.add(done)));
                _mm_storeu_si128(stored.as_mut_ptr().add(done).cast(), narrow);
            }
            done += 8;
        }
        while done < N {
            stored[done] = half::f16::store(values[done]);
            done += 1;
        }
        return stored;
    }
    half::f16::store_array(*values)
}

/// Two numbers of 16 bits that stand side by side, the first one in the lower half.
#[cfg(feature = "half")]
#[inline(always)]
pub(crate) const fn word(pair: [u16; 2]) -> u32 {
    // SAFETY: of one size, and any bits are valid. Shifts of the two would be loads of every second number to the
    // compiler.
    in_order(unsafe { core::mem::transmute::<[u16; 2], u32>(pair) })
}

/// What [`word`] is made of.
#[cfg(feature = "half")]
#[inline(always)]
pub(crate) const fn pair(word: u32) -> [u16; 2] {
    // SAFETY: as above.
    unsafe { core::mem::transmute::<u32, [u16; 2]>(in_order(word)) }
}

#[cfg(feature = "half")]
const fn in_order(word: u32) -> u32 {
    if cfg!(target_endian = "big") { word.rotate_left(16) } else { word }
}

/// Numbers as memory holds them, each rounded. Those that are narrowed are so in a function of its own.
#[inline(always)]
pub(crate) fn stored<L: Simd, V: Storage, const N: usize>(simd: L, values: [V::Arithmetic; N]) -> [V; N] {
    struct Narrow<V: Storage, const N: usize>([V::Arithmetic; N]);
    impl<V: Storage, const N: usize> Work for Narrow<V, N> {
        type Output = [V; N];
        #[inline(always)]
        fn run<L: Simd>(self, _simd: L) -> [V; N] {
            V::store_array(self.0)
        }
    }
    // Behind a `const` block, rustc 1.95 copies the array once more.
    if is_widened::<V>() { simd.apart(Narrow(values)) } else { V::store_array(values) }
}
