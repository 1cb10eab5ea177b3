//! What sums, means and norms have in common, and how one of them is declared.
use crate::processor::Instructions;
use crate::simd::Simd;
use crate::{Number, Value, order};

/// A sum of terms, one for each value, and what is made of it. The terms are added by the [order law](crate::order),
/// accurately; or what takes the place of a sum.
pub trait Reduction: Copy + 'static {
    /// Its name.
    const NAME: &'static str;
    /// What is added for each value. That of 0 is 0, as values that are not stored have none.
    type Term: Term;

    /// The result from the sum, rounded to the type of the values, and from how many it is of, stored or not.
    fn finish<V: Value>(sum: V, count: usize) -> V;
}

/// The result from a sum of `stored` of `count` values.
#[inline(always)]
pub(super) fn result<R: Reduction, V: Value>(sum: SumOf<R, V>, stored: usize, count: usize) -> V {
    R::finish(rounded::<R::Term, V>(sum, stored, count), count)
}

/// A sum of `stored` of `count` values, rounded.
#[inline(always)]
pub(super) fn rounded<T: Term, V: Value>(sum: T::Sum<V>, stored: usize, count: usize) -> V {
    let sum = V::narrow(sum.widen());
    if T::ZEROS_COUNT && stored < count { T::with_zeros(sum) } else { sum }
}

/// The results from sums of as many values.
pub(super) fn write_results<R: Reduction, V: Value>(sums: &[SumOf<R, V>], count: usize, to: &mut [V]) {
    for (to, &sum) in to.iter_mut().zip(sums) {
        *to = result::<R, V>(sum, count, count);
    }
}

/// What the sum of a reduction is kept in.
pub(super) type SumOf<R, V> = <<R as Reduction>::Term as Term>::Sum<V>;

/// What is added for a value, and how.
pub trait Term: Copy + 'static {
    /// What the terms of values, and running sums of them, are kept in.
    type Sum<V: Value>: Value;

    /// The term.
    fn of<V: Value>(x: V) -> Self::Sum<V>;

    /// What a running sum begins with.
    #[must_use]
    #[inline(always)]
    fn start<V: Value>() -> Self::Sum<V> {
        Number::ZERO
    }

    /// The next value of a running sum of terms, or of the sums of blocks, and what rounding added to it.
    fn add<V: Value>(sum: Self::Sum<V>, lost: Self::Sum<V>, term: Self::Sum<V>) -> (Self::Sum<V>, Self::Sum<V>);

    /// A running sum, and what it has lost, from two places of memory.
    fn from_pair<V: Value>(pair: [V; 2]) -> (Self::Sum<V>, Self::Sum<V>);

    /// The opposite.
    fn to_pair<V: Value>(sum: Self::Sum<V>, lost: Self::Sum<V>) -> [V; 2];

    /// A value whose term changes no running sum, if there is one. Then nothing is lost, and [`Self::add_all`] adds as
    /// [`Self::add`].
    fn neutral<V: Value>() -> Option<V>;

    /// Adds the term of one value to each running sum, on the registers of the level.
    fn add_all<V: Value, L: Simd, const N: usize>(simd: L, sums: &mut [Self::Sum<V>; N], values: &[V; N]);

    /// The sum of running sums that lie side by side.
    #[inline(always)]
    fn combine<S: Value, const N: usize>(sums: [S; N]) -> S {
        order::combine_halves(sums)
    }

    /// True if elements that are not stored take part, as a zero that is larger than all others is the maximum.
    const ZEROS_COUNT: bool = false;

    /// A sum with elements that are not stored.
    #[inline(always)]
    fn with_zeros<S: Value>(sum: S) -> S {
        sum
    }
}

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident |$x:ident| $term:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Term for $name {
            type Sum<V: Value> = f64;
            #[inline(always)]
            fn of<V: Value>(x: V) -> f64 {
                let $x = x.widen();
                $term
            }
            #[inline(always)]
            fn add<V: Value>(sum: f64, lost: f64, term: f64) -> (f64, f64) {
                order::add_accurate::<V>(sum, lost, term)
            }
            #[inline(always)]
            fn neutral<V: Value>() -> Option<V> {
                // A sum from +0 is never -0, but +0 may change one that is compensated.
                (size_of::<V>() < size_of::<f64>()).then_some(V::ZERO)
            }
            #[inline(always)]
            fn add_all<V: Value, L: Simd, const N: usize>(simd: L, sums: &mut [f64; N], values: &[V; N]) {
                // A product with one is exact.
                f64::add_products(simd, sums, &[1.0], &values.map(Self::of));
            }
            #[inline(always)]
            fn from_pair<V: Value>(pair: [V; 2]) -> (f64, f64) {
                V::sum_from_pair(pair)
            }
            #[inline(always)]
            fn to_pair<V: Value>(sum: f64, lost: f64) -> [V; 2] {
                V::sum_to_pair(sum, lost)
            }
        }
    )*};
}
terms! {
    /// The value as it is.
    Itself |x| x;
    /// Its absolute value.
    Magnitude |x| x.magnitude();
    /// Its square.
    Square |x| x * x;
}

/// Declares a reduction: its type, and the kernels for rows and columns. After the name: the term, and the result from
/// sum and count; then what each kernel makes of the matrix in its example.
macro_rules! reduction {
    ($type:ident, $what:literal, $term:ty, |$sum:ident, $count:ident| $finish:expr;
        $rows:ident $of_rows:literal, $columns:ident $of_columns:literal, $csr_rows:ident, $csr_columns:ident) => {
        #[doc = concat!("The reduction of [`", stringify!($rows), "`]: ", $what, ".")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $type;

        impl $crate::reduce::Reduction for $type {
            const NAME: &'static str = stringify!($type);
            type Term = $term;
            #[inline(always)]
            fn finish<V: $crate::Value>($sum: V, $count: usize) -> V {
                $finish
            }
        }

        #[doc = concat!("`out[r] = ", $what, "`, `x` the elements of row `r` of a dense matrix, or of stored row `r` \
            of a row_sparse array.")]
        ///
        /// - Shapes: `a` R x C, `out` of R values. An array of a higher rank is a matrix of long rows. The stored rows
        ///   of a row_sparse array are the matrix `Dense::new(stored_rows, row_length, data)`: the result is the data
        ///   of a row_sparse array of one column with the same ids.
        /// - Order: [`order`](crate::order), sum of a row. A row without elements sums to 0.
        /// - NaN stays; an infinite sum stays infinite.
        /// - Cost: one read of `a`. Parts: rows. The arguments: [`DenseRows`](crate::reduce::DenseRows).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length; then nothing is written.
        ///
        /// ```
        /// use lacuna::{Dense, reduce};
        /// let mut out = [9.0; 2];
        #[doc = concat!("reduce::", stringify!($rows), "(Dense::new(2, 3, &[3.0_f32, 0.0, -4.0, 0.0, 0.0, 2.0])?, &mut \
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
        /// - Shapes: `a` R x C, `out` of C values. An array of a higher rank is a matrix of long rows. The rows that a
        ///   row_sparse array does not store add nothing: its sums are those of the matrix
        ///   `Dense::new(stored_rows, row_length, data)`.
        /// - Order: [`order`](crate::order), sum of a column. Without rows it is 0.
        /// - NaN stays; an infinite sum stays infinite.
        /// - Cost: one read of `a`. Parts: columns; on [threads](crate::call::Threads), rows where there are few columns.
        ///   The arguments: [`DenseColumns`](crate::reduce::DenseColumns).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length; then nothing is written.
        ///
        /// ```
        /// use lacuna::{Dense, reduce};
        /// let mut out = [9.0; 3];
        #[doc = concat!("reduce::", stringify!($columns), "(Dense::new(2, 3, &[3.0_f32, 0.0, -4.0, 0.0, 0.0, 2.0])?, \
            &mut out)?;")]
        #[doc = concat!("assert_eq!(out, ", $of_columns, ");")]
        /// # Ok::<(), lacuna::Error>(())
        /// ```
        #[inline]
        pub fn $columns<V: $crate::Value>(a: $crate::Dense<'_, V>, out: &mut [V]) -> Result<(), $crate::KernelError> {
            let columns = $crate::reduce::OutputColumns::ALL;
            $crate::Kernel::call($crate::reduce::DenseColumns { reduction: $type, a, out, columns })
        }

        #[doc = concat!("`out[r] = ", $what, "`, `x` the stored entries of row `r` of a csr.")]
        ///
        /// - Shapes: `a` R x C, `out` of R values. Elements that are not stored count as 0.
        /// - Order: [`order`](crate::order), sum of a row. A row without entries sums to 0.
        /// - An explicit zero is an entry like any other. NaN stays; an infinite sum stays infinite.
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
        #[doc = concat!("assert_eq!(out, ", $of_rows, ");")]
        /// # Ok::<(), lacuna::Error>(())
        /// ```
        #[inline]
        pub fn $csr_rows<V: $crate::Value, I: $crate::Index>(
            a: $crate::Csr<'_, V, I>,
            out: &mut [V],
        ) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::reduce::CsrRows { reduction: $type, a, out })
        }

        #[doc = concat!("`out[c] = ", $what, "`, `x` the stored entries of column `c` of a csr.")]
        ///
        /// - Shapes: `a` R x C, `out` of C values, `scratch` of
        ///   [`csr_columns_scratch`](crate::reduce::csr_columns_scratch()) values. Elements that are not stored count
        ///   as 0.
        /// - Order: [`order`](crate::order), sum of a column: entries by ascending row. A column without entries sums
        ///   to 0.
        /// - An explicit zero is an entry like any other. NaN stays; an infinite sum stays infinite.
        /// - Cost: one read of values and columns, each of which adds to its place in `scratch`. Stays whole: a part
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
        #[doc = concat!("assert_eq!(out, ", $of_columns, ");")]
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
pub(super) use reduction;

/// Declares the kernel of a reduction for a slice of values, whose number is all that it needs.
macro_rules! of_values {
    ($name:ident $type:ident, $what:literal, $of_values:literal) => {
        #[doc = concat!("`out[0] = ", $what, "`, `x` all values: of a dense array, or the stored ones of a csr or \
            row_sparse.")]
        ///
        /// - Shapes: `values` of any length, `out` of one value.
        /// - Order: [`order`](crate::order), sum of a slice of values. Of no values it is 0.
        /// - NaN stays; an infinite sum stays infinite.
        /// - Cost: one read of `values`. Stays whole, but [threads](crate::call::Threads) share it. The arguments:
        ///   [`Whole`](crate::reduce::Whole).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) if `out` has another length; then nothing is written.
        ///
        /// ```
        /// let mut out = [9.0];
        #[doc = concat!("lacuna::reduce::", stringify!($name), "(&[3.0_f32, -4.0], &mut out)?;")]
        #[doc = concat!("assert_eq!(out, ", $of_values, ");")]
        /// # Ok::<(), lacuna::KernelError>(())
        /// ```
        #[inline]
        pub fn $name<V: $crate::Value>(values: &[V], out: &mut [V]) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::reduce::Whole { reduction: $type, values, count: values.len(), out })
        }
    };
}
pub(super) use of_values;
