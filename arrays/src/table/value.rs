//! The types of numbers that a table can hold.
use lacuna::Value;
use std::fmt::{self, Display, Formatter};

/// The type of a table's numbers, as its file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum TableType {
    /// Of 32 bits.
    F32 = 1,
    /// Of 64 bits.
    F64 = 2,
}

impl TableType {
    pub(super) fn of_number(number: u32) -> Option<Self> {
        [Self::F32, Self::F64].into_iter().find(|&kind| kind as u32 == number)
    }

    /// Bytes of a number.
    pub(super) const fn bytes(self) -> u64 {
        match self {
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

impl Display for TableType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        })
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// `f32` or `f64`.
pub trait TableValue: Value + bytemuck::Pod + sealed::Sealed {
    /// Its name in a file.
    const TYPE: TableType;
}

impl TableValue for f32 {
    const TYPE: TableType = TableType::F32;
}

impl TableValue for f64 {
    const TYPE: TableType = TableType::F64;
}
