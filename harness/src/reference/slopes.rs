//! Gradients of elementary functions, for any [`Arithmetic`]: of what comes from the result, and of the number or,
//! where it is called `y`, the function's result.
use super::Arithmetic;
use super::map::{
    cos, cosh, erfinv, exp, gamma, hypot_scalar, log, negative, power_scalar, rcbrt, rsqrt, sigmoid, sin, sinh,
};
use lacuna_exact::Function;

/// Those that have such a function as a factor, and functions of two numbers: their bits in f64 are their own.
pub(super) const ELEMENTARY: &[&str] = &[
    "expm1_backward",
    "softrelu_backward",
    "sin_backward",
    "cos_backward",
    "sinh_backward",
    "cosh_backward",
    "rsqrt_backward",
    "rcbrt_backward",
    "erf_backward",
    "erfinv_backward",
    "gamma_backward",
    "gammaln_backward",
    "power_scalar",
    "power_scalar_backward",
    "rpower_scalar",
    "rpower_scalar_backward",
    "power",
    "hypot_scalar",
    "hypot_scalar_backward",
    "hypot",
];

/// `g / x`
pub fn log_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0) / x)
}

/// `g / (x ln(2))`
pub fn log2_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0) / (x * A::exact(1.0).in_double(|_| std::f64::consts::LN_2)))
}

/// `g / (x ln(10))`
pub fn log10_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0) / (x * A::exact(1.0).in_double(|_| std::f64::consts::LN_10)))
}

/// `g / (1 + x)`
pub fn log1p_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0) / (A::exact(1.0) + x))
}

/// `g e^x`
pub fn expm1_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * exp(x)
}

/// `g / (1 + e^-x)`
pub fn softrelu_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * sigmoid(x)
}

/// `g y (1 - y)`
pub fn sigmoid_backward<A: Arithmetic>(g: A, y: A) -> A {
    g * (y * (A::exact(1.0) - y))
}

/// `g (1 - y) (1 + y)`
pub fn tanh_backward<A: Arithmetic>(g: A, y: A) -> A {
    g * one_less_square(y)
}

/// `1 - x^2`
fn one_less_square<A: Arithmetic>(x: A) -> A {
    (A::exact(1.0) - x) * (A::exact(1.0) + x)
}

/// `g cos(x)`
pub fn sin_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * cos(x)
}

/// `-g sin(x)`
pub fn cos_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * negative(sin(x))
}

/// `g (1 + y^2)`
pub fn tan_backward<A: Arithmetic>(g: A, y: A) -> A {
    g * (A::exact(1.0) + y * y)
}

/// `g / sqrt(1 - x^2)`
pub fn arcsin_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0) / one_less_square(x).root())
}

/// `-g / sqrt(1 - x^2)`
pub fn arccos_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * negative(A::exact(1.0) / one_less_square(x).root())
}

/// `g / (1 + x^2)`
pub fn arctan_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0) / (A::exact(1.0) + x * x))
}

/// `g cosh(x)`
pub fn sinh_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * cosh(x)
}

/// `g sinh(x)`
pub fn cosh_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * sinh(x)
}

/// `g / sqrt(x^2 + 1)`, where 1 or `x^2` is taken out of the root
pub fn arcsinh_backward<A: Arithmetic>(g: A, x: A) -> A {
    let one = A::exact(1.0);
    g * if x.magnitude() > one {
        let inverse = one / x.magnitude();
        inverse / (one + inverse * inverse).root()
    } else {
        one / (x * x + one).root()
    }
}

/// `g / sqrt(x^2 - 1)`
pub fn arccosh_backward<A: Arithmetic>(g: A, x: A) -> A {
    let (x, one) = (x.magnitude(), A::exact(1.0));
    g * (one / ((x - one).root() * (x + one).root()))
}

/// `g / (1 - x^2)`
pub fn arctanh_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0) / one_less_square(x))
}

/// `g / (2 y)`
pub fn sqrt_backward<A: Arithmetic>(g: A, y: A) -> A {
    g * (A::exact(0.5) / y)
}

/// `-g / (2 x sqrt(x))`
pub fn rsqrt_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * negative(A::exact(0.5) * rsqrt(x) / x)
}

/// `g / (3 y^2)`
pub fn cbrt_backward<A: Arithmetic>(g: A, y: A) -> A {
    g * (A::exact(1.0) / (A::exact(3.0) * (y * y)))
}

/// `-g / (3 x cbrt(x))`
pub fn rcbrt_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * negative(rcbrt(x) / (A::exact(3.0) * x))
}

/// `2 g / sqrt(pi) e^(-x^2)`
pub fn erf_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(1.0).in_double(|_| std::f64::consts::FRAC_2_SQRT_PI) * exp(negative(x * x)))
}

/// `g sqrt(pi) / 2 e^(erfinv(x)^2)`
pub fn erfinv_backward<A: Arithmetic>(g: A, x: A) -> A {
    let y = erfinv(x);
    g * (A::exact(1.0).in_double(|_| std::f64::consts::PI.sqrt() / 2.0) * exp(y * y))
}

/// `g gamma(x) digamma(x)`
pub fn gamma_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (gamma(x) * x.elementary(Function::Digamma))
}

/// `g digamma(x)`
pub fn gammaln_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * x.elementary(Function::Digamma)
}

/// `g s x^(s - 1)`
pub fn power_scalar_backward<A: Arithmetic>(g: A, x: A, s: A) -> A {
    g * (power_scalar(x, s - A::exact(1.0)) * s)
}

/// `g ln(s) y`
pub fn rpower_scalar_backward<A: Arithmetic>(g: A, y: A, s: A) -> A {
    g * (y * log(s))
}

/// `g x / sqrt(x^2 + s^2)`
pub fn hypot_scalar_backward<A: Arithmetic>(g: A, x: A, s: A) -> A {
    g * (x / hypot_scalar(x, s))
}
