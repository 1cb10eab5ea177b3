//! Operands with `i32` indices as those with `u32`, so that a kernel that reads checked indices is compiled once for
//! both.
//!
//! No index of a checked view is negative. In a view that nobody has checked, a negative index is outside of every
//! dimension in both types. Kernels that take plain arrays of indices are compiled for `i32` too: there a negative
//! number may mean something, and the largest one is another.
#![cfg_attr(any(test, not(feature = "instances")), allow(dead_code))]
use crate::processor;
use crate::view::{Broadcast, RowsMut};

/// An operand, or the arguments of a kernel, with `i32` indices.
pub(crate) trait Unsigned {
    /// The same with `u32`.
    type Unsigned;
    fn unsigned(self) -> Self::Unsigned;
}

/// `unsigned!([generics] Type [parameters before the index] [and after it] { fields that stay; fields that change })`.
macro_rules! unsigned {
    (
        [$($generics:tt)*] $type:ident [$($before:ident)*] [$($after:ident)*] { $($kept:ident),*; $($changed:ident),* }
    ) => {
        impl<'a, $($generics)*> $crate::unsigned::Unsigned for $type<'a, $($before,)* i32 $(, $after)*> {
            type Unsigned = $type<'a, $($before,)* u32 $(, $after)*>;
            #[inline(always)]
            fn unsigned(self) -> Self::Unsigned {
                let Self { $($kept,)* $($changed,)* } = self;
                $type { $($kept,)* $($changed: $crate::unsigned::Unsigned::unsigned($changed),)* }
            }
        }
    };
}
pub(crate) use unsigned;

impl<'a> Unsigned for &'a [i32] {
    type Unsigned = &'a [u32];
    #[inline(always)]
    fn unsigned(self) -> Self::Unsigned {
        processor::unsigned(self)
    }
}

impl<'a> Unsigned for &'a mut [i32] {
    type Unsigned = &'a mut [u32];
    #[inline(always)]
    fn unsigned(self) -> Self::Unsigned {
        processor::unsigned_mut(self)
    }
}

impl<T: Unsigned, const N: usize> Unsigned for [T; N] {
    type Unsigned = [T::Unsigned; N];
    #[inline(always)]
    fn unsigned(self) -> Self::Unsigned {
        self.map(T::unsigned)
    }
}

impl<'a, V> Unsigned for RowsMut<'a, V, i32> {
    type Unsigned = RowsMut<'a, V, u32>;
    #[inline(always)]
    fn unsigned(self) -> Self::Unsigned {
        match self {
            Self::Dense(dense) => RowsMut::Dense(dense),
            Self::RowSparse(stored) => RowsMut::RowSparse(stored.unsigned()),
        }
    }
}

impl<'a, V> Unsigned for Broadcast<'a, V, i32> {
    type Unsigned = Broadcast<'a, V, u32>;
    #[inline(always)]
    fn unsigned(self) -> Self::Unsigned {
        match self {
            Self::Dense(dense) => Broadcast::Dense(dense),
            Self::RowSparse(stored) => Broadcast::RowSparse(stored.unsigned()),
            Self::Row(values) => Broadcast::Row(values),
            Self::Column(values) => Broadcast::Column(values),
            Self::Scalar(value) => Broadcast::Scalar(value),
        }
    }
}
