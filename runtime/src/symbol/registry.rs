//! Operators by their names.
use super::SymbolError;
use super::gradients::Gradients::{self, Negated, Passed, Rows, Through, Zero};
use super::gradients::Of::{Gradient, Input, Output};
use super::parameters::Parameters;
use super::shapes::Shapes;
use crate::array::Function;
use crate::operator::{
    Add, AddRow, CastStorage, Concat, Copy, Detach, Divide, Dot, Embedding, FullyConnected, LinearRegressionOutput,
    LogisticRegressionOutput, Map, Mean, Multiply, Operator, Reshape, Retain, SigmoidCrossEntropy, SoftmaxCrossEntropy, SoftmaxOutput,
    SquareSum, Subtract, Sum,
};
use lacuna::infer::Stype;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};

/// An operator that graphs can have.
pub(super) struct Entry {
    /// Its registered name in MXNet.
    pub name: &'static str,
    aliases: &'static [&'static str],
    /// The names of its operands.
    pub operands: &'static [&'static str],
    build: fn(&Parameters<'_>) -> Result<Built, SymbolError>,
}

/// An operator with its parameters.
pub(super) struct Built {
    pub operator: Box<dyn Operator>,
    pub shapes: Shapes,
    pub gradients: Gradients,
    /// Operands of this call.
    pub operands: usize,
    /// An operand whose dtype is its own.
    pub own_dtype: Option<usize>,
    /// An operand of class numbers, which may be of `int64` beside other numbers.
    pub classes: Option<usize>,
}

impl Debug for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Entry {
    /// That of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        let named = |entry: &&Self| entry.name == name || entry.aliases.contains(&name);
        OPERATORS.iter().chain(FUNCTIONS).find(named)
    }

    /// That of a function, and its parameters.
    pub fn of(function: Function) -> Option<(&'static Self, Vec<(&'static str, f64)>)> {
        let parameters = match (function, scalar_of(function)) {
            (Function::Clip { a_min, a_max }, _) => vec![("a_min", a_min), ("a_max", a_max)],
            (_, Some(scalar)) => vec![("scalar", scalar)],
            _ => Vec::new(),
        };
        let with_underscore = FUNCTIONS.iter().find(|entry| entry.name.strip_prefix('_') == Some(function.name()));
        with_underscore.or_else(|| Self::named(function.name())).map(|entry| (entry, parameters))
    }

    pub fn build(&self, attributes: &BTreeMap<String, String>) -> Result<Built, SymbolError> {
        let parameters = Parameters::new(self.name, attributes);
        let built = (self.build)(&parameters)?;
        parameters.finish()?;
        Ok(Built { operands: if built.operands == 0 { self.operands.len() } else { built.operands }, ..built })
    }
}

impl Built {
    fn new(operator: impl Operator + 'static, shapes: Shapes, gradients: Gradients) -> Self {
        Self { operator: Box::new(operator), shapes, gradients, operands: 0, own_dtype: None, classes: None }
    }

    const fn operands(mut self, operands: usize) -> Self {
        self.operands = operands;
        self
    }

    const fn classes(mut self, operand: usize) -> Self {
        self.classes = Some(operand);
        self
    }

    const fn own_dtype(mut self, operand: usize) -> Self {
        self.own_dtype = Some(operand);
        self
    }
}

macro_rules! operators {
    ($($name:literal $([$($alias:literal),*])? ($($operand:literal),*) |$parameters:ident| $build:expr;)*) => {
        const OPERATORS: &[Entry] = &[$(Entry {
            name: $name,
            aliases: &[$($($alias),*)?],
            operands: &[$($operand),*],
            build: |$parameters| Ok($build),
        },)*];
    };
}

operators! {
    "dot" ["_sparse_dot"] ("lhs", "rhs") |p| {
        let (transpose_a, transpose_b) = (p.flag("transpose_a")?, p.flag("transpose_b")?);
        p.only("forward_stype", "None")?;
        Built::new(Dot { transpose_a, transpose_b }, Shapes::Dot { transpose_a, transpose_b }, Through("_backward_dot", &[Gradient, Input(0), Input(1)]))
    };
    "elemwise_add" ["_Plus", "_plus", "_add", "_sparse_elemwise_add"] ("lhs", "rhs") |_p| Built::new(Add, Shapes::Same, Passed);
    "elemwise_sub" ["_Minus", "_minus", "_sub", "_sparse_elemwise_sub"] ("lhs", "rhs") |_p| Built::new(Subtract, Shapes::Same, Through("_backward_sub", &[Gradient]));
    "elemwise_mul" ["_Mul", "_mul", "_sparse_elemwise_mul"] ("lhs", "rhs") |_p| {
        Built::new(Multiply, Shapes::Same, Through("_backward_mul", &[Gradient, Input(0), Input(1)]))
    };
    "elemwise_div" ["_Div", "_div", "_sparse_elemwise_div"] ("lhs", "rhs") |_p| {
        Built::new(Divide, Shapes::Same, Through("_backward_div", &[Gradient, Input(0), Input(1)]))
    };
    "broadcast_add" ["broadcast_plus", "_sparse_broadcast_add"] ("lhs", "rhs") |_p| {
        Built::new(AddRow, Shapes::AddRow, Through("_backward_broadcast_add", &[Gradient]))
    };
    "sum" ["sum_axis", "_sparse_sum"] ("data") |p| {
        let axis = reduction(p)?;
        Built::new(Sum { axis }, Shapes::Reduce { axis }, Through("_backward_sum", &[Gradient]))
    };
    "mean" ["_sparse_mean"] ("data") |p| {
        let axis = reduction(p)?;
        Built::new(Mean { axis }, Shapes::Reduce { axis }, Through("_backward_mean", &[Gradient]))
    };
    "_square_sum" ("data") |p| {
        p.needed_axis(1)?;
        p.only("exclude", "False")?;
        let keepdims = p.flag("keepdims")?;
        Built::new(SquareSum { keepdims }, Shapes::SquareSum { keepdims }, Through("_backward_square_sum", &[Gradient, Input(0)]))
    };
    "_sparse_retain" ["sparse_retain"] ("data", "indices") |_p| {
        Built::new(Retain, Shapes::Retain, Rows("_backward_sparse_retain", &[Gradient, Input(1)])).own_dtype(1)
    };
    "Embedding" ["_sparse_Embedding"] ("data", "weight") |p| {
        p.only("dtype", "float32")?;
        p.flag("sparse_grad")?;
        let shapes = Shapes::Embedding { rows: p.count("input_dim")?, columns: p.count("output_dim")? };
        Built::new(Embedding, shapes, Through("_backward_Embedding", &[Gradient, Input(0)])).own_dtype(0)
    };
    "FullyConnected" ["_sparse_FullyConnected"] ("data", "weight", "bias") |p| {
        p.ignored("flatten");
        let (no_bias, hidden) = (p.flag("no_bias")?, p.count("num_hidden")?);
        Built::new(FullyConnected { no_bias }, Shapes::FullyConnected { hidden }, Through("_backward_FullyConnected", &[Gradient, Input(0), Input(1)]))
            .operands(if no_bias { 2 } else { 3 })
    };
    "Concat" ["concat"] ("arg0", "arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7") |p| {
        p.only("dim", "1")?;
        let count = p.choice("num_args", "1 to 8", |text| text.parse().ok().filter(|count| (1..=8).contains(count)))?;
        Built::new(Concat, Shapes::Concat, Through("_backward_Concat", CONCAT)).operands(count)
    };
    "LinearRegressionOutput" ["_sparse_LinearRegressionOutput"] ("data", "label") |p| {
        let grad_scale = p.number_or("grad_scale", 1.0)?;
        Built::new(LinearRegressionOutput { grad_scale }, Shapes::Labels, Through("_backward_linear_reg_out", &[Input(1), Output]))
    };
    "LogisticRegressionOutput" ["_sparse_LogisticRegressionOutput"] ("data", "label") |p| {
        let grad_scale = p.number_or("grad_scale", 1.0)?;
        Built::new(LogisticRegressionOutput { grad_scale }, Shapes::Labels, Through("_backward_logistic_reg_out", &[Input(1), Output]))
    };
    "SoftmaxOutput" ["Softmax"] ("data", "label") |p| {
        for (parameter, value) in [("multi_output", "False"), ("use_ignore", "False"), ("preserve_shape", "False"), ("normalization", "null"), ("out_grad", "False"), ("smooth_alpha", "0")] {
            p.only(parameter, value)?;
        }
        p.ignored("ignore_label");
        let grad_scale = p.number_or("grad_scale", 1.0)?;
        Built::new(SoftmaxOutput { grad_scale }, Shapes::Classes, Through("_backward_SoftmaxOutput", &[Output, Input(1)])).classes(1)
    };
    "SoftmaxCrossEntropyLoss" ("data", "label") |_p| {
        Built::new(SoftmaxCrossEntropy, Shapes::Losses, Through("_backward_SoftmaxCrossEntropyLoss", &[Gradient, Input(0), Input(1)])).own_dtype(1)
    };
    "SigmoidBinaryCrossEntropyLoss" ("data", "label") |_p| Built::new(SigmoidCrossEntropy, Shapes::Same, Through("_backward_SigmoidBinaryCrossEntropyLoss", &[Gradient, Input(0), Input(1)]));
    "_copy" ["identity"] ("data") |_p| Built::new(Copy, Shapes::Same, Through("_copy", &[Gradient]));
    "BlockGrad" ["stop_gradient"] ("data") |_p| Built::new(Detach, Shapes::Same, Zero);
    "cast_storage" ["_sparse_cast_storage"] ("data") |p| {
        let stype = p.choice("stype", "default, csr or row_sparse", Stype::named)?;
        Built::new(CastStorage { stype }, Shapes::Same, Through("_copy", &[Gradient]))
    };
    "Reshape" ["reshape"] ("data") |p| {
        p.only("reverse", "False")?;
        let shape = p.shape("shape")?;
        Built::new(Reshape { shape: shape.clone() }, Shapes::Reshape(shape), Through("_backward_reshape", &[Gradient]))
    };
    "Activation" ("data") |p| {
        let function = p.choice("act_type", "relu, sigmoid, tanh, softrelu or softsign", |text| {
            let activations = [Function::Relu, Function::Sigmoid, Function::Tanh, Function::Softrelu, Function::Softsign];
            activations.into_iter().find(|function| function.name() == text)
        })?;
        Built::new(Map(function), Shapes::Same, Through("_backward_Activation", &[Gradient, Output, Input(0)]))
    };
}

/// Of as many operands as there are.
const CONCAT: &[super::gradients::Of] = &[Gradient, Input(0), Input(1), Input(2), Input(3), Input(4), Input(5), Input(6), Input(7)];

/// The axis of a reduction.
fn reduction(p: &Parameters<'_>) -> Result<Option<usize>, SymbolError> {
    p.only("keepdims", "False")?;
    p.only("exclude", "False")?;
    p.axis()
}

macro_rules! functions {
    ($($function:ident $gradients:expr,)* ; $($scalar:ident $name:literal $alias:literal $of_scalar:expr,)*) => {
        const FUNCTIONS: &[Entry] = &[
            $(Entry {
                name: Function::$function.name(),
                aliases: &[],
                operands: &["data"],
                build: |_| Ok(Built::new(Map(Function::$function), Shapes::Same, $gradients)),
            },)*
            $(Entry {
                name: $name,
                aliases: &[$alias],
                operands: &["data"],
                build: |p| {
                    p.ignored("is_int");
                    Ok(Built::new(Map(Function::$scalar(p.number("scalar")?)), Shapes::Same, $of_scalar))
                },
            },)*
            Entry {
                name: "_minus_scalar",
                aliases: &["_MinusScalar"],
                operands: &["data"],
                build: |p| {
                    p.ignored("is_int");
                    Ok(Built::new(Map(Function::PlusScalar(-p.number("scalar")?)), Shapes::Same, Through("_copy", &[Gradient])))
                },
            },
            Entry {
                name: "fix",
                aliases: &["_sparse_fix"],
                operands: &["data"],
                build: |_| Ok(Built::new(Map(Function::Trunc), Shapes::Same, Zero)),
            },
            Entry {
                name: "clip",
                aliases: &["_sparse_clip"],
                operands: &["data"],
                build: |p| {
                    let function = Function::Clip { a_min: p.number("a_min")?, a_max: p.number("a_max")? };
                    Ok(Built::new(Map(function), Shapes::Same, Through("_backward_clip", &[Gradient, Input(0)])))
                },
            },
        ];

        fn scalar_of(function: Function) -> Option<f64> {
            match function {
                $(Function::$scalar(scalar) => Some(scalar),)*
                _ => None,
            }
        }
    };
}

const IN: &[super::gradients::Of] = &[Gradient, Input(0)];
const OUT: &[super::gradients::Of] = &[Gradient, Output];

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
    Exp Through("elemwise_mul", OUT),
    Expm1 Through("_backward_expm1", IN),
    Floor Zero,
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
