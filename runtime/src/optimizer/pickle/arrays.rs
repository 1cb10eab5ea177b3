//! The arrays of MXNet's states as states here.
use crate::optimizer::{MASTER, Optimizer};
use lacuna::infer::Stype;
use lacuna_arrays::array::file::PickleError;
use lacuna_arrays::array::file::{Fault, array_of_record};
use lacuna_arrays::array::{Array, ArrayError, Dtype, Values};

/// The states of an optimizer from the arrays of a key, in MXNet's order, for a weight with the rows of `form`, and of
/// a dtype.
pub(crate) fn arrays(
    key: &str,
    records: &[&[u8]],
    optimizer: &Optimizer,
    (form, dtype): (&Array, Dtype),
    weight: Option<&Array>,
) -> Result<Vec<Array>, Fault> {
    let names = optimizer.names_of_states(dtype);
    let name = optimizer.name();
    if names.contains(&"accumulated") {
        return Err(PickleError::Unsupported { optimizer: name, what: "a batch_scale above 1" }.into());
    }
    let (expected, found) = (names.len(), records.len());
    if expected != found {
        return Err(PickleError::States { key: key.to_owned(), optimizer: name, expected, found }.into());
    }
    let mut states = Vec::new();
    for record in records {
        states.push(array_of_record(key, record)?);
    }
    // MXNet has the copy of a weight of 16 bits first, except for these.
    let is_last = ["sgd", "sgd_momentum", "nag", "whole_lars"].contains(&name);
    if dtype.needs_master() && !is_last {
        states.rotate_left(1);
    }
    let of_key = |error| Fault::Array { name: key.to_owned(), error };
    let mut states =
        states.into_iter().map(|state| stored_as(state, form)).collect::<Result<Vec<_>, _>>().map_err(of_key)?;
    // MXNet keeps the weight before the last step.
    if let Some(place) = names.iter().position(|name| *name == "moved") {
        let master = names.iter().position(|name| *name == MASTER).and_then(|place| states.get(place));
        let what = "a trainer, which has no weights";
        let now = master.or(weight).ok_or(PickleError::Unsupported { optimizer: name, what })?.clone();
        if let Some(state) = states.get_mut(place) {
            subtract_from(&now, state).map_err(of_key)?;
        }
    }
    Ok(states)
}

/// A state of a weight, with the rows that the weight stores: MXNet's may be dense beside a row_sparse one, and leave
/// rows of zeros out.
fn stored_as(state: Array, form: &Array) -> Result<Array, ArrayError> {
    let Some(ids) = form.indices() else { return state.tostype(Stype::Dense) };
    if state.shape().first() != form.shape().first() || state.indices() == Some(ids) {
        return Ok(state);
    }
    state.tostype(Stype::RowSparse)?.with_rows(ids)
}

/// `state = weight - state`
fn subtract_from(weight: &Array, state: &mut Array) -> Result<(), ArrayError> {
    let (expected, found) = (weight.dtype(), state.dtype());
    if weight.shape() != state.shape() || expected != found {
        return Err(ArrayError::Dtype { expected, found });
    }
    match (weight.values(), state.values_mut()) {
        (Values::F32(weight), Some(Values::F32(state))) => {
            state.iter_mut().zip(weight).for_each(|(state, weight)| *state = weight - *state);
        }
        (Values::F64(weight), Some(Values::F64(state))) => {
            state.iter_mut().zip(weight).for_each(|(state, weight)| *state = weight - *state);
        }
        _ => return Err(ArrayError::Dtype { expected: Dtype::F32, found }),
    }
    Ok(())
}
