//! Arrays and numbers of any type.
#[cfg(feature = "table")]
use crate::processor;
use crate::storage::sealed::Plain;

/// A number in an array that a [`Call`](super::Call) can have. Sealed: all value types, all index types, and those of
/// scratch.
pub trait Element: Plain + 'static {
    /// The type.
    const ELEMENT: ElementType;
    /// The array, of any type.
    fn array(elements: &[Self]) -> Array<'_>;
    /// As [`array`](Self::array), to be written.
    fn array_mut(elements: &mut [Self]) -> ArrayMut<'_>;
    /// The number, of any type.
    fn scalar(self) -> Scalar;
    /// The array, if it is of this type.
    fn of_array(array: Array<'_>) -> Option<&[Self]>;
    /// As [`of_array`](Self::of_array), to be written. What is left behind is empty.
    fn of_array_mut<'a>(array: &mut ArrayMut<'a>) -> Option<&'a mut [Self]>;
    /// The number, if it is of this type.
    fn of_scalar(scalar: Scalar) -> Option<Self>;
}

macro_rules! elements {
    ($($(#[$condition:meta])? $variant:ident $type:ty, $name:literal;)*) => {
        /// The type of an array's elements.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ElementType {
            $(
                $(#[$condition])?
                #[doc = concat!("`", $name, "`.")]
                $variant,
            )*
        }

        impl ElementType {
            /// The name, as in [`crate::list`].
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$condition])? Self::$variant => $name,)*
                }
            }
        }

        /// An array of any type.
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum Array<'a> {
            $(
                $(#[$condition])?
                #[doc = concat!("Of `", $name, "`.")]
                $variant(&'a [$type]),
            )*
        }

        /// An array of any type, to be written.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum ArrayMut<'a> {
            $(
                $(#[$condition])?
                #[doc = concat!("Of `", $name, "`.")]
                $variant(&'a mut [$type]),
            )*
        }

        /// A number of any type.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Scalar {
            $(
                $(#[$condition])?
                #[doc = concat!("Of `", $name, "`.")]
                $variant($type),
            )*
        }

        impl Array<'_> {
            /// The type.
            #[must_use]
            pub const fn element(&self) -> ElementType {
                match self {
                    $($(#[$condition])? Self::$variant(_) => ElementType::$variant,)*
                }
            }

            /// The number of elements.
            #[must_use]
            pub const fn len(&self) -> usize {
                match self {
                    $($(#[$condition])? Self::$variant(elements) => elements.len(),)*
                }
            }

            /// True if there are none.
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }

        impl ArrayMut<'_> {
            /// To be read.
            #[must_use]
            pub const fn as_array(&self) -> Array<'_> {
                match self {
                    $($(#[$condition])? Self::$variant(elements) => Array::$variant(elements),)*
                }
            }
        }

        $(
            $(#[$condition])?
            impl Element for $type {
                const ELEMENT: ElementType = ElementType::$variant;
                #[inline(always)]
                fn array(elements: &[Self]) -> Array<'_> {
                    Array::$variant(elements)
                }
                #[inline(always)]
                fn array_mut(elements: &mut [Self]) -> ArrayMut<'_> {
                    ArrayMut::$variant(elements)
                }
                #[inline(always)]
                fn scalar(self) -> Scalar {
                    Scalar::$variant(self)
                }
                #[inline(always)]
                fn of_array(array: Array<'_>) -> Option<&[Self]> {
                    if let Array::$variant(elements) = array { Some(elements) } else { None }
                }
                #[inline(always)]
                fn of_array_mut<'a>(array: &mut ArrayMut<'a>) -> Option<&'a mut [Self]> {
                    if let ArrayMut::$variant(elements) = array { Some(core::mem::take(elements)) } else { None }
                }
                #[inline(always)]
                fn of_scalar(scalar: Scalar) -> Option<Self> {
                    if let Scalar::$variant(number) = scalar { Some(number) } else { None }
                }
            }
        )*
    };
}
elements! {
    F32 f32, "f32";
    F64 f64, "f64";
    #[cfg(feature = "half")] F16 ::half::f16, "f16";
    #[cfg(feature = "half")] Bf16 ::half::bf16, "bf16";
    I32 i32, "i32";
    I64 i64, "i64";
    U32 u32, "u32";
    U8 u8, "u8";
    I8 i8, "i8";
    U64 u64, "u64";
    U128 u128, "u128";
    Size usize, "usize";
}

#[cfg(feature = "table")]
impl Array<'_> {
    /// Takes indices of `i32` as those of `u32`.
    pub(crate) fn make_unsigned(&mut self) {
        if let Self::I32(indices) = self {
            *self = Self::U32(processor::unsigned(indices));
        }
    }
}

#[cfg(feature = "table")]
impl ArrayMut<'_> {
    /// Takes indices of `i32` as those of `u32`.
    pub(crate) fn make_unsigned(&mut self) {
        if let Self::I32(indices) = self {
            *self = Self::U32(processor::unsigned_mut(core::mem::take(indices)));
        }
    }
}
