//! Arrays below each other.
use super::values::{reserve, with_type};
use super::{Array, ArrayError, Dtype, Element, Storage, Values};
use lacuna::infer::Stype;

impl Array {
    /// The rows of all arrays, in order, as one array of their storage type: csr, or dense of any rank from 1 on.
    /// MXNet's `concat` with `dim=0`. Cost: one copy.
    ///
    /// # Errors
    /// [`ArrayError::UnknownShape`] for no arrays, [`ArrayError::Unsupported`] for a row_sparse one,
    /// [`ArrayError::Stype`] and [`ArrayError::Dtype`] unless all are like the first, [`ArrayError::Shape`] for rows of
    /// another shape, [`ArrayError::Rank`], [`ArrayError::OnDevice`], [`ArrayError::Memory`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([2, 3]), vec![0, 1, 2], vec![2, 0], vec![1.0_f32, 2.0])?;
    /// let b = Array::csr(Some([1, 3]), vec![0, 2], vec![0, 1], vec![3.0_f32, 4.0])?;
    /// let c = Array::concat_rows(&[&a, &b])?;
    /// assert_eq!((c.shape(), c.indptr(), c.indices()), (&[3, 3][..], Some(&[0, 1, 2, 4][..]), Some(&[2, 0, 0, 1][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn concat_rows(arrays: &[&Self]) -> Result<Self, ArrayError> {
        let first = *arrays.first().ok_or(ArrayError::UnknownShape)?;
        let mut rows = 0_usize;
        for array in arrays {
            array.expect_host("rows of several arrays")?;
            let (&own, trailing) = array.shape.split_first().ok_or(ArrayError::Rank {
                stype: array.stype(),
                expected: "1 or more",
                found: 0,
            })?;
            if array.stype() != first.stype() {
                return Err(ArrayError::Stype { from: array.stype(), to: first.stype() });
            }
            if array.dtype() != first.dtype() {
                return Err(ArrayError::Dtype { expected: first.dtype(), found: array.dtype() });
            }
            let expected = first.shape.get(1..).unwrap_or_default();
            if trailing != expected {
                return Err(ArrayError::Shape { expected: expected.to_vec(), found: trailing.to_vec() });
            }
            rows = rows.checked_add(own).ok_or_else(|| ArrayError::Elements { shape: first.shape.clone() })?;
        }
        let shape = std::iter::once(rows).chain(first.shape.iter().skip(1).copied()).collect();
        let data = with_type!(first.dtype(), V => joined::<V>(arrays)?);
        let storage = match &first.storage {
            Storage::Dense { .. } => Storage::Dense { data },
            Storage::Csr { .. } => {
                let (mut indptr, mut indices) = (Vec::new(), Vec::new());
                reserve(&mut indptr, rows.saturating_add(1))?;
                reserve(&mut indices, data.len())?;
                indptr.push(0_i64);
                for array in arrays {
                    let begin = indptr.last().copied().unwrap_or_default();
                    let ends = array.indptr().unwrap_or_default().iter().skip(1);
                    indptr.extend(ends.map(|end| begin.saturating_add(*end)));
                    indices.extend_from_slice(array.indices().unwrap_or_default());
                }
                Storage::Csr { indptr, indices, data }
            }
            Storage::RowSparse { .. } => {
                return Err(ArrayError::Unsupported { operation: "rows of several arrays", stype: Stype::RowSparse });
            }
            Storage::Device(resident) => return Err(resident.on_device("rows of several arrays")),
        };
        Self::from_storage(shape, storage)
    }
}

/// The stored values of all.
fn joined<V: Element>(arrays: &[&Array]) -> Result<Values, ArrayError> {
    let parts = || arrays.iter().map(|array| array.data::<V>().unwrap_or_default());
    let mut values = Vec::new();
    reserve(&mut values, parts().map(<[V]>::len).fold(0, usize::saturating_add))?;
    parts().for_each(|part| values.extend_from_slice(part));
    Ok(V::wrap(values))
}
