//! The functions of the kernels at every SIMD level: hard inputs, special values, and a sample.
//! `cargo xtask exhaustive` compares every input.
#![allow(clippy::unwrap_used)]
use lacuna::dispatch::{Level, force};
use lacuna::elementary::Elementary;
use lacuna::map::{Unary, unary};
use lacuna::{KernelError, Value};
use lacuna_exact::Function;

type Slices<V> = fn(&[V], &mut [V]) -> Result<(), KernelError>;

/// Two to its power has no kernel.
#[derive(Clone, Copy)]
struct Exp2;
impl<V: Value> Unary<V> for Exp2 {
    const NAME: &'static str = "exp2";
    fn keeps_zero(&self) -> bool {
        false
    }
    fn of(&self, x: V) -> V {
        x.exp2()
    }
    fn slope(&self, x: V) -> V {
        x.exp2() * V::LN_2
    }
}

/// A slope alone.
#[derive(Clone, Copy)]
struct Digamma;
impl<V: Value> Unary<V> for Digamma {
    const NAME: &'static str = "digamma";
    fn keeps_zero(&self) -> bool {
        false
    }
    fn of(&self, x: V) -> V {
        x.digamma()
    }
    fn slope(&self, x: V) -> V {
        x
    }
}

macro_rules! kernels {
    ($($function:ident: $kernel:expr, $alone:ident;)*) => {
        fn kernel<V: Value>(function: Function) -> Slices<V> {
            match function { $(Function::$function => $kernel),* }
        }
        fn alone<V: Value>(function: Function) -> fn(V) -> V {
            match function { $(Function::$function => <V as Elementary>::$alone),* }
        }
    };
}
kernels! {
    Exp: lacuna::map::exp, exp;
    Exp2: |input, out| unary(Exp2, input, out), exp2;
    ExpM1: lacuna::map::expm1, exp_m1;
    Ln: lacuna::map::log, ln;
    Log2: lacuna::map::log2, log2;
    Log10: lacuna::map::log10, log10;
    Ln1p: lacuna::map::log1p, ln_1p;
    Sigmoid: lacuna::map::sigmoid, sigmoid;
    Softrelu: lacuna::map::softrelu, softrelu;
    Sin: lacuna::map::sin, sin;
    Cos: lacuna::map::cos, cos;
    Tan: lacuna::map::tan, tan;
    Asin: lacuna::map::arcsin, asin;
    Acos: lacuna::map::arccos, acos;
    Atan: lacuna::map::arctan, atan;
    Sinh: lacuna::map::sinh, sinh;
    Cosh: lacuna::map::cosh, cosh;
    Tanh: lacuna::map::tanh, tanh;
    Asinh: lacuna::map::arcsinh, asinh;
    Acosh: lacuna::map::arccosh, acosh;
    Atanh: lacuna::map::arctanh, atanh;
    Cbrt: lacuna::map::cbrt, cbrt;
    Rsqrt: lacuna::map::rsqrt, rsqrt;
    Rcbrt: lacuna::map::rcbrt, rcbrt;
    Erf: lacuna::map::erf, erf;
    Erfinv: lacuna::map::erfinv, erfinv;
    Gamma: lacuna::map::gamma, gamma;
    LnGamma: lacuna::map::gammaln, ln_gamma;
    Digamma: |input, out| unary(Digamma, input, out), digamma;
}

/// The results of a kernel at every level, and of the function on each number alone.
fn results<V: Value>(function: Function, inputs: &[V]) -> Vec<Vec<V>> {
    use std::sync::{Mutex, PoisonError};
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = vec![inputs.iter().map(|&x| alone(function)(x)).collect()];
    for &level in Level::ALL.iter().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        let mut out = vec![V::ZERO; inputs.len()];
        kernel(function)(inputs, &mut out).unwrap();
        all.push(out);
    }
    force(None).unwrap();
    all
}

fn agree(function: Function, inputs: &[f32], expected: &[f32]) {
    for found in results(function, inputs) {
        for ((x, expected), found) in inputs.iter().zip(expected).zip(&found) {
            let same = expected.to_bits() == found.to_bits() || expected.is_nan() && found.is_nan();
            assert!(
                same,
                "{} of {x:e} ({:#x}): {found:e} ({:#x}), not {expected:e}",
                function.name(),
                x.to_bits(),
                found.to_bits()
            );
        }
    }
}

#[test]
fn hard_inputs() {
    let mut count = 0;
    for &function in Function::ALL {
        let (inputs, expected): (Vec<_>, Vec<_>) = function.hard_inputs().unzip();
        agree(function, &inputs, &expected);
        count += inputs.len();
    }
    assert!(count > 3000, "{count}");
}

#[test]
fn a_sample() {
    for &function in Function::ALL {
        let inputs: Vec<_> = (0..u32::MAX).step_by(65_521).map(f32::from_bits).collect();
        let expected: Vec<_> = inputs.iter().map(|&x| function.exact(x)).collect();
        agree(function, &inputs, &expected);
    }
}

/// Inputs, and the results for both types; odd functions keep the sign of zero.
#[test]
fn special_values() {
    use std::f64::consts::{FRAC_PI_2, PI};
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let inputs = [0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, 2.0, -2.0];
    let some = NAN.to_bits() ^ 1;
    // Where a number is no special one, it is not looked at.
    let any = f64::from_bits(some);
    let rows: [(Function, [f64; 9]); 29] = [
        (Function::Exp, [1.0, 1.0, INF, 0.0, NAN, any, any, any, any]),
        (Function::Exp2, [1.0, 1.0, INF, 0.0, NAN, 2.0, 0.5, 4.0, 0.25]),
        (Function::ExpM1, [0.0, -0.0, INF, -1.0, NAN, any, any, any, any]),
        (Function::Ln, [-INF, -INF, INF, NAN, NAN, 0.0, NAN, any, NAN]),
        (Function::Log2, [-INF, -INF, INF, NAN, NAN, 0.0, NAN, 1.0, NAN]),
        (Function::Log10, [-INF, -INF, INF, NAN, NAN, 0.0, NAN, any, NAN]),
        (Function::Ln1p, [0.0, -0.0, INF, NAN, NAN, any, -INF, any, NAN]),
        (Function::Sigmoid, [0.5, 0.5, 1.0, 0.0, NAN, any, any, any, any]),
        (Function::Softrelu, [any, any, INF, 0.0, NAN, any, any, any, any]),
        (Function::Sin, [0.0, -0.0, NAN, NAN, NAN, any, any, any, any]),
        (Function::Cos, [1.0, 1.0, NAN, NAN, NAN, any, any, any, any]),
        (Function::Tan, [0.0, -0.0, NAN, NAN, NAN, any, any, any, any]),
        (Function::Asin, [0.0, -0.0, NAN, NAN, NAN, FRAC_PI_2, -FRAC_PI_2, NAN, NAN]),
        (Function::Acos, [FRAC_PI_2, FRAC_PI_2, NAN, NAN, NAN, 0.0, PI, NAN, NAN]),
        (Function::Atan, [0.0, -0.0, FRAC_PI_2, -FRAC_PI_2, NAN, any, any, any, any]),
        (Function::Sinh, [0.0, -0.0, INF, -INF, NAN, any, any, any, any]),
        (Function::Cosh, [1.0, 1.0, INF, INF, NAN, any, any, any, any]),
        (Function::Tanh, [0.0, -0.0, 1.0, -1.0, NAN, any, any, any, any]),
        (Function::Asinh, [0.0, -0.0, INF, -INF, NAN, any, any, any, any]),
        (Function::Acosh, [NAN, NAN, INF, NAN, NAN, 0.0, NAN, any, NAN]),
        (Function::Atanh, [0.0, -0.0, NAN, NAN, NAN, INF, -INF, NAN, NAN]),
        (Function::Cbrt, [0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, any, any]),
        (Function::Rsqrt, [INF, -INF, 0.0, NAN, NAN, 1.0, NAN, any, NAN]),
        (Function::Rcbrt, [INF, -INF, 0.0, -0.0, NAN, 1.0, -1.0, any, any]),
        (Function::Erf, [0.0, -0.0, 1.0, -1.0, NAN, any, any, any, any]),
        (Function::Erfinv, [0.0, -0.0, NAN, NAN, NAN, INF, -INF, NAN, NAN]),
        (Function::Gamma, [INF, -INF, INF, NAN, NAN, 1.0, NAN, 1.0, NAN]),
        (Function::LnGamma, [INF, INF, INF, INF, NAN, 0.0, INF, 0.0, INF]),
        (Function::Digamma, [-INF, INF, INF, NAN, NAN, any, NAN, any, NAN]),
    ];
    for (function, expected) in rows {
        let narrow = inputs.map(|x| x as f32);
        let checked = |at: usize, found: f64, expected: f64| {
            let x = inputs[at];
            let same = expected.to_bits() == found.to_bits()
                || expected.is_nan() && found.is_nan()
                || expected.to_bits() == some;
            assert!(same, "{} of {x:e}: {found:e}, not {expected:e}", function.name());
        };
        for found in results(function, &inputs) {
            found.iter().enumerate().for_each(|(at, &found)| checked(at, found, expected[at]));
        }
        for found in results(function, &narrow) {
            found.iter().enumerate().for_each(|(at, &found)| {
                checked(
                    at,
                    found.into(),
                    if expected[at].to_bits() == some { any } else { (expected[at] as f32).into() },
                )
            });
        }
    }
}

#[test]
fn f64_at_every_level_and_near_the_standard_library() {
    let mut state = 1_u64;
    let inputs: Vec<_> = (0..20_000)
        .map(|n| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = state ^ state >> 29;
            if n % 2 == 0 {
                f64::from_bits(bits)
            } else {
                ((bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * [1.0, 2.0, 30.0, 800.0][n / 2 % 4]
            }
        })
        .collect();
    for &function in Function::ALL {
        let all = results(function, &inputs);
        for (at, &x) in inputs.iter().enumerate() {
            let (found, expected) = (all[0][at], function.wide(x));
            assert!(
                all.iter()
                    .all(|found| found[at].to_bits() == all[0][at].to_bits()
                        || found[at].is_nan() && all[0][at].is_nan()),
                "{} of {x:e}",
                function.name()
            );
            let unit = f64::EPSILON * function.least_scale(x);
            let near = found.to_bits().abs_diff(expected.to_bits()) <= 5
                || found.is_nan() && expected.is_nan()
                || (found - expected).abs() < 5.0 * unit;
            assert!(near, "{} of {x:e}: {found:e}, not {expected:e}", function.name());
        }
    }
}
