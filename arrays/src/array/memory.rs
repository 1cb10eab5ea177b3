//! Arrays whose memory is used again.
use super::values::reserve;
use super::{Array, ArrayError, Element, Storage, Values};
use std::mem;

/// The vectors of an array that is not needed any more.
#[derive(Debug)]
pub struct Memory {
    pub indptr: Vec<i64>,
    pub indices: Vec<i64>,
    pub values: Values,
}

impl Default for Array {
    /// A dense array of no `f32`: what a result is written into for the first time.
    fn default() -> Self {
        Self { shape: vec![0], storage: Storage::Dense { data: Values::F32(Vec::new()) } }
    }
}

impl Array {
    /// What stands where an array has been taken from: nobody may see it.
    #[doc(hidden)]
    pub const fn hollow() -> Self {
        Self { shape: Vec::new(), storage: Storage::Dense { data: Values::F32(Vec::new()) } }
    }

    /// The array, with something [hollow](Self::hollow) in its place.
    #[doc(hidden)]
    pub const fn take(&mut self) -> Self {
        mem::replace(self, Self::hollow())
    }

    /// Takes the array apart; what is left has no elements, as [`Array::default`].
    #[doc(hidden)]
    pub fn take_memory(&mut self) -> Memory {
        self.shape.clear();
        self.shape.push(0);
        match mem::replace(&mut self.storage, Storage::Dense { data: Values::F32(Vec::new()) }) {
            Storage::Dense { data } => Memory { indptr: Vec::new(), indices: Vec::new(), values: data },
            Storage::Csr { indptr, indices, data } => Memory { indptr, indices, values: data },
            Storage::RowSparse { indices, data } => Memory { indptr: Vec::new(), indices, values: data },
            Storage::Device(_) => Memory { indptr: Vec::new(), indices: Vec::new(), values: Values::F32(Vec::new()) },
        }
    }
}

impl Memory {
    /// An empty vector for so many values: that of the array, if it had this type.
    pub fn values<V: Element>(&mut self, length: usize) -> Result<Vec<V>, ArrayError> {
        let mut values = self.any_values::<V>();
        values.clear();
        reserve(&mut values, length)?;
        Ok(values)
    }

    /// The vector of values as it is, if it had this type, or an empty one.
    pub fn any_values<V: Element>(&mut self) -> Vec<V> {
        V::into_vec(mem::replace(&mut self.values, Values::F32(Vec::new())))
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
