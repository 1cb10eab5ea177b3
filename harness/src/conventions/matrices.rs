//! Calls on arrays of any rank as calls on matrices, which is what kernels know.
//!
//! Operands are copied into the order of the matrix, and results of the case with them; nothing is computed here.
use super::storage::{taken, to};
use crate::fixture::{Array, Case, Described, Params, Stype, Values};
use lacuna::slice::Steps;
use serde_json::Value;
use std::num::NonZero;

/// The same call on matrices; `None` for one that operations take as it is, or that makes no sense.
pub(super) fn call(case: &Case) -> Option<Case> {
    let is_matrix = |array: &Array| array.shape.len() == 2;
    let is_dense = |array: &Array| array.stype == Stype::Default;
    let all_matrices = case.inputs.iter().all(is_matrix);
    match &*case.op {
        "sum" | "mean" | "norm" | "max" | "min" if !all_matrices => reduction(case),
        "backward_sum" | "backward_mean" if !case.inputs.last().is_some_and(is_matrix) => sum_gradient(case),
        "slice" if !all_matrices => slice(case),
        "take" if !is_matrix(case.inputs.first()?) || case.inputs.get(1)?.shape.len() != 1 => take(case),
        "concat" if !all_matrices => concat(case),
        "dot" if !all_matrices && case.inputs.iter().all(is_dense) => dot(case),
        "where" if !all_matrices => selected(case),
        "Embedding_gradient" if case.inputs.first()?.shape.len() != 1 => lookup_gradient(case),
        operator => {
            let operator = operator.strip_prefix("broadcast_")?;
            let [left, right] = &case.inputs[..] else { return None };
            let whole = result_shape(&left.shape, &right.shape)?;
            let one_is_whole = left.shape == whole || right.shape == whole;
            if (one_is_whole && left.shape.len() <= 2 && right.shape.len() <= 2) || !case.inputs.iter().all(is_dense) {
                return None;
            }
            let op = ["add", "sub", "mul", "div"].iter().find(|known| **known == operator);
            let op = op.map_or_else(|| format!("_{operator}"), |known| format!("elemwise_{known}"));
            let inputs = case.inputs.iter().map(|input| broadcast(input, &whole)).collect();
            Some(Case { op, inputs, ..case.clone() })
        }
    }
}

pub(super) fn product(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// An axis from the start. `None` if there is none of this number.
fn axis(axis: i64, rank: usize) -> Option<usize> {
    let from_start = if axis < 0 { axis + i64::try_from(rank).ok()? } else { axis };
    usize::try_from(from_start).ok().filter(|&axis| axis < rank)
}

/// A dense array with this shape, of the values at these places of another one.
fn gathered(array: &Array, shape: Vec<usize>, places: &[usize]) -> Array {
    let whole = to(array, Stype::Default);
    Array { shape, values: taken(&whole.values, places), ..whole }
}

pub(super) fn reshaped(array: &Array, shape: &[usize]) -> Array {
    Array { shape: shape.to_vec(), ..to(array, Stype::Default) }
}

/// The case with dense results of another shape.
pub(super) fn with_results(case: &Case, shape: &[usize]) -> Case {
    let mut case = case.clone();
    for result in case.out.iter_mut().chain(&mut case.exact) {
        *result = reshaped(result, shape);
    }
    for output in &mut case.outputs {
        *output = Described { stype: Stype::Default, shape: shape.to_vec(), ..output.clone() };
    }
    case
}

/// The place of each element of an array of `shape`, by all its indices.
fn places(shape: &[usize], mut of: impl FnMut(&[usize]) -> usize) -> Vec<usize> {
    let mut indices = vec![0; shape.len()];
    let mut next = || {
        let place = of(&indices);
        for axis in (0..shape.len()).rev() {
            indices[axis] += 1;
            if indices[axis] < shape[axis] {
                break;
            }
            indices[axis] = 0;
        }
        place
    };
    (0..product(shape)).map(|_| next()).collect()
}

/// The place of an element with these indices.
fn place(shape: &[usize], indices: impl Iterator<Item = usize>) -> usize {
    shape.iter().zip(indices).fold(0, |place, (dimension, index)| place * dimension + index)
}

/// The axes that a reduction keeps, and those that it sums over.
fn axes(params: &Params, rank: usize) -> Option<[Vec<usize>; 2]> {
    let over: Vec<usize> =
        params.integers("axis").ok()??.into_iter().map(|given| axis(given, rank)).collect::<Option<_>>()?;
    Some([(0..rank).filter(|axis| !over.contains(axis)).collect(), over])
}

/// A matrix with a row for each result, of the elements that are summed up in it.
pub(super) fn by_results(data: &Array, [kept, over]: &[Vec<usize>; 2]) -> Array {
    let of = |axes: &[usize]| axes.iter().map(|&axis| data.shape[axis]).collect::<Vec<_>>();
    let order: Vec<usize> = kept.iter().chain(over).copied().collect();
    let places = places(&of(&order), |indices| {
        let index = |axis: usize| order.iter().position(|&moved| moved == axis).map_or(0, |moved| indices[moved]);
        place(&data.shape, (0..data.shape.len()).map(index))
    });
    gathered(data, vec![product(&of(kept)), product(&of(over))], &places)
}

fn reduction(case: &Case) -> Option<Case> {
    let data = case.inputs.first()?;
    let axes = axes(&case.params, data.shape.len())?;
    let matrix = by_results(data, &axes);
    let mut call = with_results(case, &[matrix.rows()]);
    call.inputs = vec![matrix];
    call.params = call.params.with("axis", Value::from(1)).without("keepdims");
    Some(call)
}

fn sum_gradient(case: &Case) -> Option<Case> {
    let [gradient, data] = &case.inputs[..] else { return None };
    let axes = axes(&case.params, data.shape.len())?;
    let matrix = by_results(data, &axes);
    let mut call = case.clone();
    for result in call.out.iter_mut().chain(&mut call.exact) {
        *result = by_results(result, &axes);
    }
    for output in &mut call.outputs {
        *output = Described { stype: Stype::Default, shape: matrix.shape.clone(), ..output.clone() };
    }
    call.inputs = vec![reshaped(gradient, &[matrix.rows()]), matrix];
    call.params = call.params.with("axis", Value::from(1)).without("keepdims");
    Some(call)
}

/// A lookup of single elements.
pub(super) fn lookup(case: &Case, elements: Values, places: &[usize]) -> Case {
    let ids = Values::I64(places.iter().map(|&place| place as i64).collect());
    let of = |name: &str, shape: Vec<usize>, values: Values| Array {
        name: name.to_owned(),
        stype: Stype::Default,
        shape,
        indptr: Vec::new(),
        indices: Vec::new(),
        values,
    };
    let count = elements.len();
    let inputs = vec![of("data", vec![places.len()], ids), of("weight", vec![count, 1], elements)];
    let params = Params::default().with("input_dim", Value::from(count)).with("output_dim", Value::from(1));
    Case { op: "Embedding".to_owned(), params, inputs, ..with_results(case, &[places.len(), 1]) }
}

/// The shape of a slice, and the places of its elements in an array of `shape`.
pub(super) fn slice_places(params: &Params, shape: &[usize]) -> Option<(Vec<usize>, Vec<usize>)> {
    let given = |name: &str, axis: usize| params.places(name).ok()?.and_then(|of| of.get(axis).copied().flatten());
    let along = |(axis, &length): (usize, &usize)| {
        let step = NonZero::new(given("step", axis).unwrap_or(1))?;
        let steps = Steps::resolve(given("begin", axis), given("end", axis), Some(step), length);
        let mut ids = vec![0_i64; steps.count];
        steps.ids(&mut ids);
        Some(ids.into_iter().map(|id| id as usize).collect())
    };
    let along: Vec<Vec<usize>> = shape.iter().enumerate().map(along).collect::<Option<_>>()?;
    let found: Vec<usize> = along.iter().map(Vec::len).collect();
    let of = |indices: &[usize]| place(shape, indices.iter().zip(&along).map(|(&i, ids)| ids[i]));
    let places = places(&found, of);
    Some((found, places))
}

fn slice(case: &Case) -> Option<Case> {
    let data = to(case.inputs.first()?, Stype::Default);
    let (_, places) = slice_places(&case.params, &data.shape)?;
    Some(lookup(case, data.values, &places))
}

/// Ids out of range are the nearest, or wrapped around.
pub(super) fn resolved_ids(params: &Params, ids: &Array, length: usize) -> Option<Vec<i64>> {
    let length = i64::try_from(length).ok()?;
    let wraps = params.word("mode").ok()? == Some("wrap");
    let resolved = |i: usize| {
        let id = ids.values.get(i) as i64;
        if wraps { id.rem_euclid(length.max(1)) } else { id.clamp(0, (length - 1).max(0)) }
    };
    Some((0..ids.values.len()).map(resolved).collect())
}

fn take(case: &Case) -> Option<Case> {
    let [data, ids] = &case.inputs[..] else { return None };
    let data = to(data, Stype::Default);
    let along = axis(
        case.params.integers("axis").ok()?.map_or(0, |axes| axes.first().copied().unwrap_or(0)),
        data.shape.len(),
    )?;
    let resolved = resolved_ids(&case.params, ids, data.shape[along])?;
    let (before, behind) = (product(&data.shape[..along]), product(&data.shape[along + 1..]));
    let places = places(&[before, ids.values.len(), behind], |indices| {
        (indices[0] * data.shape[along] + resolved[indices[1]] as usize) * behind + indices[2]
    });
    Some(lookup(case, data.values, &places))
}

fn concat(case: &Case) -> Option<Case> {
    let parts: Vec<Array> = case.inputs.iter().map(|input| to(input, Stype::Default)).collect();
    let first = parts.first()?;
    let along = axis(
        case.params.integers("dim").ok()?.map_or(1, |axes| axes.first().copied().unwrap_or(1)),
        first.shape.len(),
    )?;
    let (before, behind) = (product(&first.shape[..along]), product(&first.shape[along + 1..]));
    let (mut elements, mut starts) = (first.clone(), vec![0]);
    for part in &parts[1..] {
        starts.push(elements.values.len());
        elements.values = joined(&elements.values, &part.values)?;
    }
    let mut places = Vec::new();
    for row in 0..before {
        for (part, start) in parts.iter().zip(&starts) {
            let length = part.shape.get(along)? * behind;
            places.extend((0..length).map(|i| start + row * length + i));
        }
    }
    Some(lookup(case, elements.values, &places))
}

fn joined(left: &Values, right: &Values) -> Option<Values> {
    Some(match (left, right) {
        (Values::F32(left), Values::F32(right)) => Values::F32([&left[..], right].concat()),
        (Values::F64(left), Values::F64(right)) => Values::F64([&left[..], right].concat()),
        (Values::I64(left), Values::I64(right)) => Values::I64([&left[..], right].concat()),
        _ => return None,
    })
}

/// The last axis of the left operand with the first one of the right operand.
fn dot(case: &Case) -> Option<Case> {
    let [left, right] = &case.inputs[..] else { return None };
    let is_plain = |name: &str| case.params.switch(name, false) == Ok(false);
    if !is_plain("transpose_a") || !is_plain("transpose_b") {
        return None;
    }
    let terms = *left.shape.last()?;
    let [rows, columns] = [product(&left.shape) / terms.max(1), right.row_length()];
    let mut call = with_results(case, &[rows, columns]);
    call.inputs = vec![reshaped(left, &[rows, terms]), reshaped(right, &[right.rows(), columns])];
    Some(call)
}

/// `where`, whose condition may have a number for each row.
fn selected(case: &Case) -> Option<Case> {
    let [condition, x, y] = &case.inputs[..] else { return None };
    let matrix = [x.rows(), x.row_length()];
    let of_rows = condition.shape.len() == 1 && x.shape.len() != 1;
    let condition = to(condition, Stype::Default);
    let places: Vec<usize> = (0..product(&matrix)).map(|i| if of_rows { i / matrix[1].max(1) } else { i }).collect();
    let condition = gathered(&condition, matrix.to_vec(), &places);
    let inputs = vec![to(&condition, Stype::Csr), reshaped(x, &matrix), reshaped(y, &matrix)];
    Some(Case { inputs, ..with_results(case, &matrix) })
}

fn lookup_gradient(case: &Case) -> Option<Case> {
    let [ids, gradient] = &case.inputs[..] else { return None };
    let count = ids.values.len();
    let length = gradient.values.len() / count.max(1);
    Some(Case { inputs: vec![reshaped(ids, &[count]), reshaped(gradient, &[count, length])], ..case.clone() })
}

/// The shape of a result of two operands. `None` if they do not fit.
fn result_shape(left: &[usize], right: &[usize]) -> Option<Vec<usize>> {
    let rank = left.len().max(right.len());
    let of = |shape: &[usize], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis]);
    let both = |axis| match (of(left, axis), of(right, axis)) {
        (a, b) if a == b || b == 1 => Some(a),
        (1, b) => Some(b),
        _ => None,
    };
    (0..rank).map(both).collect()
}

/// A dense array, repeated to a shape.
pub(super) fn broadcast(array: &Array, shape: &[usize]) -> Array {
    let missing = shape.len() - array.shape.len();
    let places = places(shape, |indices| {
        let of = indices[missing..].iter().zip(&array.shape);
        place(&array.shape, of.map(|(&index, &dimension)| if dimension == 1 { 0 } else { index }))
    });
    gathered(array, shape.to_vec(), &places)
}
