//! Numbers that decide what a case looks like: from a seed, or from the bytes of a fuzzer.
use lacuna::Value;
use quickcheck::{Arbitrary, Gen};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::panic::Location;
use std::vec::IntoIter;

/// Indices that nobody has checked.
const FAR_INDICES: [i64; 8] =
    [-1, i32::MIN as i64, i32::MAX as i64, u32::MAX as i64, i64::MIN, i64::MAX, i64::MIN + 1, 1 << 32];

/// Sizes at which something changes.
const FAR_SIZES: [usize; 14] = [
    usize::MAX,
    isize::MAX as usize,
    usize::MAX / 2 + 2,
    usize::MAX / 4 + 1,
    isize::MAX as usize / 4,
    isize::MAX as usize / 8 + 1,
    1 << 32,
    u32::MAX as usize,
    u32::MAX as usize + 2,
    1 << 31,
    (1 << 31) + 1,
    i32::MAX as usize,
    1 << 48,
    usize::MAX - 1,
];

/// A source of random numbers that never ends.
pub struct Random(Source);

enum Source {
    /// The generator SplitMix64.
    Seed(u64),
    /// Two bytes for most numbers; zeros when there are no more.
    Bytes(IntoIter<u8>),
}

impl Random {
    /// The same numbers for the same seed. What comes [in turn](Self::turn) depends on the cases before it.
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seed(seed))
    }

    /// From a case of quickcheck. Two draws, as it likes small and extreme numbers.
    pub fn new(g: &mut Gen) -> Self {
        Self::seeded(u64::arbitrary(g) ^ u64::arbitrary(g).rotate_left(32))
    }

    /// From the bytes of a fuzzer.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(Source::Bytes(bytes.into_iter()))
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        match &mut self.0 {
            Source::Seed(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut x = *state;
                x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                x ^ (x >> 31)
            }
            Source::Bytes(bytes) => (0..4).fold(0, |bits, _| bits << 16 | u64::from(two(bytes))),
        }
    }

    /// A number below `bound`; 0 for 0.
    pub fn below(&mut self, bound: usize) -> usize {
        match &mut self.0 {
            Source::Bytes(bytes) if bound <= 1 << 16 => usize::from(two(bytes)) % bound.max(1),
            _ => (self.bits() >> 11) as usize % bound.max(1),
        }
    }

    /// A number of `range`.
    pub fn within(&mut self, range: Range<usize>) -> usize {
        range.start + self.below(range.len())
    }

    /// True once in `often`.
    pub fn once_in(&mut self, often: usize) -> bool {
        self.below(often) == often - 1
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// 0 to `count - 1`, one after the other in the cases of a test, for each place of the source: what is rare comes
    /// for certain, in as many cases.
    #[track_caller]
    pub fn turn(&self, count: usize) -> usize {
        thread_local! { static TURNS: RefCell<HashMap<&'static Location<'static>, usize>> = RefCell::default(); }
        TURNS.with_borrow_mut(|turns| {
            let turn = turns.entry(Location::caller()).or_default();
            *turn += 1;
            (*turn - 1) % count
        })
    }

    /// The next of the choices.
    #[track_caller]
    pub fn in_turn<T: Copy>(&self, choices: &[T]) -> T {
        choices[self.turn(choices.len())]
    }

    /// A number below 100, each once in 100 cases.
    #[track_caller]
    pub fn percent(&self) -> usize {
        self.turn(100) * 61 % 100
    }

    /// `count` numbers below `bound`, ascending and distinct (fewer, if there are not so many).
    pub fn ascending(&mut self, count: usize, bound: usize) -> Vec<usize> {
        let count = count.min(bound);
        if bound > 10_000 {
            let mut picked: Vec<usize> = (0..count).map(|_| self.below(bound)).collect();
            picked.sort_unstable();
            picked.dedup();
            return picked;
        }
        let mut needed = count;
        (0..bound)
            .filter(|&number| {
                let take = self.below(bound - number) < needed;
                needed -= usize::from(take);
                take
            })
            .collect()
    }

    /// Some of the numbers below `bound`, ascending: none of them and all of them, too.
    pub fn some(&mut self, bound: usize) -> Vec<i64> {
        let keep = self.below(5);
        (0..bound as i64).filter(|_| self.below(4) < keep).collect()
    }

    /// A quarter between -8 and 8, often 0, at times -0.
    pub fn quarter(&mut self) -> f64 {
        match self.below(8) {
            0..3 => 0.0,
            3 => -0.0,
            _ => self.below(65) as f64 * 0.25 - 8.0,
        }
    }

    /// A number of any of twelve powers of ten, at times 0.
    pub fn number<V: Value>(&mut self) -> V {
        let fraction = self.below(1 << 20) as f64 / f64::from(1 << 19) - 1.0;
        V::narrow(if self.once_in(12) { 0.0 } else { fraction * 10.0_f64.powi(self.below(8) as i32 - 5) })
    }

    /// What an index may be that nobody has checked: most often below `likely`, or close to it, or far away.
    pub fn index(&mut self, likely: usize) -> i64 {
        match self.below(8) {
            0 => self.one_of(&FAR_INDICES),
            1 => self.bits() as i64,
            2 => likely as i64 + self.below(3) as i64 - 1,
            _ => self.below(likely + 1) as i64,
        }
    }

    /// A size at which something changes, or any other.
    pub fn far_size(&mut self) -> usize {
        if self.once_in(8) { self.bits() as usize } else { self.one_of(&FAR_SIZES) }
    }
}

fn two(bytes: &mut IntoIter<u8>) -> u16 {
    let mut next = || bytes.next().unwrap_or(0);
    u16::from_le_bytes([next(), next()])
}
