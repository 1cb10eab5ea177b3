//! Arrays that take the memory of what they held before.
use super::create::{elements, rows_of};
use super::values::reserve;
use super::{Array, ArrayError, Element, Storage};
use lacuna::{DenseMut, RowSparse};

/// As many as `length`, of any content: the memory is kept, and grows where it is too small.
fn resize<V: Copy + Default>(values: &mut Vec<V>, length: usize) -> Result<(), ArrayError> {
    reserve(values, length.saturating_sub(values.len()))?;
    values.resize(length, V::default());
    Ok(())
}

impl Array {
    fn set_shape(&mut self, shape: &[usize]) {
        self.shape.clear();
        self.shape.extend_from_slice(shape);
    }

    /// Becomes a dense array of this shape, of any content, in the memory that it has.
    #[doc(hidden)]
    pub fn reuse_dense<V: Element>(&mut self, shape: &[usize]) -> Result<&mut [V], ArrayError> {
        let length = elements(shape)?;
        let mut values = self.take_memory().any_values();
        // An array is whole whatever happens.
        let resized = resize(&mut values, length);
        let shape = if resized.is_ok() { shape } else { &[values.len()] };
        self.set_shape(shape);
        self.storage = Storage::Dense { data: V::wrap(values) };
        resized?;
        Ok(self.data_mut().unwrap_or_default())
    }

    /// Becomes a row_sparse array of these rows, of any content, in the memory that it has.
    #[doc(hidden)]
    pub fn reuse_row_sparse<V: Element>(&mut self, shape: &[usize], ids: &[i64]) -> Result<&mut [V], ArrayError> {
        let (rows, row_length) = rows_of(shape)?;
        let mut memory = self.take_memory();
        let (mut values, mut indices) = (memory.any_values(), memory.indices);
        indices.clear();
        self.set_shape(shape);
        let length = ids.len().checked_mul(row_length).ok_or_else(|| ArrayError::Elements { shape: shape.to_vec() })?;
        let resized = reserve(&mut indices, ids.len()).and_then(|()| resize(&mut values, length));
        match resized {
            Ok(()) => indices.extend_from_slice(ids),
            Err(_) => values.clear(),
        }
        let checked = RowSparse::new(rows, row_length, &indices, &values).map(drop);
        if checked.is_err() {
            indices.clear();
            values.clear();
        }
        self.storage = Storage::RowSparse { indices, data: V::wrap(values) };
        resized?;
        checked?;
        Ok(self.data_mut().unwrap_or_default())
    }

    /// Becomes a csr of these pointers, with places for columns and values to be written, in the memory that it has.
    /// Until columns are written it is no valid array.
    #[doc(hidden)]
    pub fn reuse_csr<V: Element>(
        &mut self,
        [rows, columns]: [usize; 2],
        pointers: &[i64],
        stored: usize,
    ) -> Result<(&mut [i64], &mut [V]), ArrayError> {
        let mut memory = self.take_memory();
        let (mut values, mut indptr, mut indices) = (memory.any_values(), memory.indptr, memory.indices);
        indptr.clear();
        reserve(&mut indptr, pointers.len())?;
        indptr.extend_from_slice(pointers);
        resize(&mut indices, stored)?;
        resize(&mut values, stored)?;
        self.set_shape(&[rows, columns]);
        self.storage = Storage::Csr { indptr, indices, data: V::wrap(values) };
        match &mut self.storage {
            Storage::Csr { indices, data, .. } => Ok((indices, V::of_mut(data).unwrap_or_default())),
            _ => Ok((&mut [], &mut [])),
        }
    }

    /// A dense array takes a shape of as many elements.
    #[doc(hidden)]
    pub fn set_dense_shape(&mut self, shape: &[usize]) -> Result<(), ArrayError> {
        self.expect_host("a shape")?;
        let (expected, found) = (elements(shape)?, self.nnz());
        if expected != found {
            return Err(ArrayError::Length { shape: shape.to_vec(), expected, found });
        }
        self.set_shape(shape);
        Ok(())
    }

    /// A view of a dense array to be written: as that of [`as_dense`](Self::as_dense).
    #[doc(hidden)]
    pub fn as_dense_mut<V: Element>(&mut self) -> Result<DenseMut<'_, V>, ArrayError> {
        let view = self.as_dense::<V>()?;
        let (rows, columns) = (view.rows(), view.columns());
        Ok(DenseMut::new(rows, columns, self.data_mut().unwrap_or_default())?)
    }

    /// Becomes an array of the structure of another one, with values of any content, in the memory that it has.
    #[doc(hidden)]
    pub fn reuse_structure<V: Element>(&mut self, other: &Self) -> Result<&mut [V], ArrayError> {
        match &other.storage {
            Storage::Dense { .. } => self.reuse_dense(&other.shape),
            Storage::RowSparse { indices, .. } => self.reuse_row_sparse(&other.shape, indices),
            Storage::Device(resident) => Err(resident.on_device("a structure")),
            Storage::Csr { indptr, indices, .. } => {
                let mut memory = self.take_memory();
                let mut values = memory.any_values();
                let (mut own_indptr, mut own_indices) = memory.places(indptr.len(), indices.len())?;
                resize(&mut values, indices.len())?;
                own_indptr.extend_from_slice(indptr);
                own_indices.extend_from_slice(indices);
                self.set_shape(&other.shape);
                self.storage = Storage::Csr { indptr: own_indptr, indices: own_indices, data: V::wrap(values) };
                Ok(self.data_mut().unwrap_or_default())
            }
        }
    }

    /// Becomes a copy of another array in the memory that it has. Copies on a device share their memory.
    #[doc(hidden)]
    pub fn reuse_copy(&mut self, other: &Self) -> Result<(), ArrayError> {
        fn copy<V: Element>(to: &mut Array, from: &Array, values: &[V]) -> Result<(), ArrayError> {
            to.reuse_structure::<V>(from)?.copy_from_slice(values);
            Ok(())
        }
        if !other.is_on_host() {
            *self = other.clone();
            return Ok(());
        }
        super::with_values!(other.values(), |values| copy(self, other, values))
    }
}
