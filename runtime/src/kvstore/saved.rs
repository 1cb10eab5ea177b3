//! A store in a file: `weight/KEY`, and with an optimizer `STATE/KEY` for each state and `steps/KEY`.
use super::updater::{Entry, expect_like};
use super::{KvError, KvStore, Optimizer};
use crate::array::Array;
use crate::array::file::{Format, load_all, save};
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
        let mut arrays = Vec::new();
        for (key, entry) in &self.entries {
            arrays.push((format!("{WEIGHT}/{key}"), entry.value.clone()));
            arrays.extend(self.states(key).map(|(name, state)| (format!("{name}/{key}"), state.clone())));
            if entry.steps > 0 {
                arrays.push((
                    format!("{STEPS}/{key}"),
                    Array::dense(&[1], vec![i64::try_from(entry.steps).unwrap_or(i64::MAX)])?,
                ));
            }
        }
        Ok(save(path, Format::Safetensors, &arrays)?)
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
        let optimizer = self.updater.optimizer();
        let prefix = format!("{WEIGHT}/");
        let keys: Vec<String> =
            arrays.keys().filter_map(|name| name.strip_prefix(&prefix)).map(str::to_owned).collect();
        let mut entries = BTreeMap::new();
        for key in keys {
            if let Some(value) = arrays.remove(&format!("{WEIGHT}/{key}")) {
                let entry = entry(&key, value, optimizer.map_or(&[], Optimizer::states), &mut arrays)?;
                entries.insert(key, entry);
            }
        }
        match arrays.into_keys().next() {
            Some(name) => Err(KvError::State {
                name,
                optimizer: optimizer.map_or("a store without an optimizer", Optimizer::name),
            }),
            None => {
                self.entries = entries;
                Ok(())
            }
        }
    }
}

fn entry(key: &str, value: Array, names: &[&str], arrays: &mut BTreeMap<String, Array>) -> Result<Entry, KvError> {
    let steps = match arrays.remove(&format!("{STEPS}/{key}")).map(|steps| steps.data::<i64>().map(<[i64]>::to_vec)) {
        None => 0,
        Some(found) => match found.as_deref() {
            Some(&[steps]) => u64::try_from(steps).map_err(|_| KvError::Steps { key: key.to_owned() })?,
            _ => return Err(KvError::Steps { key: key.to_owned() }),
        },
    };
    let states: Vec<Array> = names.iter().filter_map(|name| arrays.remove(&format!("{name}/{key}"))).collect();
    let expected = if steps > 0 { names.len() } else { 0 };
    if states.len() != expected {
        return Err(KvError::States { key: key.to_owned(), expected, found: states.len(), steps });
    }
    for (place, state) in states.iter().enumerate() {
        expect_like(key, place, &value, state)?;
    }
    Ok(Entry { value, states, steps })
}
