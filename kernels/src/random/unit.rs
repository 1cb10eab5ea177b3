//! From words to numbers from 0 to below 1.
use super::Stream;

/// Numbers from 0 to below 1, all multiples of 2^-24 (`f32`) or 2^-53 (`f64`) with the same probability.
///
/// Element `i` of a stream is `(w >> 8) 2^-24` in `f32`, where `w` is word `i mod 4` of block `i / 4`; in `f64`
/// `((w >> 5) 2^26 + (v >> 6)) 2^-53`, where `w` and `v` are the words `2 (i mod 2)` and the next of block `i / 2`.
pub trait Unit: Sized {
    /// The elements `4 (first + l)` to `4 (first + l) + 3`, by place among these four.
    fn units<const L: usize>(stream: Stream, first: u64) -> [[Self; L]; 4];
}

impl Unit for f32 {
    #[inline(always)]
    fn units<const L: usize>(stream: Stream, first: u64) -> [[Self; L]; 4] {
        let words = stream.words::<L>(first, 1, 2);
        let mut units = [[0.0; L]; 4];
        for place in 0..4 {
            for l in 0..L {
                // Signed conversions are an instruction of every processor.
                units[place][l] = (words[place][l] >> 8) as i32 as f32 * (1.0 / (1 << 24) as f32);
            }
        }
        units
    }
}

impl Unit for f64 {
    #[inline(always)]
    fn units<const L: usize>(stream: Stream, first: u64) -> [[Self; L]; 4] {
        let first = first.wrapping_mul(2);
        let pairs = [stream.words::<L>(first, 2, 1), stream.words::<L>(first.wrapping_add(1), 2, 1)];
        let mut units = [[0.0; L]; 4];
        for place in 0..4 {
            let words = &pairs[place / 2];
            let (high, low) = (&words[place % 2 * 2], &words[place % 2 * 2 + 1]);
            for l in 0..L {
                let (high, low) = ((high[l] >> 5) as i32 as f64, (low[l] >> 6) as i32 as f64);
                units[place][l] = (high * (1 << 26) as f64 + low) * (1.0 / (1_u64 << 53) as f64);
            }
        }
        units
    }
}
