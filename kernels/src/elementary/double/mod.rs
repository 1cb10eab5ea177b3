//! Functions of f64, less than 1 unit in the last place from the exact value.
//!
//! Where plain arithmetic would lose more, sums and products are kept in [two parts](super::parts::Pair), and rounded
//! once at the end.
mod erfinv;
mod exponential;
mod gamma;
mod inverse;
mod logarithm;
mod power;
mod trigonometric;

pub(super) use super::remainder::{modulo, modulo_quick};
pub(super) use erfinv::erfinv;
pub(super) use exponential::{cosh, erf, exp, exp_m1, exp2, sigmoid, sinh, tanh};
pub(super) use gamma::{digamma, gamma, ln_gamma};
pub(super) use inverse::{acos, asin, atan};
pub(super) use logarithm::{acosh, asinh, atanh, ln, ln_1p, log2, log10, softrelu};
pub(super) use power::{cbrt, hypot, pow, rcbrt, rsqrt};
pub(super) use trigonometric::{cos, cos_quick, sin, sin_quick, tan, tan_quick};

/// Functions without exceptional inputs: loops take the whole.
macro_rules! quick {
    ($($quick:ident of $name:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $quick(x: f64) -> (f64, u32) {
            ($name(x), 0)
        }
    )*};
}
quick! { ln_quick of ln, log10_quick of log10, ln_1p_quick of ln_1p }

/// Below it, odd functions are `x` itself, to less than a thousandth of a unit.
const TINY: f64 = 1.0 / (1_u64 << 30) as f64;
