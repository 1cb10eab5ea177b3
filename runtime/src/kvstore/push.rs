//! What workers push.
use super::moved::moved_by;
use super::ranks::Summed;
use super::sum::sum;
use super::updater::{Entry, expect_like};
use super::{Key, KvError, KvStore, Moved, Optimizer};
use crate::optimizer::Multipliers;
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, Dtype};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What is pushed to a key.
type Pushed<'k, 'v> = (Cow<'k, str>, Vec<Option<&'v Array>>);

impl KvStore {
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
        self.push_all(&[(key.into(), values)])
    }

    /// The same of several keys, one after the other. The values of a key that comes several times are one list.
    ///
    /// # Errors
    /// As [`push`](Self::push). What an optimizer's kernel or an updater refuses leaves the keys before it updated;
    /// otherwise nothing is.
    pub fn push_all<'k, K: Into<Key<'k>> + Copy>(&mut self, pushes: &[(K, &[&Array])]) -> Result<Moved, KvError> {
        let all = pushes.iter().map(|(key, values)| (*key, values.iter().map(|&value| Some(value)).collect()));
        let all: Vec<(K, Vec<Option<&Array>>)> = all.collect();
        self.push_values(all.iter().map(|(key, values)| ((*key).into(), &**values)))
    }

    /// The same, where a slice may have nothing: with [ranks](Self::set_ranks), when there are fewer rows than slices.
    ///
    /// # Errors
    /// As [`push_all`](Self::push_all), and [`KvError::Slices`].
    pub fn push_slices<'k, K: Into<Key<'k>> + Copy>(
        &mut self,
        pushes: &[(K, &[Option<&Array>])],
    ) -> Result<Moved, KvError> {
        self.push_values(pushes.iter().map(|(key, values)| ((*key).into(), *values)))
    }

    fn push_values<'k, 'v>(
        &mut self,
        pushes: impl Iterator<Item = (Key<'k>, &'v [Option<&'v Array>])>,
    ) -> Result<Moved, KvError> {
        let pushed = self.group(pushes).and_then(|grouped| self.push_grouped(&grouped));
        self.told(pushed)
    }

    /// The values of each key, checked.
    fn group<'k, 'v>(
        &self,
        pushes: impl Iterator<Item = (Key<'k>, &'v [Option<&'v Array>])>,
    ) -> Result<Vec<Pushed<'k, 'v>>, KvError> {
        let mut grouped: Vec<Pushed<'k, 'v>> = Vec::new();
        let mut places = BTreeMap::new();
        for (key, values) in pushes {
            let key = key.within(self.kind)?;
            let place = *places.entry(key.clone()).or_insert(grouped.len());
            match grouped.get_mut(place) {
                Some((_, all)) => all.extend(values),
                None => grouped.push((key, values.to_vec())),
            }
        }
        grouped.iter().try_for_each(|(key, values)| self.check_push(key, values))?;
        Ok(grouped)
    }

    fn push_grouped(&mut self, grouped: &[Pushed<'_, '_>]) -> Result<Moved, KvError> {
        let (mut moved, mut here) = (Moved::default(), Vec::new());
        for (_, values) in grouped {
            let values = values.iter().map(|value| value.map(Array::here).transpose());
            let values = values.collect::<Result<Vec<_>, _>>()?;
            values.iter().flatten().for_each(|value| moved += moved_by(value));
            here.push(values);
        }
        let mut sums = match &self.ranks {
            None => Vec::new(),
            Some(_) => {
                let entries = grouped.iter().map(|(key, _)| self.entries.get(&**key));
                let pushes = entries.zip(&here).filter_map(|(entry, values)| {
                    let Entry { value, is_cut, .. } = entry?;
                    let slices = values.iter().map(|value| value.as_deref().map(Cow::Borrowed)).collect();
                    Some(Summed { value, is_cut: *is_cut, slices })
                });
                self.sums(pushes.collect())?
            }
        }
        .into_iter();
        for ((key, _), values) in grouped.iter().zip(here) {
            let of_ranks = sums.next();
            let sum = match of_ranks {
                Some(sum) => sum,
                None => Some(sum(&self.cpu, &values.iter().flatten().map(|value| &**value).collect::<Vec<_>>())?),
            };
            drop(values);
            self.apply(key, sum)?;
        }
        self.pushed += moved;
        Ok(moved)
    }

    pub(super) fn check_push(&self, key: &str, values: &[Option<&Array>]) -> Result<(), KvError> {
        let Some(entry) = self.entries.get(key) else { return Err(KvError::UnknownKey { key: key.to_owned() }) };
        if let Some(ranks) = &self.ranks {
            self.updater.expect_parts(key, entry.is_cut)?;
            let (expected, found) = (ranks.own_slices().len(), values.len());
            if expected != found {
                return Err(KvError::Slices { key: key.to_owned(), expected, found });
            }
        }
        let values: Vec<&Array> = values.iter().copied().flatten().collect();
        // With ranks, other slices may have something.
        let Some(&first) = values.first() else {
            return if self.ranks.is_some() { Ok(()) } else { Err(KvError::NoArrays { key: key.to_owned() }) };
        };
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
        if first.stype() == Stype::Dense && entry.is_cut {
            let (call, expected, found) = ("a parameter that each rank has a part of", "row_sparse", Stype::Dense);
            return Err(KvError::Stype { key: key.to_owned(), worker: 0, call, expected, found });
        }
        let dtype = entry.value.dtype();
        let computes = matches!(dtype, Dtype::F32 | Dtype::F64) || (self.multi_precision && dtype.needs_master());
        let workers = self.ranks.as_ref().map_or(values.len(), |ranks| ranks.options.slices);
        if self.updater.has_arithmetic(workers) && !computes {
            return Err(KvError::NoArithmetic { key: key.to_owned(), dtype });
        }
        Ok(())
    }

    /// One step of a parameter by the sum of what was pushed: without anything, by no rows.
    #[doc(hidden)]
    pub fn apply(&mut self, key: &str, sum: Option<Array>) -> Result<(), KvError> {
        let unknown = || KvError::UnknownKey { key: key.to_owned() };
        let entry = self.entries.get(key).ok_or_else(unknown)?;
        let sum = match sum {
            Some(sum) => sum,
            None => Array::zeros(Stype::RowSparse, entry.value.shape(), entry.value.dtype())?,
        };
        let updates = self.updates.max(entry.steps.saturating_add(1));
        let (sum, copies) = self.parts_of_sum(key, sum)?;
        let entry = self.entries.get_mut(key).ok_or_else(unknown)?;
        let Multipliers { learning_rate, weight_decay } = self.multipliers.get(key).copied().unwrap_or_default();
        let schedule = self.schedule.as_ref();
        let of_step =
            |optimizer: &Optimizer| optimizer.scheduled(schedule, updates).times(learning_rate, weight_decay, 1.0);
        if let (Some(copies), Some(hot)) = (copies, self.hot.get_mut(key)) {
            self.updater.apply(&self.cpu, key, copies, &mut hot.entry, of_step)?;
        }
        self.updater.apply(&self.cpu, key, sum, entry, of_step)?;
        if entry.steps > 0 {
            self.updates = updates;
        }
        Ok(())
    }
}
