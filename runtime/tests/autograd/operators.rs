//! Operators by the names that the cases have.
use lacuna_runtime::array::Function;
use lacuna_runtime::operator::{
    Add, AddRow, Divide, Dot, Embedding, FullyConnected, LinearRegressionOutput, LogisticRegressionOutput, Map, Mean,
    Multiply, Operator, Retain, SoftmaxCrossEntropy, SoftmaxOutput, SquareSum, Subtract, Sum,
};

/// The functions that cases have, with a range in which they and their derivatives are defined.
pub const FUNCTIONS: &[(Function, f64, f64)] = &[
    (Function::Relu, 0.1, 2.0),
    (Function::Sigmoid, -2.0, 2.0),
    (Function::Tanh, -2.0, 2.0),
    (Function::Exp, -2.0, 2.0),
    (Function::Square, -2.0, 2.0),
    (Function::Sqrt, 0.5, 2.0),
    (Function::Abs, 0.1, 2.0),
    (Function::Sin, -2.0, 2.0),
    (Function::Cos, -2.0, 2.0),
    (Function::Tan, -1.0, 1.0),
    (Function::Log, 0.5, 2.0),
    (Function::Log2, 0.5, 2.0),
    (Function::Log10, 0.5, 2.0),
    (Function::Log1p, -0.5, 2.0),
    (Function::Expm1, -2.0, 2.0),
    (Function::Arcsin, -0.8, 0.8),
    (Function::Arccos, -0.8, 0.8),
    (Function::Arctan, -2.0, 2.0),
    (Function::Sinh, -2.0, 2.0),
    (Function::Cosh, -2.0, 2.0),
    (Function::Arcsinh, -2.0, 2.0),
    (Function::Arccosh, 1.5, 3.0),
    (Function::Arctanh, -0.8, 0.8),
    (Function::Softsign, 0.1, 2.0),
    (Function::Softrelu, -2.0, 2.0),
    (Function::Negative, -2.0, 2.0),
    (Function::Rsqrt, 0.5, 2.0),
    (Function::Cbrt, 0.5, 2.0),
    (Function::Rcbrt, 0.5, 2.0),
    (Function::Erf, -2.0, 2.0),
    (Function::Erfinv, -0.8, 0.8),
    (Function::Gamma, 0.5, 3.0),
    (Function::Gammaln, 0.5, 3.0),
    (Function::Degrees, -2.0, 2.0),
    (Function::Radians, -2.0, 2.0),
    (Function::Floor, 0.2, 0.8),
    (Function::Ceil, 0.2, 0.8),
    (Function::Sign, 0.2, 0.8),
    (Function::PlusScalar(3.0), -2.0, 2.0),
    (Function::MulScalar(-3.0), -2.0, 2.0),
    (Function::DivScalar(4.0), -2.0, 2.0),
    (Function::RminusScalar(4.0), -2.0, 2.0),
    (Function::RdivScalar(4.0), 0.5, 2.0),
    (Function::PowerScalar(3.0), 0.5, 2.0),
    (Function::RpowerScalar(3.0), -2.0, 2.0),
    (Function::HypotScalar(3.0), -2.0, 2.0),
    (Function::ModScalar(5.0), 0.5, 2.0),
    (Function::RmodScalar(5.0), 2.6, 4.9),
    (Function::MaximumScalar(0.0), 0.1, 2.0),
    (Function::MinimumScalar(0.0), 0.1, 2.0),
    (Function::GreaterScalar(0.0), 0.1, 2.0),
    (Function::SmoothL1(1.0), 1.1, 2.0),
    (Function::Clip { a_min: -1.0, a_max: 1.0 }, -0.9, 0.9),
];

/// The operator of a case.
pub fn named(name: &str) -> Box<dyn Operator> {
    let dot = |transpose_a, transpose_b| Box::new(Dot { transpose_a, transpose_b });
    match name {
        "dot" => dot(false, false),
        "dot_ta" => dot(true, false),
        "dot_tb" => dot(false, true),
        "elemwise_add" => Box::new(Add),
        "elemwise_sub" => Box::new(Subtract),
        "elemwise_mul" => Box::new(Multiply),
        "elemwise_div" => Box::new(Divide),
        "broadcast_add" => Box::new(AddRow),
        "sum" => Box::new(Sum { axis: None }),
        "sum_0" => Box::new(Sum { axis: Some(0) }),
        "sum_1" => Box::new(Sum { axis: Some(1) }),
        "mean" => Box::new(Mean { axis: None }),
        "mean_1" => Box::new(Mean { axis: Some(1) }),
        "Embedding" => Box::new(Embedding),
        "FullyConnected" => Box::new(FullyConnected::default()),
        "LinearRegressionOutput" => Box::new(LinearRegressionOutput::default()),
        "LogisticRegressionOutput" => Box::new(LogisticRegressionOutput::default()),
        "SoftmaxOutput" => Box::new(SoftmaxOutput::default()),
        "SoftmaxCrossEntropyLoss" => Box::new(SoftmaxCrossEntropy),
        "_square_sum" => Box::new(SquareSum { keepdims: true }),
        "sparse_retain" => Box::new(Retain),
        _ => {
            let function = FUNCTIONS.iter().find(|(function, ..)| function.name() == name);
            Box::new(Map(function.unwrap_or_else(|| panic!("no operator {name}")).0))
        }
    }
}
