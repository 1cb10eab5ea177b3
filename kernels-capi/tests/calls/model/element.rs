//! Types of the elements of arrays.
use half::{bf16, f16};

/// What an array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    F32,
    F64,
    F16,
    Bf16,
    I32,
    I64,
    U8,
    I8,
    U32,
    Size,
    /// Scratch, whose contents are the call's own business.
    Scratch,
}

/// All types of values, with those that more functions support first.
pub const NUMBERS: [Element; 8] =
    [Element::F32, Element::F64, Element::F16, Element::Bf16, Element::I32, Element::I64, Element::U8, Element::I8];

pub const INDICES: [Element; 3] = [Element::I32, Element::I64, Element::U32];

impl Element {
    /// Its `lacuna_type`, as the header has it.
    pub fn tag(self) -> u32 {
        match self {
            Self::F32 => 1,
            Self::F64 => 2,
            Self::F16 => 3,
            Self::Bf16 => 4,
            Self::I8 => 5,
            Self::U8 => 6,
            Self::I32 => 7,
            Self::I64 => 8,
            Self::U32 => 9,
            Self::Size | Self::Scratch => panic!("no struct names {self:?}"),
        }
    }

    /// The type of a `lacuna_type`, if it is one.
    pub fn of_tag(tag: u32) -> Option<Self> {
        NUMBERS.into_iter().chain(INDICES).find(|element| element.tag() == tag)
    }

    /// Its name in Rust and in the list of kernels.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Bytes of an element, which are also its alignment on the processors that tests run on.
    pub fn size(self) -> usize {
        match self {
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::Size => 8,
            Self::F16 | Self::Bf16 => 2,
            Self::U8 | Self::I8 | Self::Scratch => 1,
        }
    }

    /// The bytes of a number; one that does not fit is cut off, or the nearest that does.
    pub fn encode(self, number: Number) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size());
        self.append(number, &mut bytes);
        bytes
    }

    /// Appends them: most of what a test makes is arrays of such bytes.
    pub fn append(self, number: Number, to: &mut Vec<u8>) {
        match (self, number) {
            (Self::F32, Number::Real(real)) => to.extend((real as f32).to_ne_bytes()),
            (Self::F64, Number::Real(real)) => to.extend(real.to_ne_bytes()),
            (Self::F16, Number::Real(real)) => to.extend(f16::from_f64(real).to_ne_bytes()),
            (Self::Bf16, Number::Real(real)) => to.extend(bf16::from_f64(real).to_ne_bytes()),
            (Self::I32, Number::Real(real)) => to.extend((real as i32).to_ne_bytes()),
            (Self::I64, Number::Real(real)) => to.extend((real as i64).to_ne_bytes()),
            (Self::U8, Number::Real(real)) => to.push(real as u8),
            (Self::I8, Number::Real(real)) => to.extend((real as i8).to_ne_bytes()),
            (Self::I32 | Self::U32, Number::Integer(integer)) => to.extend((integer as u32).to_ne_bytes()),
            (Self::I64 | Self::Size, Number::Integer(integer)) => to.extend(integer.to_ne_bytes()),
            (Self::U8 | Self::I8 | Self::Scratch, Number::Integer(integer)) => to.push(integer as u8),
            (element, number) => panic!("{number:?} as {element:?}"),
        }
    }

    /// Bits to compare: those of the element, but one for every NaN.
    pub fn bits(self, bytes: &[u8]) -> Vec<u64> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        let of_element = |bytes: &[u8]| match self {
            Self::F32 if f32::from_bits(word(bytes) as u32).is_nan() => u64::MAX,
            Self::F16 if f16::from_bits(word(bytes) as u16).is_nan() => u64::MAX,
            Self::Bf16 if bf16::from_bits(word(bytes) as u16).is_nan() => u64::MAX,
            Self::F64 if f64::from_bits(word(bytes)).is_nan() => u64::MAX,
            _ => word(bytes),
        };
        bytes.chunks(self.size()).map(of_element).collect()
    }
}

/// An element of any type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Real(f64),
    Integer(i64),
}
