//! A store in a file: `weight/KEY`, and with an optimizer `STATE/KEY` for each state and `steps/KEY`.
use super::updater::Entry;
use super::{KvError, KvStore, Optimizer};
use crate::array::file::{Format, load_all, save};
use crate::array::{Array, Dtype};
use std::collections::BTreeMap;
use std::path::Path;

const WEIGHT: &str = "weight";
const STEPS: &str = "steps";

impl KvStore {
    /// Writes all parameters, the optimizer's states and the numbers of its updates as safetensors, completely or not
    /// at all. Its hyper-parameters, and an updater, are not written.
    ///
    /// Cost: a copy of all arrays, and the bytes of the file, in memory.
    ///
    /// # Errors
    /// [`KvError::File`]; then a file that was there is as before.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), KvError> {
        let weights = self.entries.iter().map(|(key, entry)| (format!("{WEIGHT}/{key}"), entry.value.clone()));
        let mut arrays: Vec<_> = weights.collect();
        arrays.extend(self.saved_states()?);
        Ok(save(path, Format::Safetensors, &arrays)?)
    }

    /// Writes the optimizer's states and the numbers of its updates without the parameters, completely or not at all.
    /// Hyper-parameters are not written. MXNet's `save_optimizer_states`, which
    /// keeps the numbers of updates only with `dump_optimizer`.
    ///
    /// # Errors
    /// [`KvError::NoOptimizer`], [`KvError::File`]; then a file that was there is as before.
    pub fn save_optimizer_states(&self, path: impl AsRef<Path>) -> Result<(), KvError> {
        self.updater.optimizer().ok_or(KvError::NoOptimizer)?;
        Ok(save(path, Format::Safetensors, &self.saved_states()?)?)
    }

    /// The states of all keys and the numbers of their updates.
    fn saved_states(&self) -> Result<Vec<(String, Array)>, KvError> {
        let mut arrays = Vec::new();
        for (key, entry) in self.entries.iter().filter(|(_, entry)| entry.steps > 0) {
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
        let mut arrays: BTreeMap<String, Array> = load_all(path)?.into_iter().collect();
        let mut entries = BTreeMap::new();
        for (key, own) in &self.entries {
            entries.insert(key.clone(), entry(key, own.value.clone(), Some(&optimizer), &mut arrays)?);
        }
        expect_all_taken(arrays, Some(&optimizer))?;
        self.take_entries(entries);
        Ok(())
    }

    fn take_entries(&mut self, entries: BTreeMap<String, Entry>) {
        self.updates = entries.values().map(|entry| entry.steps).max().unwrap_or_default();
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
                let entry = entry(&key, value, optimizer.as_ref(), &mut arrays)?;
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
        None => 0,
        Some(found) => match found.as_deref() {
            Some(&[steps]) => u64::try_from(steps).map_err(|_| KvError::Steps { key: key.to_owned() })?,
            _ => return Err(KvError::Steps { key: key.to_owned() }),
        },
    };
    let names = optimizer.map(|optimizer| optimizer.names_of_states(value.dtype())).unwrap_or_default();
    let states: Vec<Array> = names.iter().filter_map(|name| arrays.remove(&format!("{name}/{key}"))).collect();
    let expected = if steps > 0 { names.len() } else { 0 };
    if states.len() != expected {
        return Err(KvError::States { key: key.to_owned(), expected, found: states.len(), steps });
    }
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
    Ok(Entry { value, states, steps })
}
