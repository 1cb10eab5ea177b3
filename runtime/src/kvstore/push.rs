//! What workers push.
use super::moved::moved_by;
use super::sum::sum;
use super::updater::expect_like;
use super::{Key, KvError, KvStore, Moved, Optimizer};
use crate::array::{Array, Dtype};
use crate::optimizer::Multipliers;
use lacuna::infer::Stype;
use std::borrow::Cow;
use std::collections::BTreeMap;

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
}
