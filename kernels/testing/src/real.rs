//! The value types, with what tests must know of them.

/// A value type, with what tests must know of it.
pub trait Real: lacuna::Value + Into<f64> {
    /// The distance from 1 to the next number.
    const EPSILON: f64;
    /// The smallest positive number.
    const TINY: f64;
    /// The largest number.
    const LARGEST: f64;

    fn from_random_bits(bits: u64) -> Self;
    /// The bits, the same ones for every NaN.
    fn key(self) -> u64;
    /// The first place where two arrays, of the same length, differ in a key. Optimised, where a test is not.
    fn first_difference(one: &[Self], other: &[Self]) -> Option<usize>;
    /// The standard library's fused multiply-add.
    fn fused(self, factor: Self, addend: Self) -> Self;
}

macro_rules! real {
    ($type:ident, $bits:ident) => {
        impl Real for $type {
            const EPSILON: f64 = $type::EPSILON as f64;
            const TINY: f64 = $type::from_bits(1) as f64;
            const LARGEST: f64 = $type::MAX as f64;

            fn from_random_bits(bits: u64) -> Self {
                $type::from_bits(bits as $bits)
            }
            fn key(self) -> u64 {
                u64::from(if self.is_nan() { $type::NAN.to_bits() } else { self.to_bits() })
            }
            fn first_difference(one: &[Self], other: &[Self]) -> Option<usize> {
                one.iter().zip(other).position(|(one, other)| one.key() != other.key())
            }
            fn fused(self, factor: Self, addend: Self) -> Self {
                $type::mul_add(self, factor, addend)
            }
        }
    };
}
real!(f32, u32);
real!(f64, u64);
