//! The element types that memory holds: the value types; with the feature `half` also `f16` and `bf16`, which are
//! computed with in `f32`.
use crate::call::Element;
use crate::instances::{OfNumber, OfStorage};
use crate::simd::Simd;
use crate::{Index, Value, order, processor};
use core::fmt::Debug;

pub(crate) mod sealed {
    /// A number without padding, of which any bytes are valid.
    pub trait Plain: Copy {}
    impl Plain for f32 {}
    impl Plain for f64 {}
    impl Plain for i32 {}
    impl Plain for i64 {}
    impl Plain for u8 {}
    impl Plain for i8 {}
    impl Plain for u32 {}
    impl Plain for u64 {}
    impl Plain for u128 {}
    impl Plain for usize {}
}

/// A number in an array. Sealed: `f32`, `f64`, `i32`, `i64`, `u8`, `i8`, and with the feature `half` `half::f16` and
/// `half::bf16`. Kernels that move numbers and do not compute with them take any; the default is 0.
pub trait Number:
    Element + OfNumber<Self> + Copy + Default + Debug + PartialEq + PartialOrd + Send + Sync + 'static
{
    /// Zero, of floats the positive one.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The type's name, as in [`crate::list`].
    const NAME: &'static str;
}

macro_rules! numbers {
    ($($type:ident),*) => {$(impl Number for $type {
        const ZERO: Self = 0 as $type;
        const ONE: Self = 1 as $type;
        const NAME: &'static str = stringify!($type);
    })*};
}
numbers!(f32, f64, i32, i64, u8, i8);

/// An element of an array to compute with. Sealed: `f32` and `f64`, which are computed with as they are, and with the
/// feature `half` `half::f16` and `half::bf16`, which kernels widen to `f32`, compute with, and round once, when a
/// result is written.
///
/// ```
/// use lacuna::Storage;
/// assert_eq!((1.5_f32.load(), f64::store(0.1)), (1.5, 0.1));
/// ```
pub trait Storage: Number + OfStorage<Self> {
    /// What is computed with it.
    type Arithmetic: Value;

    /// The number, exactly; what is no number becomes quiet.
    #[must_use]
    fn load(self) -> Self::Arithmetic;

    /// The nearest number, and of two the even one; infinity beyond the largest.
    #[must_use]
    fn store(value: Self::Arithmetic) -> Self;

    /// One of the two numbers beside the value, the one further from 0 with the probability that makes the mean exact,
    /// to 2^-16: for `random` that takes each value as often. A number that can be stored stays itself. `f32` and `f64`
    /// always do.
    #[must_use]
    fn store_at_random(value: Self::Arithmetic, random: u16) -> Self;

    /// As [`load`](Self::load), for registers and arithmetic: what is no number need not become quiet.
    #[doc(hidden)]
    fn load_array<const N: usize>(stored: &[Self; N]) -> [Self::Arithmetic; N];

    /// As [`store`](Self::store), for registers.
    #[doc(hidden)]
    fn store_array<const N: usize>(values: [Self::Arithmetic; N]) -> [Self; N];

    /// As [`load_array`](Self::load_array), by the instructions of a level. If not `IN_ORDER`, in an order of the
    /// type's own, for what is done to each number by itself.
    #[doc(hidden)]
    fn load_chunk<L: Simd, const N: usize, const IN_ORDER: bool>(simd: L, stored: &[Self; N]) -> [Self::Arithmetic; N];

    /// As [`store`](Self::store), or as [`store_at_random`](Self::store_at_random), from the order of
    /// [`load_chunk`](Self::load_chunk). The random numbers are in that of memory.
    #[doc(hidden)]
    fn store_chunk<L: Simd, const N: usize, const IN_ORDER: bool>(
        simd: L,
        values: &[Self::Arithmetic; N],
        random: Option<&[u16; N]>,
    ) -> [Self; N];

    /// `sums[i] = sums[i] + value * factors[i]`.
    #[doc(hidden)]
    fn add_stored_products<L: Simd, const N: usize>(
        simd: L,
        sums: &mut [Self::Arithmetic; N],
        value: Self::Arithmetic,
        factors: &[Self; N],
    );

    /// True where [`gather_stored_lanes`](Self::gather_stored_lanes) is of use, if the processor gathers.
    #[doc(hidden)]
    const GATHERS: bool;

    /// The running sums of a product with one column, by masked gathers.
    #[doc(hidden)]
    fn gather_stored_lanes<L: Simd, I: Index>(
        simd: L,
        indices: &[I],
        values: &[Self],
        data: &[Self],
    ) -> [Self::Arithmetic; order::LANES];

    /// The products of two rows of at most [`processor::SHORT_ROW`] entries with one column, by masked gathers.
    #[doc(hidden)]
    fn gather_two_stored_rows<L: Simd, I: Index>(
        simd: L,
        rows: [(&[I], &[Self]); 2],
        data: &[Self],
    ) -> [Self::Arithmetic; 2];
}

macro_rules! itself {
    ($($type:ident),*) => {$(
        impl Storage for $type {
            type Arithmetic = Self;

            #[inline(always)]
            fn load(self) -> Self {
                self
            }
            #[inline(always)]
            fn store(value: Self) -> Self {
                value
            }
            #[inline(always)]
            fn store_at_random(value: Self, _random: u16) -> Self {
                value
            }
            #[inline(always)]
            fn load_array<const N: usize>(stored: &[Self; N]) -> [Self; N] {
                *stored
            }
            #[inline(always)]
            fn store_array<const N: usize>(values: [Self; N]) -> [Self; N] {
                values
            }
            #[inline(always)]
            fn load_chunk<L: Simd, const N: usize, const IN_ORDER: bool>(_simd: L, stored: &[Self; N]) -> [Self; N] {
                *stored
            }
            #[inline(always)]
            fn store_chunk<L: Simd, const N: usize, const IN_ORDER: bool>(
                _simd: L,
                values: &[Self; N],
                _random: Option<&[u16; N]>,
            ) -> [Self; N] {
                *values
            }
            #[inline(always)]
            fn add_stored_products<L: Simd, const N: usize>(
                simd: L, sums: &mut [Self; N], value: Self, factors: &[Self; N]
            ) {
                <Self as processor::Instructions>::add_products(simd, sums, &[value], factors);
            }
            const GATHERS: bool = true;
            #[inline(always)]
            fn gather_stored_lanes<L: Simd, I: Index>(
                simd: L, indices: &[I], values: &[Self], data: &[Self]
            ) -> [Self; order::LANES] {
                <Self as processor::Instructions>::gather_lanes(simd, indices, values, data)
            }
            #[inline(always)]
            fn gather_two_stored_rows<L: Simd, I: Index>(
                simd: L, rows: [(&[I], &[Self]); 2], data: &[Self]
            ) -> [Self; 2] {
                <Self as processor::Instructions>::gather_two_rows(simd, rows, data)
            }
        }
    )*};
}
itself!(f32, f64);
