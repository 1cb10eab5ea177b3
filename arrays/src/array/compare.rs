//! Comparisons, element by element.
use super::values::zeros;
use super::{Array, ArrayError, Element, Storage, Values, with_values};
use lacuna::binary;
use lacuna::infer::Stype;
use lacuna::{KernelError, Value};
use std::borrow::Cow;

/// Declares the comparisons: the kernel of each, whether it takes the operands the other way round, and the same of
/// integers.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $variant:ident |$one:ident, $other:ident| $kernel:ident($left:ident, $right:ident), $sign:tt;)*) => {
        /// Whether two numbers are so. Of NaN all are false but [`NotEqual`](Self::NotEqual).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Comparison {
            $($(#[$doc])* $variant,)*
        }

        impl Comparison {
            fn floats<V: Value>(self, left: &[V], right: &[V], out: &mut [V]) -> Result<(), KernelError> {
                match self {
                    $(Self::$variant => {
                        let ($one, $other) = (left, right);
                        binary::$kernel($left, $right, out)
                    })*
                }
            }

            fn integers<V: PartialOrd>(self, left: &V, right: &V) -> bool {
                match self { $(Self::$variant => left $sign right,)* }
            }
        }
    };
}

comparisons! {
    /// `==`.
    Equal |left, right| equal(left, right), ==;
    /// `!=`.
    NotEqual |left, right| not_equal(left, right), !=;
    /// `>`.
    Greater |left, right| greater(left, right), >;
    /// `>=`.
    GreaterEqual |left, right| greater_equal(left, right), >=;
    /// `<`.
    Lesser |left, right| greater(right, left), <;
    /// `<=`.
    LesserEqual |left, right| greater_equal(right, left), <=;
}

impl Array {
    /// A comparison with another array, element by element: a dense array of the same dtype with 1 where it holds and
    /// 0 elsewhere, whatever their storage types are. Cost: that of dense copies.
    ///
    /// # Errors
    /// [`ArrayError::Shape`], [`ArrayError::Dtype`], [`ArrayError::Memory`], [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna_arrays::array::{Array, Comparison};
    /// let a = Array::dense(&[2, 2], vec![0.0_f32, 2.0, -1.0, 4.0])?;
    /// let b = Array::csr(Some([2, 2]), vec![0, 1, 1], vec![1], vec![3.0_f32])?;
    /// assert_eq!(a.compare(&b, Comparison::GreaterEqual)?.data::<f32>(), Some(&[1.0, 0.0, 0.0, 1.0][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn compare(&self, other: &Self, comparison: Comparison) -> Result<Self, ArrayError> {
        [self, other].iter().try_for_each(|array| array.expect_host("a comparison"))?;
        other.expect_shape(&self.shape)?;
        if other.dtype() != self.dtype() {
            return Err(ArrayError::Dtype { expected: self.dtype(), found: other.dtype() });
        }
        let (left, right) = (self.dense_copy()?, other.dense_copy()?);
        let (left, right) = (left.values(), right.values());
        let data = if self.dtype().is_float() {
            match (&*left.widened()?, &*right.widened()?) {
                (Values::F32(left), Values::F32(right)) => floats(comparison, left, right)?.cast(self.dtype())?,
                (Values::F64(left), Values::F64(right)) => floats(comparison, left, right)?.cast(self.dtype())?,
                (_, right) => return Err(ArrayError::Dtype { expected: self.dtype(), found: right.dtype() }),
            }
        } else {
            // All bits of an integer count, more than a float has.
            with_values!(left, |left| integers(comparison, left, right))
        };
        Ok(Self { shape: self.shape.clone(), storage: Storage::Dense { data } })
    }

    /// `self == other`: [`compare`](Self::compare) with [`Comparison::Equal`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::dense(&[2, 2], vec![0.0_f32, 2.0, 0.0, 4.0])?;
    /// let b = Array::csr(Some([2, 2]), vec![0, 1, 1], vec![1], vec![2.0_f32])?;
    /// assert_eq!(a.equal(&b)?.data::<f32>(), Some(&[1.0, 1.0, 1.0, 0.0][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn equal(&self, other: &Self) -> Result<Self, ArrayError> {
        self.compare(other, Comparison::Equal)
    }

    /// The array, or its elements as a dense one.
    #[doc(hidden)]
    pub fn dense_copy(&self) -> Result<Cow<'_, Self>, ArrayError> {
        Ok(if self.stype() == Stype::Dense { Cow::Borrowed(self) } else { Cow::Owned(self.tostype(Stype::Dense)?) })
    }
}

fn floats<V: Value + Element>(comparison: Comparison, left: &[V], right: &[V]) -> Result<Values, ArrayError> {
    let mut out = zeros(left.len())?;
    comparison.floats(left, right, &mut out)?;
    Ok(V::wrap(out))
}

fn integers<V: Element>(comparison: Comparison, left: &[V], right: &Values) -> Values {
    let right = V::of(right).unwrap_or_default();
    let held = |(left, right)| if comparison.integers(left, right) { V::ONE } else { V::ZERO };
    V::wrap(left.iter().zip(right).map(held).collect())
}
