//! What a store does with the sum of what was pushed.
use super::{KvError, Optimizer};
use crate::optimizer::{At, ParameterId};
use lacuna_arrays::Cpu;
use lacuna_arrays::array::Array;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Mutex, PoisonError};

/// `function(key, sum, parameter)`.
type Function = dyn FnMut(&str, &Array, &mut Array) -> Result<(), Box<dyn std::error::Error + Send + Sync>> + Send;

/// A parameter with its states.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub value: Array,
    /// Those of the optimizer; none before its first update.
    pub states: Vec<Array>,
    /// Updates by the optimizer.
    pub steps: u64,
    /// Whether each rank has some rows of it.
    pub is_cut: bool,
}

impl Entry {
    /// One update by the optimizer, with states that begin with it.
    fn update(&mut self, cpu: &Cpu, key: &str, optimizer: &Optimizer, gradient: &Array) -> Result<(), KvError> {
        let mut new = if self.states.is_empty() { Some(optimizer.new_states(&self.value)?) } else { None };
        let (step, states) = (self.steps.saturating_add(1), new.as_deref_mut().unwrap_or(&mut self.states));
        let at = At { step, parameter: ParameterId::Name(key) };
        optimizer.update(cpu, at, gradient, &mut self.value, states, &mut Vec::new())?;
        self.steps = step;
        if let Some(new) = new {
            self.states = new;
        }
        Ok(())
    }
}

#[derive(Default)]
pub(super) enum Updater {
    /// The sum replaces the parameter.
    #[default]
    Replace,
    Optimizer(Optimizer),
    /// Never locked: so that whatever has a store can be read by several threads.
    Function(Mutex<Box<Function>>),
}

impl Debug for Updater {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Replace => f.write_str("Replace"),
            Self::Optimizer(optimizer) => optimizer.fmt(f),
            Self::Function(_) => f.write_str("Function(..)"),
        }
    }
}

impl Updater {
    pub const fn optimizer(&self) -> Option<&Optimizer> {
        match self {
            Self::Optimizer(optimizer) => Some(optimizer),
            _ => None,
        }
    }

    /// Refuses to update a part of a parameter where the whole is looked at.
    pub fn expect_parts(&self, key: &str, is_cut: bool) -> Result<(), KvError> {
        match self.optimizer() {
            Some(optimizer @ Optimizer::Composed(_)) if is_cut => {
                Err(KvError::Sharded { key: key.to_owned(), optimizer: optimizer.name() })
            }
            _ => Ok(()),
        }
    }

    /// True if kernels compute with what is pushed.
    pub fn has_arithmetic(&self, values: usize) -> bool {
        values > 1 || self.optimizer().is_some()
    }

    /// `of_step` makes of the optimizer that of this update of this key.
    pub fn apply(
        &mut self,
        cpu: &Cpu,
        key: &str,
        sum: Array,
        entry: &mut Entry,
        of_step: impl FnOnce(&Optimizer) -> Optimizer,
    ) -> Result<(), KvError> {
        match self {
            Self::Replace => entry.value = sum,
            Self::Optimizer(optimizer) => entry.update(cpu, key, &of_step(optimizer), &sum)?,
            Self::Function(function) => {
                // A copy, so that the parameter stays if the function gives up halfway.
                let mut value = entry.value.clone();
                let function = function.get_mut().unwrap_or_else(PoisonError::into_inner);
                function(key, &sum, &mut value).map_err(|source| KvError::Updater { key: key.to_owned(), source })?;
                value.expect_host("a key-value store")?;
                expect_like(key, 0, &entry.value, &value)?;
                if entry.is_cut && value.stype() != entry.value.stype() {
                    return Err(KvError::Sharded { key: key.to_owned(), optimizer: "the updater" });
                }
                entry.value = value;
            }
        }
        Ok(())
    }
}

/// Refuses an array of another shape or dtype than the parameter.
pub(super) fn expect_like(key: &str, worker: usize, parameter: &Array, array: &Array) -> Result<(), KvError> {
    let key = || key.to_owned();
    if array.shape() != parameter.shape() {
        return Err(KvError::Shape {
            key: key(),
            worker,
            expected: parameter.shape().to_vec(),
            found: array.shape().to_vec(),
        });
    }
    let (expected, found) = (parameter.dtype(), array.dtype());
    if expected == found { Ok(()) } else { Err(KvError::Dtype { key: key(), worker, expected, found }) }
}
