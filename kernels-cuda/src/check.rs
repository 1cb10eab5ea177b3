//! Refusals that only the device can find.
use crate::buffer::Buffer;
use crate::driver::{Driver, DriverError};
use lacuna::KernelError;
use lacuna::error::{IndexFault, Operand};

/// Words of a check on the device: the least faulty place, and two numbers about it.
pub(crate) const WORDS: usize = 3;
/// Checks of a page.
const PAGE: usize = 256;
/// Full pages that are kept: 384 KiB on the device.
const PAGES: usize = 64;

/// What a check looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// Whether another check of the same call finds something.
    Call,
    /// A touched row that the operand does not store; the place is the row.
    Stored(Operand),
    /// Stored rows that are not those expected; the place is that among the stored rows.
    Pattern,
    /// Places outside of an array; the place is that among them.
    Places,
    /// Ids that do not ascend or are out of range.
    Ids {
        /// What they are ids of.
        rows: usize,
    },
    /// A pointer that does not fit the index type; the place is the pointer.
    Index {
        /// The largest that fits.
        max: usize,
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
        let &[place, expected, found] = words else { return None };
        let (place, expected, found) = match place {
            u64::MAX => return None,
            _ => (place as usize, expected as i64, found as i64),
        };
        Some(match self {
            Self::Call => return None,
            Self::Stored(operand) => KernelError::MissingRow { operand, row: place },
            Self::Pattern => KernelError::Pattern {
                operand: Operand::Output,
                row: place,
                expected: expected as usize,
                found: found as usize,
            },
            Self::Places => KernelError::Pattern {
                operand: Operand::Indices,
                row: place,
                expected: expected as usize,
                found: found as usize,
            },
            Self::Index { max } => KernelError::Index { needed: place, max },
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

/// The words of some checks, all bits set before anything is found.
#[derive(Debug)]
struct Page<D: Driver> {
    words: Buffer<D, u64>,
    begun: Vec<Check>,
}

impl<D: Driver> Page<D> {
    fn new(driver: &D) -> Result<Self, DriverError> {
        Ok(Self { words: Buffer::filled(driver, PAGE * WORDS, 0xff)?, begun: Vec::with_capacity(PAGE) })
    }

    /// The first refusal.
    fn refusal(&self, driver: &D) -> Result<Option<KernelError>, DriverError> {
        let words = self.words.to_vec(driver, self.begun.len() * WORDS)?;
        Ok(self.begun.iter().zip(words.chunks(WORDS)).find_map(|(check, words)| check.error(words)))
    }
}

/// The checks that were begun and not looked at: none waits until it is asked for, or until there are too many.
#[derive(Debug)]
pub(crate) struct Checks<D: Driver> {
    /// Full ones.
    earlier: Vec<Page<D>>,
    page: Page<D>,
    /// What pages that are gone have found.
    refusal: Option<KernelError>,
}

impl<D: Driver> Checks<D> {
    pub(crate) fn new(driver: &D) -> Result<Self, DriverError> {
        Ok(Self { earlier: Vec::new(), page: Page::new(driver)?, refusal: None })
    }

    /// The first word of some more checks, whose words follow each other.
    pub(crate) fn begin(&mut self, driver: &D, checks: &[Check]) -> Result<usize, DriverError> {
        if self.page.begun.len() + checks.len() > PAGE {
            if self.earlier.len() == PAGES {
                self.look(driver)?;
            } else {
                self.earlier.push(std::mem::replace(&mut self.page, Page::new(driver)?));
            }
        }
        let first = self.page.begun.len() * WORDS;
        self.page.begun.extend(checks);
        Ok(first)
    }

    /// The words of the checks that were begun last.
    pub(crate) const fn words(&mut self) -> &mut Buffer<D, u64> {
        &mut self.page.words
    }

    /// Looks at all checks.
    fn look(&mut self, driver: &D) -> Result<(), DriverError> {
        for page in self.earlier.iter().chain([&self.page]).filter(|page| !page.begun.is_empty()) {
            if self.refusal.is_none() {
                self.refusal = page.refusal(driver)?;
            }
        }
        self.earlier.clear();
        if !self.page.begun.is_empty() {
            self.page.begun.clear();
            self.page.words.fill(driver, 0xff)?;
        }
        Ok(())
    }

    /// Whether nothing is to be looked at.
    pub(crate) const fn are_none(&self) -> bool {
        self.earlier.is_empty() && self.page.begun.is_empty()
    }

    /// Looks at all checks, and gives the first refusal since the last time.
    pub(crate) fn finish(&mut self, driver: &D) -> Result<Option<KernelError>, DriverError> {
        self.look(driver)?;
        Ok(self.refusal.take())
    }
}
