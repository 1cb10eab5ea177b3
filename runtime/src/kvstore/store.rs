//! The store.
use super::key::Kind;
use super::sum::sum;
use super::updater::{Entry, Updater, expect_like};
use super::{Key, KvError, Moved, Optimizer, Pulled, RowIds};
use crate::Cpu;
use crate::array::{Array, ArrayError, Dtype, rows_of};
use crate::optimizer::{MASTER, Multipliers};
use crate::schedule::LearningRateSchedule;
use lacuna::infer::Stype;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Parameters by their keys, for several workers. See the [module](super).
///
/// The bits of all results depend on the calls alone, not on the number of threads. A call that is refused leaves the
/// store and its outputs as they were.
#[derive(Debug)]
pub struct KvStore {
    pub(super) cpu: Cpu,
    /// Of the keys; none before the first.
    pub(super) kind: Option<Kind>,
    pub(super) entries: BTreeMap<String, Entry>,
    pub(super) updater: Updater,
    pub(super) multipliers: BTreeMap<String, Multipliers>,
    pub(super) schedule: Option<LearningRateSchedule>,
    pub(super) multi_precision: bool,
    /// The most updates of a key.
    pub(super) updates: u64,
    pushed: Moved,
    pulled: Moved,
}

impl KvStore {
    /// A store without keys, whose kernels run on `cpu`, in the pool of the caller.
    #[must_use]
    pub const fn new(cpu: Cpu) -> Self {
        let none = Moved { bytes: 0, whole: 0 };
        Self {
            cpu,
            kind: None,
            entries: BTreeMap::new(),
            updater: Updater::Replace,
            multipliers: BTreeMap::new(),
            schedule: None,
            multi_precision: false,
            updates: 0,
            pushed: none,
            pulled: none,
        }
    }

    /// Puts a parameter of any storage type into the store, where it is on the host.
    ///
    /// # Errors
    /// [`KvError::DuplicateKey`], [`KvError::KeyKind`], and [`KvError::Array`] for one that does not come from its device.
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
    pub fn init<'k>(&mut self, key: impl Into<Key<'k>>, value: Array) -> Result<(), KvError> {
        self.init_all([(key.into(), value)])
    }

    /// The same of several keys: of all, or of none.
    ///
    /// # Errors
    /// As [`init`](Self::init), also for a key that comes twice.
    pub fn init_all<'k, K: Into<Key<'k>>>(
        &mut self,
        values: impl IntoIterator<Item = (K, Array)>,
    ) -> Result<(), KvError> {
        let (mut kind, mut new) = (self.kind, BTreeMap::new());
        for (key, value) in values {
            let key = key.into();
            let name = key.within(kind)?.into_owned();
            if self.entries.contains_key(&name) || new.contains_key(&name) {
                return Err(KvError::DuplicateKey { key: name });
            }
            new.insert(name, Entry { value: value.here()?.into_owned(), states: Vec::new(), steps: 0 });
            kind = Some(key.kind());
        }
        self.kind = kind;
        self.entries.extend(new);
        Ok(())
    }

    /// The keys, sorted as texts.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The parameter of a key, as it is stored.
    #[must_use]
    pub fn get<'k>(&self, key: impl Into<Key<'k>>) -> Option<&Array> {
        self.entry(key.into()).map(|entry| &entry.value)
    }

    fn entry(&self, key: Key<'_>) -> Option<&Entry> {
        self.entries.get(&*key.within(self.kind).ok()?)
    }

    /// The optimizer's states of a key, with their names; none before its first update. Behind those of a weight of 16
    /// bits comes its copy of 32, as `master`.
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
    pub fn states<'k>(&self, key: impl Into<Key<'k>>) -> impl Iterator<Item = (&'static str, &Array)> {
        let (names, entry) = (self.updater.optimizer().map_or(&[][..], Optimizer::states), self.entry(key.into()));
        let names = names.iter().copied().chain(std::iter::once(MASTER));
        names.zip(entry.map_or(&[][..], |entry| &entry.states))
    }

    /// Updates of a key by the optimizer.
    #[must_use]
    pub fn steps<'k>(&self, key: impl Into<Key<'k>>) -> u64 {
        self.entry(key.into()).map_or(0, |entry| entry.steps)
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
    pub fn push<'k>(&mut self, key: impl Into<Key<'k>>, values: &[&Array]) -> Result<Moved, KvError> {
        let key = key.into().within(self.kind)?;
        self.check_push(&key, values)?;
        self.push_checked(&key, values)
    }

    /// The same of several keys, one after the other. The values of a key that comes several times are one list.
    ///
    /// # Errors
    /// As [`push`](Self::push). What an optimizer's kernel or an updater refuses leaves the keys before it updated;
    /// otherwise nothing is.
    pub fn push_all<'k, K: Into<Key<'k>> + Copy>(&mut self, pushes: &[(K, &[&Array])]) -> Result<Moved, KvError> {
        let mut grouped: Vec<(Cow<'k, str>, Vec<&Array>)> = Vec::new();
        let mut places = BTreeMap::new();
        for (key, values) in pushes {
            let key = (*key).into().within(self.kind)?;
            let place = *places.entry(key.clone()).or_insert(grouped.len());
            match grouped.get_mut(place) {
                Some((_, all)) => all.extend(*values),
                None => grouped.push((key, values.to_vec())),
            }
        }
        grouped.iter().try_for_each(|(key, values)| self.check_push(key, values))?;
        let mut moved = Moved::default();
        for (key, values) in &grouped {
            moved += self.push_checked(key, values)?;
        }
        Ok(moved)
    }

    fn check_push(&self, key: &str, values: &[&Array]) -> Result<(), KvError> {
        let Some(entry) = self.entries.get(key) else { return Err(KvError::UnknownKey { key: key.to_owned() }) };
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
        let computes = matches!(dtype, Dtype::F32 | Dtype::F64) || (self.multi_precision && dtype.needs_master());
        if self.updater.has_arithmetic(values.len()) && !computes {
            return Err(KvError::NoArithmetic { key: key.to_owned(), dtype });
        }
        Ok(())
    }

    fn push_checked(&mut self, key: &str, values: &[&Array]) -> Result<Moved, KvError> {
        let Some(entry) = self.entries.get_mut(key) else { return Err(KvError::UnknownKey { key: key.to_owned() }) };
        let here = values.iter().map(|value| value.here()).collect::<Result<Vec<_>, _>>()?;
        let (mut moved, values) = (Moved::default(), here.iter().map(|value| &**value).collect::<Vec<_>>());
        values.iter().for_each(|value| moved += moved_by(value));
        let updates = self.updates.max(entry.steps.saturating_add(1));
        let Multipliers { learning_rate, weight_decay } = self.multipliers.get(key).copied().unwrap_or_default();
        let rate = self.schedule.as_ref().map(|schedule| schedule.rate(updates));
        let of_step = |optimizer: &Optimizer| optimizer.at_rate(rate).times(learning_rate, weight_decay, 1.0);
        self.updater.apply(&self.cpu, key, sum(&self.cpu, &values)?, entry, of_step)?;
        if entry.steps > 0 {
            self.updates = updates;
        }
        self.pushed += moved;
        Ok(moved)
    }

    /// Copies the whole parameter, of whatever storage type, into dense arrays, wherever they are. Of a row_sparse one,
    /// [`row_sparse_pull`](Self::row_sparse_pull) moves less.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`], [`KvError::NoArrays`], [`KvError::Shape`], [`KvError::Dtype`], and [`KvError::Stype`]
    /// for a sparse output.
    pub fn pull<'k>(&mut self, key: impl Into<Key<'k>>, outs: &mut [&mut Array]) -> Result<Moved, KvError> {
        let value = self.checked(&key.into().within(self.kind)?, outs, "pull", Some(Stype::Dense))?;
        let dense = vec![value.tostype(Stype::Dense)?; outs.len()];
        let moved = put(outs, dense)?;
        self.pulled += moved;
        Ok(moved)
    }

    /// Copies the whole parameter into arrays of any storage type, which they keep. With `ignore_sparse`, MXNet's
    /// default, sparse arrays stay as they are, and are counted.
    ///
    /// # Errors
    /// As [`pull_all`](Self::pull_all).
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_runtime::{Cpu, array::{Array, Dtype}, kvstore::KvStore};
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// store.init(1, Array::row_sparse(&[5, 1], vec![3], vec![2.0_f32])?)?;
    /// let mut rows = Array::zeros(Stype::RowSparse, &[5, 1], Dtype::F32)?;
    /// assert_eq!((store.pull_any(1, &mut [&mut rows], true)?.ignored, rows.nnz()), (1, 0));
    /// assert_eq!((store.pull_any(1, &mut [&mut rows], false)?.ignored, rows.indices()), (0, Some(&[3][..])));
    /// # Ok::<(), lacuna_runtime::kvstore::KvError>(())
    /// ```
    pub fn pull_any<'k>(
        &mut self,
        key: impl Into<Key<'k>>,
        outs: &mut [&mut Array],
        ignore_sparse: bool,
    ) -> Result<Pulled, KvError> {
        self.pull_all(&mut [(key.into(), outs)], ignore_sparse)
    }

    /// [`pull_any`](Self::pull_any) of several keys: of all, or of none.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`], [`KvError::NoArrays`], [`KvError::Shape`], [`KvError::Dtype`]; [`KvError::Array`] for a
    /// csr parameter and a row_sparse output, and the other way round.
    pub fn pull_all<'k, K: Into<Key<'k>> + Copy>(
        &mut self,
        pulls: &mut [(K, &mut [&mut Array])],
        ignore_sparse: bool,
    ) -> Result<Pulled, KvError> {
        let (mut targets, mut copies, mut ignored) = (Vec::new(), Vec::new(), 0);
        for (key, outs) in pulls {
            let value = self.checked(&(*key).into().within(self.kind)?, outs, "pull", None)?;
            for out in outs.iter_mut() {
                if ignore_sparse && out.stype() != Stype::Dense {
                    ignored += 1;
                    continue;
                }
                copies.push(value.tostype(out.stype())?);
                targets.push(&mut **out);
            }
        }
        let moved = put(&mut targets, copies)?;
        self.pulled += moved;
        Ok(Pulled { moved, ignored })
    }

    /// A [`push`](Self::push), and a [`pull`](Self::pull) behind it. MXNet's `pushpull`.
    ///
    /// # Errors
    /// As of both; then neither is done.
    pub fn push_pull<'k>(
        &mut self,
        key: impl Into<Key<'k>>,
        values: &[&Array],
        outs: &mut [&mut Array],
    ) -> Result<Moved, KvError> {
        let key = key.into();
        self.checked(&key.within(self.kind)?, outs, "pull", Some(Stype::Dense))?;
        let mut moved = self.push(key, values)?;
        moved += self.pull(key, outs)?;
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
    pub fn row_sparse_pull<'k>(
        &mut self,
        key: impl Into<Key<'k>>,
        outs: &mut [&mut Array],
        row_ids: &[RowIds<'_>],
    ) -> Result<Moved, KvError> {
        self.row_sparse_pull_all(&mut [(key.into(), outs, row_ids)])
    }

    /// The same of several keys: of all, or of none.
    ///
    /// # Errors
    /// As [`row_sparse_pull`](Self::row_sparse_pull).
    pub fn row_sparse_pull_all<'k, K: Into<Key<'k>> + Copy>(
        &mut self,
        pulls: &mut [(K, &mut [&mut Array], &[RowIds<'_>])],
    ) -> Result<Moved, KvError> {
        let (mut targets, mut copies) = (Vec::new(), Vec::new());
        for (key, outs, row_ids) in pulls {
            let key = (*key).into().within(self.kind)?;
            let value = self.checked(&key, outs, "row_sparse_pull", Some(Stype::RowSparse))?;
            if value.stype() != Stype::RowSparse {
                return Err(KvError::NotRowSparse { key: key.into_owned(), found: value.stype() });
            }
            if row_ids.len() != 1 && row_ids.len() != outs.len() {
                return Err(KvError::Lists { key: key.into_owned(), lists: row_ids.len(), outs: outs.len() });
            }
            let (rows, _) = rows_of(value.shape())?;
            let retained = |ids: &RowIds<'_>| Ok(value.retained(&self.cpu, ids.unique(&key, rows)?)?);
            let mut pulled = row_ids.iter().map(retained).collect::<Result<Vec<_>, KvError>>()?;
            if let [one] = &mut *pulled {
                pulled = vec![one.take(); outs.len()];
            }
            copies.extend(pulled);
            targets.extend(outs.iter_mut().map(|out| &mut **out));
        }
        let moved = put(&mut targets, copies)?;
        self.pulled += moved;
        Ok(moved)
    }

    /// The parameter of a key, if the outputs are like it, and of this storage type.
    fn checked(
        &self,
        key: &str,
        outs: &[&mut Array],
        call: &'static str,
        stype: Option<Stype>,
    ) -> Result<&Array, KvError> {
        let value = self.entries.get(key).map(|entry| &entry.value);
        let value = value.ok_or_else(|| KvError::UnknownKey { key: key.to_owned() })?;
        if outs.is_empty() {
            return Err(KvError::NoArrays { key: key.to_owned() });
        }
        for (worker, out) in outs.iter().enumerate() {
            expect_like(key, worker, value, out)?;
            if let Some(stype) = stype.filter(|&stype| stype != out.stype()) {
                let (expected, found) = (stype.name(), out.stype());
                return Err(KvError::Stype { key: key.to_owned(), worker, call, expected, found });
            }
        }
        Ok(value)
    }
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
