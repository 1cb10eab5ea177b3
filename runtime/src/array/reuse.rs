//! Arrays whose memory is used again.
use super::values::reserve;
use super::{Array, ArrayError, Dtype, Element, Storage, Values};
use std::mem;

/// The vectors of an array that is not needed any more.
#[derive(Debug)]
pub(crate) struct Memory {
    pub indptr: Vec<i64>,
    pub indices: Vec<i64>,
    values: Values,
}

/// No elements: a dense array of shape `[0]` of `f32`.
impl Default for Array {
    fn default() -> Self {
        Self { shape: vec![0], storage: Storage::Dense { data: Values::F32(Vec::new()) } }
    }
}

impl Array {
    /// Takes the array apart; what is left is [`Array::default`].
    pub(crate) fn take_memory(&mut self) -> Memory {
        match mem::take(self).storage {
            Storage::Dense { data } => Memory { indptr: Vec::new(), indices: Vec::new(), values: data },
            Storage::Csr { indptr, indices, data } => Memory { indptr, indices, values: data },
            Storage::RowSparse { indices, data } => Memory { indptr: Vec::new(), indices, values: data },
        }
    }
}

impl Memory {
    /// An empty vector for so many values: that of the array, if it had this type.
    pub fn values<V: Element>(&mut self, length: usize) -> Result<Vec<V>, ArrayError> {
        let none = Values::zeros(Dtype::F32, 0)?;
        let mut values = V::unwrap(mem::replace(&mut self.values, none)).unwrap_or_default();
        values.clear();
        reserve(&mut values, length)?;
        Ok(values)
    }

    /// The emptied vectors of pointers and indices, for so many.
    pub fn places(&mut self, pointers: usize, indices: usize) -> Result<(Vec<i64>, Vec<i64>), ArrayError> {
        let (mut all_pointers, mut all_indices) = (mem::take(&mut self.indptr), mem::take(&mut self.indices));
        all_pointers.clear();
        all_indices.clear();
        reserve(&mut all_pointers, pointers)?;
        reserve(&mut all_indices, indices)?;
        Ok((all_pointers, all_indices))
    }
}
