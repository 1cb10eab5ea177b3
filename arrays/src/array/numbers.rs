//! Elements as `f64`.
use super::dtype::Stored;
use super::{Array, with_values};

impl Array {
    /// A stored element.
    #[doc(hidden)]
    pub fn stored_number(&self, place: usize) -> Option<f64> {
        with_values!(self.values(), |values| values.get(place).map(|&value| Stored::number(value)))
    }
}
