//! A model of a table and a bias on ranks, each of which keeps some rows of a large table.
use super::data::Examples;
use super::error::TrainError;
use super::linear::LinearHyper;
use super::scalar::TrainValue;
use super::slices::gathered;
use lacuna::infer::Stype;
use lacuna::{Csr, Index};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, ArrayError, Element, Storage, Values};
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::kvstore::{KvStore, Moved, RankOptions, RowIds, Summed};
use lacuna_runtime::optimizer::{At, Optimizer, ParameterId};
use std::borrow::Cow;
use std::sync::Arc;

const TABLE: &str = "weight";

/// An array of the table, and that of the bias.
pub(super) type Numbers<V> = (Vec<V>, Vec<V>);

/// What a rank has of the weight and of the optimizer's states: its rows of the table, and the bias.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    table: Vec<Array>,
    /// None without a bias.
    bias: Vec<Array>,
    /// Updates so far.
    pub steps: u64,
}

/// The gradient of a slice.
#[derive(Debug)]
pub(super) struct Gradient<V> {
    /// Rows of the table, ascending.
    pub ids: Vec<i64>,
    pub values: Vec<V>,
    pub bias: Vec<V>,
}

/// The table and the bias.
#[derive(Debug)]
pub(super) struct Sharded {
    store: KvStore,
    exchange: Arc<dyn Exchange>,
    slices: usize,
    shape: [usize; 2],
    bias: Vec<Array>,
    of_bias: Optimizer,
}

fn all_rows<V: TrainValue>(rows: usize, values: Vec<V>) -> Result<Array, ArrayError> {
    let row_length = values.len() / rows.max(1);
    let indices = (0..rows as i64).collect();
    Array::from_storage(vec![rows, row_length], Storage::RowSparse { indices, data: V::wrap(values) })
}

impl Parts {
    /// Of the whole arrays: the weight, then the states.
    pub fn of<V: TrainValue>(rows: usize, arrays: Vec<Numbers<V>>, steps: u64) -> Result<Self, TrainError> {
        let (mut table, mut biases) = (Vec::new(), Vec::new());
        for (values, bias) in arrays {
            table.push(all_rows(rows, values)?);
            if !bias.is_empty() {
                // The bias is a matrix of one row.
                biases.push(all_rows(1, bias)?);
            }
        }
        Ok(Self { table, bias: biases, steps })
    }
}

impl Sharded {
    /// Of parts that hold all rows, of which this rank keeps its own.
    pub fn new(
        (exchange, options): (Arc<dyn Exchange>, RankOptions),
        cpu: Cpu,
        hyper: &LinearHyper,
        parts: Parts,
    ) -> Result<Self, TrainError> {
        let mut store = KvStore::new(cpu);
        store.set_ranks(exchange.clone(), options)?;
        store.set_optimizer(hyper.weight);
        let shape = match parts.table.first().map(Array::shape) {
            Some(&[rows, row_length]) => [rows, row_length],
            _ => [0, 0],
        };
        let of_bias = hyper.bias;
        let mut new = Self { store, exchange, slices: options.slices, shape, bias: Vec::new(), of_bias };
        new.restore(parts)?;
        Ok(new)
    }

    /// Goes back to these parts.
    pub fn restore(&mut self, Parts { table, bias, steps }: Parts) -> Result<(), TrainError> {
        let mut arrays = table.into_iter();
        if let Some(weight) = arrays.next() {
            self.store.put(TABLE, weight, arrays.collect(), steps)?;
        }
        self.bias = bias;
        Ok(())
    }

    /// What this rank has.
    pub fn parts(&self) -> Parts {
        let states = self.store.states(TABLE).map(|(_, state)| state);
        let table = self.store.get(TABLE).into_iter().chain(states).cloned().collect();
        Parts { table, bias: self.bias.clone(), steps: self.store.steps(TABLE) }
    }

    /// The parts of all ranks together, on the first one.
    pub fn whole<V: TrainValue>(&self, parts: &Parts) -> Result<Option<Vec<Numbers<V>>>, TrainError> {
        let table = self.store.gathered(&parts.table.iter().collect::<Vec<_>>())?;
        if self.exchange.rank() > 0 {
            return Ok(None);
        }
        let numbers = |array: &Array| array.data::<V>().unwrap_or_default().to_vec();
        let biases = parts.bias.iter().map(numbers).chain(std::iter::repeat(Vec::new()));
        Ok(Some(table.iter().map(numbers).zip(biases).collect()))
    }

    /// Rows of the table.
    pub const fn rows(&self) -> usize {
        self.shape[0]
    }

    pub fn exchange(&self) -> &dyn Exchange {
        &*self.exchange
    }

    /// What pulls and pushes of the table have moved, if it is cut.
    pub fn moved(&self) -> Option<[Moved; 2]> {
        self.store.is_cut(TABLE).then(|| [self.store.pulled(), self.store.pushed()])
    }

    /// Whether all numbers of all ranks are finite.
    pub fn is_finite<V: TrainValue>(&self) -> Result<bool, TrainError> {
        let mut weights = self.store.get(TABLE).into_iter().chain(self.bias.first());
        let is_finite = weights
            .all(|weight| weight.data::<V>().unwrap_or_default().iter().all(|weight| weight.to_f64().is_finite()));
        let all = gathered(&*self.exchange, &[f64::from(u8::from(is_finite))])?;
        Ok(all.iter().flatten().all(|&flag| flag == 1.0))
    }

    /// The slices of this rank, of a step that all ranks have, or of its own rows.
    pub fn cut<'a, V: TrainValue, I: Index>(
        &self,
        examples: Examples<'a, V, I>,
    ) -> Result<Vec<Examples<'a, V, I>>, TrainError> {
        let rows = examples.x.rows();
        let own = self.store.own_slices();
        let (mut begin, counts) = match examples.slices {
            Some(slices) => (0, slices.own.clone()),
            None => {
                let at = |slice: usize| rows * slice / self.slices;
                (at(own.start), own.clone().map(|slice| at(slice + 1) - at(slice)).collect())
            }
        };
        if counts.len() != own.len() || counts.iter().sum::<usize>() > rows {
            return Err(TrainError::Slices { expected: own.len(), found: counts.len(), rows });
        }
        let cut = counts.into_iter().map(|count| {
            let range = begin..begin + count;
            begin = range.end;
            Ok(Examples {
                x: examples.x.row_range(range.clone())?,
                labels: examples.labels.get(range.clone()).unwrap_or_default(),
                weights: examples.weights.map(|weights| weights.get(range).unwrap_or_default()),
                slices: None,
            })
        });
        cut.collect()
    }

    /// Rows of the table, one behind the other, of ids that ascend.
    pub fn pull<V: TrainValue>(&mut self, ids: &[i64]) -> Result<Vec<V>, TrainError> {
        let mut rows = Array::zeros(Stype::RowSparse, &self.shape, <V as Element>::DTYPE)?;
        self.store.row_sparse_pull(TABLE, &mut [&mut rows], &[RowIds::Slice(ids)])?;
        let mut values = V::into_vec(rows.take_memory().values);
        values.resize(ids.len() * self.shape[1], V::ZERO);
        Ok(values)
    }

    /// The bias.
    pub fn bias<V: TrainValue>(&self) -> &[V] {
        self.bias.first().and_then(Array::data).unwrap_or_default()
    }

    /// One update by the gradients of the slices of all ranks, and the rows of their sum that this rank has. `None`,
    /// and no update, if no slice has a gradient.
    pub fn step<V: TrainValue>(&mut self, slices: Vec<Option<Gradient<V>>>) -> Result<Option<usize>, TrainError> {
        let (mut of_table, mut of_bias) = (Vec::new(), Vec::new());
        for slice in slices {
            let Some(Gradient { ids, values, bias }) = slice else {
                of_table.push(None);
                of_bias.push(None);
                continue;
            };
            of_table.push(Some(self.gradient(ids, V::wrap(values))?));
            of_bias.push(if bias.is_empty() { None } else { Some(all_rows(1, bias)?) });
        }
        let slices = of_bias.iter().map(|slice| slice.as_ref().map(Cow::Borrowed)).collect();
        let mut sums = self.sums(&of_table, self.bias.first().map(|value| (value, slices)))?.into_iter();
        let Some(table) = sums.next().flatten() else { return Ok(None) };
        let rows = table.indices().map_or(0, <[i64]>::len);
        let step = self.store.steps(TABLE).saturating_add(1);
        self.store.apply(TABLE, Some(table))?;
        if let (Some(sum), Some((value, states))) = (sums.next().flatten(), self.bias.split_first_mut()) {
            let at = At { step, parameter: ParameterId::Name("bias") };
            self.of_bias.update(&Cpu { threads: 1 }, at, &sum, value, states, &mut Vec::new())?;
        }
        Ok(Some(rows))
    }

    /// A gradient of the table, which is counted as one that is sent.
    pub fn gradient(&mut self, ids: Vec<i64>, values: Values) -> Result<Array, TrainError> {
        let storage = Storage::RowSparse { indices: ids, data: values };
        let gradient = Array::from_storage(self.shape.to_vec(), storage)?;
        self.store.count_pushed(&gradient);
        Ok(gradient)
    }

    /// The sums over the slices of all ranks: of the table the rows of this rank, then of arrays that every rank has.
    pub fn sums<'a>(
        &'a self,
        table: &'a [Option<Array>],
        others: impl IntoIterator<Item = (&'a Array, Vec<Option<Cow<'a, Array>>>)>,
    ) -> Result<Vec<Option<Array>>, TrainError> {
        let mut summed = vec![self.store.summed(TABLE, table.iter().map(Option::as_ref).collect())?];
        summed.extend(others.into_iter().map(|(value, slices)| Summed { value, is_cut: false, slices }));
        Ok(self.store.sums(summed)?)
    }

    /// One update of the table by such a sum.
    pub fn apply(&mut self, optimizer: Optimizer, sum: Option<Array>) -> Result<(), TrainError> {
        self.store.set_hyper(optimizer);
        Ok(self.store.apply(TABLE, sum)?)
    }

    /// Numbers of the slices of this rank, then of all ranks in the order of the slices.
    pub fn of_all_slices<const N: usize>(&self, own: &[[f64; N]]) -> Result<Vec<[f64; N]>, TrainError> {
        let all = gathered(&*self.exchange, own.as_flattened())?;
        Ok(all.concat().as_chunks().0.to_vec())
    }

    /// The sum of a count over the ranks: of one that all have in common, the own.
    pub fn rows_of_sum(&self, own: usize) -> Result<usize, TrainError> {
        if !self.store.is_cut(TABLE) {
            return Ok(own);
        }
        Ok(gathered(&*self.exchange, &[own as f64])?.iter().flatten().sum::<f64>() as usize)
    }

    /// The others end with an error of this rank, unless it is one of theirs.
    pub fn told<T>(&self, result: Result<T, TrainError>) -> Result<T, TrainError> {
        if let Err(error) = &result
            && !error.is_of_exchange()
        {
            self.exchange.fail(&error.to_string());
        }
        result
    }

    /// The file is there when all go on.
    pub fn written<T>(&self, result: Result<T, TrainError>) -> Result<T, TrainError> {
        let written = self.told(result)?;
        self.exchange.barrier()?;
        Ok(written)
    }
}

/// The features of rows, each once, ascending: a column stands for so many of a feature.
pub(super) fn features<V: TrainValue, I: Index>(slices: &[Examples<'_, V, I>], columns: usize) -> Vec<i64> {
    let indices = slices.iter().flat_map(|slice| (0..slice.x.rows()).flat_map(|row| slice.x.row(row).0));
    let mut ids: Vec<i64> = indices.map(|index| (index.to_usize() / columns) as i64).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Rows whose features have other numbers: their places in a list.
pub(super) struct Renumbered<I> {
    rows: usize,
    columns: usize,
    indptr: Vec<I>,
    indices: Vec<I>,
}

impl<I: Index> Renumbered<I> {
    pub fn of<V: TrainValue>(x: Csr<'_, V, I>, ids: &[i64], columns: usize) -> Self {
        let (mut indptr, mut indices) = (vec![I::from_usize(0)], Vec::with_capacity(x.nnz()));
        for row in 0..x.rows() {
            indices.extend(x.row(row).0.iter().map(|index| {
                let (feature, column) = (index.to_usize() / columns, index.to_usize() % columns);
                let place = ids.binary_search(&(feature as i64)).unwrap_or_default();
                I::from_usize(place * columns + column)
            }));
            indptr.push(I::from_usize(indices.len()));
        }
        // A model without features has no shape.
        Self { rows: x.rows(), columns: ids.len().max(1) * columns, indptr, indices }
    }

    /// As arrays: row pointers, columns and number of columns.
    pub fn into_places(self) -> (Vec<I>, Vec<I>, usize) {
        (self.indptr, self.indices, self.columns)
    }

    /// With the values that they had.
    pub fn with<'a, V: TrainValue>(&'a self, x: Csr<'a, V, I>) -> Result<Csr<'a, V, I>, TrainError> {
        Ok(Csr::trusted(self.rows, self.columns, &self.indptr, &self.indices, x.values())?)
    }
}
