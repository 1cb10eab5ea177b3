//! Functions of each element.
use super::backend::Done;
use super::entry::Gradients::{Negated, Through, Zero};
use super::entry::Of::{self, Gradient, Input, Output};
use super::entry::{Entry, entries};
use super::{Backward, Built, Call, Definition, OperatorError};
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna_arrays::array::{Array, Function};

/// A [`Function`] of each element. A sparse operand keeps its pattern where the function of 0 is 0. Where it is not, a
/// sum with a number is dense, and other functions have no path.
///
/// Gradient: that of the result times the derivative, which is 0 where the function has steps. A constant derivative
/// keeps the storage of the result's gradient. Else that of a sparse operand is on its pattern, where it is 0 elsewhere.
/// There is no path from a dense gradient through a function like `sin` of a csr, whose derivative at 0 is 1; of a
/// row_sparse array its gradient is dense. Source: MXNet's unary and scalar operators.
#[derive(Clone, Copy, Debug)]
pub struct Map(pub Function);

entries! {
    "Activation" ("data") |p| {
        let function = p.choice("act_type", "relu, sigmoid, tanh, softrelu or softsign", |text| {
            let activations = [
                Function::Relu, Function::Sigmoid, Function::Tanh, Function::Softrelu, Function::Softsign
            ];
            activations.into_iter().find(|function| function.name() == text)
        })?;
        let operands: &[Of] = if function == Function::Relu { OUT } else { &[Gradient, Output, Input(0)] };
        Built::of_one_shape(Map(function), Through("_backward_Activation", operands))
    };
    "_minus_scalar" ["_MinusScalar"] ("data") |p| {
        p.ignored("is_int");
        Built::of_one_shape(Map(Function::PlusScalar(-p.number("scalar")?)), Through("_copy", &[Gradient]))
    };
    "fix" ["_sparse_fix"] ("data") |_p| Built::of_one_shape(Map(Function::Trunc), Zero);
    "clip" ["_sparse_clip"] ("data") |p| {
        let function = Function::Clip { a_min: p.number("a_min")?, a_max: p.number("a_max")? };
        Built::of_one_shape(Map(function), Through("_backward_clip", IN))
    };
    "hard_sigmoid" ("data") |p| {
        let function = Function::HardSigmoid { alpha: p.number_or("alpha", 0.2)?, beta: p.number_or("beta", 0.5)? };
        Built::of_one_shape(Map(function), Through("_backward_hard_sigmoid", IN))
    };
    "_contrib_quadratic" ("data") |p| {
        let [a, b, c] = [p.number_or("a", 0.0)?, p.number_or("b", 0.0)?, p.number_or("c", 0.0)?];
        Built::of_one_shape(Map(Function::Quadratic { a, b, c }), Through("_contrib_backward_quadratic", IN))
    };
    "reciprocal" ("data") |_p| {
        Built::of_one_shape(Map(Function::RdivScalar(1.0)), Through("_backward_reciprocal", IN))
    };
    "logical_not" ("data") |_p| Built::of_one_shape(Map(Function::EqualScalar(0.0)), Zero);
    // A number is other than NaN, and never equal to it.
    "ones_like" ("data") |_p| Built::of_one_shape(Map(Function::NotEqualScalar(f64::NAN)), Zero);
    "_logical_and_scalar" ["_LogicalAndScalar"] ("data") |p| {
        p.ignored("is_int");
        let number = if p.number("scalar")? == 0.0 { f64::NAN } else { 0.0 };
        let function = if number.is_nan() { Function::EqualScalar(number) } else { Function::NotEqualScalar(number) };
        Built::of_one_shape(Map(function), Zero)
    };
    "_logical_or_scalar" ["_LogicalOrScalar"] ("data") |p| {
        p.ignored("is_int");
        let number = if p.number("scalar")? == 0.0 { 0.0 } else { f64::NAN };
        Built::of_one_shape(Map(Function::NotEqualScalar(number)), Zero)
    };
    "_logical_xor_scalar" ["_LogicalXorScalar"] ("data") |p| {
        p.ignored("is_int");
        let zero = p.number("scalar")? == 0.0;
        let function = if zero { Function::NotEqualScalar(0.0) } else { Function::EqualScalar(0.0) };
        Built::of_one_shape(Map(function), Zero)
    };
    "_scatter_plus_scalar" ("data") |p| {
        p.ignored("is_int");
        Built::of_one_shape(OfStored(p.number("scalar")?), Through("_copy", &[Gradient]))
    };
    "_scatter_minus_scalar" ("data") |p| {
        p.ignored("is_int");
        Built::of_one_shape(OfStored(-p.number("scalar")?), Through("_copy", &[Gradient]))
    };
    "_contrib_gradientmultiplier" ("data") |p| {
        p.ignored("is_int");
        Built::of_one_shape(GradientTimes(p.number("scalar")?), Through("_contrib_backward_gradientmultiplier", &[Gradient]))
    };
    "_contrib_round_ste" ("data") |_p| Built::of_one_shape(Straight(Function::Round), Passed);
    "_contrib_sign_ste" ("data") |_p| Built::of_one_shape(Straight(Function::Sign), Passed);
    "zeros_like" ["_sparse_zeros_like"] ("data") |_p| Built::of_one_shape(ZerosLike, Zero);
}

/// The sum of each stored number and another one: what is not stored stays 0. The result has the pattern of the operand.
///
/// Gradient: that of the result. Source: MXNet `_scatter_plus_scalar`, `_scatter_minus_scalar`.
#[derive(Clone, Copy, Debug)]
struct OfStored(f64);

impl Definition for OfStored {
    fn name(&self) -> &'static str {
        "_scatter_plus_scalar"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.on.map(Function::PlusScalar(self.0), x, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.on.copy(backward.gradient, gradient)
    }
}

/// The operand as it is, stored in any way. Gradient: that of the result, times a number. Source: MXNet
/// `_contrib_gradientmultiplier`.
#[derive(Clone, Copy, Debug)]
struct GradientTimes(f64);

impl Definition for GradientTimes {
    fn name(&self) -> &'static str {
        "_contrib_gradientmultiplier"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.on.copy(x, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.on.map(Function::MulScalar(self.0), backward.gradient, gradient)
    }
}

/// A function with steps whose gradient is that of the result as it is. Source: MXNet `_contrib_round_ste`,
/// `_contrib_sign_ste`.
#[derive(Clone, Copy, Debug)]
struct Straight(Function);

impl Definition for Straight {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        Map(self.0).result(call, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.on.copy(backward.gradient, gradient)
    }
}

/// Zeros, stored as the operand is: nothing of a sparse one. Of a sparse operand on the host only. Source: MXNet
/// `zeros_like`.
#[derive(Clone, Copy, Debug)]
struct ZerosLike;

impl Definition for ZerosLike {
    fn name(&self) -> &'static str {
        "zeros_like"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        match x.stype() {
            Dense => call.on.map(Function::EqualScalar(f64::NAN), x, output),
            _ => call.host()?.nothing(x, output),
        }
    }

    fn has_gradient(&self, _operand: usize) -> bool {
        false
    }
}

/// True if the gradient depends on that of the result alone.
const fn has_constant_slope(function: Function) -> bool {
    use Function::{Degrees, DivScalar, ModScalar, MulScalar, Negative, PlusScalar, Radians, RminusScalar};
    matches!(
        function,
        Degrees | DivScalar(_) | ModScalar(_) | MulScalar(_) | Negative | PlusScalar(_) | Radians | RminusScalar(_)
    )
}

impl Definition for Map {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        if x.stype() == Dense || self.0.keeps_zero() {
            return call.on.map(self.0, x, output);
        }
        if !matches!(self.0, Function::PlusScalar(_)) {
            return Err(call.no_path());
        }
        // MXNet has a sparse kernel of this one, whose result is dense.
        let mut copy = call.on.temporary();
        call.on.map(self.0, call.densified(x, &mut copy)?, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([x], outer) = (call.all()?, backward.gradient);
        if has_constant_slope(self.0) {
            return call.on.map_gradient(self.0, outer, outer, outer, gradient);
        }
        // A graph may have cast the result.
        let done = if backward.output.stype() == x.stype() {
            call.on.map_gradient(self.0, outer, x, backward.output, gradient)
        } else {
            Err(call.no_path())
        };
        match done {
            // Of a row_sparse operand MXNet has a dense gradient, without a fallback.
            Err(OperatorError::NoPath { .. }) if outer.stype() != Csr && x.stype() == RowSparse => {
                let mut copies = [call.on.temporary(), call.on.temporary(), call.on.temporary()];
                let [of_outer, of_x, of_result] = &mut copies;
                let outer = call.densified(outer, of_outer)?;
                let (x, result) = (call.densified(x, of_x)?, call.densified(backward.output, of_result)?);
                call.on.map_gradient(self.0, outer, x, result, gradient)
            }
            done => done,
        }
    }
}

macro_rules! functions {
    ($($function:ident $gradients:expr,)* ; $($scalar:ident $name:literal $alias:literal $of_scalar:expr,)*) => {
        pub(super) const FUNCTIONS: &[Entry] = &[
            $(Entry {
                name: Function::$function.name(),
                aliases: &[],
                operands: &["data"],
                build: |_| Ok(Built::of_one_shape(Map(Function::$function), $gradients)),
            },)*
            $(Entry {
                name: $name,
                aliases: &[$alias],
                operands: &["data"],
                build: |p| {
                    p.ignored("is_int");
                    Ok(Built::of_one_shape(Map(Function::$scalar(p.number("scalar")?)), $of_scalar))
                },
            },)*
        ];

        pub(super) fn scalar_of(function: Function) -> Option<f64> {
            match function {
                $(Function::$scalar(scalar) => Some(scalar),)*
                _ => None,
            }
        }
    };
}

const IN: &[Of] = &[Gradient, Input(0)];
const OUT: &[Of] = &[Gradient, Output];

functions! {
    Abs Through("_backward_abs", IN),
    Arccos Through("_backward_arccos", IN),
    Arccosh Through("_backward_arccosh", IN),
    Arcsin Through("_backward_arcsin", IN),
    Arcsinh Through("_backward_arcsinh", IN),
    Arctan Through("_backward_arctan", IN),
    Arctanh Through("_backward_arctanh", IN),
    Cbrt Through("_backward_cbrt", OUT),
    Ceil Zero,
    Cos Through("_backward_cos", IN),
    Cosh Through("_backward_cosh", IN),
    Degrees Through("_backward_degrees", IN),
    Erf Through("_backward_erf", IN),
    Erfinv Through("_backward_erfinv", IN),
    Exp Through("elemwise_mul", OUT),
    Expm1 Through("_backward_expm1", IN),
    Floor Zero,
    Gamma Through("_backward_gamma", IN),
    Gammaln Through("_backward_gammaln", IN),
    Log Through("_backward_log", IN),
    Log10 Through("_backward_log10", IN),
    Log1p Through("_backward_log1p", IN),
    Log2 Through("_backward_log2", IN),
    Negative Negated,
    Radians Through("_backward_radians", IN),
    Rcbrt Through("_backward_rcbrt", IN),
    Relu Through("_backward_relu", OUT),
    Rint Zero,
    Round Zero,
    Rsqrt Through("_backward_rsqrt", IN),
    Sigmoid Through("_backward_sigmoid", OUT),
    Sign Through("_backward_sign", IN),
    Sin Through("_backward_sin", IN),
    Sinh Through("_backward_sinh", IN),
    Softrelu Through("_backward_softrelu", IN),
    Softsign Through("_backward_softsign", IN),
    Sqrt Through("_backward_sqrt", OUT),
    Square Through("_backward_square", IN),
    Tan Through("_backward_tan", OUT),
    Tanh Through("_backward_tanh", OUT),
    Trunc Zero,
    ;
    PlusScalar "_plus_scalar" "_PlusScalar" Through("_copy", &[Gradient]),
    MulScalar "_mul_scalar" "_MulScalar" Through("_backward_mul_scalar", &[Gradient]),
    DivScalar "_div_scalar" "_DivScalar" Through("_backward_div_scalar", &[Gradient]),
    RminusScalar "_rminus_scalar" "_RMinusScalar" Negated,
    RdivScalar "_rdiv_scalar" "_RDivScalar" Through("_backward_rdiv_scalar", IN),
    PowerScalar "_power_scalar" "_PowerScalar" Through("_backward_power_scalar", IN),
    RpowerScalar "_rpower_scalar" "_RPowerScalar" Through("_backward_rpower_scalar", OUT),
    ModScalar "_mod_scalar" "_ModScalar" Through("_backward_mod_scalar", IN),
    RmodScalar "_rmod_scalar" "_RModScalar" Through("_backward_rmod_scalar", IN),
    HypotScalar "_hypot_scalar" "_HypotScalar" Through("_backward_hypot_scalar", IN),
    MaximumScalar "_maximum_scalar" "_MaximumScalar" Through("_backward_maximum_scalar", IN),
    MinimumScalar "_minimum_scalar" "_MinimumScalar" Through("_backward_minimum_scalar", IN),
    EqualScalar "_equal_scalar" "_EqualScalar" Zero,
    NotEqualScalar "_not_equal_scalar" "_NotEqualScalar" Zero,
    GreaterScalar "_greater_scalar" "_GreaterScalar" Zero,
    GreaterEqualScalar "_greater_equal_scalar" "_GreaterEqualScalar" Zero,
    LesserScalar "_lesser_scalar" "_LesserScalar" Zero,
    LesserEqualScalar "_lesser_equal_scalar" "_LesserEqualScalar" Zero,
    SmoothL1 "smooth_l1" "_sparse_smooth_l1" Through("_backward_smooth_l1", IN),
}
