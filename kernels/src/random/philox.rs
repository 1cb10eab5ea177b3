//! The generator.

const MULTIPLIERS: [u32; 2] = [0xd251_1f53, 0xcd9e_8d57];
const WEYL: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];
const ROUNDS: usize = 10;

/// The words of `L` counters, by place in the block, so that a loop over the blocks has the same step for each.
// By places, the same step for all, the loop is vectorised.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
pub(crate) fn blocks<const L: usize>(mut words: [[u32; L]; 4], mut key: [u32; 2]) -> [[u32; L]; 4] {
    for _ in 0..ROUNDS {
        for l in 0..L {
            let [left, right] = [(words[0][l], MULTIPLIERS[0]), (words[2][l], MULTIPLIERS[1])]
                .map(|(word, by)| u64::from(word) * u64::from(by));
            words[0][l] = (right >> 32) as u32 ^ words[1][l] ^ key[0];
            words[1][l] = right as u32;
            words[2][l] = (left >> 32) as u32 ^ words[3][l] ^ key[1];
            words[3][l] = left as u32;
        }
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    words
}

/// Philox4x32 with 10 rounds: the block of four words of a counter.
///
/// ```
/// // A test vector of Random123, the library of its authors.
/// let block = lacuna::random::philox([0; 4], [0; 2]);
/// assert_eq!(block, [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
/// ```
#[inline(always)]
#[must_use]
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    blocks(counter.map(|word| [word]), key).map(|[word]| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of Random123: `kat_vectors`, philox4x32 10.
    #[test]
    fn known_answers() {
        let all = u32::MAX;
        assert_eq!(philox([all; 4], [all; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        let counter = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
        assert_eq!(philox(counter, [0xa409_3822, 0x299f_31d0]), [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]);
    }

    #[test]
    fn blocks_are_those_of_their_counters() {
        let found = blocks(
            core::array::from_fn::<_, 4, _>(|w| core::array::from_fn::<_, 7, _>(|l| (w * 31 + l) as u32)),
            [5, 6],
        );
        for l in 0..7 {
            let counter = core::array::from_fn(|w| (w * 31 + l) as u32);
            assert_eq!(found.map(|words| words[l]), philox(counter, [5, 6]));
        }
    }
}
