//! Refusals that only the device can find: the first faulty place, and two numbers about it.
use core::sync::atomic::{AtomicU64, Ordering};

/// Words of a check.
pub(crate) const WORDS: usize = 3;

/// The least faulty place, all bits set while there is none; and two numbers about it.
#[derive(Clone, Copy)]
pub(crate) struct Check(*mut u64);

impl Check {
    #[inline(always)]
    pub(crate) unsafe fn new(words: *mut u64) -> Self {
        Self(words)
    }

    /// Something is wrong at `place`.
    #[inline(always)]
    pub(crate) unsafe fn refuse(self, place: usize) {
        AtomicU64::from_ptr(self.0).fetch_min(place as u64, Ordering::Relaxed);
    }

    /// The least place of an earlier launch, if something was wrong.
    #[inline(always)]
    pub(crate) unsafe fn refused(self) -> Option<usize> {
        if self.0.is_null() {
            return None;
        }
        let place = *self.0;
        (place != u64::MAX).then_some(place as usize)
    }

    /// What is to be said of it.
    #[inline(always)]
    pub(crate) unsafe fn explain(self, expected: i64, found: i64) {
        *self.0.add(1) = expected as u64;
        *self.0.add(2) = found as u64;
    }
}
