//! A hash of bit patterns, to compare results of different processors by equality.
use crate::Float;
use core::fmt::{self, Display, Formatter};

/// FNV-1a of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(pub u64);

impl Hash {
    /// Of no bytes.
    pub const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// With more bytes.
    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)))
    }

    /// Of the bits of values, one after the other.
    pub fn of<V: Float>(values: &[V]) -> Self {
        values.iter().fold(Self::EMPTY, |hash, value| value.hash(hash))
    }
}

impl Display for Hash {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors that the authors of FNV have published.
    #[test]
    fn published_vectors() {
        let vectors: [(&[u8], u64); 3] =
            [(b"", 0xcbf2_9ce4_8422_2325), (b"a", 0xaf63_dc4c_8601_ec8c), (b"foobar", 0x8594_4171_f739_67e8)];
        for (bytes, hash) in vectors {
            assert_eq!(Hash::EMPTY.with(bytes), Hash(hash));
        }
    }

    #[test]
    fn one_bit_is_seen() {
        assert_ne!(Hash::of(&[0.0_f32]), Hash::of(&[-0.0_f32]));
        assert_ne!(Hash::of(&[1.0_f64, 2.0]), Hash::of(&[1.0_f64, 2.0_f64.next_up()]));
    }
}
