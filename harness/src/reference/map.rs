//! Functions of one number, for any [`Arithmetic`].
use super::Arithmetic;
use lacuna_exact::{Function, FunctionOfTwo};
use std::cmp::Ordering;

/// `|x|`
pub fn abs<A: Arithmetic>(x: A) -> A {
    x.magnitude()
}

/// `x^2`
pub fn square<A: Arithmetic>(x: A) -> A {
    x * x
}

/// `g * sign(x)`
pub fn abs_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * sign(x)
}

/// `g * 2 x`
pub fn square_backward<A: Arithmetic>(g: A, x: A) -> A {
    g * (A::exact(2.0) * x)
}

fn one_if<A: Arithmetic>(condition: bool) -> A {
    A::exact(if condition { 1.0 } else { 0.0 })
}

/// `max(x, 0)`
pub fn relu<A: Arithmetic>(x: A) -> A {
    if x <= A::exact(0.0) { A::exact(0.0) } else { x }
}

/// `g * (y > 0)`
pub fn relu_backward<A: Arithmetic>(g: A, y: A) -> A {
    let is_number = y <= A::exact(0.0) || y > A::exact(0.0);
    g * if is_number { one_if(y > A::exact(0.0)) } else { y }
}

/// `-x`
pub fn negative<A: Arithmetic>(x: A) -> A {
    A::exact(-1.0) * x
}

/// 1, -1 or 0; 0 of NaN.
pub fn sign<A: Arithmetic>(x: A) -> A {
    let zero = A::exact(0.0);
    A::exact(if x > zero {
        1.0
    } else if x < zero {
        -1.0
    } else {
        0.0
    })
}

/// Halves away from zero.
pub fn round<A: Arithmetic>(x: A) -> A {
    x.exactly(f64::round)
}

/// Halves down.
pub fn rint<A: Arithmetic>(x: A) -> A {
    x.exactly(|x| if x - x.floor() <= x.ceil() - x { x.floor() } else { x.ceil() })
}

/// The integer below.
pub fn floor<A: Arithmetic>(x: A) -> A {
    x.exactly(f64::floor)
}

/// The integer above.
pub fn ceil<A: Arithmetic>(x: A) -> A {
    x.exactly(f64::ceil)
}

/// The integer part.
pub fn trunc<A: Arithmetic>(x: A) -> A {
    x.exactly(f64::trunc)
}

/// `180 / pi * x`
pub fn degrees<A: Arithmetic>(x: A) -> A {
    x.in_double(|x| x * (180.0 / std::f64::consts::PI))
}

/// `pi / 180 * x`
pub fn radians<A: Arithmetic>(x: A) -> A {
    x.in_double(|x| x * (std::f64::consts::PI / 180.0))
}

/// `x / (1 + |x|)`
pub fn softsign<A: Arithmetic>(x: A) -> A {
    x / (A::exact(1.0) + x.magnitude())
}

/// `g / (1 + |x|)^2`
pub fn softsign_backward<A: Arithmetic>(g: A, x: A) -> A {
    let sum = A::exact(1.0) + x.magnitude();
    g * (A::exact(1.0) / (sum * sum))
}

/// `min(max(alpha x + beta, 0), 1)`
pub fn hard_sigmoid<A: Arithmetic>(x: A, alpha: A, beta: A) -> A {
    let y = alpha * x + beta;
    if y > A::exact(1.0) {
        A::exact(1.0).chosen_by(y)
    } else if y < A::exact(0.0) {
        A::exact(0.0).chosen_by(y)
    } else {
        y
    }
}

/// `g * alpha` where the result lies between 0 and 1. Near these ends it is anything.
pub fn hard_sigmoid_backward<A: Arithmetic>(g: A, x: A, alpha: A, beta: A) -> A {
    let [zero, one] = [0.0, 1.0].map(A::exact);
    let is_zero = |x: A| x.partial_cmp(&zero) == Some(Ordering::Equal);
    let y = alpha * x + beta;
    let slope = if y > zero && y < one { alpha } else { zero };
    let slope = slope.chosen_by(one / y).chosen_by(one / (one - y)).chosen_by(y);
    match (is_zero(slope), is_zero(g * zero)) {
        (false, _) => g * slope,
        // Chosen, not multiplied: +0, whatever the gradient's sign, and 0 of an infinite one.
        (true, true) => g.magnitude() * slope.magnitude(),
        (true, false) => zero,
    }
}

/// `x + s`
pub fn plus_scalar<A: Arithmetic>(x: A, s: A) -> A {
    x + s
}

/// `x s`
pub fn mul_scalar<A: Arithmetic>(x: A, s: A) -> A {
    x * s
}

/// `x / s`
pub fn div_scalar<A: Arithmetic>(x: A, s: A) -> A {
    x / s
}

/// `s - x`
pub fn rminus_scalar<A: Arithmetic>(x: A, s: A) -> A {
    s - x
}

/// `s / x`
pub fn rdiv_scalar<A: Arithmetic>(x: A, s: A) -> A {
    s / x
}

/// `g * -s / x^2`
pub fn rdiv_scalar_backward<A: Arithmetic>(g: A, x: A, s: A) -> A {
    g * (A::exact(-1.0) * s / (x * x))
}

/// `max(x, s)`
pub fn maximum_scalar<A: Arithmetic>(x: A, s: A) -> A {
    super::maximum(x, s)
}

/// `min(x, s)`
pub fn minimum_scalar<A: Arithmetic>(x: A, s: A) -> A {
    super::minimum(x, s)
}

/// `x^s`
pub fn power_scalar<A: Arithmetic>(x: A, s: A) -> A {
    x.of_two(s, FunctionOfTwo::Power)
}

/// `s^x`
pub fn rpower_scalar<A: Arithmetic>(x: A, s: A) -> A {
    s.of_two(x, FunctionOfTwo::Power)
}

/// `sqrt(x^2 + s^2)`
pub fn hypot_scalar<A: Arithmetic>(x: A, s: A) -> A {
    x.of_two(s, FunctionOfTwo::Hypot)
}

/// `x mod s`
pub fn mod_scalar<A: Arithmetic>(x: A, s: A) -> A {
    super::modulo(x, s)
}

/// `s mod x`
pub fn rmod_scalar<A: Arithmetic>(x: A, s: A) -> A {
    super::modulo(s, x)
}

/// `-g floor(s / x)`. Near a whole quotient it is anything.
pub fn rmod_scalar_backward<A: Arithmetic>(g: A, x: A, s: A) -> A {
    let (quotient, one) = (s / x, A::exact(1.0));
    let whole = floor(quotient);
    let above = quotient - whole;
    g * (A::exact(-1.0) * whole.chosen_by(quotient).chosen_by(one / above).chosen_by(one / (one - above)))
}

/// `x == s`
pub fn equal_scalar<A: Arithmetic>(x: A, s: A) -> A {
    one_if(x == s)
}

/// `x != s`
pub fn not_equal_scalar<A: Arithmetic>(x: A, s: A) -> A {
    one_if(x != s)
}

/// `x > s`
pub fn greater_scalar<A: Arithmetic>(x: A, s: A) -> A {
    one_if(x > s)
}

/// `x >= s`
pub fn greater_equal_scalar<A: Arithmetic>(x: A, s: A) -> A {
    one_if(x >= s)
}

/// `x < s`
pub fn lesser_scalar<A: Arithmetic>(x: A, s: A) -> A {
    one_if(x < s)
}

/// `x <= s`
pub fn lesser_equal_scalar<A: Arithmetic>(x: A, s: A) -> A {
    one_if(x <= s)
}

/// `min(max(x, least), most)`
pub fn clip<A: Arithmetic>(x: A, least: A, most: A) -> A {
    if x > most {
        most
    } else if x < least {
        least
    } else {
        x
    }
}

/// `g` where the input is inside
pub fn clip_backward<A: Arithmetic>(g: A, x: A, least: A, most: A) -> A {
    if x > most || x < least { A::exact(0.0) } else { g }
}

/// `(a x + b) x + c`
pub fn quadratic<A: Arithmetic>(x: A, a: A, b: A, c: A) -> A {
    (a * x + b) * x + c
}

/// `g * (2 a x + b)`
pub fn quadratic_backward<A: Arithmetic>(g: A, x: A, a: A, b: A, _c: A) -> A {
    g * (A::exact(2.0) * a * x + b)
}

/// `|x| - 0.5 / s^2`, or `0.5 (s x)^2` near 0
pub fn smooth_l1<A: Arithmetic>(x: A, s: A) -> A {
    let (factor, half) = (s * s, A::exact(0.5));
    let limit = A::exact(1.0) / factor;
    let inside = half * x * x * factor;
    if x.magnitude() > limit { (x.magnitude() - half * limit).chosen_by(limit) } else { inside.chosen_by(limit) }
}

/// `g * sign(x)`, or `g * s^2 x` near 0
pub fn smooth_l1_backward<A: Arithmetic>(g: A, x: A, s: A) -> A {
    let factor = s * s;
    let (limit, inside) = (A::exact(1.0) / factor, factor * x);
    let slope = if x.magnitude() > limit { sign(x) } else { inside };
    g * slope.chosen_by(limit).chosen_by(inside)
}

macro_rules! elementary {
    ($($name:ident: $function:ident, $formula:literal;)*) => {
        $(
            #[doc = $formula]
            pub fn $name<A: Arithmetic>(x: A) -> A {
                x.elementary(Function::$function)
            }
        )*

        /// True for the functions whose bits in f64 are their own, and for the gradients that have such a function as a
        /// factor.
        pub const fn is_elementary(name: &str) -> bool {
            $(same(name, stringify!($name)))||* || one_of(name, super::slopes::ELEMENTARY)
        }
    };
}

const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

const fn one_of(name: &str, names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() && !same(name, names[at]) {
        at += 1;
    }
    at < names.len()
}

elementary! {
    exp: Exp, "`e^x`";
    expm1: ExpM1, "`e^x - 1`";
    log: Ln, "`ln(x)`";
    log2: Log2, "`log2(x)`";
    log10: Log10, "`log10(x)`";
    log1p: Ln1p, "`ln(1 + x)`";
    sigmoid: Sigmoid, "`1 / (1 + e^-x)`";
    softrelu: Softrelu, "`ln(1 + e^x)`";
    sin: Sin, "`sin(x)`";
    cos: Cos, "`cos(x)`";
    tan: Tan, "`tan(x)`";
    arcsin: Asin, "`arcsin(x)`";
    arccos: Acos, "`arccos(x)`";
    arctan: Atan, "`arctan(x)`";
    sinh: Sinh, "`sinh(x)`";
    cosh: Cosh, "`cosh(x)`";
    tanh: Tanh, "`tanh(x)`";
    arcsinh: Asinh, "`arcsinh(x)`";
    arccosh: Acosh, "`arccosh(x)`";
    arctanh: Atanh, "`arctanh(x)`";
    rsqrt: Rsqrt, "`1 / sqrt(x)`";
    cbrt: Cbrt, "`cbrt(x)`";
    rcbrt: Rcbrt, "`1 / cbrt(x)`";
    erf: Erf, "`erf(x)`";
    erfinv: Erfinv, "`erfinv(x)`";
    gamma: Gamma, "`gamma(x)`";
    gammaln: LnGamma, "`ln(|gamma(x)|)`";
}

/// `sqrt(x)`
pub fn sqrt<A: Arithmetic>(x: A) -> A {
    x.root()
}
