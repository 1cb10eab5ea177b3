//! Storage types and dtypes.
use super::create::{elements, matrix, rows_of};
use super::values::{reserve, zeros};
use super::{Array, ArrayError, Dtype, Element, Storage, Values, with_values};
use lacuna::cast::{accumulate_indptr, csr_to_dense, dense_row_ids, dense_row_nnz, dense_to_csr, row_sparse_to_dense};
use lacuna::embedding::lookup;
use lacuna::infer::Stype;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, Number, RowSparse, Value};

impl Array {
    /// The array in another storage type. From dense, an element (a row, for row_sparse) is stored if it is (has one)
    /// `!= 0`: NaN is stored, -0.0 alone is not. Into its own storage type it is a copy, with the zeros it stores.
    ///
    /// # Errors
    /// [`ArrayError::Stype`] from csr to row_sparse and back, [`ArrayError::Rank`], and [`ArrayError::Elements`] or
    /// [`ArrayError::Memory`] if the dense array is too large.
    ///
    /// Cost: one read of the array and one write of the result; from dense, one read more to find what is stored.
    /// Values that are neither `f32` nor `f64` take a widened copy while it is found.
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_arrays::array::Array;
    /// let dense = Array::dense(&[3, 2], vec![0, 1, 0, 0, 2, 0])?;
    /// let (csr, rows) = (dense.tostype(Stype::Csr)?, dense.tostype(Stype::RowSparse)?);
    /// assert_eq!((csr.indices(), rows.indices()), (Some(&[1, 0][..]), Some(&[0, 2][..])));
    /// assert_eq!(csr.tostype(Stype::Dense)?, dense);
    /// assert_eq!(csr.tostype(Stype::RowSparse).unwrap_err().to_string(), "csr cannot become row_sparse: it can become default, and that row_sparse");
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn tostype(&self, stype: Stype) -> Result<Self, ArrayError> {
        let storage = match (&self.storage, stype) {
            (Storage::Device(resident), stype) => return resident.device.tostype(self, stype),
            (Storage::Dense { data }, Stype::Csr) => to_csr(&self.shape, data)?,
            (Storage::Dense { data }, Stype::RowSparse) => to_row_sparse(&self.shape, data)?,
            (Storage::Csr { indptr, indices, data }, Stype::Dense) => {
                Storage::Dense { data: with_values!(data, |values| from_csr(&self.shape, indptr, indices, values)?) }
            }
            (Storage::RowSparse { indices, data }, Stype::Dense) => {
                Storage::Dense { data: from_row_sparse(&self.shape, indices, data)? }
            }
            (storage, stype) if self.stype() == stype => storage.clone(),
            _ => return Err(ArrayError::Stype { from: self.stype(), to: stype }),
        };
        Ok(Self { shape: self.shape.clone(), storage })
    }

    /// As [`tostype`](Self::tostype), and between the sparse storage types by a dense copy, as MXNet's fallback does it.
    #[doc(hidden)]
    pub fn tostype_by_any_way(&self, stype: Stype) -> Result<Self, ArrayError> {
        match (self.stype(), stype) {
            (Stype::Csr, Stype::RowSparse) | (Stype::RowSparse, Stype::Csr) => {
                self.tostype(Stype::Dense)?.tostype(stype)
            }
            _ => self.tostype(stype),
        }
    }

    /// The array with its numbers in another dtype, by the rules of [`CastTo`](lacuna::cast::CastTo): floats to the
    /// nearest number, floats to integers towards zero, integers to integers by their low bits. The structure stays,
    /// also where a stored number becomes 0.
    ///
    /// # Errors
    /// [`ArrayError::Memory`].
    ///
    /// ```
    /// use lacuna_arrays::array::{Array, Dtype};
    /// let a = Array::dense(&[3], vec![1.75_f32, -300.5, f32::NAN])?;
    /// assert_eq!(a.astype(Dtype::I32)?.data::<i32>(), Some(&[1, -300, 0][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn astype(&self, dtype: Dtype) -> Result<Self, ArrayError> {
        if let Storage::Device(resident) = &self.storage {
            return resident.device.astype(self, dtype);
        }
        self.with_data(self.values().cast(dtype)?)
    }

    /// The same structure with other values, of which there must be as many.
    pub(super) fn with_data(&self, data: Values) -> Result<Self, ArrayError> {
        let (expected, found) = (self.nnz(), data.len());
        if expected != found {
            return Err(ArrayError::Length { shape: self.shape.clone(), expected, found });
        }
        let storage = match &self.storage {
            Storage::Dense { .. } => Storage::Dense { data },
            Storage::Csr { indptr, indices, .. } => {
                Storage::Csr { indptr: indptr.clone(), indices: indices.clone(), data }
            }
            Storage::RowSparse { indices, .. } => Storage::RowSparse { indices: indices.clone(), data },
            Storage::Device(resident) => return Err(resident.on_device("other values")),
        };
        Ok(Self { shape: self.shape.clone(), storage })
    }
}

fn to_csr(shape: &[usize], data: &Values) -> Result<Storage, ArrayError> {
    let [rows, columns] = matrix(shape)?;
    let widened = data.widened()?;
    let (indptr, indices, found) = match &*widened {
        Values::F32(values) => csr_parts(Dense::new(rows, columns, values)?)?,
        Values::F64(values) => csr_parts(Dense::new(rows, columns, values)?)?,
        // There is nothing wider.
        other => return Err(ArrayError::Dtype { expected: Dtype::F64, found: other.dtype() }),
    };
    let data = if found.dtype() == data.dtype() {
        found
    } else {
        with_values!(data, |values| gather(columns, values, &indptr, &indices)?)
    };
    Ok(Storage::Csr { indptr, indices, data })
}

fn csr_parts<V: Value + Element>(dense: Dense<'_, V>) -> Result<(Vec<i64>, Vec<i64>, Values), ArrayError> {
    let mut indptr = zeros(dense.rows().saturating_add(1))?;
    dense_row_nnz(dense, indptr.get_mut(1..).unwrap_or_default())?;
    let nnz = accumulate_indptr(&mut indptr)?;
    let (mut indices, mut values) = (zeros(nnz)?, zeros::<V>(nnz)?);
    dense_to_csr(dense, CsrMut::new(dense.rows(), dense.columns(), &indptr, &mut indices, &mut values)?)?;
    Ok((indptr, indices, V::wrap(values)))
}

/// The values at the places of a csr: bit for bit, which they would not be on their way through a wider type.
fn gather<V: Element>(columns: usize, values: &[V], indptr: &[i64], indices: &[i64]) -> Result<Values, ArrayError> {
    let mut gathered = Vec::new();
    reserve(&mut gathered, indices.len())?;
    for (row, places) in values.chunks(columns.max(1)).zip(indptr.windows(2)) {
        let &[start, end] = places else { continue };
        let indices = indices.get(start.to_usize()..end.to_usize()).unwrap_or_default();
        gathered.extend(indices.iter().filter_map(|column| row.get(column.to_usize()).copied()));
    }
    Ok(V::wrap(gathered))
}

fn to_row_sparse(shape: &[usize], data: &Values) -> Result<Storage, ArrayError> {
    let (rows, row_length) = rows_of(shape)?;
    let mut indices = zeros(rows)?;
    let stored = match &*data.widened()? {
        Values::F32(values) => dense_row_ids(Dense::new(rows, row_length, values)?, 0, &mut indices)?,
        Values::F64(values) => dense_row_ids(Dense::new(rows, row_length, values)?, 0, &mut indices)?,
        other => return Err(ArrayError::Dtype { expected: Dtype::F64, found: other.dtype() }),
    };
    indices.truncate(stored);
    let data = with_values!(data, |values| stored_rows(rows, row_length, values, &indices)?);
    Ok(Storage::RowSparse { indices, data })
}

fn stored_rows<V: Element>(rows: usize, row_length: usize, values: &[V], ids: &[i64]) -> Result<Values, ArrayError> {
    let mut out = zeros(ids.len().saturating_mul(row_length))?;
    lookup(ids, Dense::new(rows, row_length, values)?, DenseMut::new(ids.len(), row_length, &mut out)?)?;
    Ok(V::wrap(out))
}

fn from_csr<V: Element>(shape: &[usize], indptr: &[i64], indices: &[i64], values: &[V]) -> Result<Values, ArrayError> {
    let [rows, columns] = matrix(shape)?;
    let mut out = zeros(elements(shape)?)?;
    csr_to_dense(Csr::trusted(rows, columns, indptr, indices, values)?, DenseMut::new(rows, columns, &mut out)?)?;
    Ok(V::wrap(out))
}

fn from_row_sparse(shape: &[usize], indices: &[i64], data: &Values) -> Result<Values, ArrayError> {
    match data {
        Values::F32(values) => {
            from_row_sparse_of(shape, indices, values, |rows, out| Ok(row_sparse_to_dense(rows, out)?))
        }
        Values::F64(values) => {
            from_row_sparse_of(shape, indices, values, |rows, out| Ok(row_sparse_to_dense(rows, out)?))
        }
        other => with_values!(other, |values| from_row_sparse_of(shape, indices, values, all_rows)),
    }
}

fn from_row_sparse_of<V: Element>(
    shape: &[usize],
    indices: &[i64],
    values: &[V],
    fill: impl Fn(RowSparse<'_, V, i64>, DenseMut<'_, V>) -> Result<(), ArrayError>,
) -> Result<Values, ArrayError> {
    let (rows, row_length) = rows_of(shape)?;
    let mut out = zeros(elements(shape)?)?;
    fill(RowSparse::trusted(rows, row_length, indices, values)?, DenseMut::new(rows, row_length, &mut out)?)?;
    Ok(V::wrap(out))
}

/// For numbers that are only moved: a row_sparse array with every row is a dense one.
fn all_rows<V: Number>(array: RowSparse<'_, V, i64>, mut out: DenseMut<'_, V>) -> Result<(), ArrayError> {
    for (row, values) in array.iter() {
        if let Some(to) = (row < out.rows()).then(|| out.row_mut(row)).filter(|to| to.len() == values.len()) {
            to.copy_from_slice(values);
        }
    }
    Ok(())
}
