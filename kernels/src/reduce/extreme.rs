//! The largest and smallest elements: how one of them is declared.
use super::reduction::Term;
use crate::Value;
use crate::simd::Simd;

/// The larger of two numbers; NaN if one of them is.
#[inline(always)]
fn larger<V: Value>(x: V, y: V) -> V {
    if y > x || y.is_nan() { y } else { x }
}

/// The smaller of two numbers; NaN if one of them is.
#[inline(always)]
fn smaller<V: Value>(x: V, y: V) -> V {
    if y < x || y.is_nan() { y } else { x }
}

/// The gradient of an extreme at a value of those that it is of.
#[inline(always)]
pub fn chosen<V: Value>(gradient: V, value: V, extreme: V) -> V {
    if value == extreme { gradient } else { V::ZERO }
}

/// The first place of the largest value, or of NaN.
#[inline(always)]
pub(super) fn place_of<V: Value>(values: &[V], largest: V) -> usize {
    let place = if largest.is_nan() {
        values.iter().position(|x| x.is_nan())
    } else {
        values.iter().position(|&x| x == largest)
    };
    place.unwrap_or(0)
}

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident $choose:ident $start:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Term for $name {
            type Sum<V: Value> = V;
            #[inline(always)]
            fn of<V: Value>(x: V) -> V {
                x
            }
            #[inline(always)]
            fn start<V: Value>() -> V {
                $start
            }
            #[inline(always)]
            fn add<V: Value>(sum: V, lost: V, term: V) -> (V, V) {
                ($choose(sum, term), lost)
            }
            #[inline(always)]
            fn neutral<V: Value>() -> Option<V> {
                Some($start)
            }
            #[inline(always)]
            fn add_all<V: Value, L: Simd, const N: usize>(_simd: L, extremes: &mut [V; N], values: &[V; N]) {
                for i in 0..N {
                    extremes[i] = $choose(extremes[i], values[i]);
                }
            }
            #[inline(always)]
            fn from_pair<V: Value>([extreme, other]: [V; 2]) -> (V, V) {
                (extreme, other)
            }
            #[inline(always)]
            fn to_pair<V: Value>(extreme: V, other: V) -> [V; 2] {
                [extreme, other]
            }
            #[inline(always)]
            fn combine<S: Value, const N: usize>(mut sums: [S; N]) -> S {
                let mut half = N / 2;
                while half > 0 {
                    for i in 0..half {
                        sums[i] = $choose(sums[i], sums[i + half]);
                    }
                    half /= 2;
                }
                sums[0]
            }
            const ZEROS_COUNT: bool = true;
            #[inline(always)]
            fn with_zeros<S: Value>(sum: S) -> S {
                $choose(sum, S::ZERO)
            }
        }
    )*};
}
terms! {
    /// The value as it is, of which the largest stays.
    Largest larger -V::INFINITY;
    /// The value as it is, of which the smallest stays.
    Smallest smaller V::INFINITY;
}

/// Declares a reduction to the largest or smallest element: its type and its kernels. After the name: the term, what it
/// is of no elements, and the function of the extreme and another number; then what each kernel makes of the matrix in
/// its example.
macro_rules! extreme {
    ($type:ident, $what:literal, $term:ident, $of_none:literal, $scalar:ident;
        $whole:ident $of_values:literal, $rows:ident $of_rows:literal, $columns:ident $of_columns:literal,
        $csr_rows:ident $of_csr_rows:literal, $csr_columns:ident $of_csr_columns:literal) => {
        #[doc = concat!("The reduction of [`", stringify!($rows), "`]: ", $what, ".")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $type;

        impl $crate::reduce::Reduction for $type {
            const NAME: &'static str = stringify!($type);
            type Term = $crate::reduce::$term;
            // Of zeros of both signs it would depend on their order which one is left.
            #[inline(always)]
            fn finish<V: $crate::Value>(extreme: V, _count: usize) -> V {
                extreme + V::ZERO
            }
        }

        #[doc = concat!("`out[0] = ", $what, "` of all values `x`: of a dense array, or of a csr or row_sparse of \
            `count` elements, of which those that are not stored count as 0.")]
        ///
        /// - Shapes: `values` of any length, `out` of one value. `count` is the number of elements, stored or not.
        #[doc = concat!("- Of no elements it is ", $of_none, ". NaN if one is NaN. A zero is +0.")]
        /// - Cost: one read of `values`. Stays whole, but [threads](crate::call::Threads) share it. The arguments:
        ///   [`Whole`](crate::reduce::Whole).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length; then nothing is written.
        ///
        /// ```
        /// let mut out = [9.0];
        #[doc = concat!("lacuna::reduce::", stringify!($whole), "(&[3.0_f32, -4.0], 2, &mut out)?;")]
        #[doc = concat!("assert_eq!(out, ", $of_values, ");")]
        /// # Ok::<(), lacuna::KernelError>(())
        /// ```
        #[inline]
        pub fn $whole<V: $crate::Value>(values: &[V], count: usize, out: &mut [V]) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::reduce::Whole { reduction: $type, values, count, out })
        }

        #[doc = concat!("`out[r] = ", $what, "`, `x` the elements of row `r` of a dense matrix, or of stored row `r` \
            of a row_sparse array.")]
        ///
        /// - Shapes: `a` R x C, `out` of R values. An array of a higher rank is a matrix of long rows. The stored rows
        ///   of a row_sparse array are the matrix `Dense::new(stored_rows, row_length, data)`: the result is the data
        ///   of a row_sparse array of one column with the same ids.
        #[doc = concat!("- Of no elements it is ", $of_none, ". NaN if one is NaN. A zero is +0.")]
        /// - Cost: one read of `a`. Parts: rows. The arguments: [`DenseRows`](crate::reduce::DenseRows).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length; then nothing is written.
        ///
        /// ```
        /// use lacuna::{Dense, reduce};
        /// let mut out = [9.0; 2];
        #[doc = concat!("reduce::", stringify!($rows), "(Dense::new(2, 3, &[3.0_f32, 1.0, -4.0, 5.0, 7.0, 2.0])?, &mut \
            out)?;")]
        #[doc = concat!("assert_eq!(out, ", $of_rows, ");")]
        /// # Ok::<(), lacuna::Error>(())
        /// ```
        #[inline]
        pub fn $rows<V: $crate::Value>(a: $crate::Dense<'_, V>, out: &mut [V]) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::reduce::DenseRows { reduction: $type, a, out })
        }

        #[doc = concat!("`out[c] = ", $what, "`, `x` the elements of column `c` of a dense matrix.")]
        ///
        /// - Shapes: `a` R x C, `out` of C values. An array of a higher rank is a matrix of long rows. Where a
        ///   row_sparse array does not store all rows, zeros are missing: then
        #[doc = concat!("  [`", stringify!($scalar), "`](crate::map::", stringify!($scalar), "()) of 0 and the result \
            of the matrix `Dense::new(stored_rows, row_length, data)`.")]
        #[doc = concat!("- Of no elements it is ", $of_none, ". NaN if one is NaN. A zero is +0.")]
        /// - Cost: one read of `a`. Parts: columns; on [threads](crate::call::Threads), rows where there are few columns.
        ///   The arguments: [`DenseColumns`](crate::reduce::DenseColumns).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length; then nothing is written.
        ///
        /// ```
        /// use lacuna::{Dense, reduce};
        /// let mut out = [9.0; 3];
        #[doc = concat!("reduce::", stringify!($columns), "(Dense::new(2, 3, &[3.0_f32, 1.0, -4.0, 5.0, 7.0, 2.0])?, \
            &mut out)?;")]
        #[doc = concat!("assert_eq!(out, ", $of_columns, ");")]
        /// # Ok::<(), lacuna::Error>(())
        /// ```
        #[inline]
        pub fn $columns<V: $crate::Value>(a: $crate::Dense<'_, V>, out: &mut [V]) -> Result<(), $crate::KernelError> {
            let columns = $crate::reduce::OutputColumns::ALL;
            $crate::Kernel::call($crate::reduce::DenseColumns { reduction: $type, a, out, columns })
        }

        #[doc = concat!("`out[r] = ", $what, "`, `x` the elements of row `r` of a csr, of which those that are not \
            stored count as 0.")]
        ///
        /// - Shapes: `a` R x C, `out` of R values.
        #[doc = concat!("- Of no elements it is ", $of_none, ". NaN if one is NaN. A zero is +0.")]
        /// - Cost: one read of values and pointers. Parts: rows. The arguments: [`CsrRows`](crate::reduce::CsrRows).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length; then nothing is written.
        ///
        /// ```
        /// use lacuna::{Csr, reduce};
        /// let mut out = [9.0; 2];
        #[doc = concat!("reduce::", stringify!($csr_rows), "(Csr::new(2, 3, &[0, 2, 3], &[0, 2, 2], &[3.0_f32, -4.0, \
            2.0])?, &mut out)?;")]
        #[doc = concat!("assert_eq!(out, ", $of_csr_rows, ");")]
        /// # Ok::<(), lacuna::Error>(())
        /// ```
        #[inline]
        pub fn $csr_rows<V: $crate::Value, I: $crate::Index>(
            a: $crate::Csr<'_, V, I>,
            out: &mut [V],
        ) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::reduce::CsrRows { reduction: $type, a, out })
        }

        #[doc = concat!("`out[c] = ", $what, "`, `x` the elements of column `c` of a csr, of which those that are not \
            stored count as 0.")]
        ///
        /// - Shapes: `a` R x C, `out` of C values, `scratch` of
        ///   [`csr_columns_scratch`](crate::reduce::csr_columns_scratch()) values.
        #[doc = concat!("- Of no elements it is ", $of_none, ". NaN if one is NaN. A zero is +0.")]
        /// - Cost: one read of values and columns, each of which changes its place in `scratch`. Stays whole: a part
        ///   would go through all entries. The arguments: [`CsrColumns`](crate::reduce::CsrColumns).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length,
        /// [`KernelError::Capacity`](crate::KernelError::Capacity) for less scratch; then nothing is written.
        ///
        /// ```
        /// use lacuna::{Csr, reduce};
        /// let (mut scratch, mut out) = ([0.0; reduce::csr_columns_scratch(2, 3)], [9.0; 3]);
        #[doc = concat!("reduce::", stringify!($csr_columns), "(Csr::new(2, 3, &[0, 2, 3], &[0, 2, 2], &[3.0_f32, \
            -4.0, 2.0])?, &mut scratch, &mut out)?;")]
        #[doc = concat!("assert_eq!(out, ", $of_csr_columns, ");")]
        /// # Ok::<(), lacuna::Error>(())
        /// ```
        #[inline]
        pub fn $csr_columns<V: $crate::Value, I: $crate::Index>(
            a: $crate::Csr<'_, V, I>,
            scratch: &mut [V],
            out: &mut [V],
        ) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::reduce::CsrColumns { reduction: $type, a, scratch, out })
        }
    };
}
pub(super) use extreme;
