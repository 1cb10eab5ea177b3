//! Operands of any type.
use super::element::{Array, ArrayMut, Element, Scalar};
use super::rule::AnyRule;
use crate::dot::{AnyBlockEnds, AnySellPlan};
use crate::random::Stream;
use crate::segments::{AnyPlanBuffers, AnySegmentPlan};
use crate::view::{AnyCsr, AnyCsrMut, AnyDense, AnyDenseMut, AnyRowSparse, AnyRowSparseMut};
use crate::{Broadcast, Index, Number, RowSparse, RowsMut, Value};

/// An operand of a kernel, of any value and index type. Made by [`Erase::erase`].
#[derive(Debug, Default)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum AnyOperand<'a> {
    /// Nothing: what a call leaves when it takes an operand.
    #[default]
    Taken,
    Csr(AnyCsr<'a>),
    CsrMut(AnyCsrMut<'a>),
    Dense(AnyDense<'a>),
    DenseMut(AnyDenseMut<'a>),
    RowSparse(AnyRowSparse<'a>),
    RowSparseMut(AnyRowSparseMut<'a>),
    RowSparseList(AnyRowSparseList<'a>),
    /// One row for all, of a [`Broadcast`]. Its other forms are [`Dense`](Self::Dense) and
    /// [`RowSparse`](Self::RowSparse).
    Row(Array<'a>),
    /// One column for all, of a [`Broadcast`].
    Column(Array<'a>),
    SegmentPlan(AnySegmentPlan<'a>),
    PlanBuffers(AnyPlanBuffers<'a>),
    BlockEnds(AnyBlockEnds<'a>),
    SellPlan(AnySellPlan<'a>),
    /// Values, or indices.
    Array(Array<'a>),
    /// Values or indices to be written, or scratch.
    ArrayMut(ArrayMut<'a>),
    Scalar(Scalar),
    Size(usize),
    Stream(Stream),
    Rule(AnyRule),
}

#[cfg(feature = "table")]
impl AnyOperand<'_> {
    /// Takes indices of `i32` as those of `u32`, where no index can be negative: in views.
    pub(crate) fn make_unsigned(&mut self) {
        match self {
            Self::Csr(view) => view.make_unsigned(),
            Self::CsrMut(view) => view.make_unsigned(),
            Self::RowSparse(view) => view.make_unsigned(),
            Self::RowSparseMut(view) => view.make_unsigned(),
            Self::SegmentPlan(plan) => plan.make_unsigned(),
            Self::BlockEnds(ends) => ends.make_unsigned(),
            Self::SellPlan(plan) => plan.make_unsigned(),
            _ => {}
        }
    }
}

/// An operand as a kernel takes it, which can become one of any type, and back.
///
/// ```
/// use lacuna::Dense;
/// use lacuna::call::Erase;
/// let mut erased = Dense::new(1, 2, &[1.0_f32, 2.0])?.erase();
/// assert!(matches!(Dense::<f32>::restore(&mut erased), Some(dense) if dense.row(0) == [1.0, 2.0]));
/// # Ok::<(), lacuna::FormatError>(())
/// ```
pub trait Erase<'a>: Sized {
    /// Without its types.
    fn erase(self) -> AnyOperand<'a>;
    /// With its types again. Of what is written nothing is left behind. `None` if it is something else, or of other
    /// types.
    fn restore(operand: &mut AnyOperand<'a>) -> Option<Self>;
}

/// Declares the form without types of a view: `erased!(Csr<V: Number, I: Index> as AnyCsr { sizes } [indices] [values]
/// [written indices] [written values])`.
macro_rules! erased {
    (@written $lifetime:lifetime $any:ident []) => {};
    (@written $lifetime:lifetime $any:ident [$($written:ident)*]) => {
        impl<$lifetime> $any<$lifetime> {
            /// The arrays that are written, in the order of the fields of the view.
            #[must_use]
            pub fn into_written(self) -> [$crate::call::ArrayMut<$lifetime>; [$(stringify!($written)),*].len()] {
                [$(self.$written),*]
            }
        }
    };
    ($lifetime:lifetime $name:ident<$($generic:ident: $bound:ident),*> as $any:ident { $($size:ident: $type:ty),* }
        [$($index:ident)*] [$($value:ident)*] [$($index_mut:ident)*] [$($value_mut:ident)*]) => {
        #[doc = concat!("[`", stringify!($name), "`] of any type.")]
        #[derive(Debug)]
        pub struct $any<$lifetime> {
            $($size: $type,)*
            $($index: $crate::call::Array<$lifetime>,)*
            $($value: $crate::call::Array<$lifetime>,)*
            $($index_mut: $crate::call::ArrayMut<$lifetime>,)*
            $($value_mut: $crate::call::ArrayMut<$lifetime>,)*
        }

        #[allow(missing_docs)]
        impl<$lifetime> $any<$lifetime> {
            $(
                #[must_use]
                pub const fn $size(&self) -> $type {
                    self.$size
                }
            )*
            $(
                #[must_use]
                pub const fn $index(&self) -> $crate::call::Array<$lifetime> {
                    self.$index
                }
            )*
            $(
                #[must_use]
                pub const fn $value(&self) -> $crate::call::Array<$lifetime> {
                    self.$value
                }
            )*
            $(
                #[must_use]
                pub const fn $index_mut(&self) -> $crate::call::Array<'_> {
                    self.$index_mut.as_array()
                }
            )*
            $(
                #[must_use]
                pub const fn $value_mut(&self) -> $crate::call::Array<'_> {
                    self.$value_mut.as_array()
                }
            )*
        }

        erased! { @written $lifetime $any [$($index_mut)* $($value_mut)*] }

        #[cfg(feature = "table")]
        #[allow(dead_code)]
        impl $any<'_> {
            pub(crate) fn make_unsigned(&mut self) {
                $(self.$index.make_unsigned();)*
                $(self.$index_mut.make_unsigned();)*
            }
        }

        impl<$lifetime, $($generic: $bound),*> $crate::call::Erase<$lifetime> for $name<$lifetime, $($generic),*> {
            #[inline]
            fn erase(self) -> $crate::call::AnyOperand<$lifetime> {
                let Self { $($size,)* $($index,)* $($value,)* $($index_mut,)* $($value_mut,)* } = self;
                $crate::call::AnyOperand::$name($any {
                    $($size,)*
                    $($index: $crate::call::Element::array($index),)*
                    $($value: $crate::call::Element::array($value),)*
                    $($index_mut: $crate::call::Element::array_mut($index_mut),)*
                    $($value_mut: $crate::call::Element::array_mut($value_mut),)*
                })
            }
            #[inline]
            fn restore(operand: &mut $crate::call::AnyOperand<$lifetime>) -> Option<Self> {
                let $crate::call::AnyOperand::$name(
                    $any { $($size,)* $($index,)* $($value,)* $($index_mut,)* $($value_mut,)* }
                ) = operand else { return None };
                Some(Self {
                    $($size: *$size,)*
                    $($index: $crate::call::Element::of_array(*$index)?,)*
                    $($value: $crate::call::Element::of_array(*$value)?,)*
                    $($index_mut: $crate::call::Element::of_array_mut($index_mut)?,)*
                    $($value_mut: $crate::call::Element::of_array_mut($value_mut)?,)*
                })
            }
        }
    };
}
pub(crate) use erased;

impl<'a, V: Number, I: Index> Erase<'a> for RowsMut<'a, V, I> {
    fn erase(self) -> AnyOperand<'a> {
        match self {
            Self::Dense(dense) => dense.erase(),
            Self::RowSparse(stored) => stored.erase(),
        }
    }
    fn restore(operand: &mut AnyOperand<'a>) -> Option<Self> {
        match operand {
            AnyOperand::DenseMut(_) => Erase::restore(operand).map(Self::Dense),
            _ => Erase::restore(operand).map(Self::RowSparse),
        }
    }
}

impl<'a, V: Number, I: Index> Erase<'a> for Broadcast<'a, V, I> {
    fn erase(self) -> AnyOperand<'a> {
        match self {
            Self::Dense(dense) => dense.erase(),
            Self::RowSparse(stored) => stored.erase(),
            Self::Row(values) => AnyOperand::Row(V::array(values)),
            Self::Column(values) => AnyOperand::Column(V::array(values)),
            Self::Scalar(value) => value.erase(),
        }
    }
    fn restore(operand: &mut AnyOperand<'a>) -> Option<Self> {
        match operand {
            AnyOperand::Dense(_) => Erase::restore(operand).map(Self::Dense),
            AnyOperand::RowSparse(_) => Erase::restore(operand).map(Self::RowSparse),
            AnyOperand::Row(values) => V::of_array(*values).map(Self::Row),
            AnyOperand::Column(values) => V::of_array(*values).map(Self::Column),
            _ => Erase::restore(operand).map(Self::Scalar),
        }
    }
}

impl<'a, T: Element> Erase<'a> for &'a [T] {
    #[inline]
    fn erase(self) -> AnyOperand<'a> {
        AnyOperand::Array(T::array(self))
    }
    #[inline]
    fn restore(operand: &mut AnyOperand<'a>) -> Option<Self> {
        if let AnyOperand::Array(array) = operand { T::of_array(*array) } else { None }
    }
}

impl<'a, T: Element> Erase<'a> for &'a mut [T] {
    #[inline]
    fn erase(self) -> AnyOperand<'a> {
        AnyOperand::ArrayMut(T::array_mut(self))
    }
    #[inline]
    fn restore(operand: &mut AnyOperand<'a>) -> Option<Self> {
        if let AnyOperand::ArrayMut(array) = operand { T::of_array_mut(array) } else { None }
    }
}

impl<V: Number> Erase<'_> for V {
    #[inline]
    fn erase(self) -> AnyOperand<'static> {
        AnyOperand::Scalar(self.scalar())
    }
    #[inline]
    fn restore(operand: &mut AnyOperand<'_>) -> Option<Self> {
        if let AnyOperand::Scalar(scalar) = operand { V::of_scalar(*scalar) } else { None }
    }
}

impl Erase<'_> for usize {
    fn erase(self) -> AnyOperand<'static> {
        AnyOperand::Size(self)
    }
    fn restore(operand: &mut AnyOperand<'_>) -> Option<Self> {
        if let AnyOperand::Size(size) = operand { Some(*size) } else { None }
    }
}

impl Erase<'_> for Stream {
    fn erase(self) -> AnyOperand<'static> {
        AnyOperand::Stream(self)
    }
    fn restore(operand: &mut AnyOperand<'_>) -> Option<Self> {
        if let AnyOperand::Stream(stream) = operand { Some(*stream) } else { None }
    }
}

macro_rules! lists {
    ($($variant:ident $value:ident $index:ident),*) => {
        /// Row_sparse arrays of any type, all of the same.
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum AnyRowSparseList<'a> {
            $($variant(&'a [RowSparse<'a, $value, $index>]),)*
        }

        $(
            impl OfTypes<$value> for $index {
                fn list<'a>(list: &'a [RowSparse<'a, $value, Self>]) -> AnyRowSparseList<'a> {
                    AnyRowSparseList::$variant(list)
                }
                fn of_list(list: AnyRowSparseList<'_>) -> Option<&[RowSparse<'_, $value, Self>]> {
                    if let AnyRowSparseList::$variant(list) = list { Some(list) } else { None }
                }
            }
        )*
    };
}
lists!(F32I32 f32 i32, F32I64 f32 i64, F32U32 f32 u32, F64I32 f64 i32, F64I64 f64 i64, F64U32 f64 u32);

/// What there is for a value and an index type together.
pub trait OfTypes<V>: Sized {
    /// The list, of any type.
    fn list<'a>(list: &'a [RowSparse<'a, V, Self>]) -> AnyRowSparseList<'a>;
    /// The list, if it is of these types.
    fn of_list(list: AnyRowSparseList<'_>) -> Option<&[RowSparse<'_, V, Self>]>;
}

impl<'a, V: Value, I: Index> Erase<'a> for &'a [RowSparse<'a, V, I>] {
    fn erase(self) -> AnyOperand<'a> {
        AnyOperand::RowSparseList(V::list(self))
    }
    fn restore(operand: &mut AnyOperand<'a>) -> Option<Self> {
        if let AnyOperand::RowSparseList(list) = operand { V::of_list(*list) } else { None }
    }
}
