//! The bytes of a record: numbers of 8 bytes, and arrays of whole multiples of 8 bytes.
use crate::arena::Fault;

/// What an array is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Element {
    F32,
    F64,
    I32,
    I64,
    U32,
    /// A size: 8 bytes in a record, as many as a pointer has in memory.
    Size,
    F16,
    Bf16,
    I8,
    U8,
}

impl Element {
    const ALL: [Self; 10] =
        [Self::F32, Self::F64, Self::I32, Self::I64, Self::U32, Self::Size, Self::F16, Self::Bf16, Self::I8, Self::U8];

    /// Bytes in memory.
    pub const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::F16 | Self::Bf16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 => 8,
            Self::Size => size_of::<usize>(),
        }
    }

    /// Bytes in a record.
    const fn recorded(self) -> usize {
        if matches!(self, Self::Size) { 8 } else { self.size() }
    }

    #[cfg(feature = "encode")]
    pub(crate) const fn code(self) -> u64 {
        self as u64
    }
}

/// An array of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array<'r> {
    pub(crate) element: Element,
    pub(crate) length: usize,
    pub(crate) bytes: &'r [u8],
}

/// Reads a record from its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'r> {
    rest: &'r [u8],
}

impl<'r> Reader<'r> {
    pub(crate) const fn new(record: &'r [u8]) -> Self {
        Self { rest: record }
    }

    pub(crate) const fn rest(&self) -> &'r [u8] {
        self.rest
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn number(&mut self) -> Result<u64, Fault> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Fault::Record)?;
        self.rest = rest;
        Ok(u64::from_le_bytes(*bytes))
    }

    /// A size; all bits set stand for the largest of this processor.
    pub(crate) fn size(&mut self) -> Result<usize, Fault> {
        match self.number()? {
            u64::MAX => Ok(usize::MAX),
            number => usize::try_from(number).map_err(|_| Fault::Record),
        }
    }

    pub(crate) fn choice(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.number()?).map_err(|_| Fault::Record)
    }

    /// Bytes, of which the record holds a multiple of 8.
    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'r [u8], Fault> {
        let padded = length.checked_next_multiple_of(8).ok_or(Fault::Record)?;
        let (bytes, rest) = self.rest.split_at_checked(padded).ok_or(Fault::Record)?;
        self.rest = rest;
        Ok(&bytes[..length])
    }

    pub(crate) fn text(&mut self) -> Result<&'r str, Fault> {
        let length = self.size()?;
        core::str::from_utf8(self.bytes(length)?).map_err(|_| Fault::Record)
    }

    pub(crate) fn array(&mut self) -> Result<Array<'r>, Fault> {
        let code = self.number()?;
        let element = Element::ALL.into_iter().find(|element| *element as u64 == code).ok_or(Fault::Record)?;
        let length = self.size()?;
        let bytes = self.bytes(length.checked_mul(element.recorded()).ok_or(Fault::Record)?)?;
        Ok(Array { element, length, bytes })
    }

    /// A part of the record with a length before it.
    pub(crate) fn block(&mut self) -> Result<Reader<'r>, Fault> {
        let length = self.size()?;
        Ok(Reader::new(self.bytes(length)?))
    }
}
