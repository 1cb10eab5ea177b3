//! Copies and assignments.
use super::create::{elements, rows_of};
use super::dtype::Stored;
use super::values::zeros;
use super::{Array, ArrayError, Element, Storage, Values, with_values};
use lacuna::infer::Stype;

impl Array {
    /// Copies the array into another one, which keeps its storage type, its dtype and its [context](Self::context): of
    /// the same storage type numbers are cast, otherwise dtypes must be the same. A sparse destination takes the
    /// structure of the source.
    ///
    /// # Errors
    /// [`ArrayError::Shape`]; [`ArrayError::Stype`] between csr and row_sparse; [`ArrayError::Dtype`].
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_arrays::array::{Array, Dtype};
    /// let a = Array::csr(Some([2, 2]), vec![0, 1, 1], vec![1], vec![3.0_f32])?;
    /// let mut b = Array::zeros(Stype::Dense, &[2, 2], Dtype::F32)?;
    /// a.copyto(&mut b)?;
    /// assert_eq!(b.data::<f32>(), Some(&[0.0, 3.0, 0.0, 0.0][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn copyto(&self, destination: &mut Self) -> Result<(), ArrayError> {
        self.expect_shape(&destination.shape)?;
        let (stype, dtype, context) = (destination.stype(), destination.dtype(), destination.context());
        *destination = if self.stype() == stype {
            self.astype(dtype)?.into_context(&context)?
        } else if self.dtype() == dtype {
            self.tostype(stype)?.into_context(&context)?
        } else if matches!((self.stype(), stype), (Stype::Dense, _) | (_, Stype::Dense)) {
            return Err(ArrayError::Dtype { expected: dtype, found: self.dtype() });
        } else {
            return Err(ArrayError::Stype { from: self.stype(), to: stype });
        };
        Ok(())
    }

    pub(super) fn expect_shape(&self, expected: &[usize]) -> Result<(), ArrayError> {
        let found = self.shape.clone();
        if found == expected { Ok(()) } else { Err(ArrayError::Shape { expected: expected.to_vec(), found }) }
    }

    /// `self[:] = source`: [`copyto`](Self::copyto) the other way round.
    ///
    /// # Errors
    /// As there.
    pub fn assign(&mut self, source: &Self) -> Result<(), ArrayError> {
        source.copyto(self)
    }

    /// `self[:] = number`, in the array's dtype: every element of a dense array; of a row_sparse one every row, which
    /// it then stores, also for 0.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for a csr, which MXNet refuses too; [`ArrayError::Memory`],
    /// [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_arrays::array::{Array, Dtype};
    /// let mut a = Array::zeros(Stype::RowSparse, &[2, 2], Dtype::F32)?;
    /// a.fill(3.0)?;
    /// assert_eq!((a.indices(), a.data::<f32>()), (Some(&[0, 1][..]), Some(&[3.0; 4][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn fill(&mut self, number: f64) -> Result<(), ArrayError> {
        fn filled<V: Element>(_: &[V], number: &Values, length: usize) -> Result<Values, ArrayError> {
            let mut values = zeros::<V>(length)?;
            values.fill(V::of(number).and_then(|number| number.first().copied()).unwrap_or_default());
            Ok(V::wrap(values))
        }
        self.expect_host("a number for all elements")?;
        let number = Values::F64(vec![number]).cast(self.dtype())?;
        let length = elements(&self.shape)?;
        let all = |data: &Values| with_values!(data, |values| filled(values, &number, length));
        self.storage = match &self.storage {
            Storage::Dense { data } => Storage::Dense { data: all(data)? },
            Storage::Csr { .. } => {
                return Err(ArrayError::Unsupported { operation: "a number for all elements", stype: Stype::Csr });
            }
            Storage::RowSparse { data, .. } => {
                let mut indices = zeros(rows_of(&self.shape)?.0)?;
                (0..).zip(&mut indices).for_each(|(id, to)| *to = id);
                Storage::RowSparse { indices, data: all(data)? }
            }
            Storage::Device(resident) => return Err(resident.on_device("a number for all elements")),
        };
        Ok(())
    }

    /// `self[begin..] = source` of a dense array: writes the source's rows, dense or sparse and of the same dtype, over
    /// those from `begin` on.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for a sparse array, which MXNet refuses too; [`ArrayError::Shape`] for rows of
    /// another shape, [`ArrayError::Row`] for rows that are not there, [`ArrayError::Dtype`], [`ArrayError::OnDevice`].
    pub fn assign_rows(&mut self, begin: usize, source: &Self) -> Result<(), ArrayError> {
        [&*self, source].iter().try_for_each(|array| array.expect_host("assignment to some of the rows"))?;
        if self.stype() != Stype::Dense {
            return Err(ArrayError::Unsupported { operation: "assignment to some of the rows", stype: self.stype() });
        }
        let (rows, row_length) = rows_of(&self.shape)?;
        let (count, _) = rows_of(&source.shape)?;
        let expected: Vec<_> = std::iter::once(count).chain(self.shape.iter().skip(1).copied()).collect();
        source.expect_shape(&expected)?;
        if begin.checked_add(count).is_none_or(|end| end > rows) {
            return Err(ArrayError::Row {
                row: i64::try_from(begin.saturating_add(count).saturating_sub(1)).unwrap_or(i64::MAX),
                rows,
            });
        }
        if source.dtype() != self.dtype() {
            return Err(ArrayError::Dtype { expected: self.dtype(), found: source.dtype() });
        }
        let source = source.tostype(Stype::Dense)?;
        let places = begin * row_length..(begin + count) * row_length;
        if let Some(values) = self.values_mut() {
            with_values!(values, |values| copy_places(values, places, source.values()));
        }
        Ok(())
    }
}

fn copy_places<V: Stored + Copy>(values: &mut [V], places: std::ops::Range<usize>, source: &Values) {
    if let (Some(to), Some(from)) = (values.get_mut(places), V::of(source))
        && to.len() == from.len()
    {
        to.copy_from_slice(from);
    }
}
