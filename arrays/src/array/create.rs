//! The array, and how it is made.
use super::values::zeros;
use super::{ArrayError, Dtype, Element, Values, with_values};
use crate::device::Resident;
use lacuna::infer::Stype;
use lacuna::rows::coalesce;
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::slice::{Canonical, CanonicalBuffers, canonical_coo};
use lacuna::{Csr, Index, RowSparse, RowSparseMut, Storage as Storable};

/// An owned array: dense, csr or row_sparse, of any [`Dtype`]. See the [module](super).
///
/// Two arrays are `==` if storage type, shape, dtype, structure and values are, or, on a device, if they share their
/// memory; NaN is not equal to anything. Element by element they are compared by [`equal`](Self::equal).
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub(super) shape: Vec<usize>,
    pub(super) storage: Storage,
}

/// The parts of an array. The format of each is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    Dense {
        data: Values,
    },
    Csr {
        indptr: Vec<i64>,
        indices: Vec<i64>,
        data: Values,
    },
    RowSparse {
        indices: Vec<i64>,
        data: Values,
    },
    /// In the memory of a device.
    Device(Resident),
}

/// Elements of a shape.
pub(super) fn elements(shape: &[usize]) -> Result<usize, ArrayError> {
    // A length of 0 anywhere makes the product 0, however large the others are.
    if shape.contains(&0) {
        return Ok(0);
    }
    let product = shape.iter().try_fold(1_usize, |product, &length| product.checked_mul(length));
    product
        .filter(|&product| isize::try_from(product).is_ok())
        .ok_or_else(|| ArrayError::Elements { shape: shape.to_vec() })
}

/// Rows of a row_sparse array, and elements of each.
pub fn rows_of(shape: &[usize]) -> Result<(usize, usize), ArrayError> {
    let (&rows, trailing) =
        shape.split_first().ok_or(ArrayError::Rank { stype: Stype::RowSparse, expected: "1 or more", found: 0 })?;
    Ok((rows, elements(trailing)?))
}

/// Rows and columns of a csr.
pub(super) fn matrix(shape: &[usize]) -> Result<[usize; 2], ArrayError> {
    shape.try_into().map_err(|_| ArrayError::Rank { stype: Stype::Csr, expected: "2", found: shape.len() })
}

/// One more than the largest index; the largest of none is an error.
fn end(indices: &[i64]) -> Result<usize, ArrayError> {
    let largest = indices.iter().copied().max().ok_or(ArrayError::UnknownShape)?;
    // A negative one is refused, with its place, by whoever checks the indices.
    Ok(usize::try_from(largest).unwrap_or(0).saturating_add(1))
}

impl Array {
    /// A dense array of the values, row by row.
    ///
    /// # Errors
    /// [`ArrayError::Length`] unless there are as many values as the shape has elements, [`ArrayError::Elements`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::dense(&[2, 3], vec![1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(a.to_string(), "\n[[1 2 3]\n [4 5 6]]\n<NDArray 2x3 @cpu(0)>");
    /// assert_eq!(Array::dense(&[2, 2], vec![1.0_f32]).unwrap_err().to_string(), "1 values, but shape [2, 2] has 4 elements");
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn dense<V: Element>(shape: &[usize], values: Vec<V>) -> Result<Self, ArrayError> {
        Self::from_storage(shape.to_vec(), Storage::Dense { data: V::wrap(values) })
    }

    /// A csr matrix of its parts: row `r` holds entries `indptr[r]..indptr[r + 1]`, columns strictly ascending. Without
    /// a shape it has `indptr.len() - 1` rows, and as many columns as the largest index needs.
    ///
    /// # Errors
    /// [`ArrayError::Format`] with what is wrong, and where; [`ArrayError::UnknownShape`] for no indices and no shape.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(None, vec![0, 2, 2], vec![0, 2], vec![10.0_f64, 2.0])?;
    /// assert_eq!(a.shape(), [2, 3]);
    /// let refused = Array::csr(Some([2, 2]), vec![0, 2, 2], vec![0, 2], vec![10.0_f64, 2.0]);
    /// assert_eq!(refused.unwrap_err().to_string(), "csr indices: row 0, entry 1: index 2 is not less than the number of columns, 2");
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn csr<V: Element>(
        shape: Option<[usize; 2]>,
        indptr: Vec<i64>,
        indices: Vec<i64>,
        values: Vec<V>,
    ) -> Result<Self, ArrayError> {
        let shape = match shape {
            Some(shape) => shape,
            None => [indptr.len().saturating_sub(1), end(&indices)?],
        };
        Self::from_storage(shape.to_vec(), Storage::Csr { indptr, indices, data: V::wrap(values) })
    }

    /// A row_sparse array of its parts: the rows of the ids `indices`, strictly ascending, one after the other.
    ///
    /// # Errors
    /// [`ArrayError::Format`] with what is wrong, and where; [`ArrayError::Rank`] for a shape without dimensions.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::row_sparse(&[5, 2], vec![1, 4], vec![1.0_f32, 2.0, 3.0, 4.0])?;
    /// assert_eq!((a.indices(), a.density()), (Some(&[1, 4][..]), 0.4));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn row_sparse<V: Element>(shape: &[usize], indices: Vec<i64>, values: Vec<V>) -> Result<Self, ArrayError> {
        Self::from_storage(shape.to_vec(), Storage::RowSparse { indices, data: V::wrap(values) })
    }

    /// As [`row_sparse`](Self::row_sparse) with the shape `[largest index + 1, row_shape..]`.
    ///
    /// # Errors
    /// As there, and [`ArrayError::UnknownShape`] for no indices.
    pub fn row_sparse_rows<V: Element>(
        row_shape: &[usize],
        indices: Vec<i64>,
        values: Vec<V>,
    ) -> Result<Self, ArrayError> {
        let shape = [&[end(&indices)?], row_shape].concat();
        Self::row_sparse(&shape, indices, values)
    }

    /// A csr matrix of triplets in any order: element `(rows[k], columns[k])` is the sum of all its values, floats in
    /// the order in which they come, integers modulo 2^bits. Without a shape it has as many rows and columns as the
    /// largest indices need.
    ///
    /// # Errors
    /// [`ArrayError::Kernel`] for lists of different lengths and for the first index that is outside;
    /// [`ArrayError::UnknownShape`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::coo(Some([2, 3]), &[1, 0, 1], &[2, 1, 2], vec![1.0_f32, 5.0, 2.0])?;
    /// assert_eq!((a.indptr(), a.indices(), a.data()), (Some(&[0, 1, 2][..]), Some(&[1, 2][..]), Some(&[5.0_f32, 3.0][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn coo<V: Element>(
        shape: Option<[usize; 2]>,
        rows: &[i64],
        columns: &[i64],
        values: Vec<V>,
    ) -> Result<Self, ArrayError> {
        let shape = match shape {
            Some(shape) => shape,
            None => [end(rows)?, end(columns)?],
        };
        Self::coo_of(shape, rows, columns, &V::wrap(values))
    }

    pub(crate) fn coo_of(
        shape: [usize; 2],
        rows: &[i64],
        columns: &[i64],
        values: &Values,
    ) -> Result<Self, ArrayError> {
        let (length, found) = (rows.len(), values.len());
        if length != found {
            return Err(ArrayError::Length { shape: vec![length], expected: length, found });
        }
        let pointers = shape[0].checked_add(1).ok_or_else(|| ArrayError::Elements { shape: shape.to_vec() })?;
        let (mut indptr, mut indices, mut ids) = (zeros(pointers)?, zeros(length)?, zeros(length)?);
        let (mut segments, mut rows_of, mut entries) = (zeros(length + 1)?, zeros(length)?, zeros(length)?);
        let plan = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
        let mut scratch = zeros::<<i64 as Index>::Key>(plan_scratch(length))?;
        let buffers = CanonicalBuffers { indptr: &mut indptr, indices: &mut indices, plan };
        let pattern = canonical_coo((shape[0], shape[1]), rows, columns, buffers, &mut scratch)?;
        let stored = pattern.indices().len();
        let data = match values {
            Values::F32(values) => sums(&pattern, values)?,
            Values::F64(values) => sums(&pattern, values)?,
            Values::F16(values) => sums(&pattern, values)?,
            Values::Bf16(values) => sums(&pattern, values)?,
            Values::I8(values) => integer_sums(&pattern, values, i8::wrapping_add),
            Values::U8(values) => integer_sums(&pattern, values, u8::wrapping_add),
            Values::I32(values) => integer_sums(&pattern, values, i32::wrapping_add),
            Values::I64(values) => integer_sums(&pattern, values, i64::wrapping_add),
        };
        indices.truncate(stored);
        Self::from_storage(shape.to_vec(), Storage::Csr { indptr, indices, data })
    }

    /// An array of zeros: a sparse one stores nothing. (MXNet's `empty` is the same.)
    ///
    /// # Errors
    /// [`ArrayError::Rank`] for a csr that is no matrix or a row_sparse array without dimensions,
    /// [`ArrayError::Elements`], [`ArrayError::Memory`].
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_arrays::array::{Array, Dtype};
    /// let a = Array::zeros(Stype::Csr, &[100, 200], Dtype::F64)?;
    /// assert_eq!((a.nnz(), a.indptr().map(<[i64]>::len)), (0, Some(101)));
    /// assert_eq!(Array::zeros(Stype::Csr, &[3], Dtype::F64).unwrap_err().to_string(), "a csr array has 2 dimensions, not 1");
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn zeros(stype: Stype, shape: &[usize], dtype: Dtype) -> Result<Self, ArrayError> {
        let none = || Values::zeros(dtype, 0);
        let storage = match stype {
            Stype::Dense => Storage::Dense { data: Values::zeros(dtype, elements(shape)?)? },
            Stype::Csr => {
                let [rows, _] = matrix(shape)?;
                let pointers = rows.checked_add(1).ok_or_else(|| ArrayError::Elements { shape: shape.to_vec() })?;
                Storage::Csr { indptr: zeros(pointers)?, indices: Vec::new(), data: none()? }
            }
            Stype::RowSparse => Storage::RowSparse { indices: Vec::new(), data: none()? },
        };
        Self::from_storage(shape.to_vec(), storage)
    }

    /// The checked constructor of all arrays.
    #[doc(hidden)]
    pub fn from_storage(shape: Vec<usize>, storage: Storage) -> Result<Self, ArrayError> {
        match &storage {
            Storage::Dense { data } => {
                let (expected, found) = (elements(&shape)?, data.len());
                if expected != found {
                    return Err(ArrayError::Length { shape, expected, found });
                }
            }
            Storage::Csr { indptr, indices, data } => {
                let [rows, columns] = matrix(&shape)?;
                with_values!(data, |values| Csr::new(rows, columns, indptr, indices, values).map(|_| ()))?;
            }
            Storage::RowSparse { indices, data } => {
                let (rows, row_length) = rows_of(&shape)?;
                with_values!(data, |values| RowSparse::new(rows, row_length, indices, values).map(|_| ()))?;
            }
            Storage::Device(_) => {}
        }
        Ok(Self { shape, storage })
    }
}

fn sums<V: Element + Storable>(pattern: &Canonical<'_, i64>, values: &[V]) -> Result<Values, ArrayError> {
    let plan = pattern.plan();
    let mut out = zeros(pattern.indices().len())?;
    let input = RowSparse::trusted(plan.entries().len(), 1, plan.entries(), values)?;
    coalesce(plan, input, RowSparseMut::trusted(out.len(), 1, plan.ids(), &mut out)?)?;
    Ok(V::wrap(out))
}

fn integer_sums<V: Element>(pattern: &Canonical<'_, i64>, values: &[V], add: fn(V, V) -> V) -> Values {
    let plan = pattern.plan();
    let sum = |segment: &[i64]| {
        let (start, end) =
            (segment.first().map_or(0, |place| place.to_usize()), segment.last().map_or(0, |place| place.to_usize()));
        let terms = plan.entries().get(start..end).unwrap_or_default();
        terms.iter().filter_map(|entry| values.get(entry.to_usize()).copied()).fold(V::ZERO, add)
    };
    V::wrap(plan.segments().windows(2).map(sum).collect())
}
