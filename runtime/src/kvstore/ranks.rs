//! A store on several ranks: what each keeps, and what they send each other.
use super::moved::moved_by;
use super::sum::sum;
use super::updater::Entry;
use super::{KvError, KvStore};
use lacuna::Value;
use lacuna::infer::Stype;
use lacuna_arrays::Cpu;
use lacuna_arrays::array::{Array, Dtype, Element, Storage, Values, reserve, rows_of};
use lacuna_arrays::exchange::tree::{Node, combine, cover, slices_of};
use lacuna_arrays::exchange::{Exchange, Reader, Writer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// How a step is cut, and what the ranks share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankOptions {
    /// Slices of a step: a power of two, and at least one for each rank. The bits depend on it.
    pub slices: usize,
    /// Row_sparse parameters of so many elements and more are cut into ranges of rows, one for each rank; all others
    /// every rank has. The bits do not depend on it.
    pub sharded_from: usize,
}

impl RankOptions {
    /// With MXNet's bound of a parameter that is cut, `MXNET_KVSTORE_BIGARRAY_BOUND`: a million elements.
    #[must_use]
    pub const fn new(slices: usize) -> Self {
        Self { slices, sharded_from: 1_000_000 }
    }
}

/// The ranks of a store.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    pub exchange: Arc<dyn Exchange>,
    pub options: RankOptions,
}

/// What is added.
pub struct Summed<'a> {
    /// The parameter.
    pub value: &'a Array,
    /// Whether each rank has some rows of it: then it gets the sum of these.
    pub is_cut: bool,
    /// Of each slice of this rank.
    pub slices: Vec<Option<Cow<'a, Array>>>,
}

/// A part of a sum, for the rank that adds it.
type Pieces<'a> = BTreeMap<Node, Cow<'a, Array>>;

/// The rows of a dimension that a rank has: MXNet's ranges, cut down instead of rounded.
pub fn range_of(rows: usize, rank: usize, ranks: usize) -> Range<usize> {
    // Of a product that may have more bits than a `usize`.
    let at = |rank: usize| (rows as u128 * rank as u128 / ranks.max(1) as u128) as usize;
    at(rank)..at(rank + 1)
}

/// The places of stored rows that are in a range.
pub fn places_of(ids: &[i64], range: &Range<usize>) -> Range<usize> {
    let place = |row: usize| ids.partition_point(|&id| id.cast_unsigned() < row as u64);
    place(range.start)..place(range.end)
}

/// The rows of a range that a row_sparse array stores.
pub fn rows_in(array: &Array, range: &Range<usize>) -> Result<Array, KvError> {
    let ids = array.indices().unwrap_or_default();
    let (_, row_length) = rows_of(array.shape())?;
    let places = places_of(ids, range);
    let mut bytes = Vec::new();
    array.values().write_range(places.start * row_length..places.end * row_length, &mut bytes);
    let data = Values::read(array.dtype(), &bytes);
    row_sparse(array.shape(), ids.get(places).unwrap_or_default().to_vec(), data)
}

pub fn row_sparse(shape: &[usize], indices: Vec<i64>, data: Values) -> Result<Array, KvError> {
    Ok(Array::from_storage(shape.to_vec(), Storage::RowSparse { indices, data })?)
}

fn dense(shape: &[usize], data: Values) -> Result<Array, KvError> {
    Ok(Array::from_storage(shape.to_vec(), Storage::Dense { data })?)
}

/// What a piece is a part of.
struct Whole<'a> {
    shape: &'a [usize],
    dtype: Dtype,
    ranks: usize,
}

impl Whole<'_> {
    /// The rows, or the elements of a dense array, of a rank.
    fn range(&self, stype: Stype, rank: usize) -> Result<Range<usize>, KvError> {
        let length = if stype == Stype::RowSparse { rows_of(self.shape)?.0 } else { self.shape.iter().product() };
        Ok(range_of(length, rank, self.ranks))
    }

    /// Writes the part of an array that is in the range of a rank.
    fn write(&self, array: &Array, rank: usize, to: &mut Writer) -> Result<(), KvError> {
        let range = self.range(array.stype(), rank)?;
        to.number(u64::from(array.stype() == Stype::RowSparse));
        match array.indices().filter(|_| array.stype() == Stype::RowSparse) {
            Some(ids) => {
                let (_, row_length) = rows_of(self.shape)?;
                let places = places_of(ids, &range);
                to.ids(ids.get(places.clone()).unwrap_or_default(), range.start);
                to.values(array.values(), places.start * row_length..places.end * row_length);
            }
            None => to.values(array.values(), range),
        }
        Ok(())
    }

    /// Reads such a part: of a row_sparse array with its ids, of a dense one as a vector.
    fn read(&self, rank: usize, from: &mut Reader<'_>) -> Result<Array, KvError> {
        let stype = if from.number()? == 1 { Stype::RowSparse } else { Stype::Dense };
        let range = self.range(stype, rank)?;
        if stype == Stype::Dense {
            return dense(&[range.len()], from.values(self.dtype, range.len())?);
        }
        let (_, row_length) = rows_of(self.shape)?;
        let ids = from.ids(range)?;
        let values = from.values(self.dtype, ids.len().saturating_mul(row_length))?;
        row_sparse(self.shape, ids, values)
    }

    /// One array of the parts of all ranks.
    fn join(&self, parts: &[Array]) -> Result<Array, KvError> {
        let (mut ids, mut data) = (Vec::new(), Values::zeros(self.dtype, 0)?);
        for part in parts {
            data.append(part.values())?;
            ids.extend_from_slice(part.indices().unwrap_or_default());
        }
        let is_dense = parts.iter().any(|part| part.stype() == Stype::Dense);
        if is_dense { dense(self.shape, data) } else { row_sparse(self.shape, ids, data) }
    }
}

impl Ranks {
    pub fn size(&self) -> usize {
        self.exchange.size()
    }

    pub fn rank(&self) -> usize {
        self.exchange.rank()
    }

    pub fn own_slices(&self) -> Range<usize> {
        slices_of(self.options.slices, self.rank(), self.size())
    }

    /// Whether each rank has some rows of a parameter.
    pub fn cuts(&self, value: &Array) -> bool {
        self.size() > 1 && value.stype() == Stype::RowSparse && value.size() >= self.options.sharded_from
    }

    /// What this rank keeps of a row_sparse array.
    pub fn own_part(&self, value: &Array) -> Result<Array, KvError> {
        rows_in(value, &self.own_rows(rows_of(value.shape())?.0))
    }

    /// The rows that this rank keeps of so many.
    pub fn own_rows(&self, rows: usize) -> Range<usize> {
        range_of(rows, self.rank(), self.size())
    }

    /// Cuts a parameter with its states, if it is to be cut.
    pub fn keep_own(&self, entry: &mut Entry) -> Result<(), KvError> {
        if entry.is_cut {
            entry.value = self.own_part(&entry.value)?;
            for state in &mut entry.states {
                *state = self.own_part(state)?;
            }
        }
        Ok(())
    }

    fn whole<'a>(&self, value: &'a Array) -> Whole<'a> {
        Whole { shape: value.shape(), dtype: value.dtype(), ranks: self.size() }
    }

    /// The sums that this rank has of its own slices: one for each node of their cover that has any.
    fn own_sums<'a>(&self, cpu: &Cpu, slices: Vec<Option<Cow<'a, Array>>>) -> Result<Pieces<'a>, KvError> {
        let own = self.own_slices();
        let leaves = own.clone().zip(slices).filter_map(|(number, slice)| Some((Node { height: 0, number }, slice?)));
        let mut leaves: Pieces<'a> = leaves.collect();
        let mut sums = Pieces::new();
        for node in cover(own) {
            if let Some(sum) = combine(node, &mut leaves, &mut |left, right| added(cpu, &left, &right).map(Cow::Owned))?
            {
                sums.insert(node, sum);
            }
        }
        Ok(sums)
    }

    /// The sums of the slices of all ranks, of several parameters: of one that is cut, the rows of this rank; of another
    /// one, all of it. `None` where no slice has anything.
    ///
    /// With messages that go along, one for each rank, those of the others come back in their place.
    pub fn sums(
        &self,
        cpu: &Cpu,
        mut pushes: Vec<Summed<'_>>,
        mut along: Option<&mut Vec<Vec<u8>>>,
    ) -> Result<Vec<Option<Array>>, KvError> {
        let slices = pushes.iter_mut().map(|push| std::mem::take(&mut push.slices));
        let own = slices.map(|slices| self.own_sums(cpu, slices)).collect::<Result<Vec<_>, _>>()?;
        if self.size() == 1 {
            return own.into_iter().map(|mut sums| self.root(cpu, &mut sums)).collect();
        }
        let message = |to: usize| {
            let mut message = Writer::default();
            for (Summed { value, .. }, sums) in pushes.iter().zip(&own) {
                message.number(sums.len() as u64);
                for (node, sum) in sums {
                    message.number(node.height.into());
                    message.number(node.number as u64);
                    self.whole(value).write(sum, to, &mut message)?;
                }
            }
            if let Some(along) = along.as_ref().and_then(|along| along.get(to)) {
                message.bytes(along);
            }
            Ok(message.finish())
        };
        let messages = (0..self.size()).map(message).collect::<Result<Vec<_>, KvError>>()?;
        drop(own);
        let received = self.exchange.all_to_all(messages)?;
        let mut pieces: Vec<Pieces<'_>> = pushes.iter().map(|_| Pieces::new()).collect();
        for (from, message) in received.iter().enumerate() {
            let mut message = Reader::new(from, message);
            for (Summed { value, .. }, pieces) in pushes.iter().zip(&mut pieces) {
                for _ in 0..message.count("a number of sums")? {
                    let height = u32::try_from(message.number()?).unwrap_or(u32::MAX);
                    let node = Node { height, number: message.count("a slice")? };
                    pieces.insert(node, Cow::Owned(self.whole(value).read(self.rank(), &mut message)?));
                }
            }
            if let Some(along) = along.as_mut().and_then(|along| along.get_mut(from)) {
                *along = message.bytes()?.to_vec();
            }
            message.end()?;
        }
        let own = pieces.iter_mut().map(|pieces| self.root(cpu, pieces)).collect::<Result<Vec<_>, _>>()?;
        self.shared(&pushes, own)
    }

    fn root(&self, cpu: &Cpu, pieces: &mut Pieces<'_>) -> Result<Option<Array>, KvError> {
        let root = Node::root(self.options.slices);
        let sum = combine(root, pieces, &mut |left, right| added(cpu, &left, &right).map(Cow::Owned))?;
        Ok(sum.map(Cow::into_owned))
    }

    /// The parts of sums that this rank has made; those of parameters that every rank has, from all of them.
    fn shared(&self, pushes: &[Summed<'_>], mut own: Vec<Option<Array>>) -> Result<Vec<Option<Array>>, KvError> {
        if pushes.iter().all(|push| push.is_cut) {
            return Ok(own);
        }
        let mut message = Writer::default();
        for (Summed { value, .. }, sum) in pushes.iter().zip(&own).filter(|(push, _)| !push.is_cut) {
            message.number(sum.is_some().into());
            if let Some(sum) = sum {
                // The part is a vector if it is dense.
                message.number(u64::from(sum.stype() == Stype::RowSparse));
                if sum.stype() == Stype::RowSparse {
                    message.ids(
                        sum.indices().unwrap_or_default(),
                        self.whole(value).range(sum.stype(), self.rank())?.start,
                    );
                }
                message.values(sum.values(), 0..sum.values().len());
            }
        }
        let received = self.exchange.all_gather(message.finish())?;
        let mut parts: Vec<Vec<Array>> = pushes.iter().map(|_| Vec::new()).collect();
        for (from, message) in received.iter().enumerate() {
            let mut message = Reader::new(from, message);
            for (Summed { value, .. }, parts) in pushes.iter().zip(&mut parts).filter(|(push, _)| !push.is_cut) {
                if message.number()? == 1 {
                    parts.push(self.whole(value).read(from, &mut message)?);
                }
            }
            message.end()?;
        }
        for ((Summed { value, is_cut, .. }, parts), own) in pushes.iter().zip(&parts).zip(&mut own) {
            if !is_cut {
                *own = if parts.is_empty() { None } else { Some(self.whole(value).join(parts)?) };
            }
        }
        Ok(own)
    }

    /// Rows of cut parameters, from the ranks that have them: of each parameter those of its ids, which ascend, also
    /// those that are not stored, as zeros; none of one that stores no row at all.
    pub fn rows(&self, cpu: &Cpu, wanted: &[(&Array, Vec<i64>)]) -> Result<Vec<Array>, KvError> {
        let rank_rows = |value: &Array, rank| Ok::<_, KvError>(range_of(rows_of(value.shape())?.0, rank, self.size()));
        let question = |to| {
            let mut message = Writer::default();
            for (value, ids) in wanted {
                let range = rank_rows(value, to)?;
                message.ids(ids.get(places_of(ids, &range)).unwrap_or_default(), range.start);
            }
            Ok(message.finish())
        };
        let questions = (0..self.size()).map(question).collect::<Result<Vec<_>, KvError>>()?;
        let asked = self.exchange.all_to_all(questions)?;
        let answer = |(from, message): (usize, &Vec<u8>)| {
            let (mut question, mut answer) = (Reader::new(from, message), Writer::default());
            for (value, _) in wanted {
                let ids = question.ids(rank_rows(value, self.rank())?)?;
                let rows = value.retained(cpu, ids)?;
                answer.number(u64::from(value.indices().is_some_and(|ids| !ids.is_empty())));
                answer.values(rows.values(), 0..rows.values().len());
            }
            question.end()?;
            Ok(answer.finish())
        };
        let answers = asked.iter().enumerate().map(answer).collect::<Result<Vec<_>, KvError>>()?;
        let received = self.exchange.all_to_all(answers)?;
        let mut found = Vec::new();
        for (value, _) in wanted {
            found.push((Values::zeros(value.dtype(), 0)?, false));
        }
        for (from, message) in received.iter().enumerate() {
            let mut message = Reader::new(from, message);
            for ((value, ids), (data, stored)) in wanted.iter().zip(&mut found) {
                let (_, row_length) = rows_of(value.shape())?;
                let rows = places_of(ids, &rank_rows(value, from)?).len();
                // A rank without rows answers nothing: its rows are zeros.
                if message.number()? == 1 {
                    *stored = true;
                    data.append(&message.values(value.dtype(), rows * row_length)?)?;
                } else {
                    data.append(&Values::zeros(value.dtype(), rows * row_length)?)?;
                }
            }
            message.end()?;
        }
        let rows = wanted.iter().zip(found).map(|((value, ids), (data, stored))| {
            if stored {
                return row_sparse(value.shape(), ids.clone(), data);
            }
            Ok(Array::zeros(Stype::RowSparse, value.shape(), value.dtype())?)
        });
        rows.collect()
    }

    /// Arrays of which each rank has the rows of its range, whole: on all ranks, or on the first alone, where the others
    /// keep what they have.
    pub fn gathered(&self, parts: &[&Array], everywhere: bool) -> Result<Vec<Array>, KvError> {
        let mut message = Writer::default();
        for part in parts {
            self.whole(part).write(part, self.rank(), &mut message)?;
        }
        let message = message.finish();
        let received = if everywhere {
            self.exchange.all_gather(message)?
        } else {
            let mut messages = vec![Vec::new(); self.size()];
            if let Some(first) = messages.first_mut() {
                *first = message;
            }
            let received = self.exchange.all_to_all(messages)?;
            if self.rank() > 0 {
                return Ok(parts.iter().map(|&part| part.clone()).collect());
            }
            received
        };
        let mut all: Vec<Vec<Array>> = parts.iter().map(|_| Vec::new()).collect();
        for (from, message) in received.iter().enumerate() {
            let mut message = Reader::new(from, message);
            for (part, all) in parts.iter().zip(&mut all) {
                all.push(self.whole(part).read(from, &mut message)?);
            }
            message.end()?;
        }
        parts.iter().zip(&all).map(|(part, all)| self.whole(part).join(all)).collect()
    }
}

/// The sum of two nodes: a row that one of them lacks is the other one's.
pub(super) fn added(cpu: &Cpu, left: &Array, right: &Array) -> Result<Array, KvError> {
    match (left.dtype(), left.stype() == Stype::RowSparse && right.stype() == Stype::RowSparse) {
        (_, false) => Ok(sum(cpu, &[left, right])?),
        (Dtype::F32, true) => united::<f32>(left, right),
        (Dtype::F64, true) => united::<f64>(left, right),
        (dtype, true) => {
            let [left, right] = [left.astype(Dtype::F32)?, right.astype(Dtype::F32)?];
            Ok(united::<f32>(&left, &right)?.astype(dtype)?)
        }
    }
}

fn united<V: Element + Value>(left: &Array, right: &Array) -> Result<Array, KvError> {
    let (_, row_length) = rows_of(left.shape())?;
    let ids = [left, right].map(|array| array.indices().unwrap_or_default());
    let values = [left, right].map(|array| array.data::<V>().unwrap_or_default());
    let (mut indices, mut data) = (Vec::new(), Vec::new());
    reserve(&mut indices, ids[0].len() + ids[1].len())?;
    reserve(&mut data, values[0].len() + values[1].len())?;
    let mut places = [0, 0];
    loop {
        let [left, right] = [0, 1].map(|side: usize| ids[side].get(places[side]).copied());
        let row = [0, 1].map(|side: usize| {
            let begin = places[side] * row_length;
            values[side].get(begin..begin + row_length).unwrap_or_default()
        });
        let (id, takes) = match (left, right) {
            (None, None) => break,
            (Some(left), None) => (left, [true, false]),
            (None, Some(right)) => (right, [false, true]),
            (Some(left), Some(right)) => (left.min(right), [left <= right, right <= left]),
        };
        indices.push(id);
        match takes {
            [true, true] => data.extend(row[0].iter().zip(row[1]).map(|(&left, &right)| left + right)),
            [true, false] => data.extend_from_slice(row[0]),
            _ => data.extend_from_slice(row[1]),
        }
        places = [places[0] + usize::from(takes[0]), places[1] + usize::from(takes[1])];
    }
    row_sparse(left.shape(), indices, V::wrap(data))
}

impl KvStore {
    /// From now on this store is one of those of all ranks: each keeps a range of the rows of every large row_sparse
    /// parameter, also of those that are in it, with the states of the optimizer. All ranks make the same calls in the
    /// same order.
    ///
    /// | call | with ranks |
    /// |---|---|
    /// | [`init`](Self::init) | every rank gives the same value, and keeps its part |
    /// | [`push`](Self::push), [`push_slices`](Self::push_slices) | a value for each [slice](Self::own_slices) of this rank; the sum of all slices is that of the [tree](crate::exchange::tree) |
    /// | [`row_sparse_pull`](Self::row_sparse_pull) | each rank pulls what it likes, of the same keys |
    /// | [`pull`](Self::pull) | moves whole parameters |
    /// | [`get`](Self::get), [`states`](Self::states) | what this rank keeps |
    ///
    /// A step moves ids and rows that it touches. An error on one rank ends the others too.
    ///
    /// # Errors
    /// [`KvError::SliceCount`]; then the store is as before.
    ///
    /// ```
    /// use lacuna::optim::Sgd;
    /// use lacuna_runtime::Cpu;
    /// use lacuna_runtime::array::Array;
    /// use lacuna_runtime::exchange::{Exchange, Threads};
    /// use lacuna_runtime::kvstore::{KvStore, Optimizer, RankOptions};
    /// use std::{sync::Arc, time::Duration};
    /// let ranks = Threads::new(2, Duration::from_secs(10));
    /// std::thread::scope(|scope| {
    ///     for rank in ranks {
    ///         scope.spawn(move || {
    ///             let (rank, number) = (Arc::new(rank), 1);
    ///             let mut store = KvStore::new(Cpu { threads: 1 });
    ///             store.set_ranks(rank.clone(), RankOptions { slices: 2, sharded_from: 1 })?;
    ///             store.set_optimizer(Optimizer::Sgd(Sgd::new(0.5)));
    ///             store.init("w", Array::row_sparse(&[4, 1], vec![0, 1, 2, 3], vec![0.0_f32; 4])?)?;
    ///             assert_eq!(store.get("w").and_then(Array::indices), Some(&[[0, 1], [2, 3]][rank.rank()][..]));
    ///             store.push("w", &[&Array::row_sparse(&[4, 1], vec![rank.rank() as i64, 3], vec![1.0_f32; 2])?])?;
    ///             let mut rows = Array::row_sparse(&[4, 1], vec![], Vec::<f32>::new())?;
    ///             store.row_sparse_pull("w", &mut [&mut rows], &[(&[3, number][..]).into()])?;
    ///             assert_eq!(rows.data(), Some(&[-0.5_f32, -1.0][..]));
    ///             Ok::<(), lacuna_runtime::kvstore::KvError>(())
    ///         });
    ///     }
    /// });
    /// ```
    pub fn set_ranks(&mut self, exchange: Arc<dyn Exchange>, options: RankOptions) -> Result<(), KvError> {
        let (slices, ranks) = (options.slices, exchange.size());
        if !slices.is_power_of_two() || slices < ranks {
            return Err(KvError::SliceCount { slices, ranks });
        }
        let ranks = Ranks { exchange, options };
        let mut entries = self.entries.clone();
        for (key, entry) in &mut entries {
            entry.is_cut = ranks.cuts(&entry.value);
            self.updater.expect_parts(key, entry.is_cut)?;
            ranks.keep_own(entry)?;
        }
        self.hot.clear();
        (self.entries, self.ranks) = (entries, Some(ranks));
        Ok(())
    }

    /// An empty store on the ranks of another one.
    #[doc(hidden)]
    pub fn take_ranks_of(&mut self, other: &Self) {
        self.ranks.clone_from(&other.ranks);
    }

    /// The slices of a step that this rank computes; one without [ranks](Self::set_ranks).
    #[must_use]
    pub fn own_slices(&self) -> Range<usize> {
        self.ranks.as_ref().map_or(0..1, Ranks::own_slices)
    }

    /// What the ranks send each other by, if there are ranks.
    #[must_use]
    pub fn exchange(&self) -> Option<&Arc<dyn Exchange>> {
        self.ranks.as_ref().map(|ranks| &ranks.exchange)
    }

    /// Whether a parameter of this form is cut into the rows of each rank.
    pub(crate) fn cuts(&self, value: &Array) -> bool {
        self.ranks.as_ref().is_some_and(|ranks| ranks.cuts(value))
    }

    /// The rows of a parameter of so many that this rank keeps.
    pub(crate) fn own_rows(&self, rows: usize) -> Range<usize> {
        self.ranks.as_ref().map_or(0..rows, |ranks| ranks.own_rows(rows))
    }

    /// Takes the rows that this rank keeps of a parameter and of its states, in place of what was there.
    #[doc(hidden)]
    pub fn put_own_rows(&mut self, key: &str, value: Array, states: Vec<Array>, steps: u64) {
        self.updates = self.updates.max(steps);
        self.hot.remove(key);
        self.entries.insert(key.to_owned(), Entry { value, states, steps, is_cut: true });
    }

    /// Takes a parameter and its states in place of what was there: of one that is cut, the rows that this rank keeps.
    #[doc(hidden)]
    pub fn put(&mut self, key: &str, value: Array, states: Vec<Array>, steps: u64) -> Result<(), KvError> {
        let mut entry = Entry { value, states, steps, is_cut: false };
        if let Some(ranks) = &self.ranks {
            entry.is_cut = ranks.cuts(&entry.value);
            self.updater.expect_parts(key, entry.is_cut)?;
            ranks.keep_own(&mut entry)?;
        }
        self.updates = self.updates.max(steps);
        self.entries.insert(key.to_owned(), entry);
        Ok(())
    }

    /// Whether each rank has some rows of a parameter.
    #[doc(hidden)]
    pub fn is_cut(&self, key: &str) -> bool {
        self.entries.get(key).is_some_and(|entry| entry.is_cut)
    }

    /// Slices of the gradient of a parameter in the store, to be added.
    #[doc(hidden)]
    pub fn summed<'a>(&'a self, key: &str, slices: Vec<Option<&'a Array>>) -> Result<Summed<'a>, KvError> {
        self.check_push(key, &slices)?;
        let entry = self.entries.get(key).ok_or_else(|| KvError::UnknownKey { key: key.to_owned() })?;
        let slices = slices.into_iter().map(|slice| slice.map(Cow::Borrowed)).collect();
        Ok(Summed { value: &entry.value, is_cut: entry.is_cut, slices })
    }

    /// The sums over the slices of all ranks, and rows that the next pull was told of.
    #[doc(hidden)]
    pub fn sums(&self, summed: Vec<Summed<'_>>) -> Result<Vec<Option<Array>>, KvError> {
        let Some(ranks) = &self.ranks else { return Ok(Vec::new()) };
        let mut early = self.early()?;
        let sums = self.sums_with_hot(summed, |summed| ranks.sums(&self.cpu, summed, early.as_mut()))?;
        early.map_or(Ok(()), |early| self.take_early(&early))?;
        Ok(sums)
    }

    /// What kernels run on.
    #[doc(hidden)]
    pub const fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Counts what came from other ranks.
    #[doc(hidden)]
    pub fn count_pulled(&mut self, value: &Array) {
        self.pulled += moved_by(value);
    }

    /// Counts what goes to the sums.
    #[doc(hidden)]
    pub fn count_pushed(&mut self, value: &Array) {
        self.pushed += moved_by(value);
    }

    /// Arrays of which each rank has some rows, whole, on the first one.
    #[doc(hidden)]
    pub fn gathered(&self, parts: &[&Array]) -> Result<Vec<Array>, KvError> {
        match &self.ranks {
            Some(ranks) => ranks.gathered(parts, false),
            None => Ok(parts.iter().map(|&part| part.clone()).collect()),
        }
    }

    /// The number of each slice of a step, of all ranks in their order.
    #[doc(hidden)]
    pub fn numbers_of_slices(&self, own: &[f64]) -> Result<Vec<f64>, KvError> {
        let Some(ranks) = &self.ranks else { return Ok(own.to_vec()) };
        let mut message = Writer::default();
        own.iter().for_each(|number| message.number(number.to_bits()));
        let mut all = Vec::new();
        for (from, message) in ranks.exchange.all_gather(message.finish())?.iter().enumerate() {
            let mut message = Reader::new(from, message);
            for _ in slices_of(ranks.options.slices, from, ranks.size()) {
                all.push(f64::from_bits(message.number()?));
            }
            message.end()?;
        }
        Ok(all)
    }

    /// Ends the other ranks with an error of this one, if it is its own.
    pub(crate) fn told<T>(&self, result: Result<T, KvError>) -> Result<T, KvError> {
        if let (Err(error), Some(ranks)) = (&result, &self.ranks)
            && !matches!(error, KvError::Exchange(_))
        {
            ranks.exchange.fail(&error.to_string());
        }
        result
    }
}
