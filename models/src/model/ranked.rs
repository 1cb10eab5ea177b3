//! A model on several ranks: each computes some slices of a step, and keeps some rows of each table.
mod files;
mod network;
mod step;

use super::ModelError;
use super::asynchronous::Server;
use super::trained_network::TrainedNetwork;
use lacuna::infer::Stype;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype, Storage, Values, rows_of};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::data::{NextBatch, SliceRows};
use lacuna_runtime::device::Device;
use lacuna_runtime::exchange::tree::slices_of;
use lacuna_runtime::exchange::{Exchange, ExchangeError, Reader, Writer};
use lacuna_runtime::kvstore::{KvError, KvStore, RankOptions, RowIds, Summed, range_of};
use lacuna_runtime::layer::{LayerError, Network};
use lacuna_runtime::optimizer::{Multipliers, Optimizer};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a model has with ranks.
#[derive(Debug)]
pub(super) struct Ranked {
    exchange: Arc<dyn Exchange>,
    slices: usize,
    /// Of the tables that are cut. Only where ranks do not wait for each other, another thread looks into it.
    store: Arc<Mutex<KvStore>>,
    cut: Vec<Table>,
    /// All parameters, in the order of their declaration.
    names: Vec<String>,
    /// Of the batch of this rank, if each has its own.
    slice_rows: Option<SliceRows>,
    /// Rows of the last step, of all ranks.
    rows: usize,
    /// The batch behind the present one, if it is known.
    next: Option<NextBatch>,
    /// Of ranks that do not wait for each other.
    server: Option<Mutex<Server>>,
}

/// A table of which each rank has some rows. On the tape are those of a batch, one behind the other.
#[derive(Debug)]
struct Table {
    name: String,
    variable: Variable,
    shape: Vec<usize>,
    dtype: Dtype,
    /// The input whose indices or ids are its rows; of a parameter without one, each step needs all of it.
    input: Option<usize>,
}

/// Whose rows are pulled.
pub(super) enum Pull {
    /// Of inputs that stand for themselves.
    Alone,
    /// Of a step, and the inputs of the next one, if there is one.
    Step(Option<Vec<Array>>),
}

/// The ids that an input has, ascending and each once.
fn ids_of(input: &Array, rows: usize, name: &str) -> Result<Vec<i64>, ModelError> {
    let ids = match input.indices() {
        Some(ids) => RowIds::Slice(ids),
        None => RowIds::Array(input),
    };
    Ok(ids.unique(name, rows).map_err(LayerError::from)?)
}

/// The input with the places that its ids have in a list.
fn renumbered(input: &Array, ids: &[i64]) -> Result<Array, ModelError> {
    let place = |id: i64| ids.binary_search(&id).unwrap_or_default() as i64;
    if let (Some(indices), Some(indptr)) = (input.indices(), input.indptr()) {
        let shape = vec![input.shape().first().copied().unwrap_or_default(), ids.len()];
        let indices = indices.iter().map(|&id| place(id)).collect();
        let storage = Storage::Csr { indptr: indptr.to_vec(), indices, data: input.values().clone() };
        return Ok(Array::from_storage(shape, storage)?);
    }
    let Values::I64(numbers) = input.values().cast(Dtype::I64)? else { return Ok(input.clone()) };
    let places = Array::dense(input.shape(), numbers.into_iter().map(place).collect())?;
    Ok(places.astype(input.dtype())?)
}

/// A gradient of the rows of a batch, as one of the table.
fn of_table(mut gradient: Array, shape: &[usize], ids: &[i64]) -> Result<Array, ModelError> {
    let (_, row_length) = rows_of(shape)?;
    let place = |&row: &i64| usize::try_from(row).ok().and_then(|row| ids.get(row).copied());
    let indices = match gradient.indices() {
        Some(rows) => rows.iter().filter_map(place).collect(),
        None => ids.to_vec(),
    };
    let dtype = gradient.dtype();
    let mut data = gradient.take_memory().values;
    // A batch without ids has a row that stands for none.
    if indices.len() * row_length != data.len() {
        data = Values::zeros(dtype, 0)?;
    }
    Ok(Array::from_storage(shape.to_vec(), Storage::RowSparse { indices, data })?)
}

/// Whether another rank is to blame.
fn is_of_exchange(error: &ModelError) -> bool {
    let ModelError::Parameter(LayerError::Store(error)) = error else { return false };
    matches!(**error, KvError::Exchange(_))
}

/// The ranks of a model that is made.
pub(super) type OnRanks = (Arc<dyn Exchange>, RankOptions);

/// What decides whether a parameter is cut.
pub(super) struct Form<'a> {
    pub name: &'a str,
    pub shape: &'a [usize],
    /// The input whose indices or ids are its rows.
    pub rows_of: Option<usize>,
}

impl Ranked {
    /// Of a model with these parameters, and which of them are cut.
    pub fn new(
        (exchange, options): OnRanks,
        cpu: Cpu,
        optimizer: &Optimizer,
        declared: &[Form<'_>],
    ) -> Result<(Self, Vec<bool>), ModelError> {
        let (mut store, is_alone) = (KvStore::new(cpu), exchange.size() == 1);
        store.set_ranks(Arc::clone(&exchange), options).map_err(LayerError::from)?;
        // An input has other numbers where a table is cut: then all of its tables are.
        let is_large = |form: &Form<'_>| form.shape.iter().product::<usize>() >= options.sharded_from;
        let large: Vec<usize> = declared.iter().filter(|form| is_large(form)).filter_map(|form| form.rows_of).collect();
        let is_cut = |form: &Form<'_>| !is_alone && form.rows_of.is_some_and(|input| large.contains(&input));
        let cut: Vec<bool> = declared.iter().map(is_cut).collect();
        if let (Some((form, _)), Optimizer::Composed(_)) = (declared.iter().zip(&cut).find(|(_, cut)| **cut), optimizer)
        {
            let (key, optimizer) = (form.name.to_owned(), optimizer.name());
            return Err(LayerError::from(KvError::Sharded { key, optimizer }).into());
        }
        store.set_optimizer(*optimizer);
        let names = declared.iter().map(|form| form.name.to_owned()).collect();
        let (slices, slice_rows, rows) = (options.slices, None, 0);
        let store = Arc::new(Mutex::new(store));
        let ranked =
            Self { exchange, slices, store, cut: Vec::new(), names, slice_rows, rows, next: None, server: None };
        Ok((ranked, cut))
    }

    fn store(&self) -> MutexGuard<'_, KvStore> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn own_rows(&self, shape: &[usize]) -> Result<Range<usize>, ModelError> {
        Ok(range_of(rows_of(shape)?.0, self.exchange.rank(), self.exchange.size()))
    }

    /// The slices that this rank computes.
    pub fn own_slices(&self) -> Range<usize> {
        slices_of(self.slices, self.exchange.rank(), self.exchange.size())
    }

    /// Those of all ranks.
    pub const fn slices(&self) -> usize {
        self.slices
    }

    /// The rows of a slice, of so many of a batch.
    pub const fn rows_of_slice(&self, rows: usize, slice: usize) -> Range<usize> {
        rows * slice / self.slices..rows * (slice + 1) / self.slices
    }

    /// Whether each rank has some rows of a parameter.
    pub fn is_cut(&self, variable: Variable) -> bool {
        self.cut.iter().any(|table| table.variable == variable)
    }

    /// Waits until all ranks are here, and what they have pushed is applied.
    fn quiesce(&self) -> Result<(), ModelError> {
        let quiet = self.server.as_ref().map(|server| server.lock().unwrap_or_else(PoisonError::into_inner).quiesce());
        Ok(quiet.unwrap_or(Ok(())).map_err(LayerError::from)?)
    }

    /// Takes the rows of this rank of a table and of its states.
    pub fn put(
        &mut self,
        (name, variable, input): (&str, Variable, Option<usize>),
        value: Array,
        states: Vec<Array>,
        (multipliers, steps): (Multipliers, u64),
    ) -> Result<(), ModelError> {
        let (shape, dtype) = (value.shape().to_vec(), value.dtype());
        self.store().put_own_rows(name, value, states, steps);
        self.store().set_multipliers(name, multipliers).map_err(LayerError::from)?;
        self.cut.push(Table { name: name.to_owned(), variable, shape, dtype, input });
        Ok(())
    }

    /// What the tape has of a table before rows are pulled.
    pub fn no_rows(shape: &[usize], dtype: Dtype) -> Result<Array, ModelError> {
        Ok(Array::zeros(Stype::Dense, &[1, rows_of(shape)?.1], dtype)?)
    }

    /// The rows of this rank's slices, of so many.
    fn own_rows_of(&self, array: &Array, rows: usize) -> Result<Array, ModelError> {
        let own = self.own_slices();
        let at = |slice: usize| i64::try_from(rows * slice / self.slices).ok();
        Ok(array.slice_rows(at(own.start), at(own.end))?)
    }

    fn own_inputs(&self, data: &[Array]) -> Result<Vec<Array>, ModelError> {
        let rows = |array: &Array| array.shape().first().copied().unwrap_or_default();
        data.iter().map(|array| self.own_rows_of(array, rows(array))).collect()
    }

    /// The rows of each table that these inputs need.
    fn ids_of(&self, data: &[Array]) -> Result<Vec<Vec<i64>>, ModelError> {
        let mut ids: Vec<Vec<i64>> = Vec::new();
        for Table { name, shape, input, .. } in &self.cut {
            let (rows, _) = rows_of(shape)?;
            let Some(input) = *input else {
                ids.push((0..rows as i64).collect());
                continue;
            };
            let input = data.get(input).ok_or_else(|| ModelError::Unknown { name: name.clone() })?;
            ids.push(if input.size() == 0 { Vec::new() } else { ids_of(input, rows, name)? });
        }
        Ok(ids)
    }

    /// The rows of tables that inputs name, on the tape, and the inputs with their places there; the ids of each table.
    pub fn pull(
        &mut self,
        network: &mut Network,
        data: Vec<Array>,
        pull: Pull,
    ) -> Result<(Vec<Array>, Vec<Vec<i64>>), ModelError> {
        let mut data = data;
        let ids = self.ids_of(&data)?;
        let pulled = match (&mut self.server, pull) {
            (Some(server), _) => {
                let server = server.get_mut().unwrap_or_else(PoisonError::into_inner);
                server.pull(&ids).map_err(LayerError::from)?
            }
            (None, pull) => {
                let next = match &pull {
                    Pull::Step(Some(next)) => self.ids_of(next)?,
                    _ => Vec::new(),
                };
                let none = |table: &Table| Array::zeros(Stype::RowSparse, &table.shape, table.dtype);
                let mut pulled = self.cut.iter().map(none).collect::<Result<Vec<_>, _>>()?;
                let lists: Vec<[RowIds<'_>; 1]> = ids.iter().map(|ids| [RowIds::Slice(ids)]).collect();
                let mut outs: Vec<[&mut Array; 1]> = pulled.iter_mut().map(|out| [out]).collect();
                let each = self.cut.iter().zip(&mut outs).zip(&lists);
                let mut pulls: Vec<(&str, &mut [&mut Array], &[RowIds<'_>])> =
                    each.map(|((table, outs), lists)| (&*table.name, &mut outs[..], &lists[..])).collect();
                let next = self.cut.iter().zip(&next).map(|(table, ids)| (&*table.name, RowIds::Slice(ids)));
                let next: Vec<(&str, RowIds<'_>)> = next.collect();
                let mut store = self.store();
                let moved = match pull {
                    Pull::Alone => store.row_sparse_pull_all(&mut pulls),
                    Pull::Step(_) => store.row_sparse_pull_ahead(&mut pulls, &next),
                };
                moved.map_err(LayerError::from)?;
                pulled
            }
        };
        for ((table, ids), mut rows) in self.cut.iter().zip(&ids).zip(pulled) {
            let (_, row_length) = rows_of(&table.shape)?;
            let value = match (table.input, ids.len()) {
                (None, _) => {
                    Array::from_storage(table.shape.clone(), Storage::Dense { data: rows.take_memory().values })?
                }
                (_, 0) => Array::zeros(Stype::Dense, &[1, row_length], table.dtype)?,
                (_, count) => {
                    Array::from_storage(vec![count, row_length], Storage::Dense { data: rows.take_memory().values })?
                }
            };
            *network.tape.value_mut(table.variable)? = value.into_context(network.context())?;
        }
        // Each input once, although several tables may have it.
        for (place, input) in data.iter_mut().enumerate() {
            if let Some((_, ids)) = self.cut.iter().zip(&ids).find(|(table, _)| table.input == Some(place)) {
                *input = match (ids.is_empty(), input.indptr()) {
                    // A matrix without entries has a column all the same.
                    (true, Some(_)) => Array::zeros(
                        Stype::Csr,
                        &[input.shape().first().copied().unwrap_or_default(), 1],
                        input.dtype(),
                    )?,
                    _ => renumbered(input, ids)?,
                };
            }
        }
        Ok((data, ids))
    }

    /// The values that this rank's slices have of an array, and those of all others, in the order of the slices.
    pub fn joined(&self, own: &Values, form: &Array) -> Result<Array, ModelError> {
        let of_exchange = |error: ExchangeError| ModelError::from(LayerError::from(KvError::from(error)));
        let (mut message, mut all) = (Writer::default(), Values::zeros(form.dtype(), 0)?);
        message.number(own.len() as u64);
        message.values(own, 0..own.len());
        for (rank, message) in self.exchange.all_gather(message.finish()).map_err(of_exchange)?.iter().enumerate() {
            let mut message = Reader::new(rank, message);
            let values = message.count("a number of values").and_then(|count| message.values(form.dtype(), count));
            all.append(&values.and_then(|values| message.end().map(|()| values)).map_err(of_exchange)?)?;
        }
        Ok(Array::from_storage(form.shape().to_vec(), Storage::Dense { data: all })?)
    }

    /// The others end with this error, unless it is one of theirs.
    pub fn told<T>(&self, result: Result<T, ModelError>) -> Result<T, ModelError> {
        if let Err(error) = &result
            && !is_of_exchange(error)
        {
            self.exchange.fail(&error.to_string());
        }
        result
    }

    /// Gradients of the slices of a step, none yet.
    pub fn gradients(&self, network: &Network) -> Gradients {
        let parameters: Vec<Variable> = network.parameters().map(|(_, variable)| variable).collect();
        let mut slices = Vec::new();
        slices.resize_with(self.cut.len() + parameters.len(), Vec::new);
        Gradients { parameters, slices }
    }

    /// Adds the gradients of all ranks, and updates parameters by them: `factors`, made of the sums, are what each
    /// whole parameter's gradient is multiplied by, `rescale` is that of tables. Gives the losses of the slices of all
    /// ranks. Errors of `factors` come before anything is updated.
    pub fn apply<F: Fn(Variable) -> f64>(
        &self,
        TrainedNetwork { network, trainer, .. }: &mut TrainedNetwork,
        Gradients { parameters, slices }: Gradients,
        (losses, rescale): (&[f64], f64),
        factors: impl FnOnce(&Network, &[(Variable, Option<Array>)]) -> Result<F, ModelError>,
    ) -> Result<Vec<f64>, ModelError> {
        let mut store = self.store();
        let sums = {
            let (mut summed, mut gradients) = (Vec::new(), slices.into_iter());
            for (table, slices) in self.cut.iter().zip(&mut gradients) {
                let value = store.get(&table.name);
                let value = value.ok_or_else(|| ModelError::Unknown { name: table.name.clone() })?;
                summed.push(Summed { value, is_cut: true, slices });
            }
            for (variable, slices) in parameters.iter().zip(gradients) {
                summed.push(Summed { value: network.tape.value(*variable)?, is_cut: false, slices });
            }
            store.sums(summed).map_err(LayerError::from)?
        };
        let losses = store.numbers_of_slices(losses).map_err(LayerError::from)?;
        let mut sums = sums.into_iter();
        let of_tables: Vec<Option<Array>> = sums.by_ref().take(self.cut.len()).collect();
        let there = |sum: Option<Array>| sum.map(|sum| sum.into_context(network.context())).transpose();
        let sums = sums.map(there).collect::<Result<Vec<_>, _>>()?;
        let sums: Vec<(Variable, Option<Array>)> = parameters.into_iter().zip(sums).collect();
        let factors = factors(network, &sums)?;
        store.set_cpu(network.tape.context().cpu);
        store.set_hyper(trainer.hyper(rescale));
        for (table, sum) in self.cut.iter().zip(of_tables) {
            store.apply(&table.name, sum).map_err(LayerError::from)?;
        }
        drop(store);
        let sum_of = |variable| sums.iter().find(|(own, _)| *own == variable).and_then(|(_, sum)| sum.as_ref());
        trainer.step_with(&mut network.tape, factors, sum_of)?;
        Ok(losses)
    }
}

/// Gradients of a step: of each table that is cut, then of each parameter that is whole, those of this rank's slices.
#[derive(Debug)]
pub(super) struct Gradients {
    parameters: Vec<Variable>,
    slices: Vec<Vec<Option<Cow<'static, Array>>>>,
}

impl Gradients {
    /// Of a slice without rows.
    pub fn skip(&mut self) {
        self.slices.iter_mut().for_each(|slices| slices.push(None));
    }

    /// Takes those of a slice from the tape, of the rows that were pulled of each table.
    pub fn take(&mut self, ranked: &Ranked, network: &mut Network, ids: &[Vec<i64>]) -> Result<(), ModelError> {
        let mut slots = self.slices.iter_mut();
        for ((table, ids), slices) in ranked.cut.iter().zip(ids).zip(&mut slots) {
            let gradient = network.tape.take_gradient_of(table.variable)?.into_context(&Device::cpu())?;
            let gradient = of_table(gradient, &table.shape, ids)?;
            ranked.store().count_pushed(&gradient);
            slices.push(Some(Cow::Owned(gradient)));
        }
        for (variable, slices) in self.parameters.iter().zip(&mut slots) {
            let gradient = network.tape.take_gradient_of(*variable)?.into_context(&Device::cpu())?;
            slices.push(Some(Cow::Owned(gradient)));
        }
        Ok(())
    }
}
