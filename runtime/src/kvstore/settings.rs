//! What a push does with a parameter.
use super::updater::Updater;
use super::{Key, KvError, KvStore, Optimizer};
use crate::optimizer::Multipliers;
use crate::schedule::LearningRateSchedule;
use lacuna_arrays::Cpu;
use lacuna_arrays::array::Array;
use std::sync::Mutex;

impl KvStore {
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
        self.set(Updater::Function(Mutex::new(Box::new(function))));
    }

    /// The same optimizer with other hyper-parameters: states stay.
    #[doc(hidden)]
    pub fn set_hyper(&mut self, optimizer: Optimizer) {
        if self.updater.optimizer().is_some_and(|own| own.has_states_of(&optimizer)) {
            self.updater = Updater::Optimizer(optimizer);
        } else {
            self.set_optimizer(optimizer);
        }
    }

    /// From now on kernels run on `cpu`.
    #[doc(hidden)]
    pub const fn set_cpu(&mut self, cpu: Cpu) {
        self.cpu = cpu;
    }

    fn set(&mut self, updater: Updater) {
        (self.updater, self.updates) = (updater, 0);
        self.hot.clear();
        for entry in self.entries.values_mut() {
            (entry.states, entry.steps) = (Vec::new(), 0);
        }
    }

    /// What the hyper-parameters of one key are multiplied by from now on. (`set_lr_mult`, `set_wd_mult`)
    ///
    /// # Errors
    /// [`KvError::KeyKind`].
    ///
    /// ```
    /// use lacuna_runtime::optimizer::{Multipliers, Optimizer};
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// store.set_optimizer(Optimizer::create("sgd", &[("learning_rate", 0.5)])?);
    /// store.init(7, Array::dense(&[1], vec![1.0_f32])?)?;
    /// store.set_multipliers(7, Multipliers { learning_rate: 0.5, weight_decay: 0.0 })?;
    /// store.push(7, &[&Array::dense(&[1], vec![2.0_f32])?])?;
    /// assert_eq!(store.get(7).and_then(Array::data), Some(&[0.5_f32][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_multipliers<'k>(&mut self, key: impl Into<Key<'k>>, multipliers: Multipliers) -> Result<(), KvError> {
        let key = key.into().within(self.kind)?;
        self.multipliers.insert(key.into_owned(), multipliers);
        Ok(())
    }

    /// From now on the learning rate is that of a schedule, for the most updates that a key has had, this one among
    /// them. (`lr_scheduler`)
    ///
    /// ```
    /// use lacuna_runtime::optimizer::Optimizer;
    /// use lacuna_runtime::schedule::{Decay, LearningRateSchedule};
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// store.set_optimizer(Optimizer::create("sgd", &[])?);
    /// store.set_schedule(Some(LearningRateSchedule::new(1.0, Decay::Factor { step: 1, factor: 0.5, minimum: 0.0 })?));
    /// store.init("w", Array::dense(&[1], vec![0.0_f32])?)?;
    /// let gradient = Array::dense(&[1], vec![-1.0_f32])?;
    /// (0..3).try_for_each(|_| store.push("w", &[&gradient]).map(drop))?;
    /// assert_eq!(store.get("w").and_then(Array::data), Some(&[1.75_f32][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_schedule(&mut self, schedule: Option<LearningRateSchedule>) {
        self.schedule = schedule;
    }

    /// From now on weights of `float16` and `bfloat16` are updated too, by any optimizer: a copy of `float32`, which
    /// their first update makes, takes the step in that type, and the rows that it touches are rounded to the weight.
    /// The values of several workers are added in `float32`, and their sum is rounded once. (`multi_precision=True`)
    ///
    /// ```
    /// use half::f16;
    /// use lacuna_runtime::optimizer::Optimizer;
    /// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
    /// let mut store = KvStore::new(Cpu { threads: 1 });
    /// store.set_optimizer(Optimizer::create("sgd", &[("learning_rate", 0.25)])?);
    /// store.set_multi_precision(true);
    /// store.init("w", Array::dense(&[1], vec![f16::ONE])?)?;
    /// // Less than half of the last digit of 1: eight of them are two.
    /// let gradient = Array::dense(&[1], vec![f16::from_f32(-1.0 / 1024.0)])?;
    /// (0..8).try_for_each(|_| store.push("w", &[&gradient]).map(drop))?;
    /// assert_eq!(store.get("w").and_then(Array::data), Some(&[f16::from_f32(1.0 + 2.0 / 1024.0)][..]));
    /// assert_eq!(store.states("w").map(|(name, _)| name).collect::<Vec<_>>(), ["master"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn set_multi_precision(&mut self, is_on: bool) {
        self.multi_precision = is_on;
    }
}
