//! The store.
use super::sum::sum;
use super::updater::{Entry, Updater, expect_like};
use super::{KvError, Moved, Optimizer, RowIds};
use crate::Cpu;
use crate::array::{Array, ArrayError, Dtype, rows_of};
use lacuna::infer::Stype;
use std::collections::BTreeMap;

/// Parameters by their keys, for several workers. See the [module](super).
///
/// The bits of all results depend on the calls alone, not on the number of threads. A call that is refused leaves the
/// store and its outputs as they were.
#[derive(Debug)]
pub struct KvStore {
    cpu: Cpu,
    pub(super) entries: BTreeMap<String, Entry>,
    pub(super) updater: Updater,
    pushed: Moved,
    pulled: Moved,
}

impl KvStore {
    /// A store without keys, whose kernels run on `cpu`, in the pool of the caller.
    #[must_use]
    pub const fn new(cpu: Cpu) -> Self {
        let none = Moved { bytes: 0, whole: 0 };
        Self { cpu, entries: BTreeMap::new(), updater: Updater::Replace, pushed: none, pulled: none }
    }

    /// Puts a parameter of any storage type into the store, where it is on the host.
    ///
    /// # Errors
    /// [`KvError::DuplicateKey`], and [`KvError::Array`] for one that does not come from its device.
    ///
    /// ```
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// let bias = Array::dense(&[2], vec![1.0_f32, 2.0])?;
    /// store.init("bias", bias.clone())?;
    /// assert_eq!(store.get("bias"), Some(&bias));
    /// assert_eq!(store.init("bias", bias).unwrap_err().to_string(), "key `bias` is in the store already");
    /// # Ok::<(), lacuna_runtime::kvstore::KvError>(())
    /// ```
    pub fn init(&mut self, key: &str, value: Array) -> Result<(), KvError> {
        if self.entries.contains_key(key) {
            return Err(KvError::DuplicateKey { key: key.to_owned() });
        }
        let value = value.here()?.into_owned();
        self.entries.insert(key.to_owned(), Entry { value, states: Vec::new(), steps: 0 });
        Ok(())
    }

    /// The keys, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The parameter of a key, as it is stored.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Array> {
        self.entries.get(key).map(|entry| &entry.value)
    }

    /// The optimizer's states of a key, with their names; none before its first update.
    ///
    /// ```
    /// use lacuna::optim::AdaGrad;
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::{KvStore, Optimizer}};
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// store.set_optimizer(Optimizer::AdaGrad(AdaGrad::new(0.1, 1e-7)));
    /// store.init("w", Array::dense(&[2], vec![1.0_f64, 2.0])?)?;
    /// assert_eq!(store.states("w").count(), 0);
    /// store.push("w", &[&Array::dense(&[2], vec![3.0_f64, 0.0])?])?;
    /// assert!(store.states("w").eq([("history", &Array::dense(&[2], vec![9.0_f64, 0.0])?)]));
    /// # Ok::<(), lacuna_runtime::kvstore::KvError>(())
    /// ```
    pub fn states(&self, key: &str) -> impl Iterator<Item = (&'static str, &Array)> {
        let names = self.updater.optimizer().map_or(&[][..], Optimizer::states);
        let states = self.entries.get(key).map_or(&[][..], |entry| &entry.states);
        names.iter().copied().zip(states)
    }

    /// Updates of a key by the optimizer.
    #[must_use]
    pub fn steps(&self, key: &str) -> u64 {
        self.entries.get(key).map_or(0, |entry| entry.steps)
    }

    /// What all pushes have moved.
    #[must_use]
    pub const fn pushed(&self) -> Moved {
        self.pushed
    }

    /// What all pulls have moved.
    #[must_use]
    pub const fn pulled(&self) -> Moved {
        self.pulled
    }

    /// From now on, a push updates its parameter by this optimizer. States of another one are dropped.
    pub fn set_optimizer(&mut self, optimizer: Optimizer) {
        self.set(Updater::Optimizer(optimizer));
    }

    /// From now on, a push calls `function(key, sum, parameter)`. The function may change the storage type of the
    /// parameter, not its shape or dtype. Cost: a copy of the parameter for each call.
    ///
    /// ```
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// store.init("w", Array::dense(&[2], vec![1.0_f32, 2.0])?)?;
    /// store.set_updater(|_, sum, parameter| {
    ///     let numbers = parameter.data_mut::<f32>().ok_or("not of float32")?;
    ///     numbers.iter_mut().zip(sum.data().ok_or("not of float32")?).for_each(|(to, from): (_, &f32)| *to += 2.0 * from);
    ///     Ok(())
    /// });
    /// store.push("w", &[&Array::dense(&[2], vec![0.5_f32, 1.0])?])?;
    /// assert_eq!(store.get("w").and_then(Array::data), Some(&[2.0_f32, 4.0][..]));
    /// # Ok::<(), lacuna_runtime::kvstore::KvError>(())
    /// ```
    pub fn set_updater<F>(&mut self, function: F)
    where
        F: FnMut(&str, &Array, &mut Array) -> Result<(), Box<dyn std::error::Error + Send + Sync>> + Send + 'static,
    {
        self.set(Updater::Function(Box::new(function)));
    }

    /// The same optimizer with other hyper-parameters: states stay.
    pub(crate) fn set_hyper(&mut self, optimizer: Optimizer) {
        if self.updater.optimizer().is_some_and(|own| own.name() == optimizer.name()) {
            self.updater = Updater::Optimizer(optimizer);
        } else {
            self.set_optimizer(optimizer);
        }
    }

    /// From now on kernels run on `cpu`.
    pub(crate) const fn set_cpu(&mut self, cpu: Cpu) {
        self.cpu = cpu;
    }

    fn set(&mut self, updater: Updater) {
        self.updater = updater;
        for entry in self.entries.values_mut() {
            (entry.states, entry.steps) = (Vec::new(), 0);
        }
    }

    /// Takes the values of the workers: all dense, or all row_sparse. Their sum, in the order of the workers, goes to
    /// the optimizer or the updater; without either it replaces the parameter, also one of the other storage type. The
    /// sum of row_sparse values stores the union of their rows.
    ///
    /// Cost: one read of the values, which come to the host from wherever they are, and the sum in memory of its own.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`], [`KvError::NoArrays`], [`KvError::Shape`], [`KvError::Dtype`], [`KvError::Stype`],
    /// [`KvError::NoArithmetic`]; those of the optimizer's kernel, as [`MissingRow`](lacuna::KernelError::MissingRow)
    /// where a row_sparse parameter does not store a row of the gradient.
    pub fn push(&mut self, key: &str, values: &[&Array]) -> Result<Moved, KvError> {
        let Some(entry) = self.entries.get_mut(key) else { return Err(KvError::UnknownKey { key: key.to_owned() }) };
        let first = values.first().ok_or_else(|| KvError::NoArrays { key: key.to_owned() })?;
        for (worker, value) in values.iter().enumerate() {
            expect_like(key, worker, &entry.value, value)?;
            let (found, expected) = match first.stype() {
                _ if value.stype() == Stype::Csr => (Stype::Csr, "default or row_sparse"),
                expected => (value.stype(), expected.name()),
            };
            if found == Stype::Csr || found != first.stype() {
                return Err(KvError::Stype { key: key.to_owned(), worker, call: "this push", expected, found });
            }
        }
        let dtype = entry.value.dtype();
        if self.updater.has_arithmetic(values.len()) && !matches!(dtype, Dtype::F32 | Dtype::F64) {
            return Err(KvError::NoArithmetic { key: key.to_owned(), dtype });
        }
        let here = values.iter().map(|value| value.here()).collect::<Result<Vec<_>, _>>()?;
        let (mut moved, values) = (Moved::default(), here.iter().map(|value| &**value).collect::<Vec<_>>());
        values.iter().for_each(|value| moved += moved_by(value));
        self.updater.apply(&self.cpu, key, sum(&self.cpu, &values)?, entry)?;
        self.pushed += moved;
        Ok(moved)
    }

    /// Copies the whole parameter, of whatever storage type, into dense arrays, wherever they are. Of a row_sparse one,
    /// [`row_sparse_pull`](Self::row_sparse_pull) moves less.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`], [`KvError::NoArrays`], [`KvError::Shape`], [`KvError::Dtype`], and [`KvError::Stype`]
    /// for a sparse output.
    pub fn pull(&mut self, key: &str, outs: &mut [&mut Array]) -> Result<Moved, KvError> {
        let value = checked(&self.entries, key, outs, "pull", Stype::Dense)?;
        let dense = vec![value.tostype(Stype::Dense)?; outs.len()];
        let moved = put(outs, dense)?;
        self.pulled += moved;
        Ok(moved)
    }

    /// Copies rows of a row_sparse parameter into row_sparse arrays, wherever they are: for each, those of its list of
    /// ids, or all those of the only list. Ids come in any order and as often as they like; the output stores each
    /// once, ascending, also a row of zeros that the parameter does not store. Of a parameter that stores no row at all
    /// it stores none.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`], [`KvError::NoArrays`], [`KvError::Lists`], [`KvError::Shape`], [`KvError::Dtype`],
    /// [`KvError::Stype`] for an output and [`KvError::NotRowSparse`] for a parameter that is not row_sparse,
    /// [`KvError::RowId`] for an id that is out of range, [`KvError::RowNumber`], [`KvError::IdStorage`].
    pub fn row_sparse_pull(
        &mut self,
        key: &str,
        outs: &mut [&mut Array],
        row_ids: &[RowIds<'_>],
    ) -> Result<Moved, KvError> {
        let value = checked(&self.entries, key, outs, "row_sparse_pull", Stype::RowSparse)?;
        if value.stype() != Stype::RowSparse {
            return Err(KvError::NotRowSparse { key: key.to_owned(), found: value.stype() });
        }
        if row_ids.len() != 1 && row_ids.len() != outs.len() {
            return Err(KvError::Lists { key: key.to_owned(), lists: row_ids.len(), outs: outs.len() });
        }
        let (rows, _) = rows_of(value.shape())?;
        let retained = |ids: &RowIds<'_>| Ok(value.retained(&self.cpu, ids.unique(key, rows)?)?);
        let mut pulled = row_ids.iter().map(retained).collect::<Result<Vec<_>, KvError>>()?;
        if let [one] = &mut *pulled {
            pulled = vec![one.take(); outs.len()];
        }
        let moved = put(outs, pulled)?;
        self.pulled += moved;
        Ok(moved)
    }
}

/// The parameter of a key, if the outputs are like it, and of this storage type.
fn checked<'a>(
    entries: &'a BTreeMap<String, Entry>,
    key: &str,
    outs: &[&mut Array],
    call: &'static str,
    stype: Stype,
) -> Result<&'a Array, KvError> {
    let value =
        entries.get(key).map(|entry| &entry.value).ok_or_else(|| KvError::UnknownKey { key: key.to_owned() })?;
    if outs.is_empty() {
        return Err(KvError::NoArrays { key: key.to_owned() });
    }
    for (worker, out) in outs.iter().enumerate() {
        expect_like(key, worker, value, out)?;
        if out.stype() != stype {
            return Err(KvError::Stype {
                key: key.to_owned(),
                worker,
                call,
                expected: stype.name(),
                found: out.stype(),
            });
        }
    }
    Ok(value)
}

/// Puts an array into each output, to where that is, or into none of them; what that moved.
fn put(outs: &mut [&mut Array], arrays: Vec<Array>) -> Result<Moved, ArrayError> {
    let mut moved = Moved::default();
    arrays.iter().for_each(|array| moved += moved_by(array));
    let there = outs
        .iter()
        .zip(arrays)
        .map(|(out, array)| array.into_context(&out.context()))
        .collect::<Result<Vec<_>, _>>()?;
    for (out, array) in outs.iter_mut().zip(there) {
        **out = array;
    }
    Ok(moved)
}

/// One array on its way.
fn moved_by(array: &Array) -> Moved {
    Moved { bytes: array.nbytes() as u64, whole: array.size().saturating_mul(array.dtype().size()) as u64 }
}
