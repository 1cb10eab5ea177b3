//! Stable sort of keys by their index part: least significant digit first, in passes over two buffers.
use crate::dispatch::Level;
use crate::index::SortKey;
use crate::simd::{At, Levels, Simd, Work};

/// Below this many keys an insertion sort is faster than the passes over counts.
const INSERTION: usize = 32;

/// Sorts `keys` by index. On return the first `keys.len()` elements of the pair are sorted in the returned slice; the
/// other one is free to use.
///
/// `largest` is at least the largest index among the keys: the passes cover its bits only, so the cost is proportional
/// to the number of keys.
pub(crate) fn sort_by_index<'s, K: SortKey>(
    keys: &'s mut [K],
    spare: &'s mut [K],
    largest: usize,
) -> (&'s mut [K], &'s mut [K]) {
    let swapped = At::DISPATCHED.run(Sort { keys, spare, largest });
    if swapped { (spare, keys) } else { (keys, spare) }
}

struct Sort<'s, K> {
    keys: &'s mut [K],
    spare: &'s mut [K],
    largest: usize,
}

impl<K: SortKey> Work for Sort<'_, K> {
    const HIGHEST: Level = Level::Avx2;
    /// True if `spare` has the sorted keys in the end, and not `keys`.
    type Output = bool;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> bool {
        let Self { keys, spare, largest } = self;
        sort(keys, spare, largest)
    }
}

#[inline(always)]
fn sort<K: SortKey>(keys: &mut [K], spare: &mut [K], largest: usize) -> bool {
    if keys.len() <= INSERTION {
        for i in 1..keys.len() {
            let key = keys[i];
            let mut j = i;
            while j > 0 && keys[j - 1] > key {
                keys[j] = keys[j - 1];
                j -= 1;
            }
            keys[j] = key;
        }
        return false;
    }
    let bits = usize::BITS - largest.leading_zeros();
    // Wider digits need fewer passes but larger count tables, which pay only for many keys.
    let widest = match keys.len() {
        0..1024 => 8,
        1024..16384 => 9,
        _ => 11,
    };
    let (mut from, mut to) = (&mut *keys, &mut *spare);
    let (mut shift, mut swapped) = (0, false);
    while shift < bits {
        // Spread the bits evenly over the passes that they need.
        let passes = (bits - shift).div_ceil(widest);
        let digit = (bits - shift).div_ceil(passes);
        match digit {
            0..=8 => pass::<K, 256>(from, to, shift, digit),
            9 => pass::<K, 512>(from, to, shift, digit),
            _ => pass::<K, 2048>(from, to, shift, digit),
        }
        (from, to) = (to, from);
        swapped = !swapped;
        shift += digit;
    }
    swapped
}

#[inline(always)]
fn pass<K: SortKey, const SIZE: usize>(from: &[K], to: &mut [K], shift: u32, digit: u32) {
    let mask = ((1 << digit) - 1) & (SIZE - 1);
    let mut places = [0_usize; SIZE];
    for key in from {
        places[key.digit(shift, mask) & (SIZE - 1)] += 1;
    }
    let mut next = 0;
    for place in &mut places[..=mask] {
        next += core::mem::replace(place, next);
    }
    for &key in from {
        let place = &mut places[key.digit(shift, mask) & (SIZE - 1)];
        if let Some(slot) = to.get_mut(*place) {
            *slot = key;
        }
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn check<K: SortKey>(n: usize, largest: usize) {
        let mut state = 1_u64;
        let mut keys: Vec<K> = (0..n)
            .map(|position| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                K::pack((state >> 20) as usize % (largest + 1), position)
            })
            .collect();
        let mut expected = keys.clone();
        expected.sort();
        let mut spare = std::vec![K::default(); n];
        assert!(*sort_by_index(&mut keys, &mut spare, largest).0 == *expected, "{n} keys up to {largest}");
    }

    #[test]
    fn sorts_like_the_standard_library() {
        // Both sides of each length at which digits grow wider.
        for n in [0, 1, 2, 31, 32, 33, 1023, 1024, 16_383, 16_384] {
            for largest in [0, 1, 255, 256, 65_535, 20_216_829, u32::MAX as usize] {
                check::<u64>(n, largest);
                check::<u128>(n, largest);
            }
            check::<u128>(n, 1 << 43);
        }
    }
}
