//! Elementary functions whose bits are the same on every processor: `kernels` call no mathematical library.
//!
//! In `f32` every result is the exact one, rounded: for each of the 2^32 inputs, as `cargo xtask exhaustive` checks. In
//! `f64` every result is less than 1 unit in the last place from the exact one. Both are straight arithmetic in `f64`,
//! without tables, branches or fused operations, so that loops over slices vectorise and a GPU runs the same source.
//!
//! Two are less exact next to some zeros, where they are differences: in `f64`, `ln_gamma` below 0 and `digamma` are
//! less than `2^-56` off there. `gamma`, `ln_gamma`, `digamma` and `erfinv` in `f32` are checked where their `f64` value
//! is near a tie.
//!
//! Special values follow IEEE 754 and C: NaN gives NaN, a result outside of the reals is NaN, odd functions keep the
//! sign of zero.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
mod coefficients;
mod double;
mod parts;
mod power_limits;
mod remainder;
mod single;
mod turns;

/// Declares the trait and implements it for both types.
macro_rules! functions {
    (
        { $($(#[$doc:meta])* $name:ident;)* } of_two {
            $($(#[$two_doc:meta])* $two:ident $other:ident;)*
        } quick { $($quick:ident of $whole:ident;)* }
    ) => {
        /// Elementary functions of a [`Value`](crate::Value): see the [module](self).
        ///
        /// ```
        /// use lacuna::{Value, elementary::Elementary};
        ///
        /// fn gelu<V: Value>(x: V) -> V {
        ///     x * (x + x).sigmoid()
        /// }
        /// assert_eq!(gelu(1.0_f32), 0.88079708);
        /// assert_eq!(Elementary::ln(0.0_f64), f64::NEG_INFINITY);
        /// ```
        pub trait Elementary: Sized {
            /// `ln(2)`, rounded.
            const LN_2: Self;
            /// `ln(10)`, rounded.
            const LN_10: Self;
            $($(#[$doc])* #[must_use] fn $name(self) -> Self;)*
            $($(#[$two_doc])* #[must_use] fn $two(self, $other: Self) -> Self;)*
            $(
                #[doc = concat!("[`", stringify!($whole), "`](Self::", stringify!($whole), ") of most inputs, faster \
                    in a loop. Not 0 beside it: take the other.")]
                #[doc(hidden)]
                #[must_use]
                fn $quick(self) -> (Self, u32);
            )*
            /// [`modulo`](Self::modulo) of most numbers, likewise.
            #[doc(hidden)]
            #[must_use]
            fn modulo_quick(self, divisor: Self) -> (Self, u32);
        }

        functions! { @implement f32 single $($name)*; $($two $other)*; $($quick)* }
        functions! { @implement f64 double $($name)*; $($two $other)*; $($quick)* }
    };
    (@implement $type:ident $module:ident $($name:ident)*; $($two:ident $other:ident)*; $($quick:ident)*) => {
        impl Elementary for $type {
            const LN_2: Self = core::$type::consts::LN_2;
            const LN_10: Self = core::$type::consts::LN_10;
            $(#[inline(always)] fn $name(self) -> Self { $module::$name(self) })*
            $(#[inline(always)] fn $two(self, $other: Self) -> Self { $module::$two(self, $other) })*
            $(#[inline(always)] fn $quick(self) -> (Self, u32) { $module::$quick(self) })*
            #[inline(always)] fn modulo_quick(self, divisor: Self) -> (Self, u32) {
                $module::modulo_quick(self, divisor)
            }
        }
    };
}
functions! {{
    /// `e^x`
    exp;
    /// `2^x`
    exp2;
    /// `e^x - 1`
    exp_m1;
    /// The natural logarithm.
    ln;
    /// The logarithm to the base 2.
    log2;
    /// The logarithm to the base 10.
    log10;
    /// `ln(1 + x)`
    ln_1p;
    /// `1 / (1 + e^-x)`
    sigmoid;
    /// `ln(1 + e^x)`
    softrelu;
    /// The sine of an angle in radians.
    sin;
    /// The cosine of an angle in radians.
    cos;
    /// The tangent of an angle in radians.
    tan;
    /// The inverse of the sine.
    asin;
    /// The inverse of the cosine.
    acos;
    /// The inverse of the tangent.
    atan;
    /// The hyperbolic sine.
    sinh;
    /// The hyperbolic cosine.
    cosh;
    /// The hyperbolic tangent.
    tanh;
    /// The inverse of the hyperbolic sine.
    asinh;
    /// The inverse of the hyperbolic cosine.
    acosh;
    /// The inverse of the hyperbolic tangent.
    atanh;
    /// The cube root.
    cbrt;
    /// `1 / sqrt(x)`; of -0 it is -infinity.
    rsqrt;
    /// `1 / cbrt(x)`
    rcbrt;
    /// The error function, `2 / sqrt(pi)` times the integral of `e^(-t^2)` from 0 to `x`.
    erf;
    /// The inverse of the error function; infinite at 1 and -1, NaN beyond.
    erfinv;
    /// The gamma function; infinite, with the sign of `x`, at zeros, NaN at whole negative numbers.
    gamma;
    /// The logarithm of the gamma function's magnitude; infinity at zero and at whole negative numbers.
    ln_gamma;
    /// The derivative of [`ln_gamma`](Self::ln_gamma); infinite, with the other sign than `x`, at zeros, NaN at whole
    /// negative numbers.
    digamma;
} of_two {
    /// `x^exponent`, as C has it: 1 for an exponent of 0 and of a base of 1, NaN for a negative base and an exponent
    /// that is not whole. In `f32` the exact result, rounded, except for about one in 10^8.
    pow exponent;
    /// `sqrt(x^2 + other^2)`, without overflow between.
    hypot other;
    /// The remainder with the sign of the divisor, 0 for a divisor of 0: exact, and where the signs differ rounded
    /// once.
    modulo divisor;
} quick {
    ln_quick of ln;
    log10_quick of log10;
    ln_1p_quick of ln_1p;
    sin_quick of sin;
    cos_quick of cos;
    tan_quick of tan;
}}
