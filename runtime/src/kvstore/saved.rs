//! A store in a file: `weight/KEY`, and with an optimizer `STATE/KEY` for each state and `steps/KEY`.
use super::updater::Entry;
use super::{KvError, KvStore, Optimizer};
use crate::optimizer::{PickledStates, StateKey, arrays_of_pickle, pickled};
use lacuna::infer::Stype;
use lacuna_arrays::array::file::{Fault, FileError, Format, load_all, save};
use lacuna_arrays::array::{Array, Dtype};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

const WEIGHT: &str = "weight";
const STEPS: &str = "steps";

impl KvStore {
    /// Writes all parameters, the optimizer's states and the numbers of its updates as safetensors, completely or not
    /// at all. Its hyper-parameters, and an updater, are not written. With [ranks](Self::set_ranks) all call it, and the
    /// first one writes one file of all rows, which any number of ranks loads.
    ///
    /// Cost: a copy of all arrays, and the bytes of the file, in memory.
    ///
    /// # Errors
    /// [`KvError::File`]; then a file that was there is as before.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), KvError> {
        self.save_arrays(path.as_ref(), true)
    }

    /// With ranks, the first one writes what all have.
    fn save_arrays(&self, path: &Path, with_weights: bool) -> Result<(), KvError> {
        let written = (|| {
            let entries = self.gathered_entries()?;
            if self.ranks.as_ref().is_some_and(|ranks| ranks.rank() > 0) {
                return Ok(());
            }
            let weights = entries.iter().map(|(key, entry)| (format!("{WEIGHT}/{key}"), entry.value.clone()));
            let mut arrays: Vec<_> = weights.filter(|_| with_weights).collect();
            arrays.extend(self.saved_states(&entries)?);
            Ok(save(path, Format::Safetensors, &arrays)?)
        })();
        self.told(written)?;
        // The file is there when all go on.
        Ok(self.ranks.as_ref().map_or(Ok(()), |ranks| ranks.exchange.barrier())?)
    }

    /// The entries as they are to be saved, on the first rank: all rows.
    fn gathered_entries(&self) -> Result<Cow<'_, BTreeMap<String, Entry>>, KvError> {
        let Some(ranks) = self.ranks.as_ref().filter(|ranks| ranks.size() > 1) else {
            return Ok(Cow::Borrowed(&self.entries));
        };
        let cut = || self.entries.values().filter(|entry| entry.is_cut);
        let parts: Vec<&Array> = cut().flat_map(|entry| std::iter::once(&entry.value).chain(&entry.states)).collect();
        let mut whole = ranks.gathered(&parts, false)?.into_iter();
        let mut entries = self.entries.clone();
        for entry in entries.values_mut().filter(|entry| entry.is_cut) {
            for (own, whole) in std::iter::once(&mut entry.value).chain(&mut entry.states).zip(&mut whole) {
                *own = whole;
            }
        }
        Ok(Cow::Owned(entries))
    }

    /// Writes the optimizer's states and the numbers of its updates without the parameters, completely or not at all.
    /// Hyper-parameters are not written. MXNet's `save_optimizer_states`, which
    /// keeps the numbers of updates only with `dump_optimizer`.
    ///
    /// # Errors
    /// [`KvError::NoOptimizer`], [`KvError::File`]; then a file that was there is as before.
    pub fn save_optimizer_states(&self, path: impl AsRef<Path>) -> Result<(), KvError> {
        self.updater.optimizer().ok_or(KvError::NoOptimizer)?;
        self.save_arrays(path.as_ref(), false)
    }

    /// On the first rank, the parameters that are cut, whole.
    #[doc(hidden)]
    pub fn whole_values(&self) -> Result<BTreeMap<String, Array>, KvError> {
        let entries = self.gathered_entries();
        let values = self.told(entries)?;
        let cut = values.iter().filter(|(_, entry)| entry.is_cut);
        Ok(cut.map(|(key, entry)| (key.clone(), entry.value.clone())).collect())
    }

    /// The states of all keys and the numbers of their updates.
    fn saved_states(&self, entries: &BTreeMap<String, Entry>) -> Result<Vec<(String, Array)>, KvError> {
        let mut arrays = Vec::new();
        for (key, entry) in entries.iter().filter(|(_, entry)| entry.steps > 0 || !entry.states.is_empty()) {
            let names = self.updater.optimizer().map(|optimizer| optimizer.names_of_states(entry.value.dtype()));
            let states = names.unwrap_or_default().into_iter().zip(&entry.states);
            arrays.extend(states.map(|(name, state)| (format!("{name}/{key}"), state.clone())));
            let steps = i64::try_from(entry.steps).unwrap_or(i64::MAX);
            arrays.push((format!("{STEPS}/{key}"), Array::dense(&[1], vec![steps])?));
        }
        Ok(arrays)
    }

    /// Takes the states that [`save_optimizer_states`](Self::save_optimizer_states) has written, in place of all
    /// states, for the optimizer that was set before: of keys that the file does not have they begin anew.
    ///
    /// A file of MXNet's `save_optimizer_states` (a pickle) is read too. Without `dump_optimizer` it has no numbers of
    /// updates: then they go on as they are here, from 0 in a new store, as in MXNet. With it the class of the optimizer
    /// must be that of the store's, and the numbers of updates are taken; hyper-parameters are not. Nothing of the file
    /// is run, and its memory is at most a few words for each of its bytes.
    ///
    /// # Errors
    /// [`KvError::NoOptimizer`], and those of [`load`](Self::load); then the store is as before.
    ///
    /// ```
    /// use lacuna_runtime::optimizer::Optimizer;
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
    /// let path = std::env::temp_dir().join(format!("lacuna-example-{}-states.safetensors", std::process::id()));
    /// let (mut store, gradient) = (KvStore::new(Cpu { threads: 1 }), Array::dense(&[1], vec![2.0_f32])?);
    /// store.set_optimizer(Optimizer::create("adam", &[])?);
    /// store.init(0, gradient.clone())?;
    /// store.push(0, &[&gradient])?;
    /// store.save_optimizer_states(&path)?;
    /// store.set_optimizer(Optimizer::create("adam", &[("wd", 0.5)])?);
    /// assert_eq!(store.steps(0), 0);
    /// store.load_optimizer_states(&path)?;
    /// assert_eq!((store.steps(0), store.states(0).count()), (1, 2));
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_optimizer_states(&mut self, path: impl AsRef<Path>) -> Result<(), KvError> {
        let optimizer = *self.updater.optimizer().ok_or(KvError::NoOptimizer)?;
        let path = path.as_ref();
        if let Some(bytes) = pickled(path)? {
            return self.load_pickled(path, &bytes, &|_| None);
        }
        let mut arrays: BTreeMap<String, Array> = load_all(path)?.into_iter().collect();
        let is_cut = |name: &str| {
            let key = name.split_once('/').map_or(name, |(_, key)| key);
            self.entries.get(key).is_some_and(|entry| entry.is_cut)
        };
        if let Some(ranks) = &self.ranks {
            for (_, array) in
                arrays.iter_mut().filter(|(name, array)| is_cut(name) && array.stype() == Stype::RowSparse)
            {
                *array = ranks.own_part(array)?;
            }
        }
        let mut entries = BTreeMap::new();
        for (key, own) in &self.entries {
            entries.insert(key.clone(), entry(key, own.value.clone(), Some(&optimizer), &mut arrays)?);
        }
        expect_all_taken(arrays, Some(&optimizer))?;
        for (key, own) in &self.entries {
            entries.get_mut(key).into_iter().for_each(|entry: &mut Entry| entry.is_cut = own.is_cut);
        }
        self.take_entries(entries);
        Ok(())
    }

    /// Takes the states of a pickle. `named` gives the key of a number that is none.
    #[doc(hidden)]
    pub fn load_pickled(
        &mut self,
        path: &Path,
        bytes: &[u8],
        named: &dyn Fn(i64) -> Option<String>,
    ) -> Result<(), KvError> {
        let optimizer = *self.updater.optimizer().ok_or(KvError::NoOptimizer)?;
        let wrong = |fault: Fault| KvError::File(FileError { path: path.to_owned(), fault });
        let pickled = PickledStates::read(bytes).map_err(|error| wrong(error.into()))?;
        pickled.expect_class_of(&optimizer).map_err(|error| wrong(error.into()))?;
        let mut entries = self.entries.clone();
        entries.values_mut().for_each(|entry| entry.states.clear());
        for (key, records) in &pickled.states {
            let name = match key {
                StateKey::Number(number) => named(*number).unwrap_or_else(|| key.name()),
                StateKey::Text(name) => name.clone(),
            };
            let unknown = || KvError::State { name: name.clone(), optimizer: optimizer.name() };
            let entry = entries.get_mut(&name).ok_or_else(unknown)?;
            let states =
                arrays_of_pickle(&name, records, &optimizer, (&entry.value, entry.value.dtype()), Some(&entry.value))
                    .map_err(wrong)?;
            expect_states_of(&name, &entry.value, Some(&optimizer), &states)?;
            entry.states = states;
            entry.steps = pickled.updates(key).unwrap_or(entry.steps);
        }
        for entry in entries.values_mut().filter(|entry| entry.states.is_empty() && !optimizer.states().is_empty()) {
            entry.steps = 0;
        }
        self.take_entries(entries);
        Ok(())
    }

    fn take_entries(&mut self, entries: BTreeMap<String, Entry>) {
        self.updates = entries.values().map(|entry| entry.steps).max().unwrap_or_default();
        self.hot.clear();
        self.entries = entries;
    }

    /// Takes the parameters of a file, in place of those in the store, and states for the optimizer that was set
    /// before: pushes then go on with the bits of a store that was never saved.
    ///
    /// # Errors
    /// [`KvError::File`]; [`KvError::State`] for a state that the optimizer does not have, [`KvError::States`] and
    /// [`KvError::Steps`] where something is missing, [`KvError::Shape`] and [`KvError::Dtype`] for a state that is not
    /// like its parameter. Then the store is as before.
    ///
    /// ```
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
    /// let path = std::env::temp_dir().join(format!("lacuna-example-{}-kvstore.safetensors", std::process::id()));
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// store.init("w", Array::row_sparse(&[5, 2], vec![1, 4], vec![1.0_f32; 4])?)?;
    /// store.save(&path)?;
    /// let mut other = KvStore::new(Cpu { threads: 1 });
    /// other.load(&path)?;
    /// assert_eq!(other.get("w"), store.get("w"));
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), KvError> {
        let mut arrays: BTreeMap<String, Array> = load_all(path)?.into_iter().collect();
        let optimizer = self.updater.optimizer().copied();
        let prefix = format!("{WEIGHT}/");
        let keys: Vec<String> =
            arrays.keys().filter_map(|name| name.strip_prefix(&prefix)).map(str::to_owned).collect();
        let mut entries = BTreeMap::new();
        for key in keys {
            if let Some(value) = arrays.remove(&format!("{WEIGHT}/{key}")) {
                let mut entry = entry(&key, value, optimizer.as_ref(), &mut arrays)?;
                if let Some(ranks) = &self.ranks {
                    entry.is_cut = ranks.cuts(&entry.value);
                    self.updater.expect_parts(&key, entry.is_cut)?;
                    ranks.keep_own(&mut entry)?;
                }
                entries.insert(key, entry);
            }
        }
        expect_all_taken(arrays, optimizer.as_ref())?;
        // Whether texts of numbers are numbers, the file does not say.
        self.kind = None;
        self.take_entries(entries);
        Ok(())
    }
}

/// Refuses what belongs to no key, or to another optimizer.
fn expect_all_taken(arrays: BTreeMap<String, Array>, optimizer: Option<&Optimizer>) -> Result<(), KvError> {
    let optimizer = optimizer.map_or("a store without an optimizer", Optimizer::name);
    arrays.into_keys().next().map_or(Ok(()), |name| Err(KvError::State { name, optimizer }))
}

fn entry(
    key: &str,
    value: Array,
    optimizer: Option<&Optimizer>,
    arrays: &mut BTreeMap<String, Array>,
) -> Result<Entry, KvError> {
    let steps = match arrays.remove(&format!("{STEPS}/{key}")).map(|steps| steps.data::<i64>().map(<[i64]>::to_vec)) {
        None => None,
        Some(found) => match found.as_deref() {
            Some(&[steps]) => Some(u64::try_from(steps).map_err(|_| KvError::Steps { key: key.to_owned() })?),
            _ => return Err(KvError::Steps { key: key.to_owned() }),
        },
    };
    let names = optimizer.map(|optimizer| optimizer.names_of_states(value.dtype())).unwrap_or_default();
    let states: Vec<Array> = names.iter().filter_map(|name| arrays.remove(&format!("{name}/{key}"))).collect();
    // States without updates are those of a file without their number.
    let expected = if steps.is_some() { names.len() } else { 0 };
    let steps = steps.unwrap_or_default();
    if states.len() != expected {
        return Err(KvError::States { key: key.to_owned(), expected, found: states.len(), steps });
    }
    expect_states_of(key, &value, optimizer, &states)?;
    Ok(Entry { value, states, steps, is_cut: false })
}

/// Refuses states that are not like their parameter.
fn expect_states_of(key: &str, value: &Array, optimizer: Option<&Optimizer>, states: &[Array]) -> Result<(), KvError> {
    let shapes = optimizer.map(|optimizer| optimizer.shapes_of_states(value.shape())).transpose()?.unwrap_or_default();
    let dtype = if value.dtype().needs_master() { Dtype::F32 } else { value.dtype() };
    for (worker, state) in states.iter().enumerate() {
        // The master copy has the weight's.
        let shape = shapes.get(worker).map_or(value.shape(), |shape| shape);
        if state.shape() != shape {
            let (expected, found) = (shape.to_vec(), state.shape().to_vec());
            return Err(KvError::Shape { key: key.to_owned(), worker, expected, found });
        }
        if state.dtype() != dtype {
            return Err(KvError::Dtype { key: key.to_owned(), worker, expected: dtype, found: state.dtype() });
        }
        if (state.stype(), state.indices()) != (value.stype(), value.indices()) {
            return Err(KvError::StateRows { key: key.to_owned(), worker });
        }
    }
    Ok(())
}
