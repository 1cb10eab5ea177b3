//! Copies of operands and results with another storage, for calls that no operation takes as they are.
use super::{defaults, matrices};
use crate::fixture::{Array, Case, Compare, Described, Dtype, Stype, Values};
use crate::ops::{Selection, select};

/// A call, and what carries it out.
#[derive(Debug)]
pub struct Prepared {
    /// The call, with copies of operands where it needs them.
    pub call: Case,
    /// What carries it out.
    pub selection: Selection,
    /// True if operands are copies with another storage.
    pub copied: bool,
}

/// The operations of a call: as it is, else with copies of operands that are stored as its operator needs them, else
/// with dense copies, else with csr copies of dense matrices.
pub fn prepare(call: Case) -> Prepared {
    let call = defaults::without(call);
    if !has_room(&call) {
        let selection = select(&call);
        return Prepared { call, selection, copied: false };
    }
    if call.inputs.iter().any(|input| input.values.dtype().is_some_and(Dtype::is_narrow)) {
        let selection = select(&call);
        if matches!(selection, Selection::Run(_, dtype) if dtype.is_narrow()) {
            return Prepared { call, selection, copied: false };
        }
        return Prepared { copied: true, ..prepare(in_single_precision(call)) };
    }
    let call = with_filled_states(call);
    if let Some(matrices) = matrices::call(&call).filter(|_| call.error.is_none()) {
        return Prepared { copied: true, ..prepare(matrices) };
    }
    let selection = select(&call);
    if !matches!(selection, Selection::Skip(_)) || call.error.is_some() {
        return Prepared { call, selection, copied: false };
    }
    for copy in [suited, along_rows, dense, sparse].into_iter().filter_map(|copy| copy(&call)) {
        let selection = select(&copy);
        if !matches!(selection, Selection::Skip(_)) {
            return Prepared { call: copy, selection, copied: true };
        }
    }
    Prepared { call, selection, copied: false }
}

/// The most elements of an array that is copied.
const MOST: usize = 1 << 26;

/// True if dense copies of all arrays of a call may be made: a sparse array may have any shape.
pub(super) fn has_room(call: &Case) -> bool {
    let shapes = call.inputs.iter().map(|input| &input.shape).chain(call.outputs.iter().map(|output| &output.shape));
    let size = |shape: &Vec<usize>| shape.iter().try_fold(1, |size: usize, &length| size.checked_mul(length));
    shapes.map(size).all(|size| size.is_some_and(|size| size <= MOST))
}

/// Operands of 16 bits hold numbers of single precision, which kernels compute in.
fn in_single_precision(mut call: Case) -> Case {
    for input in &mut call.inputs {
        input.values = match &input.values {
            Values::F16(values) => Values::F32(values.iter().map(|&value| value.into()).collect()),
            Values::Bf16(values) => Values::F32(values.iter().map(|&value| value.into()).collect()),
            _ => continue,
        };
    }
    call
}

/// The states of an optimizer of which no row is stored: MXNet fills them with zeros at the first step.
fn with_filled_states(mut call: Case) -> Case {
    if call.op.ends_with("_update") && call.error.is_none() {
        let is_unfilled = |state: &Array| state.stype == Stype::RowSparse && state.indices.is_empty();
        if !call.inputs.iter().skip(2).any(is_unfilled) {
            return call;
        }
        for state in call.inputs.iter_mut().skip(2).filter(|state| is_unfilled(state)) {
            *state = whole_rows(&to(state, Stype::Default));
        }
        // Of a dense weight MXNet casts such a state back to rows that are not zero.
        if call.inputs.first().is_some_and(|weight| weight.stype == Stype::Default) {
            call.compare = Compare::Values;
        }
    }
    call
}

/// Copies that suit some operators better than dense ones.
fn suited(call: &Case) -> Option<Case> {
    let mut copy = call.clone();
    match &*call.op {
        operator if operator.ends_with("_update") => {
            let gradient = copy.inputs.get_mut(1).filter(|gradient| gradient.stype == Stype::Default)?;
            *gradient = whole_rows(gradient);
        }
        "where" => {
            let condition = copy.inputs.first_mut()?;
            *condition = to(condition, Stype::Csr);
            for branch in copy.inputs.iter_mut().skip(1) {
                *branch = to(branch, Stype::Default);
            }
        }
        "backward_where" => {
            let condition = copy.inputs.get_mut(1)?;
            *condition = to(condition, Stype::Csr);
        }
        "_scatter_elemwise_div" => {
            let divisor = copy.inputs.get_mut(1)?;
            *divisor = to(divisor, Stype::Default);
        }
        // The result is cast.
        "dot" => {
            copy.params = copy.params.with("forward_stype", "default".into());
            if matches!(select(&copy), Selection::Skip(_)) {
                return None;
            }
        }
        _ => return None,
    }
    Some(copy)
}

/// `take` of columns is one of rows, of the transposed matrix.
fn along_rows(call: &Case) -> Option<Case> {
    if call.op != "take" || !matches!(call.params.integers("axis").ok()??[..], [1 | -1]) {
        return None;
    }
    let mut copy = call.clone();
    let data = copy.inputs.first_mut()?;
    *data = to(&transposed(&to(data, Stype::Default))?, Stype::Csr);
    for result in copy.out.iter_mut().chain(&mut copy.exact) {
        *result = transposed(&to(result, Stype::Default))?;
    }
    for output in &mut copy.outputs {
        (output.stype, output.shape) = (Stype::Default, output.shape.iter().rev().copied().collect());
    }
    copy.params = copy.params.without("axis");
    Some(copy)
}

/// A dense matrix, transposed.
fn transposed(array: &Array) -> Option<Array> {
    let &[rows, columns] = &array.shape[..] else { return None };
    let places: Vec<usize> = (0..rows * columns).map(|i| i % rows * columns + i / rows).collect();
    Some(Array { shape: vec![columns, rows], values: taken(&array.values, &places), ..array.clone() })
}

fn dense(call: &Case) -> Option<Case> {
    let mut copy = call.clone();
    copy.inputs.iter_mut().for_each(|input| *input = to(input, Stype::Default));
    if call.op == "dot" {
        copy.params = copy.params.with("forward_stype", "default".into());
        transpose_second(&mut copy);
    }
    Some(copy)
}

/// There is no product of two dense operands that are both transposed: one is transposed before.
fn transpose_second(call: &mut Case) {
    let is_set = |name: &str| call.params.switch(name, false) == Ok(true);
    if let (true, true, Some(right)) = (is_set("transpose_a"), is_set("transpose_b"), call.inputs.get_mut(1))
        && let Some(other) = transposed(right)
    {
        *right = other;
        call.params = call.params.without("transpose_b");
    }
}

fn sparse(call: &Case) -> Option<Case> {
    let mut copy = call.clone();
    let is_dense_matrix = |input: &Array| input.shape.len() == 2 && input.stype == Stype::Default;
    let data = if call.op == "concat" { copy.inputs.len() } else { 1 };
    for input in copy.inputs.iter_mut().take(data) {
        *input = to(input, Stype::Default);
        if is_dense_matrix(input) {
            *input = to(input, Stype::Csr);
        }
    }
    Some(copy)
}

/// Results with the storage of those that a case has.
pub fn stored_as(outputs: &[Described], found: Vec<Array>) -> Vec<Array> {
    let stype = |place: usize| outputs.get(place).map(|output| output.stype);
    found.into_iter().enumerate().map(|(place, found)| to(&found, stype(place).unwrap_or(found.stype))).collect()
}

/// The numbers of `array` where `pattern` stores some. `None` if the shapes differ.
///
/// # Errors
/// Row and column of a number that is not zero, where `pattern` stores nothing.
pub fn in_pattern_of(array: &Array, pattern: &Array) -> Option<Result<Array, (usize, usize)>> {
    if array.shape != pattern.shape {
        return None;
    }
    let mut whole = to(array, Stype::Default);
    let length = array.row_length().max(1);
    let places: Vec<usize> = (0..pattern.values.len())
        .map(|i| {
            let (row, column) = pattern.position(i);
            row.saturating_mul(length).saturating_add(column)
        })
        .collect();
    let values = taken(&whole.values, &places);
    whole.values = without(&whole.values, &places);
    let lost = (0..whole.values.len()).find(|&i| whole.values.get(i) != 0.0);
    Some(match lost {
        Some(i) => Err((i / length, i % length)),
        None => Ok(Array { name: array.name.clone(), values, ..pattern.clone() }),
    })
}

/// All rows of a dense array as a row_sparse one.
pub(super) fn whole_rows(array: &Array) -> Array {
    Array { stype: Stype::RowSparse, indices: (0..array.rows() as i64).collect(), ..array.clone() }
}

/// The array with another storage; of what is zero everywhere, nothing is stored.
pub(super) fn to(array: &Array, stype: Stype) -> Array {
    if array.stype == stype {
        return array.clone();
    }
    let (rows, length) = (array.rows(), array.row_length());
    if array.stype != Stype::Default {
        let mut places = vec![usize::MAX; rows.saturating_mul(length)];
        for i in 0..array.values.len() {
            let (row, column) = array.position(i);
            if let Some(place) = places.get_mut(row.saturating_mul(length).saturating_add(column)) {
                *place = i;
            }
        }
        let values = taken(&array.values, &places);
        let whole = Array { stype: Stype::Default, indptr: Vec::new(), indices: Vec::new(), values, ..array.clone() };
        return to(&whole, stype);
    }
    let is_kept = |i: usize| array.values.get(i) != 0.0;
    match stype {
        Stype::Csr => {
            let kept: Vec<usize> = (0..array.values.len()).filter(|&i| is_kept(i)).collect();
            let pointer = |row: usize| kept.partition_point(|&i| i < row * length) as i64;
            Array {
                stype,
                indptr: (0..=rows).map(pointer).collect(),
                indices: kept.iter().map(|&i| (i % length.max(1)) as i64).collect(),
                values: taken(&array.values, &kept),
                ..array.clone()
            }
        }
        _ => {
            let of_row = |row: usize| row * length..(row + 1) * length;
            let kept: Vec<usize> = (0..rows).filter(|&row| of_row(row).any(is_kept)).collect();
            let places: Vec<usize> = kept.iter().flat_map(|&row| of_row(row)).collect();
            Array {
                stype,
                indices: kept.iter().map(|&row| row as i64).collect(),
                values: taken(&array.values, &places),
                ..array.clone()
            }
        }
    }
}

/// The values at some places; 0 where there is none.
pub(super) fn taken(values: &Values, places: &[usize]) -> Values {
    fn of<T: Copy + Default>(values: &[T], places: &[usize]) -> Vec<T> {
        places.iter().map(|&place| values.get(place).copied().unwrap_or_default()).collect()
    }
    match values {
        Values::F32(values) => Values::F32(of(values, places)),
        Values::F64(values) => Values::F64(of(values, places)),
        Values::F16(values) => Values::F16(of(values, places)),
        Values::Bf16(values) => Values::Bf16(of(values, places)),
        Values::I64(values) => Values::I64(of(values, places)),
        Values::Other(name, _) => Values::Other(name.clone(), places.len()),
    }
}

/// The values with zeros at some places.
fn without(values: &Values, places: &[usize]) -> Values {
    let mut kept: Vec<usize> = (0..values.len()).collect();
    for &place in places {
        if let Some(place) = kept.get_mut(place) {
            *place = usize::MAX;
        }
    }
    taken(values, &kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(stype: Stype, indptr: &[i64], indices: &[i64], values: &[f32]) -> Array {
        let (indptr, indices) = (indptr.to_vec(), indices.to_vec());
        Array { name: "a".into(), stype, shape: vec![3, 2], indptr, indices, values: Values::F32(values.to_vec()) }
    }

    #[test]
    fn copies_hold_the_same_numbers() {
        let all = [
            array(Stype::Default, &[], &[], &[0.0, 0.0, -1.5, 0.0, 0.0, 2.0]),
            array(Stype::Csr, &[0, 0, 1, 2], &[0, 1], &[-1.5, 2.0]),
            array(Stype::RowSparse, &[], &[1, 2], &[-1.5, 0.0, 0.0, 2.0]),
        ];
        for from in &all {
            for wanted in &all {
                assert_eq!(to(from, wanted.stype), *wanted, "{} to {}", from.stype, wanted.stype);
            }
        }
    }
}
