//! Numbers of one dtype.
use super::dtype::Stored;
use super::{ArrayError, Dtype, Element};
use crate::large_pages;
use half::{bf16, f16};
use lacuna::cast::{self, CastTo};
use std::borrow::Cow;
use std::ops::Range;

/// Numbers of one dtype.
#[derive(Debug, PartialEq)]
pub enum Values {
    F16(Vec<f16>),
    Bf16(Vec<bf16>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    I8(Vec<i8>),
    U8(Vec<u8>),
    I32(Vec<i32>),
    I64(Vec<i64>),
}

/// The expression, with the vector of whatever type.
#[doc(hidden)]
#[macro_export]
macro_rules! with_values {
    ($values:expr, |$vector:ident| $body:expr) => {
        match $values {
            $crate::array::Values::F16($vector) => $body,
            $crate::array::Values::Bf16($vector) => $body,
            $crate::array::Values::F32($vector) => $body,
            $crate::array::Values::F64($vector) => $body,
            $crate::array::Values::I8($vector) => $body,
            $crate::array::Values::U8($vector) => $body,
            $crate::array::Values::I32($vector) => $body,
            $crate::array::Values::I64($vector) => $body,
        }
    };
}
pub use with_values;

/// The expression, with the type of a dtype.
macro_rules! with_type {
    ($dtype:expr, $Type:ident => $body:expr) => {
        match $dtype {
            Dtype::F16 => {
                type $Type = half::f16;
                $body
            }
            Dtype::Bf16 => {
                type $Type = half::bf16;
                $body
            }
            Dtype::F32 => {
                type $Type = f32;
                $body
            }
            Dtype::F64 => {
                type $Type = f64;
                $body
            }
            Dtype::I8 => {
                type $Type = i8;
                $body
            }
            Dtype::U8 => {
                type $Type = u8;
                $body
            }
            Dtype::I32 => {
                type $Type = i32;
                $body
            }
            Dtype::I64 => {
                type $Type = i64;
                $body
            }
        }
    };
}

pub(super) use with_type;

/// Numbers cast at a time on the way through a wider type.
const CHUNK: usize = 1024;

/// So many zeros, if there is memory for them.
pub fn zeros<V: Copy + Default>(length: usize) -> Result<Vec<V>, ArrayError> {
    let mut values = Vec::new();
    reserve(&mut values, length)?;
    values.resize(length, V::default());
    Ok(values)
}

/// Makes room for so many more.
pub fn reserve<V>(values: &mut Vec<V>, length: usize) -> Result<(), ArrayError> {
    let before = values.capacity();
    values
        .try_reserve_exact(length)
        .map_err(|_| ArrayError::Memory { elements: length, bytes_each: size_of::<V>() })?;
    if values.capacity() > before {
        large_pages::advise(values);
    }
    Ok(())
}

/// A vector of what comes from a slice, each element made by a function.
pub(super) fn made<T, V>(from: &[T], make: impl Fn(&T) -> V) -> Vec<V> {
    let mut values = Vec::with_capacity(from.len());
    large_pages::advise(&mut values);
    values.extend(from.iter().map(make));
    values
}

impl Clone for Values {
    fn clone(&self) -> Self {
        fn copy<V: Element>(values: &[V]) -> Values {
            V::wrap(made(values, |&value| value))
        }
        with_values!(self, |values| copy(values))
    }
}

impl Values {
    pub fn zeros(dtype: Dtype, length: usize) -> Result<Self, ArrayError> {
        with_type!(dtype, V => Ok(V::wrap(zeros(length)?)))
    }

    /// Of bytes, little-endian; what is left at their end is not read.
    pub fn read(dtype: Dtype, bytes: &[u8]) -> Self {
        with_type!(dtype, V => V::wrap(V::read(bytes)))
    }

    /// Appends the bytes, little-endian.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        with_values!(self, |values| Stored::write(values, bytes));
    }

    /// Appends the bytes of a part, little-endian; of none where the part is not inside.
    pub fn write_range(&self, range: Range<usize>, bytes: &mut Vec<u8>) {
        with_values!(self, |values| Stored::write(values.get(range).unwrap_or_default(), bytes));
    }

    /// The same numbers and, behind them, others of this dtype.
    pub fn append(&mut self, other: &Self) -> Result<(), ArrayError> {
        fn append<V: Element>(values: &mut Vec<V>, other: &Values) -> Result<(), ArrayError> {
            let found = other.dtype();
            let other = V::of(other).ok_or(ArrayError::Dtype { expected: V::DTYPE, found })?;
            reserve(values, other.len())?;
            values.extend_from_slice(other);
            Ok(())
        }
        with_values!(self, |values| append(values, other))
    }

    pub fn dtype(&self) -> Dtype {
        fn dtype<V: Element>(_: &[V]) -> Dtype {
            V::DTYPE
        }
        with_values!(self, |values| dtype(values))
    }

    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        with_values!(self, |values| values.len())
    }

    /// The numbers in another type, by the rules of [`CastTo`].
    ///
    /// On the way they are `f64`, or `i64` from integers to integers, which hold every number of the types that go
    /// through them: so there is one rounding, and a cast for each type, not for each two.
    pub fn cast(&self, to: Dtype) -> Result<Self, ArrayError> {
        let from = self.dtype();
        if from == to {
            return Ok(self.clone());
        }
        match self {
            Self::F64(values) => with_type!(to, V => direct::<_, V>(values)),
            Self::I64(values) => with_type!(to, V => direct::<_, V>(values)),
            Self::F16(values) => through_f64(values, to),
            Self::Bf16(values) => through_f64(values, to),
            Self::F32(values) => through_f64(values, to),
            Self::I8(values) if to.is_float() => through_f64(values, to),
            Self::U8(values) if to.is_float() => through_f64(values, to),
            Self::I32(values) if to.is_float() => through_f64(values, to),
            Self::I8(values) => through_i64(values, to),
            Self::U8(values) => through_i64(values, to),
            Self::I32(values) => through_i64(values, to),
        }
    }

    /// Numbers that kernels compute with, `f32` or `f64`, which are 0 where these are 0 and equal these where they have
    /// at most 53 bits.
    pub fn widened(&self) -> Result<Cow<'_, Self>, ArrayError> {
        Ok(match self.dtype() {
            Dtype::F32 | Dtype::F64 => Cow::Borrowed(self),
            Dtype::F16 | Dtype::Bf16 | Dtype::I8 | Dtype::U8 => Cow::Owned(self.cast(Dtype::F32)?),
            Dtype::I32 | Dtype::I64 => Cow::Owned(self.cast(Dtype::F64)?),
        })
    }
}

fn direct<A: CastTo<B>, B: Element>(values: &[A]) -> Result<Values, ArrayError> {
    let mut out = zeros::<B>(values.len())?;
    cast::cast(values, &mut out)?;
    Ok(B::wrap(out))
}

fn through_f64<A: CastTo<f64>>(values: &[A], to: Dtype) -> Result<Values, ArrayError> {
    with_type!(to, V => through::<A, f64, V>(values))
}

fn through_i64<A: CastTo<i64>>(values: &[A], to: Dtype) -> Result<Values, ArrayError> {
    with_type!(to, V => through::<A, i64, V>(values))
}

fn through<A: CastTo<M>, M: CastTo<B>, B: Element>(values: &[A]) -> Result<Values, ArrayError> {
    let (mut out, mut between) = (zeros::<B>(values.len())?, [M::ZERO; CHUNK]);
    for (from, to) in values.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
        let between = between.get_mut(..from.len()).unwrap_or_default();
        cast::cast(from, between)?;
        cast::cast(between, to)?;
    }
    Ok(B::wrap(out))
}
