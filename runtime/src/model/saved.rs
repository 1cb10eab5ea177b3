//! A model in a file: `NAME` for each parameter, `STATE/NAME` for each state of the optimizer, `steps`, and what else a
//! model carries from step to step. Its metadata are the [`Description`], if there is one.
use super::tape_model::expect_form;
use super::{Description, ModelError};
use crate::array::Array;
use crate::array::file::{Fault, FileError, Format, load_all, save, save_bytes};
use crate::atomic_file::write_atomically;
use crate::layer::Network;
use crate::optimizer::Trainer;
use std::collections::BTreeMap;
use std::path::Path;

const STEPS: &str = "steps";

/// Parameters with their names.
pub(super) fn parameters(network: &Network) -> impl Iterator<Item = (&str, &Array)> {
    network.parameters().filter_map(|(name, variable)| Some((name, network.tape.value(variable).ok()?)))
}

/// Gives a parameter another value of its form.
pub(super) fn set_parameter(network: &mut Network, name: &str, value: Array) -> Result<(), ModelError> {
    let variable = network.named(name).ok_or_else(|| ModelError::Unknown { name: name.to_owned() })?;
    expect_form(name, network.tape.value(variable)?, &value)?;
    let value = value.into_context(network.context())?;
    network.tape.set(variable, value)?;
    Ok(())
}

/// Writes the parameters of a network, which the trainer knows in the same order, and what is carried.
pub(super) fn write(
    path: &Path,
    network: &Network,
    trainer: &Trainer,
    carried: &[(String, &Array)],
    description: Option<&Description>,
) -> Result<(), ModelError> {
    let states = trainer.optimizer().states();
    let mut arrays = Vec::new();
    for ((name, value), own) in parameters(network).zip(trainer.states()) {
        arrays.push((name.to_owned(), value.clone()));
        arrays.extend(states.iter().zip(own).map(|(state, array)| (format!("{state}/{name}"), array.clone())));
    }
    let steps = i64::try_from(trainer.steps()).map_err(|_| ModelError::Steps)?;
    arrays.push((STEPS.to_owned(), Array::dense(&[1], vec![steps])?));
    arrays.extend(carried.iter().map(|(name, array)| (name.clone(), (*array).clone())));
    let Some(description) = description else { return Ok(save(path, Format::Safetensors, &arrays)?) };
    let named = |fault| FileError { path: path.to_owned(), fault };
    let bytes = save_bytes(Format::Safetensors, &arrays).map_err(named)?;
    let bytes = description.put_into(&bytes).unwrap_or(bytes);
    Ok(write_atomically(path, &bytes).map_err(|error| named(Fault::Write(error)))?)
}

/// Takes the parameters alone, or nothing.
pub(super) fn read_parameters(path: &Path, network: &mut Network) -> Result<(), ModelError> {
    let mut arrays: BTreeMap<String, Array> = load_all(path)?.into_iter().collect();
    let mut values = Vec::new();
    for (name, own) in parameters(network) {
        let value = arrays.remove(name).ok_or_else(|| ModelError::Missing { name: name.to_owned() })?;
        expect_form(name, own, &value)?;
        values.push((name.to_owned(), value));
    }
    values.into_iter().try_for_each(|(name, value)| set_parameter(network, &name, value))
}

/// Takes all of that, and gives back what is carried; or nothing.
pub(super) fn read(
    path: &Path,
    network: &mut Network,
    trainer: &mut Trainer,
    carried: &[(String, &Array)],
) -> Result<Vec<Array>, ModelError> {
    let mut arrays: BTreeMap<String, Array> = load_all(path)?.into_iter().collect();
    let mut take = |name: String, own: Option<&Array>| {
        let Some(array) = arrays.remove(&name) else { return Err(ModelError::Missing { name }) };
        own.map_or(Ok(()), |own| expect_form(&name, own, &array))?;
        Ok(array)
    };
    let steps = match take(STEPS.to_owned(), None)?.data::<i64>() {
        Some(&[steps]) => u64::try_from(steps).map_err(|_| ModelError::Steps)?,
        _ => return Err(ModelError::Steps),
    };
    let names = trainer.optimizer().states();
    let (mut values, mut states) = (Vec::new(), Vec::new());
    for ((name, value), own) in parameters(network).zip(trainer.states()) {
        values.push((name.to_owned(), take(name.to_owned(), Some(value))?.into_context(network.context())?));
        let of_parameter = names.iter().zip(own).map(|(state, own)| take(format!("{state}/{name}"), Some(own)));
        states.push(of_parameter.collect::<Result<Vec<_>, _>>()?);
    }
    let carried = carried.iter().map(|(name, own)| take(name.clone(), Some(own))).collect::<Result<Vec<_>, _>>()?;
    // Before anything is changed: a device may have no room.
    let carried =
        carried.into_iter().map(|array: Array| array.into_context(network.context())).collect::<Result<Vec<_>, _>>()?;
    if let Some(name) = arrays.into_keys().next() {
        return Err(ModelError::Unknown { name });
    }
    trainer.restore(steps, states)?;
    values.into_iter().try_for_each(|(name, value)| set_parameter(network, &name, value))?;
    Ok(carried)
}
