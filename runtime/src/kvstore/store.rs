//! The store.
use super::ahead::Ahead;
use super::hot::Hot;
use super::key::Kind;
use super::ranks::Ranks;
use super::updater::{Entry, Updater};
use super::{Key, KvError, Moved, Optimizer};
use crate::optimizer::{MASTER, Multipliers};
use crate::schedule::LearningRateSchedule;
use lacuna_arrays::Cpu;
use lacuna_arrays::array::Array;
use std::collections::BTreeMap;
use std::sync::Mutex;

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
    pub(super) pushed: Moved,
    pub(super) pulled: Moved,
    pub(super) ranks: Option<Ranks>,
    /// Copies of rows that every rank has.
    pub(super) hot: BTreeMap<String, Hot>,
    /// The rows that the next pull needs.
    pub(super) ahead: Mutex<Option<Ahead>>,
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
            ranks: None,
            hot: BTreeMap::new(),
            ahead: Mutex::new(None),
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
            let (mut value, mut is_cut) = (value.here()?.into_owned(), false);
            if let Some(ranks) = &self.ranks {
                is_cut = ranks.cuts(&value);
                self.updater.expect_parts(&name, is_cut)?;
                value = if is_cut { ranks.own_part(&value)? } else { value };
            }
            new.insert(name, Entry { value, states: Vec::new(), steps: 0, is_cut });
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

    /// The parameter of a key, as it is stored: with [ranks](Self::set_ranks) the rows that this one has.
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
}
