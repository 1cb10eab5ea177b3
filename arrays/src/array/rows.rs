//! Views of rows for the optimizers.
use super::create::rows_of;
use super::{Array, ArrayError, Element, Storage};
use lacuna::infer::Stype;
use lacuna::{DenseMut, RowSparseMut, RowsMut};

impl Array {
    /// A view of a dense or row_sparse array whose rows are updated in place: a weight or a state of [`lacuna::optim`].
    /// A dense array of one dimension has rows of one element. Cost: O(1).
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for a csr, [`ArrayError::Rank`] for an array without dimensions,
    /// [`ArrayError::Dtype`] for another dtype.
    ///
    /// ```
    /// use lacuna::{RowSparse, optim};
    /// use lacuna_arrays::array::Array;
    /// let mut weight = Array::row_sparse(&[9, 2], vec![1, 4], vec![1.0_f32; 4])?;
    /// let gradient = RowSparse::new(9, 2, &[4], &[2.0_f32, -2.0])?;
    /// optim::sgd(&optim::Sgd::new(0.5), gradient, weight.as_rows_mut()?)?;
    /// assert_eq!(weight.data(), Some(&[1.0_f32, 1.0, 0.0, 2.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_rows_mut<V: Element>(&mut self) -> Result<RowsMut<'_, V, i64>, ArrayError> {
        let (rows, row_length) = rows_of(&self.shape)?;
        let found = self.dtype();
        let other = || ArrayError::Dtype { expected: V::DTYPE, found };
        Ok(match &mut self.storage {
            Storage::Dense { data } => DenseMut::new(rows, row_length, V::of_mut(data).ok_or_else(other)?)?.into(),
            Storage::RowSparse { indices, data } => {
                RowSparseMut::trusted(rows, row_length, indices, V::of_mut(data).ok_or_else(other)?)?.into()
            }
            Storage::Device(resident) => return Err(resident.on_device("a view of rows")),
            Storage::Csr { .. } => {
                return Err(ArrayError::Unsupported { operation: "view of rows", stype: Stype::Csr });
            }
        })
    }
}
