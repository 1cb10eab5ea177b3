//! Elements as `f64`.
use super::dtype::Stored;
use super::{Array, ArrayError, with_values};

impl Array {
    /// Replaces the numbers by all elements in order, those that a sparse array does not store among them; an `i64` is rounded to 53 bits.
    pub(crate) fn numbers(&self, out: &mut Vec<f64>) -> Result<(), ArrayError> {
        out.clear();
        let dense = self.dense_copy()?;
        with_values!(dense.values(), |values| out.extend(values.iter().map(|&value| Stored::number(value))));
        Ok(())
    }

    /// A stored element.
    pub(crate) fn stored_number(&self, place: usize) -> Option<f64> {
        with_values!(self.values(), |values| values.get(place).map(|&value| Stored::number(value)))
    }
}
