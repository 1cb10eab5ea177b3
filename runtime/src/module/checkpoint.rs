//! Modules in files: MXNet's two, and one of states.
use super::{Module, ModuleError};
use crate::array::Array;
use crate::array::file::{Format, load_all, save};
use crate::atomic_file::write_atomically;
use crate::kvstore::KvStore;
use crate::symbol::Symbol;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The prefix with something behind it.
fn named(prefix: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(prefix);
    name.push(end);
    name.into()
}

/// `PREFIX-0007.KIND`.
fn of_epoch(prefix: &Path, epoch: usize, kind: &str) -> PathBuf {
    named(prefix, &format!("-{epoch:04}.{kind}"))
}

/// What parameters and auxiliary states are called in a file.
const ARGUMENT: &str = "arg:";
const STATE: &str = "aux:";

impl Module {
    /// Writes `PREFIX-symbol.json` and `PREFIX-NNNN.params`, which MXNet reads too; with states also
    /// `PREFIX-NNNN.states`, for [`load_states`](Self::load_states). Each file is written completely or not at all.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], [`ModuleError::Io`], [`ModuleError::File`], and of states those of
    /// [`KvStore::save`].
    pub fn save_checkpoint(
        &self,
        prefix: impl AsRef<Path>,
        epoch: usize,
        with_states: bool,
    ) -> Result<(), ModuleError> {
        let (prefix, store) = (prefix.as_ref(), self.store.as_ref().ok_or(ModuleError::NoParameters)?);
        let path = named(prefix, "-symbol.json");
        write_atomically(&path, self.graph.symbol.to_json().as_bytes())
            .map_err(|error| ModuleError::Io { path, source: std::io::Error::other(error) })?;
        let parameters = self.params().map(|(name, array)| (format!("{ARGUMENT}{name}"), array.clone()));
        let states = self.states()?.into_iter().map(|(name, array)| (format!("{STATE}{name}"), array));
        let arrays: Vec<_> = parameters.chain(states).collect();
        save(of_epoch(prefix, epoch, "params"), Format::Params, &arrays)?;
        if with_states {
            store.save(of_epoch(prefix, epoch, "states"))?;
        }
        Ok(())
    }

    /// Takes the parameters, and the states of its optimizer, that a module of the same graph and optimizer has saved
    /// with a checkpoint: training goes on with the bits of one that never ended.
    ///
    /// # Errors
    /// [`ModuleError::NoOptimizer`], [`ModuleError::Missing`], [`SymbolError::Form`](crate::symbol::SymbolError::Form),
    /// and those of [`KvStore::load`]; then the module is as before.
    pub fn load_states(&mut self, prefix: impl AsRef<Path>, epoch: usize) -> Result<(), ModuleError> {
        let mut store = KvStore::new(self.graph.cpu);
        store.set_optimizer(self.optimizer.ok_or(ModuleError::NoOptimizer)?);
        store.load(of_epoch(prefix.as_ref(), epoch, "states"))?;
        if let Some(name) = store.keys().find(|key| !self.parameters.iter().any(|parameter| parameter.name == **key)) {
            return Err(ModuleError::Unknown { name: name.to_owned() });
        }
        self.take_store(store)
    }
}

/// The graph, and the parameters and auxiliary states that [`Module::save_checkpoint`], or MXNet, has written:
/// [`Module::set_params`] takes both.
///
/// # Errors
/// [`ModuleError::Io`], [`ModuleError::File`], [`ModuleError::Symbol`]; [`ModuleError::Unknown`] for a
/// name that begins otherwise, or a state that the graph does not have.
pub fn load_checkpoint(prefix: impl AsRef<Path>, epoch: usize) -> Result<(Symbol, Vec<(String, Array)>), ModuleError> {
    let path = named(prefix.as_ref(), "-symbol.json");
    let symbol =
        Symbol::from_json(&std::fs::read_to_string(&path).map_err(|source| ModuleError::Io { path, source })?)?;
    let mut params = Vec::new();
    for (name, array) in load_all(of_epoch(prefix.as_ref(), epoch, "params"))? {
        let states = symbol.list_auxiliary_states();
        let state = name.strip_prefix(STATE).filter(|own| states.contains(own));
        let Some(own) = name.strip_prefix(ARGUMENT).filter(|own| !states.contains(own)).or(state) else {
            return Err(ModuleError::Unknown { name });
        };
        params.push((own.to_owned(), array));
    }
    Ok((symbol, params))
}
