//! What workers pull.
use super::moved::moved_by;
use super::updater::expect_like;
use super::{Key, KvError, KvStore, Moved, Pulled, RowIds};
use crate::array::{Array, ArrayError, rows_of};
use lacuna::infer::Stype;

impl KvStore {
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
