//! Gradients of operators that broadcast, move or sum up elements.
use super::matrices::{broadcast, by_results, lookup, product, reshaped, resolved_ids, slice_places, with_results};
use super::{operand, part, results};
use crate::fixture::{Array, Case, Params, Stype, Values};
use serde_json::Value;

/// The calls of a gradient; `None` for other operators, or for operands of shapes that make no sense.
pub(super) fn calls(case: &Case, of: &str) -> Option<Vec<Case>> {
    match of {
        "broadcast_add" | "broadcast_sub" | "broadcast_mul" | "broadcast_div" => broadcasting(case, of),
        "slice" => Some(vec![slice(case)?]),
        "take" => take(case),
        "concat" | "Concat" => concat(case),
        "add_n" => (0..results(case).min(case.inputs.len().saturating_sub(1)))
            .map(|number| on(case, "copy", &[0], number))
            .collect(),
        "FullyConnected" => fully_connected(case),
        "norm" => Some(vec![norm(case)?]),
        _ => None,
    }
}

/// A call without parameters on some of the operands.
fn on(case: &Case, operator: &str, places: &[usize], number: usize) -> Option<Case> {
    let inputs = places.iter().map(|&place| operand(case, place)).collect::<Result<_, _>>().ok()?;
    Some(Case { params: Params::default(), ..part(case, operator, inputs, number) })
}

/// The axes of a result that an operand of this shape has, and those along which it is repeated.
fn axes(shape: &[usize], whole: &[usize]) -> [Vec<usize>; 2] {
    let missing = whole.len() - shape.len();
    let is_own = |&axis: &usize| axis >= missing && shape[axis - missing] == whole[axis];
    let (own, repeated) = (0..whole.len()).partition(is_own);
    [own, repeated]
}

fn broadcasting(case: &Case, of: &str) -> Option<Vec<Case>> {
    let gradient = case.inputs.first()?;
    let whole = gradient.shape.clone();
    let operands: Vec<&Array> = case.inputs.iter().skip(1).collect();
    if operands.len() != 2 || operands.iter().any(|operand| operand.shape.len() > whole.len()) {
        return None;
    }
    let [x, y] = [broadcast(operands[0], &whole), broadcast(operands[1], &whole)];
    let call = |number: usize| {
        let axes = axes(&operands[number].shape, &whole);
        let is_repeated = !axes[1].is_empty();
        let (elements, sums, inputs) = match (of, number) {
            ("broadcast_add", _) | ("broadcast_sub", 0) => ("copy", "sum", vec![gradient]),
            ("broadcast_sub", _) => ("negative", "negated_sum", vec![gradient]),
            ("broadcast_mul", _) => ("elemwise_mul", "product_sums", vec![gradient, if number == 0 { &y } else { &x }]),
            (_, 0) => ("elemwise_div", "quotient_sums", vec![gradient, &y]),
            _ => ("divisor_gradient", "divisor_gradient_sums", vec![gradient, &x, &y]),
        };
        let call = part(case, elements, inputs.iter().map(|&input| input.clone()).collect(), number);
        let call = Case { params: Params::default(), ..call };
        if !is_repeated {
            return call;
        }
        let inputs: Vec<Array> = call.inputs.iter().map(|input| by_results(input, &axes)).collect();
        let rows = inputs[0].rows();
        let params = Params::default().with("axis", Value::from(1));
        Case { op: sums.to_owned(), inputs, params, ..with_results(&call, &[rows]) }
    };
    Some((0..results(case).min(2)).map(call).collect())
}

/// The gradient where the elements were, 0 elsewhere.
fn slice(case: &Case) -> Option<Case> {
    let [gradient, data] = &case.inputs[..] else { return None };
    let gradient = reshaped(gradient, &gradient.shape);
    let count = gradient.values.len();
    let mut places = vec![count; product(&data.shape)];
    for (place, &element) in slice_places(&case.params, &data.shape)?.1.iter().enumerate() {
        places[element] = place;
    }
    Some(lookup(&part(case, "slice", Vec::new(), 0), with_zero(gradient.values)?, &places))
}

fn with_zero(values: Values) -> Option<Values> {
    Some(match values {
        Values::F32(values) => Values::F32([&values[..], &[0.0]].concat()),
        Values::F64(values) => Values::F64([&values[..], &[0.0]].concat()),
        _ => return None,
    })
}

/// The sums of the rows of equal ids; of the ids there is no gradient.
fn take(case: &Case) -> Option<Vec<Case>> {
    let [gradient, data, ids] = &case.inputs[..] else { return None };
    let axis = case.params.integers("axis").ok()?.map_or(0, |axes| axes.first().copied().unwrap_or(0));
    if axis != 0 {
        return None;
    }
    let (rows, length) = (data.rows(), data.row_length());
    let resolved = resolved_ids(&case.params, ids, rows)?;
    let ids = Array { values: Values::I64(resolved), shape: vec![ids.values.len()], ..ids.clone() };
    let count = ids.values.len();
    let call = part(case, "Embedding_gradient", vec![ids, reshaped(gradient, &[count, length])], 0);
    let params = Params::default().with("input_dim", Value::from(rows)).with("output_dim", Value::from(length));
    let mut call = Case { params, ..with_results(&call, &[rows, length]) };
    call.outputs.iter_mut().for_each(|output| output.name = "grad".to_owned());
    call.out.iter_mut().chain(&mut call.exact).for_each(|array| array.name = "grad".to_owned());
    let of_ids = on(case, "zeros_like", &[2], 1)?;
    Some([call, of_ids].into_iter().take(results(case)).collect())
}

/// For each operand its part of the gradient.
fn concat(case: &Case) -> Option<Vec<Case>> {
    let gradient = case.inputs.first()?;
    let gradient = reshaped(gradient, &gradient.shape);
    let rank = gradient.shape.len();
    let dim = case.params.integers("dim").ok()?.map_or(1, |axes| axes.first().copied().unwrap_or(1));
    let dim = usize::try_from(if dim < 0 { dim + rank as i64 } else { dim }).ok().filter(|&dim| dim < rank)?;
    let (before, behind) = (product(&gradient.shape[..dim]), product(&gradient.shape[dim + 1..]));
    let (width, mut start) = (gradient.shape[dim] * behind, 0);
    let call = |(number, part_of): (usize, &Array)| {
        let length = part_of.shape.get(dim)? * behind;
        let places: Vec<usize> =
            (0..before).flat_map(|row| (0..length).map(move |i| row * width + i)).map(|place| place + start).collect();
        start += length;
        Some(lookup(&part(case, "concat", Vec::new(), number), gradient.values.clone(), &places))
    };
    case.inputs.iter().skip(1).enumerate().take(results(case)).map(call).collect()
}

fn fully_connected(case: &Case) -> Option<Vec<Case>> {
    let [gradient, data, weight, ..] = &case.inputs[..] else { return None };
    let terms = weight.row_length();
    let rows = product(&data.shape) / terms.max(1);
    let [gradient, matrix] = [reshaped(gradient, &[rows, weight.rows()]), reshaped(data, &[rows, terms])];
    let product_of = |number: usize, inputs: Vec<Array>, transposed: bool, shape: &[usize]| {
        let stype = case.outputs.get(number).map_or("default", |output| output.stype.word());
        let params = Params::default().with("transpose_a", transposed.into()).with("forward_stype", stype.into());
        let call = part(case, "dot", inputs, number);
        // Only a dense result has another shape.
        let call = if stype == Stype::Default.word() { with_results(&call, shape) } else { call };
        Case { params, ..call }
    };
    let of_data = product_of(0, vec![gradient.clone(), weight.clone()], false, &[rows, terms]);
    let of_weight = product_of(1, vec![gradient.clone(), matrix], true, &weight.shape);
    let params = Params::default().with("axis", Value::from(0));
    let of_bias = Case { params, ..part(case, "sum", vec![gradient], 2) };
    Some([of_data, of_weight, of_bias].into_iter().take(results(case)).collect())
}

/// With a row for each norm.
fn norm(case: &Case) -> Option<Case> {
    let [gradient, data] = &case.inputs[..] else { return None };
    let rank = data.shape.len();
    let from_start = |axis: i64| usize::try_from(if axis < 0 { axis + rank as i64 } else { axis }).ok();
    let over = match case.params.integers("axis").ok()? {
        None => (0..rank).collect(),
        Some(axes) => axes.into_iter().map(from_start).collect::<Option<Vec<_>>>()?,
    };
    let axes = [(0..rank).filter(|axis| !over.contains(axis)).collect(), over];
    let matrix = by_results(data, &axes);
    let operator = if case.params.number("ord").ok()? == Some(1.0) { "norm1_gradient" } else { "norm2_gradient" };
    let mut call = part(case, operator, vec![reshaped(gradient, &[matrix.rows()]), matrix.clone()], 0);
    for result in call.out.iter_mut().chain(&mut call.exact) {
        *result = by_results(result, &axes);
    }
    for output in &mut call.outputs {
        (output.stype, output.shape) = (Stype::Default, matrix.shape.clone());
    }
    Some(Case { params: Params::default(), ..call })
}
