//! What an array is.
use super::create::{elements, matrix, rows_of};
use super::dtype::Stored;
use super::{Array, ArrayError, Dtype, Element, Storage, Values, with_values};
use lacuna::infer::Stype;
use lacuna::{Csr, Dense, Index, RowSparse};

/// What the host has of an array on a device.
static NOTHING: &Values = &Values::F32(Vec::new());

impl Array {
    /// The length of each dimension.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How it is stored.
    #[must_use]
    pub const fn stype(&self) -> Stype {
        match &self.storage {
            Storage::Dense { .. } => Stype::Dense,
            Storage::Csr { .. } => Stype::Csr,
            Storage::RowSparse { .. } => Stype::RowSparse,
            Storage::Device(resident) => resident.stype,
        }
    }

    /// The type of its elements.
    #[must_use]
    pub fn dtype(&self) -> Dtype {
        match &self.storage {
            Storage::Device(resident) => resident.dtype,
            _ => self.values().dtype(),
        }
    }

    /// None of an array on a device.
    #[doc(hidden)]
    pub const fn values(&self) -> &Values {
        match &self.storage {
            Storage::Dense { data } | Storage::Csr { data, .. } | Storage::RowSparse { data, .. } => data,
            Storage::Device(_) => NOTHING,
        }
    }

    #[doc(hidden)]
    pub const fn values_mut(&mut self) -> Option<&mut Values> {
        match &mut self.storage {
            Storage::Dense { data } | Storage::Csr { data, .. } | Storage::RowSparse { data, .. } => Some(data),
            Storage::Device(_) => None,
        }
    }

    /// Elements, stored or not; `usize::MAX` if a sparse array has more.
    #[must_use]
    pub fn size(&self) -> usize {
        if self.shape.contains(&0) {
            0
        } else {
            self.shape.iter().fold(1, |product: usize, &length| product.saturating_mul(length))
        }
    }

    /// Stored elements, zeros among them: all of a dense array, the entries of a csr, the elements of the stored rows
    /// of a row_sparse array. On a [device](crate::device) it is the most there can be: how many a kernel has stored is
    /// known there alone.
    #[must_use]
    pub fn nnz(&self) -> usize {
        match &self.storage {
            Storage::Device(resident) => resident.room,
            _ => self.values().len(),
        }
    }

    /// Stored elements that are not 0. Cost: one read of the values; of an array on a device a copy of it, and 0 if
    /// there cannot be one.
    #[must_use]
    pub fn count_nonzero(&self) -> usize {
        let count = |array: &Self| {
            with_values!(array.values(), |values| values.iter().filter(|value| value.differs_from_zero()).count())
        };
        self.here().map_or(0, |array| count(&array))
    }

    /// For each stored row, in order, how many of its elements are not 0: for all rows of a dense array and of a csr,
    /// and for those that a row_sparse array stores. A row is what the first dimension counts; an array without
    /// dimensions has one, and one without elements, none. Cost: one read of the values; of an array on a device a copy
    /// of it, and no rows if there cannot be one.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([3, 4]), vec![0, 2, 2, 3], vec![1, 3, 2], vec![7.0_f32, 0.0, 9.0])?;
    /// assert_eq!(a.row_nonzeros().collect::<Vec<_>>(), [1, 0, 1]);
    /// let b = Array::row_sparse(&[100, 2], vec![7], vec![3_i64, 4])?;
    /// assert_eq!(b.row_nonzeros().collect::<Vec<_>>(), [2]);
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    #[must_use]
    pub fn row_nonzeros(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        fn count<V: Stored + Copy>(values: &[V]) -> usize {
            values.iter().filter(|value| value.differs_from_zero()).count()
        }
        with_values!(self.values(), |values| match &self.storage {
            Storage::Csr { indptr, .. } => {
                let row = |row: &[i64]| match row {
                    &[start, end] => count(values.get(start.to_usize()..end.to_usize()).unwrap_or_default()),
                    _ => 0,
                };
                Box::new(indptr.windows(2).map(row))
            }
            Storage::Device(_) => {
                let counts: Vec<_> = self.here().map(|array| array.row_nonzeros().collect()).unwrap_or_default();
                Box::new(counts.into_iter())
            }
            Storage::Dense { .. } | Storage::RowSparse { .. } => {
                let rows = self.indices().map_or_else(|| self.shape.first().copied().unwrap_or(1), <[i64]>::len);
                let row_length = values.len().checked_div(rows).unwrap_or(0).max(1);
                Box::new(values.chunks(row_length).map(count))
            }
        })
    }

    /// [`nnz`](Self::nnz) as a part of all elements; 0 of an array without elements.
    #[must_use]
    pub fn density(&self) -> f64 {
        let elements: f64 = self.shape.iter().map(|&length| length as f64).product();
        if elements == 0.0 { 0.0 } else { self.nnz() as f64 / elements }
    }

    /// Bytes of the values and of the pointers and indices, as they are used; on a device as there is room for.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 1], vec![1.0_f32; 3])?;
    /// assert_eq!(a.nbytes(), 3 * 4 + 3 * 8 + 3 * 8);
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    #[must_use]
    pub fn nbytes(&self) -> usize {
        let places = match &self.storage {
            Storage::Dense { .. } => 0,
            Storage::Csr { indptr, indices, .. } => size_of_val(&**indptr) + size_of_val(&**indices),
            Storage::RowSparse { indices, .. } => size_of_val(&**indices),
            Storage::Device(resident) => size_of::<i64>() * resident.places(&self.shape),
        };
        places + self.nnz() * self.dtype().size()
    }

    /// The pointers of a csr, unless it is on a device.
    #[must_use]
    pub fn indptr(&self) -> Option<&[i64]> {
        match &self.storage {
            Storage::Csr { indptr, .. } => Some(indptr),
            _ => None,
        }
    }

    /// The columns of a csr's entries, or the ids of a row_sparse array's stored rows, unless it is on a device.
    #[must_use]
    pub fn indices(&self) -> Option<&[i64]> {
        match &self.storage {
            Storage::Dense { .. } | Storage::Device(_) => None,
            Storage::Csr { indices, .. } | Storage::RowSparse { indices, .. } => Some(indices),
        }
    }

    /// The stored values, if they are of this type and not on a device.
    #[must_use]
    pub fn data<V: Element>(&self) -> Option<&[V]> {
        V::of(self.values()).filter(|_| self.is_on_host())
    }

    /// The stored values, to be written, if they are of this type and not on a device. The structure stays.
    pub fn data_mut<V: Element>(&mut self) -> Option<&mut [V]> {
        self.values_mut().and_then(V::of_mut)
    }

    fn typed<V: Element>(&self) -> Result<&[V], ArrayError> {
        self.expect_host("a view")?;
        self.data().ok_or_else(|| ArrayError::Dtype { expected: V::DTYPE, found: self.dtype() })
    }

    /// A view of a dense array for the kernels: a matrix of its first dimension and all others, or of one row if it has
    /// one dimension.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for a sparse one, [`ArrayError::Dtype`] for another dtype, [`ArrayError::OnDevice`].
    pub fn as_dense<V: Element>(&self) -> Result<Dense<'_, V>, ArrayError> {
        self.expect_host("a view")?;
        let Storage::Dense { .. } = &self.storage else {
            return Err(ArrayError::Unsupported { operation: "view as dense", stype: self.stype() });
        };
        let (rows, columns) = match &*self.shape {
            [length] => (1, *length),
            shape => shape
                .split_first()
                .map_or(Ok((1, 1)), |(&rows, trailing)| Ok::<_, ArrayError>((rows, elements(trailing)?)))?,
        };
        Ok(Dense::new(rows, columns, self.typed()?)?)
    }

    /// A view of a csr for the kernels. Cost: O(1), for its format is right.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for another storage type, [`ArrayError::Dtype`] for another dtype,
    /// [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna::{Dense, DenseMut, dot};
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([2, 3]), vec![0, 2, 2], vec![0, 2], vec![10.0_f32, 2.0])?;
    /// let mut out = [0.0_f32; 2];
    /// dot::csr_dense(a.as_csr::<f32>()?, Dense::new(3, 1, &[1.0, 3.0, 5.0])?, DenseMut::new(2, 1, &mut out)?)?;
    /// assert_eq!(out, [20.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_csr<V: Element>(&self) -> Result<Csr<'_, V, i64>, ArrayError> {
        self.expect_host("a view")?;
        let Storage::Csr { indptr, indices, .. } = &self.storage else {
            return Err(ArrayError::Unsupported { operation: "view as csr", stype: self.stype() });
        };
        let [rows, columns] = matrix(&self.shape)?;
        Ok(Csr::trusted(rows, columns, indptr, indices, self.typed()?)?)
    }

    /// A view of a row_sparse array for the kernels, as a matrix of its rows. Cost: O(1), for its format is right.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for another storage type, [`ArrayError::Dtype`] for another dtype,
    /// [`ArrayError::OnDevice`].
    pub fn as_row_sparse<V: Element>(&self) -> Result<RowSparse<'_, V, i64>, ArrayError> {
        self.expect_host("a view")?;
        let Storage::RowSparse { indices, .. } = &self.storage else {
            return Err(ArrayError::Unsupported { operation: "view as row_sparse", stype: self.stype() });
        };
        let (rows, row_length) = rows_of(&self.shape)?;
        Ok(RowSparse::trusted(rows, row_length, indices, self.typed()?)?)
    }
}
