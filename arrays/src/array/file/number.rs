//! Numbers as files have them. Those that no [`Dtype`] has become numbers of the next wider one.
use super::Fault;
use crate::array::values::made;
use crate::array::{Array, Dtype, Values};

/// A type of numbers in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    As(Dtype),
    /// A byte, which is true unless it is 0: 0 or 1 in 8 bits.
    Bool,
    /// In 32 bits.
    I16,
    U16,
    /// In 64 bits.
    U32,
    /// In 64 bits, if they are less than 2^63.
    U64,
}

impl Number {
    /// Bytes of a number in the file.
    pub const fn size(self) -> usize {
        match self {
            Self::As(dtype) => dtype.size(),
            Self::Bool => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 => 4,
            Self::U64 => 8,
        }
    }

    /// The numbers of bytes, little-endian; what is left at their end is not read.
    ///
    /// # Errors
    /// [`Fault::Unsigned`].
    pub fn read(self, bytes: &[u8]) -> Result<Values, Fault> {
        Ok(match self {
            Self::As(dtype) => Values::read(dtype, bytes),
            Self::Bool => Values::U8(made(bytes, |&byte| u8::from(byte != 0))),
            Self::I16 => Values::I32(made(bytes.as_chunks().0, |&two| i16::from_le_bytes(two).into())),
            Self::U16 => Values::I32(made(bytes.as_chunks().0, |&two| u16::from_le_bytes(two).into())),
            Self::U32 => Values::I64(made(bytes.as_chunks().0, |&four| u32::from_le_bytes(four).into())),
            Self::U64 => {
                let numbers = bytes.as_chunks().0;
                let is_large = |&eight: &[u8; 8]| i64::from_le_bytes(eight) < 0;
                if let Some(place) = numbers.iter().position(is_large) {
                    let found = numbers.get(place).map_or(0, |&eight| u64::from_le_bytes(eight));
                    return Err(Fault::Unsigned { place: place as u64, found });
                }
                Values::I64(made(numbers, |&eight| i64::from_le_bytes(eight)))
            }
        })
    }
}

/// A csr of numbers without a sign, whose sums may have become more than 64 bits with a sign hold.
pub(super) fn check_sums(array: Array) -> Result<Array, Fault> {
    let negative = array.data::<i64>().and_then(|sums| sums.iter().enumerate().find(|(_, sum)| **sum < 0));
    match negative {
        Some((place, sum)) => Err(Fault::Unsigned { place: place as u64, found: sum.cast_unsigned() }),
        None => Ok(array),
    }
}
