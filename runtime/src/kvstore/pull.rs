//! What workers pull.
use super::ahead::Ids;
use super::hot::Hot;
use super::moved::moved_by;
use super::updater::{Entry, expect_like};
use super::{Key, KvError, KvStore, Moved, Pulled, RowIds};
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, ArrayError, rows_of};
use std::borrow::Cow;
use std::sync::PoisonError;

impl KvStore {
    /// Copies the whole parameter, of whatever storage type, into dense arrays, wherever they are. Of a row_sparse one,
    /// [`row_sparse_pull`](Self::row_sparse_pull) moves less.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`], [`KvError::NoArrays`], [`KvError::Shape`], [`KvError::Dtype`], and [`KvError::Stype`]
    /// for a sparse output.
    pub fn pull<'k>(&mut self, key: impl Into<Key<'k>>, outs: &mut [&mut Array]) -> Result<Moved, KvError> {
        let pulled = (|| {
            let entry = self.checked(&key.into().within(self.kind)?, outs, "pull", Some(Stype::Dense))?;
            let [whole] = &self.whole(&[entry])?[..] else { return Ok(Vec::new()) };
            Ok(vec![whole.tostype(Stype::Dense)?; outs.len()])
        })();
        let moved = put(outs, self.told(pulled)?)?;
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
        let values = pulls
            .iter()
            .map(|(key, outs)| self.checked(&(*key).into().within(self.kind)?, outs, "pull", None))
            .collect::<Result<Vec<_>, _>>()
            .and_then(|values| self.whole(&values));
        for ((_, outs), value) in pulls.iter_mut().zip(self.told(values)?) {
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
        let rows = self.wanted(pulls).and_then(|wanted| self.rows(wanted));
        let copies = self.told(rows)?;
        let mut targets: Vec<&mut Array> =
            pulls.iter_mut().flat_map(|(_, outs, _)| outs.iter_mut().map(|out| &mut **out)).collect();
        let moved = put(&mut targets, copies)?;
        self.pulled += moved;
        Ok(moved)
    }

    /// The same, told what the next call will pull: rows that no rank pulls now come with the sums of the step between
    /// them, the others when it is over. The bits are the same, and a step waits for the other ranks twice instead of
    /// three times. Without [ranks](Self::set_ranks) nothing is announced.
    ///
    /// All ranks tell of the same keys: of those that are pulled now, or of none. After that, the next call of this kind
    /// pulls those rows, unless [`forget_ahead`](Self::forget_ahead) comes before. Other calls may come between.
    ///
    /// # Errors
    /// As [`row_sparse_pull`](Self::row_sparse_pull); [`KvError::OtherRows`] for other rows than were told.
    pub fn row_sparse_pull_ahead<'k, K: Into<Key<'k>> + Copy>(
        &mut self,
        pulls: &mut [(K, &mut [&mut Array], &[RowIds<'_>])],
        next: &[(K, RowIds<'_>)],
    ) -> Result<Moved, KvError> {
        let rows = self.told_rows(pulls, next);
        let copies = self.told(rows)?;
        let mut targets: Vec<&mut Array> =
            pulls.iter_mut().flat_map(|(_, outs, _)| outs.iter_mut().map(|out| &mut **out)).collect();
        let moved = put(&mut targets, copies)?;
        self.pulled += moved;
        Ok(moved)
    }

    /// Forgets what the next pull was told of. All ranks call it.
    pub fn forget_ahead(&mut self) {
        *self.ahead.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn told_rows<'k, K: Into<Key<'k>> + Copy>(
        &mut self,
        pulls: &[(K, &mut [&mut Array], &[RowIds<'_>])],
        next: &[(K, RowIds<'_>)],
    ) -> Result<Vec<Array>, KvError> {
        let told = self.ahead.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let wanted = self.wanted(pulls)?;
        let Some(ranks) = self.ranks.as_ref().filter(|ranks| ranks.size() > 1) else { return self.rows(wanted) };
        let cut = wanted.iter().zip(pulls).filter(|(wanted, _)| wanted.entry.is_cut);
        let now = cut.map(|(Wanted { entry, lists, .. }, (key, ..))| {
            Ok(((*key).into().within(self.kind)?.into_owned(), self.asked(entry, united(lists))))
        });
        let now: Vec<Ids> = now.collect::<Result<_, KvError>>()?;
        let mut after = Vec::new();
        for (key, ids) in next {
            let key = (*key).into().within(self.kind)?;
            let entry = self.entries.get(&*key).ok_or_else(|| KvError::UnknownKey { key: key.to_string() })?;
            if entry.is_cut {
                let (rows, _) = rows_of(entry.value.shape())?;
                let ids = self.asked(entry, ids.unique(&key, rows)?);
                after.push((key.into_owned(), ids));
            }
        }
        let after = (!after.is_empty()).then_some(after);
        let (of_ranks, ahead) = ranks.rows_ahead(&self.cpu, &self.entries, &now, after, told)?;
        let of_ranks = self.with_hot(&wanted, of_ranks)?;
        let rows = self.handed_out(wanted, of_ranks)?;
        *self.ahead.get_mut().unwrap_or_else(PoisonError::into_inner) = ahead;
        Ok(rows)
    }

    /// The parameter of each key, and the ids that are pulled of it: a list for each output, or one for all.
    fn wanted<'k, K: Into<Key<'k>> + Copy>(
        &self,
        pulls: &[(K, &mut [&mut Array], &[RowIds<'_>])],
    ) -> Result<Vec<Wanted<'_>>, KvError> {
        let wanted = pulls.iter().map(|(key, outs, row_ids)| {
            let key = (*key).into().within(self.kind)?;
            let entry = self.checked(&key, outs, "row_sparse_pull", Some(Stype::RowSparse))?;
            let value = &entry.value;
            if value.stype() != Stype::RowSparse {
                return Err(KvError::NotRowSparse { key: key.into_owned(), found: value.stype() });
            }
            if row_ids.len() != 1 && row_ids.len() != outs.len() {
                return Err(KvError::Lists { key: key.into_owned(), lists: row_ids.len(), outs: outs.len() });
            }
            let (rows, _) = rows_of(value.shape())?;
            let lists = row_ids.iter().map(|ids| ids.unique(&key, rows)).collect::<Result<_, _>>()?;
            Ok(Wanted { entry, lists, outs: outs.len() })
        });
        wanted.collect()
    }

    /// The rows for each output.
    fn rows(&self, wanted: Vec<Wanted<'_>>) -> Result<Vec<Array>, KvError> {
        let of_ranks = match self.ranks.as_ref().filter(|ranks| ranks.size() > 1) {
            Some(ranks) => {
                let cut = wanted.iter().filter(|wanted| wanted.entry.is_cut);
                let all = cut.map(|Wanted { entry, lists, .. }| (&entry.value, self.asked(entry, united(lists))));
                self.with_hot(&wanted, ranks.rows(&self.cpu, &all.collect::<Vec<_>>())?)?
            }
            None => Vec::new(),
        };
        self.handed_out(wanted, of_ranks)
    }

    fn hot_rows(&self, entry: &Entry) -> Option<&Hot> {
        let key = self.entries.iter().find(|(_, own)| std::ptr::eq(*own, entry)).map(|(key, _)| key);
        key.and_then(|key| self.hot.get(key))
    }

    /// The ids that other ranks are asked for.
    fn asked(&self, entry: &Entry, ids: Vec<i64>) -> Vec<i64> {
        match self.hot_rows(entry) {
            Some(hot) => hot.cold(&ids),
            None => ids,
        }
    }

    /// Rows that the ranks have sent, with those that are here.
    fn with_hot(&self, wanted: &[Wanted<'_>], of_ranks: Vec<Array>) -> Result<Vec<Array>, KvError> {
        let cut = wanted.iter().filter(|wanted| wanted.entry.is_cut);
        let each = cut.zip(of_ranks).map(|(Wanted { entry, lists, .. }, rows)| match self.hot_rows(entry) {
            Some(hot) => hot.joined(&self.cpu, &rows, &united(lists)),
            None => Ok(rows),
        });
        each.collect()
    }

    /// The rows for each output, of those that the ranks have sent.
    fn handed_out(&self, wanted: Vec<Wanted<'_>>, of_ranks: Vec<Array>) -> Result<Vec<Array>, KvError> {
        let (mut of_ranks, mut rows) = (of_ranks.into_iter(), Vec::new());
        for Wanted { entry, lists, outs } in wanted {
            let pulled = if entry.is_cut { of_ranks.next() } else { None };
            let from = pulled.as_ref().unwrap_or(&entry.value);
            let retained = lists.into_iter().map(|ids| Ok(from.retained(&self.cpu, ids)?));
            let mut retained = retained.collect::<Result<Vec<_>, KvError>>()?;
            if let [one] = &mut *retained {
                retained = vec![one.take(); outs];
            }
            rows.extend(retained);
        }
        Ok(rows)
    }

    /// Parameters, all of them.
    fn whole<'s>(&'s self, entries: &[&'s Entry]) -> Result<Vec<Cow<'s, Array>>, KvError> {
        let parts: Vec<&Array> = entries.iter().filter(|entry| entry.is_cut).map(|entry| &entry.value).collect();
        let mut whole = match &self.ranks {
            Some(ranks) if !parts.is_empty() => ranks.gathered(&parts, true)?,
            _ => Vec::new(),
        }
        .into_iter();
        let of = |entry: &&'s Entry| {
            let gathered = if entry.is_cut { whole.next() } else { None };
            gathered.map_or(Cow::Borrowed(&entry.value), Cow::Owned)
        };
        Ok(entries.iter().map(of).collect())
    }

    /// The parameter of a key, if the outputs are like it, and of this storage type.
    fn checked(
        &self,
        key: &str,
        outs: &[&mut Array],
        call: &'static str,
        stype: Option<Stype>,
    ) -> Result<&Entry, KvError> {
        let entry = self.entries.get(key);
        let entry = entry.ok_or_else(|| KvError::UnknownKey { key: key.to_owned() })?;
        if outs.is_empty() {
            return Err(KvError::NoArrays { key: key.to_owned() });
        }
        for (worker, out) in outs.iter().enumerate() {
            expect_like(key, worker, &entry.value, out)?;
            if let Some(stype) = stype.filter(|&stype| stype != out.stype()) {
                let (expected, found) = (stype.name(), out.stype());
                return Err(KvError::Stype { key: key.to_owned(), worker, call, expected, found });
            }
        }
        Ok(entry)
    }
}

/// The ids of several lists, ascending and each once.
fn united(lists: &[Vec<i64>]) -> Vec<i64> {
    let mut ids = lists.concat();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// What is pulled of a parameter.
struct Wanted<'s> {
    entry: &'s Entry,
    lists: Vec<Vec<i64>>,
    outs: usize,
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
