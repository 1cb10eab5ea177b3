//! How much was moved.
use lacuna_arrays::array::Array;
use std::fmt::{self, Display, Formatter};
use std::ops::AddAssign;

/// Bytes between the store and its workers.
///
/// ```
/// use lacuna_runtime::kvstore::Moved;
/// let mut moved = Moved { bytes: 48, whole: 8000 };
/// assert_eq!((moved.share(), moved.to_string().as_str()), (0.006, "48 of 8000 bytes"));
/// moved += Moved { bytes: 2, whole: 8000 };
/// assert_eq!(moved, Moved { bytes: 50, whole: 16000 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Values and indices that were moved.
    pub bytes: u64,
    /// What the same arrays would have been as dense ones: the whole parameter for each.
    pub whole: u64,
}

/// What a pull into arrays of any storage type has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulled {
    /// What was moved.
    pub moved: Moved,
    /// Sparse arrays that were left as they were.
    pub ignored: usize,
}

impl AddAssign for Pulled {
    fn add_assign(&mut self, other: Self) {
        self.moved += other.moved;
        self.ignored += other.ignored;
    }
}

impl Moved {
    /// [`bytes`](Self::bytes) as a part of [`whole`](Self::whole), more than 1 where indices make a sparse array larger
    /// than a dense one; 0 of nothing.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.whole == 0 { 0.0 } else { self.bytes as f64 / self.whole as f64 }
    }
}

impl AddAssign for Moved {
    fn add_assign(&mut self, other: Self) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.whole = self.whole.saturating_add(other.whole);
    }
}

impl Display for Moved {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} bytes", self.bytes, self.whole)
    }
}

/// One array on its way.
pub(super) fn moved_by(array: &Array) -> Moved {
    Moved { bytes: array.nbytes() as u64, whole: array.size().saturating_mul(array.dtype().size()) as u64 }
}
