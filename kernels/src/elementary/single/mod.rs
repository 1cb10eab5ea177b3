//! Functions of f32, correctly rounded for every input.
//!
//! The number is widened, the function computed in f64 with an error of a few units, and the result narrowed. That
//! rounds wrongly only where the exact value is within some units of f64 of a tie between two f32: a handful of inputs,
//! most of which a correctly rounded f64 would not save either. They are listed in [`exceptional`] and selected after
//! the narrowing. `cargo xtask exhaustive` compares every input.
mod exceptional;
mod exponential;
mod inverse;
mod logarithm;
mod pow;
mod power;
mod trigonometric;

use super::{double, remainder};
use exceptional as but;

/// Functions that are their f64 form, narrowed, and exceptional inputs.
macro_rules! narrowed {
    ($($name:ident in $module:ident $(, $settle:ident $table:ident)?;)*) => {$(
        #[inline(always)]
        pub(super) fn $name(x: f32) -> f32 {
            let y = $module::$name(x.into()) as f32;
            $(let y = but::$settle(&but::$table, x, y);)?
            y
        }
    )*};
}
narrowed! {
    exp in exponential;
    exp2 in exponential, settled EXP2;
    exp_m1 in exponential;
    tanh in exponential;
    sigmoid in exponential, settled SIGMOID;
    sinh in exponential, settled_odd SINH;
    cosh in exponential;
    erf in exponential;
    ln in logarithm, settled LN;
    log2 in logarithm;
    log10 in logarithm, settled LOG10;
    ln_1p in logarithm, settled LN_1P;
    softrelu in logarithm;
    asinh in logarithm, settled_odd ASINH;
    acosh in logarithm, settled ACOSH;
    atanh in logarithm;
    asin in inverse;
    acos in inverse, settled ACOS;
    atan in inverse, settled_odd ATAN;
    cbrt in power;
    rsqrt in power;
    rcbrt in power;
    gamma in double, settled GAMMA;
    ln_gamma in double, settled LN_GAMMA;
    digamma in double, settled DIGAMMA;
    erfinv in double;
}

/// Functions of two numbers that are their f64 form, narrowed.
macro_rules! of_two {
    ($($name:ident in $module:ident;)*) => {$(
        #[inline(always)]
        pub(super) fn $name(x: f32, y: f32) -> f32 {
            $module::$name(x.into(), y.into()) as f32
        }
    )*};
}
of_two! {
    pow in pow;
    hypot in power;
    modulo in remainder;
}

#[inline(always)]
pub(super) fn modulo_quick(x: f32, y: f32) -> (f32, u32) {
    let (rest, doubt) = remainder::modulo_quick_single(x.into(), y.into());
    (rest as f32, doubt)
}

/// Functions with more exceptional inputs, as most inputs take them: the second result is not 0 for a value near a tie,
/// which an exceptional input's always is.
macro_rules! quick {
    ($($quick:ident of $name:ident in $module:ident;)*) => {$(
        #[inline(always)]
        pub(super) fn $quick(x: f32) -> (f32, u32) {
            let y = $module::$name(x.into());
            (y as f32, but::near_tie(y))
        }
    )*};
}
quick! {
    ln_quick of ln in logarithm;
    log10_quick of log10 in logarithm;
    ln_1p_quick of ln_1p in logarithm;
}

/// Trigonometric functions: whole, and as numbers below the limit of the plain reduction take them.
macro_rules! trigonometric {
    ($($name:ident, $quick:ident, $far:ident, |$x:ident, $y:ident| $settled:expr,
        $settle_far:ident $table_far:ident;)*) => {$(
        #[inline(always)]
        pub(super) fn $name($x: f32) -> f32 {
            if $x.abs() < trigonometric::LIMIT {
                let $y = trigonometric::$name($x.into()) as f32;
                return $settled;
            }
            but::$settle_far(&but::$table_far, $x, trigonometric::$far($x) as f32)
        }

        #[inline(always)]
        pub(super) fn $quick($x: f32) -> (f32, u32) {
            let $y = trigonometric::$name($x.into()) as f32;
            ($settled, u32::from($x.to_bits() & (u32::MAX >> 1) >= trigonometric::LIMIT.to_bits()))
        }
    )*};
}
trigonometric! {
    sin, sin_quick, sin_far, |x, y| but::settled_odd(&but::SIN, x, y), settled_odd SIN_FAR;
    cos, cos_quick, cos_far, |x, y| y, settled_even COS_FAR;
    tan, tan_quick, tan_far, |x, y| y, settled_odd TAN_FAR;
}
