//! Modules in files: MXNet's two, and one of states.
use super::{Module, ModuleError};
use lacuna_runtime::array::Array;
use lacuna_runtime::array::file::{Fault, FileError, Format, load_all, save};
use lacuna_runtime::atomic_file::write_atomically;
use lacuna_runtime::kvstore::{KvError, KvStore};
use lacuna_runtime::optimizer::pickled;
use lacuna_runtime::symbol::Symbol;
use std::collections::BTreeMap;
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
    /// With [ranks](Self::set_ranks) all call it, and the first one writes the files, of all rows.
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
        let whole = store.whole_values()?;
        let is_first = store.exchange().is_none_or(|exchange| exchange.rank() == 0);
        let written = if is_first { self.write_params(prefix, epoch, whole) } else { Ok(()) };
        if let Some(exchange) = store.exchange() {
            if let Err(error) = &written {
                exchange.fail(&error.to_string());
            }
            written?;
            // The files are there when all go on.
            exchange.barrier().map_err(KvError::from)?;
        } else {
            written?;
        }
        if with_states {
            store.save(of_epoch(prefix, epoch, "states"))?;
        }
        Ok(())
    }

    fn write_params(&self, prefix: &Path, epoch: usize, mut whole: BTreeMap<String, Array>) -> Result<(), ModuleError> {
        let path = named(prefix, "-symbol.json");
        write_atomically(&path, self.graph.symbol.to_json().as_bytes())
            .map_err(|error| FileError { path, fault: Fault::Write(error.into()) })?;
        let parameters = self
            .params()
            .map(|(name, own)| (format!("{ARGUMENT}{name}"), whole.remove(name).unwrap_or_else(|| own.clone())));
        let states = self.states()?.into_iter().map(|(name, array)| (format!("{STATE}{name}"), array));
        let arrays: Vec<_> = parameters.chain(states).collect();
        Ok(save(of_epoch(prefix, epoch, "params"), Format::Params, &arrays)?)
    }

    /// Takes the parameters, and the states of its optimizer, that a module of the same graph and optimizer has saved
    /// with a checkpoint: training goes on with the bits of one that never ended.
    ///
    /// A file of MXNet's `Module.save_checkpoint(.., save_optimizer_states=True)` is read too, as by
    /// [`KvStore::load_optimizer_states`]. It has no parameters: those of the module stay.
    ///
    /// # Errors
    /// [`ModuleError::NoOptimizer`], [`ModuleError::NoParameters`], [`ModuleError::Missing`],
    /// [`SymbolError::Form`](lacuna_runtime::symbol::SymbolError::Form), and those of [`KvStore::load`]; then the
    /// module is as before.
    pub fn load_states(&mut self, prefix: impl AsRef<Path>, epoch: usize) -> Result<(), ModuleError> {
        let optimizer = self.optimizer.ok_or(ModuleError::NoOptimizer)?;
        let path = of_epoch(prefix.as_ref(), epoch, "states");
        if let Some(bytes) = pickled(&path)? {
            return self.load_pickled(&path, &bytes);
        }
        let mut store = KvStore::new(self.graph.cpu);
        store.set_optimizer(optimizer);
        store.load(path)?;
        if let Some(name) = store.keys().find(|key| !self.parameters.iter().any(|parameter| parameter.name == **key)) {
            return Err(ModuleError::Unknown { name: name.to_owned() });
        }
        self.take_store(store)
    }

    /// Keys are names, or without a store the places of the parameters, for each context one after the other.
    fn load_pickled(&mut self, path: &Path, bytes: &[u8]) -> Result<(), ModuleError> {
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        let (contexts, parameters) = (self.workers.len().max(1), &self.parameters);
        let named = |number: i64| {
            let place = usize::try_from(number).ok()?;
            Some(parameters.get(place / contexts)?.name.clone())
        };
        Ok(store.load_pickled(path, bytes, &named)?)
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
