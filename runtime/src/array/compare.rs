//! Whether elements are equal.
use super::values::zeros;
use super::{Array, ArrayError, Element, Storage, Values, with_values};
use lacuna::Value;
use lacuna::binary;
use lacuna::infer::Stype;
use std::borrow::Cow;

impl Array {
    /// `self == other`, element by element: a dense array of the same dtype with 1 where they are equal and 0
    /// elsewhere, whatever their storage types are. NaN is not equal to anything. Cost: that of dense copies.
    ///
    /// # Errors
    /// [`ArrayError::Shape`], [`ArrayError::Dtype`], [`ArrayError::Memory`], [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_runtime::array::Array;
    /// let a = Array::dense(&[2, 2], vec![0.0_f32, 2.0, 0.0, 4.0])?;
    /// let b = Array::csr(Some([2, 2]), vec![0, 1, 1], vec![1], vec![2.0_f32])?;
    /// assert_eq!(a.equal(&b)?.data::<f32>(), Some(&[1.0, 1.0, 1.0, 0.0][..]));
    /// # Ok::<(), lacuna_runtime::array::ArrayError>(())
    /// ```
    pub fn equal(&self, other: &Self) -> Result<Self, ArrayError> {
        [self, other].iter().try_for_each(|array| array.expect_host("a comparison"))?;
        other.expect_shape(&self.shape)?;
        if other.dtype() != self.dtype() {
            return Err(ArrayError::Dtype { expected: self.dtype(), found: other.dtype() });
        }
        let (left, right) = (self.dense_copy()?, other.dense_copy()?);
        let (left, right) = (left.values(), right.values());
        let data = if self.dtype().is_float() {
            match (&*left.widened()?, &*right.widened()?) {
                (Values::F32(left), Values::F32(right)) => equal_floats(left, right)?.cast(self.dtype())?,
                (Values::F64(left), Values::F64(right)) => equal_floats(left, right)?.cast(self.dtype())?,
                (_, right) => return Err(ArrayError::Dtype { expected: self.dtype(), found: right.dtype() }),
            }
        } else {
            // All bits of an integer count, more than a float has.
            with_values!(left, |left| equal_integers(left, right))
        };
        Ok(Self { shape: self.shape.clone(), storage: Storage::Dense { data } })
    }

    /// The array, or its elements as a dense one.
    pub(crate) fn dense_copy(&self) -> Result<Cow<'_, Self>, ArrayError> {
        Ok(if self.stype() == Stype::Dense { Cow::Borrowed(self) } else { Cow::Owned(self.tostype(Stype::Dense)?) })
    }
}

fn equal_floats<V: Value + Element>(left: &[V], right: &[V]) -> Result<Values, ArrayError> {
    let mut out = zeros(left.len())?;
    binary::equal(left, right, &mut out)?;
    Ok(V::wrap(out))
}

fn equal_integers<V: Element>(left: &[V], right: &Values) -> Values {
    let right = V::of(right).unwrap_or_default();
    V::wrap(left.iter().zip(right).map(|(left, right)| if left == right { V::ONE } else { V::ZERO }).collect())
}
