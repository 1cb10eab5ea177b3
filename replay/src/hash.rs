//! A hash of results that is the same wherever the results are.
use crate::Element;

/// FNV-1a of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(u64);

impl Hash {
    /// Of nothing.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// The hash so far.
    pub const fn value(self) -> u64 {
        self.0
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds an array as it is in memory: each NaN as the canonical one, sizes as 64 bits.
    pub fn array(&mut self, element: Element, bytes: &[u8]) {
        match element {
            Element::F32 => {
                for chunk in bytes.as_chunks().0 {
                    let value = f32::from_le_bytes(*chunk);
                    self.bytes(&if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }.to_le_bytes());
                }
            }
            Element::F64 => {
                for chunk in bytes.as_chunks().0 {
                    let value = f64::from_le_bytes(*chunk);
                    self.bytes(&if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }.to_le_bytes());
                }
            }
            Element::F16 => self.narrow(bytes, 0x7c00, 0x7e00),
            Element::Bf16 => self.narrow(bytes, 0x7f80, 0x7fc0),
            Element::I32 | Element::I64 | Element::U32 | Element::I8 | Element::U8 => self.bytes(bytes),
            Element::Size => {
                for chunk in bytes.as_chunks().0 {
                    self.number(usize::from_le_bytes(*chunk) as u64);
                }
            }
        }
    }

    /// Numbers of 16 bits, whose infinity and canonical NaN have these bits.
    fn narrow(&mut self, bytes: &[u8], infinity: u16, canonical: u16) {
        for chunk in bytes.as_chunks().0 {
            let bits = u16::from_le_bytes(*chunk);
            self.bytes(&if bits & 0x7fff > infinity { canonical } else { bits }.to_le_bytes());
        }
    }
}

impl Default for Hash {
    fn default() -> Self {
        Self::new()
    }
}
