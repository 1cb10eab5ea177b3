//! Where the arrays of a table lie in its file.
use super::header::BYTES as HEADER_BYTES;
use super::{TableError, TableType};
use std::ops::Range;

/// Arrays begin at a multiple of this.
const ALIGNMENT: u64 = 4096;
/// As many as the header has room for.
const MOST_ARRAYS: usize = 30;
/// Bytes of a name.
pub(super) const LONGEST_NAME: usize = 40;

/// An array of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    pub(super) name: String,
    pub(super) row_length: usize,
    /// Of its first byte, from the start of the file.
    pub(super) offset: u64,
}

impl Array {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Values of a row.
    #[must_use]
    pub const fn row_length(&self) -> usize {
        self.row_length
    }
    /// Of its first byte, from the start of the file; row `r` is `row_length` numbers, `r` rows behind it.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) kind: TableType,
    pub(super) rows: usize,
    pub(super) arrays: Vec<Array>,
    /// Of the whole file.
    pub(super) bytes: u64,
    /// Of one row in all arrays.
    pub(super) row_bytes: usize,
}

impl Layout {
    pub(super) fn new<'n>(
        kind: TableType,
        rows: usize,
        arrays: impl IntoIterator<Item = (&'n str, usize)>,
    ) -> Result<Self, TableError> {
        let mut placed = Vec::<Array>::new();
        let (mut end, mut values, mut empty) = (Some(HEADER_BYTES), 0_usize, rows == 0);
        for (name, row_length) in arrays {
            let unusable = name.is_empty() || name.len() > LONGEST_NAME || name.contains('\0');
            if unusable || placed.iter().any(|other| other.name == name) {
                return Err(TableError::Name { array: placed.len(), name: name.to_owned() });
            }
            empty |= row_length == 0;
            values = values.saturating_add(row_length);
            let offset = end.and_then(|end| end.checked_next_multiple_of(ALIGNMENT));
            end = offset.and_then(|offset| {
                offset.checked_add(kind.bytes().checked_mul(rows as u64)?.checked_mul(row_length as u64)?)
            });
            placed.push(Array { name: name.to_owned(), row_length, offset: offset.unwrap_or(u64::MAX) });
        }
        let size = TableError::Size { rows, values, arrays: placed.len() };
        let row_bytes = values.checked_mul(kind.bytes() as usize);
        match (end, row_bytes) {
            // What is mapped must be a slice.
            (Some(bytes), Some(row_bytes))
                if !empty && (1..=MOST_ARRAYS).contains(&placed.len()) && isize::try_from(bytes).is_ok() =>
            {
                Ok(Self { kind, rows, arrays: placed, bytes, row_bytes })
            }
            _ => Err(size),
        }
    }

    /// The bytes of a row of each array, in the part of the file that is mapped.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        self.arrays.iter().map(move |array| {
            let length = array.row_length * self.kind.bytes() as usize;
            let start = (array.offset - HEADER_BYTES) as usize + row * length;
            start..start + length
        })
    }

    /// The numbers of an array, in the part of the file that is mapped.
    pub(super) fn values(&self, array: &Array) -> Range<usize> {
        let start = ((array.offset - HEADER_BYTES) / self.kind.bytes()) as usize;
        start..start + self.rows * array.row_length
    }

    /// Bytes that are mapped: all behind the header.
    pub(super) fn mapped_bytes(&self) -> usize {
        (self.bytes - HEADER_BYTES) as usize
    }
}
