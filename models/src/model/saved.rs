//! A model in a file: `NAME` for each parameter, `STATE/NAME` for each state of the optimizer, `steps`, and what else a
//! model carries from step to step. Its metadata are the [`Description`], if there is one.
use super::source::Source;
use super::trained_network::expect_form;
use super::{Description, ModelError};
use lacuna_runtime::array::file::{Fault, FileError, Format, save, save_bytes};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::atomic_file::write_atomically;
use lacuna_runtime::layer::Network;
use lacuna_runtime::optimizer::Trainer;
use std::ops::Range;
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
    write_arrays(path, of_parameters(network, trainer, &[]), trainer, carried, description)
}

/// The same, with tables that are not on the tape, each with its states, in the order of these names.
pub(super) fn write_of_ranks(
    path: &Path,
    network: &Network,
    trainer: &Trainer,
    (names, tables): (&[String], &[(&str, Vec<Array>)]),
    carried: &[(String, &Array)],
    description: Option<&Description>,
) -> Result<(), ModelError> {
    let mut arrays = of_parameters(network, trainer, tables);
    let place = |name: &str| {
        let parameter = name.rsplit_once('/').map_or(name, |(_, parameter)| parameter);
        names.iter().position(|own| own == parameter)
    };
    arrays.sort_by_key(|(name, _)| place(name));
    write_arrays(path, arrays, trainer, carried, description)
}

/// Each parameter, with its states behind it.
pub(super) fn of_parameters(
    network: &Network,
    trainer: &Trainer,
    tables: &[(&str, Vec<Array>)],
) -> Vec<(String, Array)> {
    let states = trainer.optimizer().states();
    let names = |name: &str| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(states.iter().map(|state| format!("{state}/{name}"))).collect()
    };
    let mut arrays = Vec::new();
    for ((name, value), own) in parameters(network).zip(trainer.states()) {
        arrays.extend(names(name).into_iter().zip(std::iter::once(value).chain(own).cloned()));
    }
    for (name, table) in tables {
        arrays.extend(names(name).into_iter().zip(table.iter().cloned()));
    }
    arrays
}

/// The number of steps, behind the other arrays.
pub(super) fn push_steps(arrays: &mut Vec<(String, Array)>, trainer: &Trainer) -> Result<(), ModelError> {
    let steps = i64::try_from(trainer.steps()).map_err(|_| ModelError::Steps)?;
    arrays.push((STEPS.to_owned(), Array::dense(&[1], vec![steps])?));
    Ok(())
}

/// The bytes of a file.
pub(super) fn bytes(arrays: &[(String, Array)], description: Option<&Description>) -> Result<Vec<u8>, Fault> {
    let bytes = save_bytes(Format::Safetensors, arrays)?;
    Ok(description.and_then(|description| description.put_into(&bytes)).unwrap_or(bytes))
}

fn write_arrays(
    path: &Path,
    mut arrays: Vec<(String, Array)>,
    trainer: &Trainer,
    carried: &[(String, &Array)],
    description: Option<&Description>,
) -> Result<(), ModelError> {
    push_steps(&mut arrays, trainer)?;
    arrays.extend(carried.iter().map(|(name, array)| (name.clone(), (*array).clone())));
    if description.is_none() {
        return Ok(save(path, Format::Safetensors, &arrays)?);
    }
    let named = |fault| FileError { path: path.to_owned(), fault };
    let bytes = bytes(&arrays, description).map_err(named)?;
    Ok(write_atomically(path, &bytes).map_err(|error| named(Fault::Write(error.into())))?)
}

/// A table of which rows are taken.
pub(super) struct Cut<'a> {
    pub name: &'a str,
    pub shape: &'a [usize],
    pub dtype: Dtype,
    pub rows: Range<usize>,
}

/// Rows of a table, and of its states.
pub(super) type CutRows = (Array, Vec<Array>);

/// Opens what was saved. Of shards, each rank compares some with their checksums.
fn open(path: &Path, (rank, ranks): (usize, usize)) -> Result<Source, ModelError> {
    let source = Source::open(path)?;
    source.generation().map_or(Ok(()), |generation| generation.verify(rank, ranks))?;
    Ok(source)
}

/// Takes the parameters alone, or nothing; the rows of tables.
pub(super) fn read_parameters(
    path: &Path,
    network: &mut Network,
    tables: &[Cut<'_>],
    of: (usize, usize),
) -> Result<Vec<Array>, ModelError> {
    let mut source = open(path, of)?;
    let mut values = Vec::new();
    for (name, own) in parameters(network) {
        let value = source.take(name)?;
        expect_form(name, own, &value)?;
        values.push((name.to_owned(), value));
    }
    let rows =
        tables.iter().map(|Cut { name, shape, dtype, rows }| source.take_rows(name, (shape, *dtype), rows.clone()));
    let rows = rows.collect::<Result<_, _>>()?;
    values.into_iter().try_for_each(|(name, value)| set_parameter(network, &name, value))?;
    Ok(rows)
}

/// Takes all of that, or nothing; what is carried, and the rows of tables with their states.
pub(super) fn read(
    path: &Path,
    network: &mut Network,
    trainer: &mut Trainer,
    carried: &[(String, &Array)],
    tables: &[Cut<'_>],
    of: (usize, usize),
) -> Result<(Vec<Array>, Vec<CutRows>), ModelError> {
    let mut source = open(path, of)?;
    let mut take = |name: &str, own: &Array| {
        let array = source.take(name)?;
        expect_form(name, own, &array)?;
        Ok::<_, ModelError>(array)
    };
    let names = trainer.optimizer().states();
    let (mut values, mut states) = (Vec::new(), Vec::new());
    for ((name, value), own) in parameters(network).zip(trainer.states()) {
        values.push((name.to_owned(), take(name, value)?.into_context(network.context())?));
        let of_parameter = names.iter().zip(own).map(|(state, own)| take(&format!("{state}/{name}"), own));
        states.push(of_parameter.collect::<Result<Vec<_>, _>>()?);
    }
    let carried = carried.iter().map(|(name, own)| take(name, own)).collect::<Result<Vec<_>, _>>()?;
    let steps = match source.take(STEPS)?.data::<i64>() {
        Some(&[steps]) => u64::try_from(steps).map_err(|_| ModelError::Steps)?,
        _ => return Err(ModelError::Steps),
    };
    let mut cut = Vec::new();
    for Cut { name, shape, dtype, rows } in tables {
        let value = source.take_rows(name, (shape, *dtype), rows.clone())?;
        let shapes = trainer.optimizer().shapes_of_states(shape)?;
        let of_table = names.iter().zip(&shapes);
        let of_table =
            of_table.map(|(state, shape)| source.take_rows(&format!("{state}/{name}"), (shape, *dtype), rows.clone()));
        cut.push((value, of_table.collect::<Result<Vec<_>, _>>()?));
    }
    // Before anything is changed: a device may have no room.
    let carried =
        carried.into_iter().map(|array: Array| array.into_context(network.context())).collect::<Result<Vec<_>, _>>()?;
    source.end()?;
    trainer.restore(steps, states)?;
    values.into_iter().try_for_each(|(name, value)| set_parameter(network, &name, value))?;
    Ok((carried, cut))
}
