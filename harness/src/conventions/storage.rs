//! Copies of operands and results with another storage, for calls that no operation takes as they are.
use crate::fixture::{Array, Case, Compare, Described, Stype, Values};
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
    let call = with_filled_states(call);
    let selection = select(&call);
    if !matches!(selection, Selection::Skip(_)) || call.error.is_some() {
        return Prepared { call, selection, copied: false };
    }
    for copy in [suited, dense, sparse].into_iter().filter_map(|copy| copy(&call)) {
        let selection = select(&copy);
        if !matches!(selection, Selection::Skip(_)) {
            return Prepared { call: copy, selection, copied: true };
        }
    }
    Prepared { call, selection, copied: false }
}

/// The states of an optimizer of which no row is stored: MXNet fills them with zeros at the first step.
fn with_filled_states(mut call: Case) -> Case {
    if call.op.ends_with("_update") && call.error.is_none() {
        let states = call.inputs.iter_mut().skip(2);
        for state in states.filter(|state| state.stype == Stype::RowSparse && state.indices.is_empty()) {
            *state = Array { stype: Stype::Default, ..to(state, Stype::Default) };
            *state = whole_rows(state);
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
    if let (true, true, Some(right)) = (is_set("transpose_a"), is_set("transpose_b"), call.inputs.get_mut(1)) {
        if let &[rows, columns] = &right.shape[..] {
            let places: Vec<usize> = (0..rows * columns).map(|i| i % rows * columns + i / rows).collect();
            right.values = taken(&right.values, &places);
            right.shape = vec![columns, rows];
            call.params = call.params.without("transpose_b");
        }
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

/// Results with the storage of those that a case has, and how they are compared: a cast keeps no zeros, so that then
/// stored zeros do not matter.
pub fn stored_as(outputs: &[Described], found: Vec<Array>, compare: Compare) -> (Vec<Array>, Compare) {
    let differs = outputs.iter().zip(&found).any(|(output, found)| output.stype != found.stype);
    if !differs {
        return (found, compare);
    }
    let cast = outputs.iter().zip(&found).map(|(output, found)| to(found, output.stype)).collect();
    (cast, Compare::Values)
}

/// All rows of a dense array as a row_sparse one.
fn whole_rows(array: &Array) -> Array {
    Array { stype: Stype::RowSparse, indices: (0..array.rows() as i64).collect(), ..array.clone() }
}

/// The array with another storage; of what is zero everywhere, nothing is stored.
fn to(array: &Array, stype: Stype) -> Array {
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
fn taken(values: &Values, places: &[usize]) -> Values {
    fn of<T: Copy + Default>(values: &[T], places: &[usize]) -> Vec<T> {
        places.iter().map(|&place| values.get(place).copied().unwrap_or_default()).collect()
    }
    match values {
        Values::F32(values) => Values::F32(of(values, places)),
        Values::F64(values) => Values::F64(of(values, places)),
        Values::I64(values) => Values::I64(of(values, places)),
        Values::Other(name, _) => Values::Other(name.clone(), places.len()),
    }
}

/// Parameters without one.
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
