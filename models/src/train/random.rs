//! Random numbers that are the same bits on every platform: integer operations, `+ - * /`, a correctly rounded square
//! root, and the logarithm of the crate libm, which is made of these.
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What the numbers are for; each use of one seed has a sequence of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The generated problem.
    Data,
    /// The first weights.
    Weight,
}

/// A generator, fixed by its seed and stream.
#[derive(Clone, Debug)]
pub struct Random {
    bits: Xoshiro256PlusPlus,
    spare: Option<f64>,
}

impl Random {
    /// The sequence of a seed for one use.
    pub fn new(seed: u64, stream: Stream) -> Self {
        let mut bits = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..stream as u32 {
            // 2^128 numbers further on.
            bits.jump();
        }
        Self { bits, spare: None }
    }

    /// Uniform on [0, 1) in steps of 2^-24, so that `f32` and `f64` hold the same number.
    pub fn uniform(&mut self) -> f64 {
        (self.bits.next_u64() >> 40) as f64 * (1.0 / (1_u64 << 24) as f64)
    }

    /// Uniform on 0..bound, except for a bias below bound / 2^64; 0 for a bound of 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Standard normal, by the polar method.
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (self.symmetric(), self.symmetric());
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let scale = (-2.0 * libm::log(square) / square).sqrt();
                self.spare = Some(y * scale);
                return x * scale;
            }
        }
    }

    /// Uniform on [-1, 1) in steps of 2^-52.
    fn symmetric(&mut self) -> f64 {
        (self.bits.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 52) as f64) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_every_other_platform() {
        let mut random = Random::new(0, Stream::Weight);
        let normal: Vec<u64> = (0..4).map(|_| random.normal().to_bits()).collect();
        // Also those of an implementation in Python.
        assert_eq!(
            normal,
            [0xbff1_634f_390b_e28e, 0x3fb1_b793_f1e2_deeb, 0x3fe8_8186_9dbc_e66d, 0xbfce_4cef_8cf5_a27d]
        );
        let mut random = Random::new(0, Stream::Data);
        assert_eq!([random.below(1000), random.below(1000), random.below(1)], [324, 382, 0]);
        assert_eq!(random.uniform().to_bits(), 0x3f87_75f8_0000_0000);
    }

    #[test]
    fn normal_has_mean_0_and_deviation_1() {
        let mut random = Random::new(7, Stream::Weight);
        let (mut sum, mut squares, mut fourth) = (0.0, 0.0, 0.0);
        const N: usize = 100_000;
        for _ in 0..N {
            let x = random.normal();
            sum += x;
            squares += x * x;
            fourth += x * x * x * x;
        }
        let n = N as f64;
        assert!((sum / n).abs() < 0.02, "mean {}", sum / n);
        assert!((squares / n - 1.0).abs() < 0.02, "variance {}", squares / n);
        assert!((fourth / n - 3.0).abs() < 0.15, "fourth moment {}", fourth / n);
    }

    #[test]
    fn uniform_stays_below_1_in_f32() {
        let mut random = Random::new(3, Stream::Data);
        for _ in 0..10_000 {
            let x = random.uniform();
            assert!((0.0..1.0).contains(&x) && f64::from(x as f32) == x);
        }
    }
}
