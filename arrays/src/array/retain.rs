//! Rows of a row_sparse array by their ids.
use super::values::zeros;
use super::{Array, ArrayError, Element, Storage, rows_of, with_values};
use crate::Cpu;
use lacuna::error::Operand;
use lacuna::infer::Stype;
use lacuna::rows::retain_ids;
use lacuna::{Index, KernelError, RowSparse, RowSparseMut};

impl Array {
    /// Some rows of a row_sparse array, whose ids ascend: a row_sparse array that stores all of them, also those that
    /// this one does not store, with zeros; none if this one stores no row at all. MXNet's `sparse.retain`.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for another storage type, [`ArrayError::Kernel`] for the first id that is no row or
    /// does not ascend, [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::row_sparse(&[5, 1], vec![1, 3], vec![2.0_f32, 4.0])?;
    /// let b = a.retain(&[2, 3])?;
    /// assert_eq!((b.indices(), b.data()), (Some(&[2, 3][..]), Some(&[0.0_f32, 4.0][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn retain(&self, ids: &[i64]) -> Result<Self, ArrayError> {
        self.expect_host("retain")?;
        if self.stype() != Stype::RowSparse {
            return Err(ArrayError::Unsupported { operation: "retain", stype: self.stype() });
        }
        self.retained(&Cpu { threads: 1 }, ids.to_vec())
    }

    /// The rows of these ids, which ascend, of a row_sparse array on the host.
    #[doc(hidden)]
    pub fn retained(&self, cpu: &Cpu, ids: Vec<i64>) -> Result<Self, ArrayError> {
        with_values!(self.values(), |values| retain_of(cpu, self, values, ids))
    }
}

impl Array {
    /// The same array of a row_sparse one, which stores these rows: those that it did not store are zeros.
    ///
    /// # Errors
    /// [`KernelError::MissingRow`] for a stored row that is none of them, and is not zero.
    #[doc(hidden)]
    pub fn with_rows(&self, ids: &[i64]) -> Result<Self, ArrayError> {
        with_values!(self.values(), |values| with_rows_of(self, values, ids))
    }
}

fn with_rows_of<V: Element>(array: &Array, values: &[V], ids: &[i64]) -> Result<Array, ArrayError> {
    let (_, row_length) = rows_of(array.shape())?;
    let mut data = zeros::<V>(ids.len().saturating_mul(row_length))?;
    let none = zeros::<V>(row_length)?;
    for (id, row) in array.indices().unwrap_or_default().iter().zip(values.chunks_exact(row_length.max(1))) {
        match ids.binary_search(id) {
            Ok(place) => {
                let place = place * row_length..(place + 1) * row_length;
                data.get_mut(place).unwrap_or_default().copy_from_slice(row);
            }
            Err(_) if *row == *none => {}
            Err(_) => return Err(KernelError::MissingRow { operand: Operand::Weight, row: id.to_usize() }.into()),
        }
    }
    Array::from_storage(array.shape().to_vec(), Storage::RowSparse { indices: ids.to_vec(), data: V::wrap(data) })
}

fn retain_of<V: Element>(cpu: &Cpu, value: &Array, values: &[V], mut ids: Vec<i64>) -> Result<Array, ArrayError> {
    let (rows, row_length) = rows_of(value.shape())?;
    let data = RowSparse::trusted(rows, row_length, value.indices().unwrap_or_default(), values)?;
    let kept = retain_ids(data, &ids)?.len();
    ids.truncate(kept);
    let mut retained = zeros::<V>(ids.len().saturating_mul(row_length))?;
    cpu.retain(data, RowSparseMut::trusted(rows, row_length, &ids, &mut retained)?)?;
    Array::from_storage(value.shape().to_vec(), Storage::RowSparse { indices: ids, data: V::wrap(retained) })
}
