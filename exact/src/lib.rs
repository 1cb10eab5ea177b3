//! Exact elementary functions: what the kernels, which this crate does not use, are compared with.
//!
//! The standard library's f64 functions are within some units of the exact value. That decides the nearest f32, except
//! for the few inputs whose exact value is within `2^-48` of a tie between two of them. Those are listed in `hard/`,
//! with the result that `hard.py` has computed in 120 digits. The program of this crate (`cargo xtask exhaustive`) goes
//! through every f32, so that the lists have all of them.
mod erf;
mod gamma;
mod hard;
mod two;

pub use two::FunctionOfTwo;

/// How far the f64 function may be off, relative to its value: far more than it is.
const MARGIN: f64 = 1.0 / (1_u64 << 48) as f64;

macro_rules! functions {
    ($($(#[$doc:meta])* $variant:ident $name:literal, |$x:ident| $wide:expr;)*) => {
        /// A function of one number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function {
            $($(#[$doc])* $variant),*
        }

        impl Function {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name, in the trait `Elementary` of the kernels.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The function in f64, to a few units in the last place.
            #[inline(always)]
            pub fn wide(self, x: f64) -> f64 {
                match self { $(Self::$variant => { let $x = x; $wide })* }
            }

            fn hard(self) -> &'static [(u32, u32)] {
                match self {
                    $(Self::$variant => {
                        static HARD: hard::List = hard::List::new(include_str!(concat!("../hard/", $name, ".txt")));
                        HARD.get()
                    })*
                }
            }
        }
    };
}
functions! {
    /// `e^x`
    Exp "exp", |x| x.exp();
    /// `2^x`
    Exp2 "exp2", |x| x.exp2();
    /// `e^x - 1`
    ExpM1 "exp_m1", |x| x.exp_m1();
    /// The natural logarithm.
    Ln "ln", |x| x.ln();
    /// The logarithm to the base 2.
    Log2 "log2", |x| x.log2();
    /// The logarithm to the base 10.
    Log10 "log10", |x| x.log10();
    /// `ln(1 + x)`
    Ln1p "ln_1p", |x| x.ln_1p();
    /// `1 / (1 + e^-x)`
    Sigmoid "sigmoid", |x| if x < -700.0 { x.exp() } else { 1.0 / (1.0 + (-x).exp()) };
    /// `ln(1 + e^x)`
    Softrelu "softrelu", |x| if x > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() };
    /// The sine.
    Sin "sin", |x| x.sin();
    /// The cosine.
    Cos "cos", |x| x.cos();
    /// The tangent.
    Tan "tan", |x| x.tan();
    /// The inverse of the sine.
    Asin "asin", |x| x.asin();
    /// The inverse of the cosine.
    Acos "acos", |x| x.acos();
    /// The inverse of the tangent.
    Atan "atan", |x| x.atan();
    /// The hyperbolic sine.
    Sinh "sinh", |x| x.sinh();
    /// The hyperbolic cosine.
    Cosh "cosh", |x| x.cosh();
    /// The hyperbolic tangent.
    Tanh "tanh", |x| x.tanh();
    /// The inverse of the hyperbolic sine.
    Asinh "asinh", |x| asinh(x);
    /// The inverse of the hyperbolic cosine.
    Acosh "acosh", |x| acosh(x);
    /// The inverse of the hyperbolic tangent.
    Atanh "atanh", |x| atanh(x);
    /// The cube root.
    Cbrt "cbrt", |x| x.cbrt();
    /// `1 / sqrt(x)`
    Rsqrt "rsqrt", |x| 1.0 / x.sqrt();
    /// `1 / cbrt(x)`
    Rcbrt "rcbrt", |x| 1.0 / x.cbrt();
    /// The error function.
    Erf "erf", |x| erf::erf(x);
    /// The inverse of the error function.
    Erfinv "erfinv", |x| erf::erfinv(x);
    /// The gamma function.
    Gamma "gamma", |x| gamma::gamma(x);
    /// The logarithm of the gamma function's magnitude.
    LnGamma "ln_gamma", |x| gamma::ln_gamma(x);
    /// The derivative of that.
    Digamma "digamma", |x| gamma::digamma(x);
}

// The standard library's own formulas for these lose bits, so: by logarithms that do not.
fn asinh(x: f64) -> f64 {
    let a = x.abs();
    if a > 1e150 {
        (a.ln() + std::f64::consts::LN_2).copysign(x)
    } else {
        (a + a * a / (1.0 + (a * a + 1.0).sqrt())).ln_1p().copysign(x)
    }
}

fn acosh(x: f64) -> f64 {
    let t = x - 1.0;
    if x < 1.0 {
        f64::NAN
    } else if x > 1e150 {
        x.ln() + std::f64::consts::LN_2
    } else {
        (t + (t * (t + 2.0)).sqrt()).ln_1p()
    }
}

fn atanh(x: f64) -> f64 {
    let a = x.abs();
    (0.5 * ((a + a) / (1.0 - a)).ln_1p()).copysign(x)
}

/// An f32 result, as far as the f64 function decides it.
#[derive(Clone, Copy, Debug)]
pub enum Nearest {
    /// It is this.
    Known(f32),
    /// The exact value is near a tie.
    Hard,
}

impl Function {
    /// The function of that [name](Self::name).
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// An f64 result of the kernels is as exact as if its magnitude were this one at least: not 0 where the function
    /// has zeros next to which it is a difference.
    pub fn least_scale(self, x: f64) -> f64 {
        match self {
            Self::Digamma => 1.0 / 16.0,
            Self::LnGamma if x < 0.0 => 1.0 / 16.0,
            _ => 0.0,
        }
    }

    /// The f32 nearest to the exact value, if the f64 function decides it.
    #[inline(always)]
    pub fn nearest(self, x: f32) -> Nearest {
        let value = self.wide(x.into());
        let (low, high) = ((value * (1.0 - MARGIN)) as f32, (value * (1.0 + MARGIN)) as f32);
        if low.to_bits() == high.to_bits() || value.is_nan() { Nearest::Known(low) } else { Nearest::Hard }
    }

    /// The f32 nearest to the exact value; `None` if it is near a tie and not listed, so the list is not complete.
    pub fn listed(self, x: f32) -> Option<f32> {
        match self.nearest(x) {
            Nearest::Known(value) => Some(value),
            Nearest::Hard => {
                let list = self.hard();
                list.binary_search_by_key(&x.to_bits(), |&(input, _)| input)
                    .ok()
                    .map(|place| f32::from_bits(list[place].1))
            }
        }
    }

    /// The f32 nearest to the exact value.
    ///
    /// # Panics
    /// If it is near a tie and not listed.
    pub fn exact(self, x: f32) -> f32 {
        self.listed(x).unwrap_or_else(|| panic!("{} of {x:e}: not in the list of hard inputs", self.name()))
    }

    /// The inputs whose exact value is near a tie between two f32, with the results.
    pub fn hard_inputs(self) -> impl Iterator<Item = (f32, f32)> {
        self.hard().iter().map(|&(input, result)| (f32::from_bits(input), f32::from_bits(result)))
    }
}
