//! Refusals that only the device can find.
use crate::buffer::Buffer;
use crate::driver::{Driver, DriverError};
use lacuna::KernelError;
use lacuna::error::{IndexFault, Operand};

/// Words of a check on the device: the least faulty place, and two numbers about it.
pub(crate) const WORDS: usize = 4;
/// Checks that can wait for [`finish`](crate::Gpu::finish).
const SLOTS: usize = 256;

/// What a check looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// A touched row that the operand does not store; the place is the row.
    Stored(Operand),
    /// Stored rows that are not those expected; the place is that among the stored rows.
    Pattern,
    /// Ids that do not ascend or are out of range.
    Ids {
        /// What they are ids of.
        rows: usize,
    },
    /// More elements than there is room for; the place is their number.
    Capacity {
        /// The array.
        operand: Operand,
        /// The room.
        room: usize,
    },
}

impl Check {
    fn error(self, words: &[u64]) -> Option<KernelError> {
        let &[place, expected, found, ..] = words else { return None };
        let (place, expected, found) = match place {
            u64::MAX => return None,
            _ => (place as usize, expected as i64, found as i64),
        };
        Some(match self {
            Self::Stored(operand) => KernelError::MissingRow { operand, row: place },
            Self::Pattern => KernelError::Pattern { row: place, expected: expected as usize, found: found as usize },
            Self::Capacity { operand, room } => KernelError::Capacity { operand, needed: place, found: room },
            Self::Ids { rows } => {
                let (fault, expected) = match found {
                    ..0 => (IndexFault::Negative, 0),
                    _ if found as usize >= rows => (IndexFault::TooLarge, i64::try_from(rows).unwrap_or(i64::MAX)),
                    _ => (IndexFault::NotAscending, expected),
                };
                KernelError::Ids { entry: place, fault, expected, found }
            }
        })
    }
}

/// The checks that were begun and not looked at.
#[derive(Debug)]
pub(crate) struct Checks<D: Driver> {
    pub(crate) slots: Buffer<D, u64>,
    begun: Vec<Check>,
    refusal: Option<KernelError>,
}

impl<D: Driver> Checks<D> {
    pub(crate) fn new(driver: &D) -> Result<Self, DriverError> {
        Ok(Self { slots: Buffer::filled(driver, SLOTS * WORDS, 0xff)?, begun: Vec::with_capacity(SLOTS), refusal: None })
    }

    /// The first word of the slots of some more checks, which follow each other.
    pub(crate) fn begin(&mut self, driver: &D, checks: &[Check]) -> Result<usize, DriverError> {
        if self.begun.len() + checks.len() > SLOTS {
            self.settle(driver)?;
        }
        let first = self.begun.len() * WORDS;
        self.begun.extend(checks);
        Ok(first)
    }

    /// Looks at all checks, and keeps the first refusal.
    fn settle(&mut self, driver: &D) -> Result<(), DriverError> {
        if self.begun.is_empty() {
            return Ok(());
        }
        let words = self.slots.to_vec(driver, self.begun.len() * WORDS)?;
        let mut errors = self.begun.iter().zip(words.chunks(WORDS)).filter_map(|(check, words)| check.error(words));
        self.refusal = self.refusal.or(errors.next());
        self.begun.clear();
        self.slots.fill(driver, 0xff)
    }

    /// Looks at all checks, and gives the first refusal since the last time.
    pub(crate) fn finish(&mut self, driver: &D) -> Result<Option<KernelError>, DriverError> {
        self.settle(driver)?;
        Ok(self.refusal.take())
    }
}
