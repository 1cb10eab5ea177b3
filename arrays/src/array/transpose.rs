//! Rows and columns exchanged.
use super::create::matrix;
use super::dtype::Stored;
use super::values::{reserve, zeros};
use super::{Array, ArrayError, Element, Storage, Values, with_values};
use lacuna::Csr;
use lacuna::dot::{TransposeBuffers, transpose};
use lacuna::infer::Stype;

impl Array {
    /// The transposed matrix, of the same storage type: of a csr by counting, in two passes over its columns. `.T` of
    /// a csr is dense in MXNet.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for a row_sparse array, [`ArrayError::Rank`] for what is no matrix,
    /// [`ArrayError::OnDevice`], [`ArrayError::Memory`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 0], vec![1_i64, 2, 3])?;
    /// let b = a.transpose()?;
    /// assert_eq!((b.shape(), b.indptr(), b.indices()), (&[3, 2][..], Some(&[0, 2, 2, 3][..]), Some(&[0, 1, 0][..])));
    /// assert_eq!((b.data(), b.transpose()?), (Some(&[1_i64, 3, 2][..]), a));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn transpose(&self) -> Result<Self, ArrayError> {
        let storage = match &self.storage {
            Storage::Csr { indptr, indices, data } => {
                with_values!(data, |values| transposed_csr(matrix(&self.shape)?, indptr, indices, values)?)
            }
            Storage::Dense { data } => {
                let shape = matrix(&self.shape).map_err(|_| ArrayError::Rank {
                    stype: Stype::Dense,
                    expected: "2",
                    found: self.shape.len(),
                })?;
                Storage::Dense { data: with_values!(data, |values| transposed(shape, values)?) }
            }
            Storage::RowSparse { .. } => {
                return Err(ArrayError::Unsupported { operation: "transpose", stype: Stype::RowSparse });
            }
            Storage::Device(resident) => return Err(resident.on_device("transpose")),
        };
        Self::from_storage(self.shape.iter().rev().copied().collect(), storage)
    }
}

fn transposed_csr<V: Element>(
    [rows, columns]: [usize; 2],
    indptr: &[i64],
    indices: &[i64],
    values: &[V],
) -> Result<Storage, ArrayError> {
    let csr = Csr::trusted(rows, columns, indptr, indices, values)?;
    let nnz = indices.len();
    let (mut pointers, mut to, mut entries) = (zeros(columns.saturating_add(1))?, zeros(nnz)?, zeros(nnz)?);
    let buffers = TransposeBuffers { indptr: &mut pointers, indices: &mut to, entries: &mut entries };
    let mut data = zeros::<V>(nnz)?;
    transpose(csr, buffers)?.csr(values, &mut data)?;
    Ok(Storage::Csr { indptr: pointers, indices: to, data: V::wrap(data) })
}

fn transposed<V: Element>([rows, columns]: [usize; 2], values: &[V]) -> Result<Values, ArrayError> {
    let mut data = Vec::new();
    reserve(&mut data, values.len())?;
    let column = |column: usize| values.iter().skip(column).step_by(columns).take(rows).copied();
    (0..columns).for_each(|place| data.extend(column(place)));
    Ok(Stored::wrap(data))
}
