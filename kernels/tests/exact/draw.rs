//! Random numbers that are the same in every run.
use lacuna::Value;

pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % bound as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A number of any of twelve powers of ten, at times 0.
    pub fn value<V: Value>(&mut self) -> V {
        let fraction = self.below(1 << 20) as f64 / f64::from(1 << 19) - 1.0;
        V::narrow(if self.once_in(12) { 0.0 } else { fraction * 10.0_f64.powi(self.below(8) as i32 - 5) })
    }
}
