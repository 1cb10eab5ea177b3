//! What a slot map refuses.
use super::{ErrorKind, Operand};
use core::fmt::{self, Display, Formatter};

/// What is wrong with a word of a slot map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WordFault {
    /// It is another number than the others ask for (`expected`).
    Different,
    /// Above the largest that the others allow (`expected`).
    TooLarge,
    /// Below the least that the others allow (`expected`).
    TooSmall,
    /// A search for the id that it holds ends at another record than its own (`expected`): records are counted from 1,
    /// and 0 is none.
    Search,
}

/// A [`SlotMap`](crate::rows::SlotMap) refuses its memory or an operand. Nothing has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlotMapError {
    /// A list has another length than the ids.
    Shape {
        /// Which list.
        operand: Operand,
        /// The number of ids.
        expected: usize,
        /// Its length.
        found: usize,
    },
    /// A slice is too short. The memory of the map is [`Operand::Data`].
    Capacity {
        /// Which slice.
        operand: Operand,
        /// The length that is needed.
        needed: usize,
        /// Its length.
        found: usize,
    },
    /// Slots and candidates are more than a map has, or slots more than the index type counts.
    Index {
        /// How many.
        needed: usize,
        /// The most that fit.
        max: usize,
    },
    /// Ids are to be admitted only after several occurrences, and there is no room to count any.
    Candidates {
        /// After how many.
        admit_after: u32,
    },
    /// A step is before the last one.
    Step {
        /// The last step.
        last: u64,
        /// The step.
        found: u64,
    },
    /// The words are those of no map.
    Word {
        /// The place of the first word that was found wrong.
        word: usize,
        /// What is wrong.
        fault: WordFault,
        /// The number that it should be, or the bound that it breaks.
        expected: u64,
        /// What it is.
        found: u64,
    },
}

impl SlotMapError {
    /// The coarse kind.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Shape { .. } => ErrorKind::Shape,
            Self::Capacity { .. } | Self::Candidates { .. } => ErrorKind::Capacity,
            Self::Index { .. } | Self::Step { .. } | Self::Word { .. } => ErrorKind::Range,
        }
    }
}

impl Display for SlotMapError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shape { operand, expected, found } => {
                write!(f, "shape: {operand} should have {expected} elements, has {found}")
            }
            Self::Capacity { operand, needed, found } => {
                write!(f, "capacity: {operand} needs {needed} elements, has {found}")
            }
            Self::Index { needed, max } => {
                write!(f, "slot map: {needed} slots and candidates are more than {max}, the most that fit")
            }
            Self::Candidates { admit_after } => {
                write!(
                    f,
                    "slot map: ids are admitted after {admit_after} occurrences, and there are no candidates to count"
                )
            }
            Self::Step { last, found } => write!(f, "slot map: step {found} is before the last one, {last}"),
            Self::Word { word, fault, expected, found } => {
                write!(f, "slot map: word {word} is {found}, ")?;
                match fault {
                    WordFault::Different => write!(f, "not {expected}"),
                    WordFault::TooLarge => write!(f, "more than {expected}, the largest that fits the others"),
                    WordFault::TooSmall => write!(f, "less than {expected}, the least that fits the others"),
                    WordFault::Search => write!(f, "an id that is not found at its own record, {expected}"),
                }
            }
        }
    }
}

impl core::error::Error for SlotMapError {}
