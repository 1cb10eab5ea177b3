//! Optimizer states in files of MXNet: pickles of `Trainer.save_states`, `Module.save_optimizer_states` and
//! `KVStore.save_optimizer_states`.
mod arrays;
mod machine;

pub(crate) use arrays::arrays;

use super::Optimizer;
use lacuna_arrays::array::file::{Fault, FileError, PickleError};
use machine::{Class, Id, Made, Pickle};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The most arrays of a key.
const MOST_ARRAYS: usize = 6;

/// A key of states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StateKey {
    Number(i64),
    Text(String),
}

impl StateKey {
    /// The key in a store.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// The states of a file, as views of its bytes.
#[derive(Debug)]
pub(crate) struct PickledStates<'a> {
    /// The arrays of each key, as MXNet serialises them, in MXNet's order.
    pub states: BTreeMap<StateKey, Vec<&'a [u8]>>,
    /// With `dump_optimizer=True`: the class and the updates of each key.
    pub optimizer: Option<(&'a str, BTreeMap<StateKey, u64>)>,
}

/// The bytes of a file that begins as a pickle does; none of a safetensors file, whose header begins at byte 8.
pub fn pickled(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let read = || {
        let (mut file, mut bytes) = (File::open(path)?, Vec::new());
        file.by_ref().take(9).read_to_end(&mut bytes)?;
        if bytes.first() != Some(&0x80) || bytes.get(8) == Some(&b'{') {
            return Ok(None);
        }
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    };
    read().map_err(|error| FileError { path: path.to_owned(), fault: Fault::Io(error) })
}

impl<'a> PickledStates<'a> {
    /// Reads the bytes of a file.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, PickleError> {
        let pickle = machine::run(bytes)?;
        let (states, optimizer) = match pickle.get(pickle.root) {
            Made::Sequence(both) => match **both {
                [states, optimizer] => (states, Some(optimizer)),
                _ => {
                    return Err(PickleError::Form {
                        what: "states and an optimizer",
                        found: "a tuple of more or less",
                    });
                }
            },
            _ => (pickle.root, None),
        };
        let states = pairs(&pickle, states)?
            .map(|(key, value)| {
                let mut arrays = Vec::new();
                flatten(&pickle, value, 0, &mut arrays)?;
                Ok((key?, arrays))
            })
            .collect::<Result<_, PickleError>>()?;
        let optimizer = optimizer.map(|optimizer| dumped(&pickle, optimizer)).transpose()?;
        Ok(Self { states, optimizer })
    }
}

impl PickledStates<'_> {
    /// Refuses the states of another class of MXNet, if the file says whose they are.
    pub(crate) fn expect_class_of(&self, optimizer: &Optimizer) -> Result<(), PickleError> {
        match &self.optimizer {
            Some((class, _)) if !optimizer.is_of_class(class) => {
                Err(PickleError::Optimizer { expected: optimizer.name(), found: (*class).to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// The updates that a key has had, if the file says it.
    pub(crate) fn updates(&self, key: &StateKey) -> Option<u64> {
        self.optimizer.as_ref().map(|(_, updates)| updates.get(key).copied().unwrap_or_default())
    }
}

/// The items of a dictionary whose keys are numbers or texts.
fn pairs<'p, 'a>(
    pickle: &'p Pickle<'a>,
    id: Id,
) -> Result<impl Iterator<Item = (Result<StateKey, PickleError>, Id)> + use<'p, 'a>, PickleError> {
    let items = match pickle.get(id) {
        Made::Dict(items) => items,
        other => return Err(PickleError::Form { what: "a dict of states", found: other.name() }),
    };
    let key = |id| match pickle.get(id) {
        Made::Int(number) => Ok(StateKey::Number(*number)),
        Made::Text(text) => Ok(StateKey::Text((*text).to_owned())),
        other => Err(PickleError::Form { what: "a key", found: other.name() }),
    };
    Ok(items.iter().map(move |&(id, value)| (key(id), value)))
}

/// The arrays of a key's states, whatever tuples they are in.
fn flatten<'a>(pickle: &Pickle<'a>, id: Id, depth: usize, arrays: &mut Vec<&'a [u8]>) -> Result<(), PickleError> {
    let form = |found| PickleError::Form { what: "arrays of a state", found };
    match pickle.get(id) {
        Made::None => {}
        Made::Sequence(_) if depth > 2 => return Err(form("tuples in tuples")),
        Made::Sequence(parts) if parts.len() > MOST_ARRAYS => return Err(form("a tuple of more")),
        Made::Sequence(parts) => parts.iter().try_for_each(|&part| flatten(pickle, part, depth + 1, arrays))?,
        Made::Object(Class::Array, _) if arrays.len() < MOST_ARRAYS => match pickle.field(id, "handle") {
            Some(&Made::Bytes(bytes)) => arrays.push(bytes),
            other => return Err(form(other.map_or("an empty array", Made::name))),
        },
        other => return Err(form(other.name())),
    }
    Ok(())
}

/// The class of an optimizer, and the updates of each key.
fn dumped<'a>(pickle: &Pickle<'a>, id: Id) -> Result<(&'a str, BTreeMap<StateKey, u64>), PickleError> {
    let form = |what, found: &Made<'_>| PickleError::Form { what, found: found.name() };
    let Made::Object(Class::Optimizer(class), Some(state)) = pickle.get(id) else {
        return Err(form("an optimizer", pickle.get(id)));
    };
    let Made::Dict(fields) = pickle.get(*state) else { return Err(form("an optimizer", pickle.get(*state))) };
    let is_counts = |key: Id| matches!(pickle.get(key), Made::Text("_index_update_count"));
    let Some(&(_, counts)) = fields.iter().find(|(key, _)| is_counts(*key)) else {
        return Err(PickleError::Form { what: "the updates of each key", found: "nothing" });
    };
    let updates = pairs(pickle, counts)?.map(|(key, count)| {
        let count = pickle.get(count);
        let updates = match count {
            Made::Int(number) => u64::try_from(*number).ok(),
            _ => None,
        };
        Ok((key?, updates.ok_or_else(|| form("a number of updates", count))?))
    });
    Ok((class, updates.collect::<Result<_, PickleError>>()?))
}
