//! Numbers that decide what a call looks like: from a seed, or from the bytes of a fuzzer.
use std::ops::Range;

/// A source of draws that never ends.
pub struct Random(Box<dyn Iterator<Item = u16>>);

impl Random {
    /// The same draws for the same seed, by the generator splitmix64.
    pub fn seeded(seed: u64) -> Self {
        let mut state = seed;
        Self(Box::new(std::iter::repeat_with(move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) >> 13) as u16
        })))
    }

    /// Draws of two bytes each; zeros when there are no more.
    #[allow(dead_code, reason = "for the fuzz target that shares this module")]
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        let mut bytes = bytes.into_iter();
        Self(Box::new(std::iter::repeat_with(move || u16::from_le_bytes([bytes.next().unwrap_or(0), bytes.next().unwrap_or(0)]))))
    }

    fn draw(&mut self) -> u16 {
        self.0.next().unwrap_or(0)
    }

    /// A number of `range`, which has at most 65,536 numbers.
    pub fn within(&mut self, range: Range<usize>) -> usize {
        range.start + usize::from(self.draw()) % range.len()
    }

    /// True once in `often`.
    pub fn once_in(&mut self, often: usize) -> bool {
        self.within(0..often) == often - 1
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.within(0..choices.len())]
    }

    /// Any 64 bits.
    pub fn any(&mut self) -> u64 {
        (0..4).fold(0, |bits, _| bits << 16 | u64::from(self.draw()))
    }

    /// Numbers at which something changes, and others.
    pub fn extreme(&mut self) -> usize {
        const EDGES: [usize; 14] = [
            usize::MAX,
            isize::MAX as usize,
            usize::MAX / 2 + 2,
            usize::MAX / 4 + 1,
            isize::MAX as usize / 4,
            isize::MAX as usize / 8 + 1,
            1 << 32,
            (1 << 32) - 1,
            (1 << 32) + 1,
            1 << 31,
            (1 << 31) + 1,
            i32::MAX as usize,
            1 << 48,
            usize::MAX - 1,
        ];
        if self.once_in(8) { self.any() as usize } else { self.one_of(&EDGES) }
    }

    /// Some of the numbers below `bound`, ascending.
    pub fn ascending(&mut self, bound: usize) -> Vec<i64> {
        let keep = self.within(0..5);
        (0..bound as i64).filter(|_| self.within(0..4) < keep).collect()
    }

    /// A quarter between -8 and 8, often 0, at times -0.
    pub fn value(&mut self) -> f64 {
        match self.within(0..8) {
            0..3 => 0.0,
            3 => -0.0,
            _ => self.within(0..65) as f64 * 0.25 - 8.0,
        }
    }

    /// What an index may be that nobody has checked: close to `likely`, or far from it.
    pub fn index(&mut self, likely: usize) -> i64 {
        const EDGES: [i64; 8] = [-1, i32::MIN as i64, i32::MAX as i64, u32::MAX as i64, i64::MIN, i64::MAX, i64::MIN + 1, 1 << 32];
        match self.within(0..8) {
            0 => self.one_of(&EDGES),
            1 => self.any() as i64,
            2 => likely as i64 + self.within(0..3) as i64 - 1,
            _ => self.within(0..likely + 1) as i64,
        }
    }
}
