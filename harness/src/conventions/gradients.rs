//! Gradients: `backward_X` has the gradient of the result and then the operands of X, and a result for each operand
//! that has a gradient.
use super::storage::whole_rows;
use super::{is_known, operand, part, results};
use crate::fixture::{Array, Case, Params, Stype};
use serde_json::Value;
use std::borrow::Cow;

/// Functions with the gradient 0, and those that hand a gradient on.
const ZERO: &[&str] = &["round", "rint", "ceil", "floor", "trunc", "fix", "BlockGrad", "zeros_like"];
const SAME: &[&str] = &["identity", "copy", "round_ste", "sign_ste", "plus_scalar", "minus_scalar", "cast_storage"];
/// Functions whose gradient is formed from their result.
const OF_RESULT: &[&str] = &["tanh", "sqrt", "tan", "cbrt", "sigmoid"];

/// The gradient by its public name, of one that has MXNet's internal name, if no operation has that.
pub(super) fn by_public_name(case: &Case) -> Cow<'_, Case> {
    let is_scaled = case.params.names().any(|name| name == "grad_scale");
    let of = match &*case.op {
        "_backward_linear_reg_out" if is_scaled => "LinearRegressionOutput",
        "_backward_logistic_reg_out" if is_scaled => "LogisticRegressionOutput",
        "_backward_mae_reg_out" if is_scaled => "MAERegressionOutput",
        "_contrib_backward_gradientmultiplier" => "gradientmultiplier",
        operator => match operator.strip_prefix("_backward_").filter(|_| !is_known(operator)) {
            Some("add") => "elemwise_add",
            Some("sub") => "elemwise_sub",
            Some("mul") => "elemwise_mul",
            Some("div") => "elemwise_div",
            Some("Concat") => "concat",
            Some("copy") => "identity",
            Some(other) => other,
            None => return Cow::Borrowed(case),
        },
    };
    Cow::Owned(Case { op: format!("backward_{of}"), ..case.clone() })
}

/// The calls of a gradient; `None` if the case is none, or is one by MXNet's own name and operands.
pub(super) fn calls(case: &Case) -> Result<Option<Vec<Case>>, String> {
    let is_numbered = || case.outputs.iter().any(|output| output.name == "out0");
    if case.error.is_none() && (case.op == "dgl_subgraph" || case.op == "_contrib_dgl_subgraph" && is_numbered()) {
        return subgraphs(case).map(Some);
    }
    let Some(of) = case.op.strip_prefix("backward_") else { return Ok(None) };
    let gradient = || operand(case, 0);
    let one = |operator: &str, inputs: Vec<Array>| Ok(Some(vec![part(case, operator, inputs, 0)]));
    let alone =
        |operator: &str, params: Params| Ok(Some(vec![Case { params, ..part(case, operator, vec![gradient()?], 0) }]));
    match of {
        _ if SAME.contains(&of) => alone("copy", Params::default()),
        _ if ZERO.contains(&of) => one("zeros_like", vec![case.inputs.last().cloned().ok_or("no operands")?]),
        "negative" | "rminus_scalar" => alone("negative", Params::default()),
        "degrees" | "radians" => one(of, vec![gradient()?]),
        // MXNet multiplies with the slope, which keeps signs of zeros, and NaN; two csr operands drop zeros.
        "sign" if case.inputs.iter().all(|input| input.stype == Stype::Csr) => one("zeros_like", vec![gradient()?]),
        "sign" => alone("_mul_scalar", Params::default().with("scalar", Value::from(0.0))),
        "sparse_retain" => {
            one("sparse_retain", vec![whole_rows(&gradient()?), case.inputs.last().cloned().ok_or("no operands")?])
        }
        "mul_scalar" | "gradientmultiplier" => one("_mul_scalar", vec![gradient()?]),
        "div_scalar" => one("_div_scalar", vec![gradient()?]),
        "dot" => dot(case).map(Some),
        "elemwise_add" | "grad_add" => two(case, [("copy", &[0]), ("copy", &[0])]),
        "elemwise_sub" => two(case, [("copy", &[0]), ("negative", &[0])]),
        "elemwise_mul" => two(case, [("elemwise_mul", &[0, 2]), ("elemwise_mul", &[0, 1])]),
        "elemwise_div" => two(case, [("elemwise_div", &[0, 2]), ("divisor_gradient", &[0, 1, 2])]),
        "Embedding" => {
            let mut call = case.clone();
            call.op = "Embedding_gradient".to_owned();
            // MXNet's own order.
            if call.inputs.first().is_some_and(|first| first.name == "ograd") {
                call.inputs.reverse();
            }
            for array in call.out.iter_mut().chain(&mut call.exact) {
                array.name = "grad".to_owned();
            }
            call.outputs.iter_mut().for_each(|output| output.name = "grad".to_owned());
            Ok(Some(vec![call]))
        }
        "LinearRegressionOutput" => regression(case, "_backward_linear_reg_out"),
        "LogisticRegressionOutput" => regression(case, "_backward_logistic_reg_out"),
        "MAERegressionOutput" => regression(case, "_backward_mae_reg_out"),
        "sum" | "mean" => one(&format!("backward_{of}"), case.inputs.clone()),
        "square_sum" => one("backward_square_sum", case.inputs.clone()),
        "where" | "quadratic" => Ok(None),
        _ if OF_RESULT.contains(&of) => one(&case.op, case.inputs.clone()),
        _ => one(&format!("_backward_{of}"), case.inputs.clone()),
    }
}

/// The gradients of both operands, each a call on some of the operands of the case.
fn two(case: &Case, calls: [(&str, &[usize]); 2]) -> Result<Option<Vec<Case>>, String> {
    let of = |(number, (operator, places)): (usize, (&str, &[usize]))| {
        let inputs = places.iter().map(|&place| operand(case, place)).collect::<Result<_, _>>()?;
        Ok::<_, String>(part(case, operator, inputs, number))
    };
    let wanted = calls.into_iter().enumerate().take(results(case));
    wanted.map(of).collect::<Result<_, _>>().map(Some)
}

/// Products with the other operand: of `op(A) op(B)`.
fn dot(case: &Case) -> Result<Vec<Case>, String> {
    let [gradient, a, b] = [operand(case, 0)?, operand(case, 1)?, operand(case, 2)?];
    let [ta, tb] = [case.params.switch("transpose_a", false)?, case.params.switch("transpose_b", false)?];
    // A single gradient is that of the right operand, if it has its shape: MXNet has none of a csr on the left.
    let alone = match &case.outputs[..] {
        [output] => output.shape == b.shape && (output.shape != a.shape || a.stype == Stype::Csr),
        _ => false,
    };
    let of_a = if ta { ([b.clone(), gradient.clone()], [tb, true]) } else { ([gradient.clone(), b], [false, !tb]) };
    let of_b = if tb { ([gradient, a], [true, ta]) } else { ([a, gradient], [!ta, false]) };
    let call = |(number, (operands, [ta, tb])): (usize, ([Array; 2], [bool; 2]))| {
        let mut call = part(case, "dot", operands.into(), number);
        let stype = call.outputs.first().map_or("default", |output| output.stype.word());
        let switches = [("transpose_a", ta), ("transpose_b", tb)];
        let params = Params::default().with("forward_stype", Value::from(stype));
        call.params = switches.into_iter().fold(params, |params, (name, value)| params.with(name, Value::from(value)));
        call
    };
    if alone {
        return Ok(vec![call((0, of_b))]);
    }
    Ok([of_a, of_b].into_iter().enumerate().take(results(case)).map(call).collect())
}

/// A part of a graph has new numbers for its edges as its first result, and their values as its second.
fn subgraphs(case: &Case) -> Result<Vec<Case>, String> {
    let operators = ["numbered_subgraph", "_contrib_dgl_subgraph"];
    let call = |(number, operator): (usize, &str)| {
        let params = Params::default();
        Ok(Case { params, ..part(case, operator, vec![operand(case, 0)?, operand(case, 1)?], number) })
    };
    operators.into_iter().enumerate().take(results(case)).map(call).collect()
}

/// MXNet divides the scale by the numbers in a row of the label, in single precision.
fn regression(case: &Case, operator: &str) -> Result<Option<Vec<Case>>, String> {
    let mut call = part(case, operator, case.inputs.clone(), 0);
    let label = operand(case, 1)?;
    let scale = case.params.number("grad_scale")?.unwrap_or(1.0) / label.row_length().max(1) as f32;
    call.params = Params::default().with("scale", Value::from(scale));
    Ok(Some(vec![call]))
}
