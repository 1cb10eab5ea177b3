//! The value and index types that batches may have.

use std::fmt::{Debug, Display, LowerExp};

use super::{
    line::{self, Progress, Rows, Rules},
    number,
};

/// A value or label type: `f32` or `f64`.
pub trait LibsvmValue: sealed::Value {}

/// An index type: `i32`, `i64` or `u32`.
pub trait LibsvmIndex: sealed::Index {}

impl LibsvmValue for f32 {}
impl LibsvmValue for f64 {}

pub(super) mod sealed {
    use super::{Debug, Display, LibsvmIndex, LowerExp, Progress, Rows, Rules};

    pub trait Value:
        Copy + Default + Debug + Display + LowerExp + PartialEq + std::str::FromStr + Send + Sync + 'static
    {
        /// `mantissa * 10^exponent`, correctly rounded, or `None` where the quick way is not exact.
        fn from_decimal(negative: bool, mantissa: u64, exponent: i32) -> Option<Self>;
        fn is_finite(self) -> bool;
        /// 1, 0 or -1.
        fn is_class(self) -> bool;
        /// Whether it is that number, rounded to this type.
        fn is_number(self, number: f64) -> bool;
        fn is_negative(self) -> bool;
        /// 1 or 0.
        fn of_class(positive: bool) -> Self;
        fn sum(self, other: Self) -> Self;
        fn product(self, other: Self) -> Self;
        /// Where scientific notation is shorter than writing all digits.
        fn wants_exponent(self) -> bool;
        /// [`parse_rows`](super::line::parse_rows), compiled in this crate: a crate that reads may be optimised less.
        fn parse_rows<I: LibsvmIndex>(text: &[u8], most: usize, rules: &Rules, rows: &mut Rows<Self, I>) -> Progress;
    }

    pub trait Index: Copy + Default + Debug + Ord + Send + Sync + 'static {
        const MAX: u64;
        /// Only for numbers up to `MAX`.
        fn truncate(number: u64) -> Self;
        /// `None` if negative.
        fn widen(self) -> Option<u64>;
        fn parse_rows_f32(text: &[u8], most: usize, rules: &Rules, rows: &mut Rows<f32, Self>) -> Progress;
        fn parse_rows_f64(text: &[u8], most: usize, rules: &Rules, rows: &mut Rows<f64, Self>) -> Progress;
    }
}

macro_rules! value {
    ($type:ty, $from_decimal:path, $parse_rows:ident) => {
        impl sealed::Value for $type {
            #[inline(always)]
            fn from_decimal(negative: bool, mantissa: u64, exponent: i32) -> Option<Self> {
                $from_decimal(mantissa, exponent).map(|x| if negative { -x } else { x })
            }
            fn is_finite(self) -> bool {
                self.is_finite()
            }
            fn is_class(self) -> bool {
                self == 0.0 || self.abs() == 1.0
            }
            fn is_number(self, number: f64) -> bool {
                self == number as $type
            }
            fn is_negative(self) -> bool {
                self < 0.0
            }
            fn of_class(positive: bool) -> Self {
                if positive { 1.0 } else { 0.0 }
            }
            fn sum(self, other: Self) -> Self {
                self + other
            }
            fn product(self, other: Self) -> Self {
                self * other
            }
            fn wants_exponent(self) -> bool {
                self != 0.0 && !(1e-5..1e16).contains(&self.abs())
            }
            fn parse_rows<I: LibsvmIndex>(
                text: &[u8],
                most: usize,
                rules: &Rules,
                rows: &mut Rows<Self, I>,
            ) -> Progress {
                I::$parse_rows(text, most, rules, rows)
            }
        }
    };
}
value!(f32, number::decimal_to_f32, parse_rows_f32);
value!(f64, number::decimal_to_f64, parse_rows_f64);

macro_rules! index {
    ($($type:ty),*) => {$(
        impl LibsvmIndex for $type {}
        impl sealed::Index for $type {
            const MAX: u64 = <$type>::MAX as u64;
            #[inline(always)]
            fn truncate(number: u64) -> Self {
                number as $type
            }
            #[inline(always)]
            fn widen(self) -> Option<u64> {
                u64::try_from(self).ok()
            }
            fn parse_rows_f32(text: &[u8], most: usize, rules: &Rules, rows: &mut Rows<f32, Self>) -> Progress {
                line::parse_rows(text, most, rules, rows)
            }
            fn parse_rows_f64(text: &[u8], most: usize, rules: &Rules, rows: &mut Rows<f64, Self>) -> Progress {
                line::parse_rows(text, most, rules, rows)
            }
        }
    )*};
}
index!(i32, i64, u32);
// Small enough for a test to reach the limits of an index type.
#[cfg(test)]
index!(u8);
