//! Which values a case has.
use crate::{Random, Real};

/// Which values a case has.
#[derive(Clone, Copy)]
pub enum Profile {
    Plain,
    /// Small whole numbers: sums are exact, and often zero.
    Whole,
    Wide,
    /// Subnormal and just above.
    Tiny,
    /// Sums and products overflow.
    Huge,
    /// Zeros of both signs, NaN, infinities and the ends of the range, among plain ones.
    Special,
    Bits,
}

impl Profile {
    pub fn draw(random: &mut Random) -> Self {
        use Profile::*;
        random.one_of(&[Plain, Plain, Plain, Plain, Whole, Whole, Wide, Tiny, Huge, Special, Special, Bits])
    }

    pub fn finite(random: &mut Random) -> Self {
        use Profile::*;
        random.one_of(&[Plain, Plain, Whole, Wide, Tiny])
    }

    pub fn value<V: Real>(self, random: &mut Random) -> V {
        let plain = |random: &mut Random| (random.bits() >> 11) as f64 / (1_u64 << 51) as f64 - 2.0;
        V::narrow(match self {
            Self::Plain => plain(random),
            Self::Whole => random.below(7) as f64 - 3.0,
            Self::Wide => plain(random) * f64::powi(2.0, random.below(40) as i32 - 20),
            Self::Tiny => {
                let most = 1 << random.below(30);
                plain(random).signum() * V::TINY * random.below(most) as f64
            }
            Self::Huge => plain(random) * V::LARGEST / f64::powi(2.0, 1 + random.below(8) as i32),
            Self::Special if random.once_in(2) => random.one_of(&[
                0.0,
                -0.0,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                V::TINY,
                -V::TINY,
                V::LARGEST,
                -V::LARGEST,
                1.0,
                0.5,
                -2.5,
            ]),
            Self::Special => plain(random),
            Self::Bits => return V::from_random_bits(random.bits()),
        })
    }

    pub fn values<V: Real>(self, random: &mut Random, count: usize) -> Vec<V> {
        (0..count).map(|_| self.value(random)).collect()
    }
}
