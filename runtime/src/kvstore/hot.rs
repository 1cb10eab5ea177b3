//! Rows of a parameter that is cut which every rank has, too: nobody asks for them, and their sums go to all.
use super::ranks::{Summed, added, places_of, row_sparse, rows_in};
use super::updater::{Entry, Updater};
use super::{Key, KvError, KvStore};
use lacuna::infer::Stype;
use lacuna_arrays::Cpu;
use lacuna_arrays::array::{Array, Values, rows_of};
use std::borrow::Cow;

/// Copies of some rows, numbered by their places among these.
#[derive(Debug)]
pub(super) struct Hot {
    /// Ascending and each once.
    ids: Vec<i64>,
    /// On every rank the same.
    pub entry: Entry,
}

/// What is left of a list of ids, and the places of those that are hot.
type Parted = (Vec<i64>, Vec<i64>);

impl Hot {
    fn part(&self, ids: &[i64]) -> Parted {
        let (mut cold, mut places) = (Vec::new(), Vec::new());
        for &id in ids {
            match self.ids.binary_search(&id) {
                Ok(place) => places.push(place as i64),
                Err(_) => cold.push(id),
            }
        }
        (cold, places)
    }

    /// Those of ascending ids that are not hot.
    pub fn cold(&self, ids: &[i64]) -> Vec<i64> {
        self.part(ids).0
    }

    /// A row_sparse array without its hot rows, and these by their places.
    fn split(&self, array: &Array) -> Result<[Array; 2], KvError> {
        let (_, row_length) = rows_of(array.shape())?;
        let stored = array.indices().unwrap_or_default();
        let (cold, places) = self.part(stored);
        let (mut cold_bytes, mut hot_bytes) = (Vec::new(), Vec::new());
        for (place, id) in stored.iter().enumerate() {
            let to = if self.ids.binary_search(id).is_ok() { &mut hot_bytes } else { &mut cold_bytes };
            array.values().write_range(place * row_length..(place + 1) * row_length, to);
        }
        let read = |bytes: &[u8]| Values::read(array.dtype(), bytes);
        let shape = self.entry.value.shape();
        Ok([row_sparse(array.shape(), cold, read(&cold_bytes))?, row_sparse(shape, places, read(&hot_bytes))?])
    }

    /// Hot rows with the ids that they have in the parameter.
    fn named(&self, hot: &Array, shape: &[usize]) -> Result<Array, KvError> {
        let id = |place: &i64| usize::try_from(*place).ok().and_then(|place| self.ids.get(place).copied());
        let ids = hot.indices().unwrap_or_default().iter().filter_map(id).collect();
        row_sparse(shape, ids, hot.values().clone())
    }

    /// Rows that were pulled, with the hot ones of these ids.
    pub fn joined(&self, cpu: &Cpu, cold: &Array, ids: &[i64]) -> Result<Array, KvError> {
        let places = self.part(ids).1;
        if places.is_empty() {
            return Ok(cold.clone());
        }
        added(cpu, cold, &self.named(&self.entry.value.retained(cpu, places)?, cold.shape())?)
    }
}

impl KvStore {
    /// Keeps rows of a parameter that is cut on every rank from now on, in place of those that it has so: nobody asks
    /// for them, and each rank updates them by the same sums. The bits stay the same. All ranks name the same rows; of
    /// a parameter that every rank has, nothing changes. What is loaded, or gets another optimizer, has none.
    ///
    /// A step sends the sum of each hot row that it touches to every rank, so these should be few, and touched by most
    /// steps of most ranks: those of the most frequent words, for example.
    ///
    /// Cost: these rows and their states on each rank, and one pull.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`], [`KvError::RowId`], [`KvError::Exchange`]; [`KvError::Sharded`] for an updater of the
    /// caller, which would see these rows twice.
    pub fn set_hot_rows<'k>(&mut self, key: impl Into<Key<'k>>, ids: &[i64]) -> Result<(), KvError> {
        let hot = self.hot_of(key.into(), ids);
        match self.told(hot)? {
            // Which would be one more message.
            Some((key, hot)) if hot.ids.is_empty() => drop(self.hot.remove(&key)),
            Some((key, hot)) => drop(self.hot.insert(key, hot)),
            None => {}
        }
        Ok(())
    }

    fn hot_of(&mut self, key: Key<'_>, ids: &[i64]) -> Result<Option<(String, Hot)>, KvError> {
        let key = key.within(self.kind)?.into_owned();
        let entry = self.entries.get(&key).ok_or_else(|| KvError::UnknownKey { key: key.clone() })?;
        let Some(ranks) = self.ranks.as_ref().filter(|_| entry.is_cut) else { return Ok(None) };
        if let Updater::Function(_) = self.updater {
            return Err(KvError::Sharded { key, optimizer: "the updater" });
        }
        let (rows, _) = rows_of(entry.value.shape())?;
        let ids = super::RowIds::Slice(ids).unique(&key, rows)?;
        let wanted: Vec<(&Array, Vec<i64>)> =
            std::iter::once(&entry.value).chain(&entry.states).map(|array| (array, ids.clone())).collect();
        let mut copies = Vec::new();
        for array in ranks.rows(&self.cpu, &wanted)? {
            let mut shape = array.shape().to_vec();
            shape.iter_mut().take(1).for_each(|rows| *rows = ids.len());
            // Of a parameter that stores no row, it stores none either.
            let places = (0..array.indices().map_or(0, <[i64]>::len) as i64).collect();
            copies.push(row_sparse(&shape, places, array.values().clone())?);
        }
        let mut copies = copies.into_iter();
        let Some(value) = copies.next() else { return Ok(None) };
        let entry = Entry { value, states: copies.collect(), steps: entry.steps, is_cut: false };
        self.ahead.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        Ok(Some((key, Hot { ids, entry })))
    }

    /// The sums of all ranks, where some parameters have hot rows: of these the sum has its rows of this rank, and all
    /// hot ones.
    pub(super) fn sums_with_hot(
        &self,
        summed: Vec<Summed<'_>>,
        sum: impl FnOnce(Vec<Summed<'_>>) -> Result<Vec<Option<Array>>, KvError>,
    ) -> Result<Vec<Option<Array>>, KvError> {
        let of = |value: &Array| {
            let key = self.entries.iter().find(|(_, entry)| std::ptr::eq(&entry.value, value)).map(|(key, _)| key);
            key.and_then(|key| self.hot.get(key))
        };
        let hot: Vec<Option<&Hot>> = summed.iter().map(|summed| of(summed.value)).collect();
        let (mut all, mut shapes) = (Vec::new(), Vec::new());
        for (Summed { value, is_cut, slices }, hot) in summed.into_iter().zip(&hot) {
            shapes.push(value.shape());
            let Some(hot) = hot else {
                all.push(Summed { value, is_cut, slices });
                continue;
            };
            let (mut cold, mut own) = (Vec::new(), Vec::new());
            for slice in slices {
                let parts = slice.map(|slice| hot.split(&slice)).transpose()?;
                let [left, right] = parts.map_or([None, None], |parts| parts.map(Some));
                cold.push(left.map(Cow::Owned));
                own.push(right.map(Cow::Owned));
            }
            all.push(Summed { value, is_cut, slices: cold });
            all.push(Summed { value: &hot.entry.value, is_cut: false, slices: own });
        }
        let (mut sums, mut joined) = (sum(all)?.into_iter(), Vec::new());
        for (hot, shape) in hot.into_iter().zip(shapes) {
            let sum = sums.next().flatten();
            joined.push(match hot {
                None => sum,
                Some(hot) => {
                    let own = sums.next().flatten().map(|own| hot.named(&own, shape)).transpose()?;
                    match (sum, own) {
                        (Some(sum), Some(own)) => Some(added(&self.cpu, &sum, &own)?),
                        (sum, own) => sum.or(own),
                    }
                }
            });
        }
        Ok(joined)
    }

    /// What the copies of hot rows, and the rows of this rank, are updated by.
    pub(super) fn parts_of_sum(&self, key: &str, sum: Array) -> Result<(Array, Option<Array>), KvError> {
        let (Some(hot), Some(ranks)) = (self.hot.get(key), &self.ranks) else { return Ok((sum, None)) };
        if sum.stype() != Stype::RowSparse {
            return Ok((sum, None));
        }
        let [_, copies] = hot.split(&sum)?;
        let own = ranks.own_rows(rows_of(sum.shape())?.0);
        let places = places_of(sum.indices().unwrap_or_default(), &own);
        let is_own = places.len() == sum.indices().map_or(0, <[i64]>::len);
        Ok((if is_own { sum } else { rows_in(&sum, &own)? }, Some(copies)))
    }
}
