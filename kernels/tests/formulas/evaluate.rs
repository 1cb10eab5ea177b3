//! The value of a formula.
use super::parse::Formula;
use lacuna::Value;
use lacuna::call::{Element, Erase};
use lacuna::elementary::Elementary;
use std::fmt::Debug;

/// The two value types.
pub(crate) trait Arithmetic: Value + Elementary + Element + Debug + for<'a> Erase<'a> {
    /// A number of the type with these bits, or those of them that it has.
    fn of_bits(bits: u64) -> f64;
    /// Equal by bits, or both NaN.
    fn same(self, other: Self) -> bool;
    /// Rounding to integers, by `std`.
    fn rounded(self, function: &str) -> Option<Self>;
}

macro_rules! arithmetic {
    ($($type:ident $bits:ident;)*) => {$(
        impl Arithmetic for $type {
            fn of_bits(bits: u64) -> f64 {
                f64::from($type::from_bits(bits as $bits))
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || (self.is_nan() && other.is_nan())
            }
            fn rounded(self, function: &str) -> Option<Self> {
                Some(match function {
                    "floor" => self.floor(),
                    "ceil" => self.ceil(),
                    "trunc" => self.trunc(),
                    "round" => self.round(),
                    _ => return None,
                })
            }
        }
    )*};
}
arithmetic! { f32 u32; f64 u64; }

/// Functions of one number that `docs/numerics.md` says are rounded as a whole.
fn elementary<V: Elementary>(name: &str) -> Option<fn(V) -> V> {
    Some(match name {
        "ln" => V::ln,
        "log2" => V::log2,
        "log10" => V::log10,
        "log1p" => V::ln_1p,
        "expm1" => V::exp_m1,
        "sigmoid" => V::sigmoid,
        "softrelu" => V::softrelu,
        "sin" => V::sin,
        "cos" => V::cos,
        "tan" => V::tan,
        "arcsin" => V::asin,
        "arccos" => V::acos,
        "arctan" => V::atan,
        "sinh" => V::sinh,
        "cosh" => V::cosh,
        "tanh" => V::tanh,
        "arcsinh" => V::asinh,
        "arccosh" => V::acosh,
        "arctanh" => V::atanh,
        "rsqrt" => V::rsqrt,
        "cbrt" => V::cbrt,
        "rcbrt" => V::rcbrt,
        "erf" => V::erf,
        "erfinv" => V::erfinv,
        "gamma" => V::gamma,
        "gammaln" => V::ln_gamma,
        "digamma" => V::digamma,
        _ => return None,
    })
}

/// True for the name of a function.
pub(crate) fn is_function(name: &str) -> bool {
    const OTHERS: [&str; 14] =
        ["abs", "sign", "sqrt", "floor", "ceil", "trunc", "round", "rint", "max", "min", "clip", "hypot", "mod", "f64"];
    OTHERS.contains(&name) || elementary::<f64>(name).is_some()
}

/// The formula's value, of operands and parameters by their symbols.
pub(crate) fn evaluate<V: Arithmetic>(formula: &Formula, of: &dyn Fn(&str) -> Option<V>) -> V {
    let (zero, one) = (V::narrow(0.0), V::narrow(1.0));
    match formula {
        Formula::Number(number) => V::narrow(*number),
        Formula::Name(name) if name == "pi" => V::narrow(std::f64::consts::PI),
        Formula::Name(name) => of(name).unwrap_or_else(|| panic!("no operand is called {name}")),
        Formula::Negative(inside) => -evaluate(inside, of),
        Formula::Where(parts) => {
            let [condition, yes, no] = &**parts;
            evaluate(if evaluate(condition, of) == one { yes } else { no }, of)
        }
        Formula::Two("^", pair) if pair[0] == Formula::Name("e".to_owned()) => evaluate(&pair[1], of).exp(),
        Formula::Two(symbol, pair) => {
            let [x, y] = [evaluate(&pair[0], of), evaluate(&pair[1], of)];
            let truth = |is: bool| if is { one } else { zero };
            match *symbol {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                "/" => x / y,
                "^" => x.pow(y),
                "<" => truth(x < y),
                "<=" => truth(x <= y),
                ">" => truth(x > y),
                ">=" => truth(x >= y),
                "==" => truth(x == y),
                "!=" => truth(x != y),
                _ => panic!("no operation {symbol}"),
            }
        }
        Formula::Function(name, inside) if name == "f64" => {
            V::narrow(evaluate::<f64>(&inside[0], &|name| of(name).map(Value::widen)))
        }
        Formula::Function(name, inside) => {
            let inside: Vec<V> = inside.iter().map(|inside| evaluate(inside, of)).collect();
            function(name, &inside).unwrap_or_else(|| panic!("no function {name} of {inside:?}"))
        }
    }
}

/// Functions as `docs/numerics.md` defines them.
fn function<V: Arithmetic>(name: &str, of: &[V]) -> Option<V> {
    let (zero, one) = (V::narrow(0.0), V::narrow(1.0));
    Some(match (name, of) {
        ("abs", &[x]) => x.magnitude(),
        ("sqrt", &[x]) => x.root(),
        ("sign", &[x]) if x > zero => one,
        ("sign", &[x]) if x < zero => -one,
        ("sign", &[_]) => zero,
        ("rint", &[x]) => {
            let (below, above) = (x.rounded("floor")?, x.rounded("ceil")?);
            if x - below <= above - x { below } else { above }
        }
        ("max" | "min", &[x, y]) if x.is_nan() || y.is_nan() => x + y,
        ("max", &[x, y]) => {
            if x > y {
                x
            } else {
                y
            }
        }
        ("min", &[x, y]) => {
            if x < y {
                x
            } else {
                y
            }
        }
        ("clip", &[x, _, high]) if x > high => high,
        ("clip", &[x, low, _]) if x < low => low,
        ("clip", &[x, ..]) => x,
        ("hypot", &[x, y]) => x.hypot(y),
        ("mod", &[x, y]) => x.modulo(y),
        (name, &[x]) => x.rounded(name).or_else(|| elementary::<V>(name).map(|function| function(x)))?,
        _ => return None,
    })
}
