//! A model on several ranks: each computes some slices of a step, and keeps some rows of each table.
mod files;

use super::ModelError;
use super::asynchronous::{Served, Server};
use super::tape_model::TapeModel;
use crate::Cpu;
use crate::array::{Array, Dtype, Storage, Values, rows_of};
use crate::autograd::Variable;
use crate::data::{Batch, NextBatch, SliceRows};
use crate::exchange::Exchange;
use crate::exchange::tree::slices_of;
use crate::kvstore::{KvError, KvStore, Moved, RankOptions, RowIds, Summed, range_of};
use crate::layer::LayerError;
use crate::optimizer::{Multipliers, Optimizer};
use lacuna::infer::Stype;
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
enum Pull {
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

/// Rows that a batch has labels for.
fn label_rows(batch: &Batch) -> usize {
    batch.label.first().map_or(0, Array::size)
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

    fn own_slices(&self) -> Range<usize> {
        slices_of(self.slices, self.exchange.rank(), self.exchange.size())
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
}

impl TapeModel {
    /// Cuts tables, and steps into slices.
    pub fn set_ranks(&mut self, exchange: Arc<dyn Exchange>, options: RankOptions) -> Result<(), ModelError> {
        if !self.own.context().is_cpu() {
            return Err(ModelError::RanksOnDevice { context: self.own.context().to_string() });
        }
        let declared: Vec<(String, Variable)> =
            self.own.parameters().map(|(name, variable)| (name.to_owned(), variable)).collect();
        let mut forms = Vec::new();
        for ((name, variable), rows_of) in declared.iter().zip(&self.inputs_of) {
            forms.push(Form { name, shape: self.own.tape.value(*variable)?.shape(), rows_of: *rows_of });
        }
        let (cpu, optimizer) = (self.own.tape.context().cpu, self.trainer.hyper(1.0));
        let (mut ranked, cut) = Ranked::new((exchange, options), cpu, &optimizer, &forms)?;
        let inputs = self.inputs_of.clone();
        for (((name, variable), input), _) in declared.iter().zip(inputs).zip(cut).filter(|(_, cut)| *cut) {
            self.cut(&mut ranked, (name, *variable, input))?;
            let value = self.own.tape.value_mut(*variable)?;
            *value = Ranked::no_rows(value.shape(), value.dtype())?;
        }
        self.ranked = Some(ranked);
        Ok(())
    }

    /// Takes a parameter from the tape and the trainer; its rows of this rank go to the store.
    fn cut(
        &mut self,
        ranked: &mut Ranked,
        (name, variable, input): (&str, Variable, Option<usize>),
    ) -> Result<(), ModelError> {
        let value = self.own.tape.value(variable)?;
        let own = ranked.own_rows(value.shape())?;
        let part = |array: &Array| {
            let (first, last) = (i64::try_from(own.start).ok(), i64::try_from(own.end).ok());
            let data = array.slice_rows(first, last)?.values().clone();
            let indices = own.clone().map(|row| row as i64).collect();
            Array::from_storage(array.shape().to_vec(), Storage::RowSparse { indices, data })
        };
        let value = part(value)?;
        let (multipliers, states) = self.trainer.remove(variable).unwrap_or_default();
        let states = states.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        ranked.put((name, variable, input), value, states, (multipliers, self.trainer.steps()))?;
        self.own.remove(variable);
        Ok(())
    }

    /// From now on no rank waits for the gradients of others.
    pub fn set_asynchronous(&mut self) -> Result<(), ModelError> {
        let mut ranked = self.ranked.take().ok_or(ModelError::NoRanks)?;
        let begun = self.begin_asynchronous(&mut ranked);
        let begun = self.told(&ranked, begun);
        self.ranked = Some(ranked);
        begun
    }

    fn begin_asynchronous(&mut self, ranked: &mut Ranked) -> Result<(), ModelError> {
        if ranked.exchange.size() == 1 || ranked.server.is_some() {
            return Ok(());
        }
        let whole: Vec<(String, Variable)> =
            self.own.parameters().map(|(name, variable)| (name.to_owned(), variable)).collect();
        if let (Some((name, _)), Optimizer::Composed(_)) = (whole.first(), self.trainer.optimizer()) {
            let optimizer = self.trainer.optimizer().name();
            return Err(LayerError::from(KvError::Sharded { key: name.clone(), optimizer }).into());
        }
        for (name, variable) in &whole {
            self.cut(ranked, (name, *variable, None))?;
        }
        let served = |Table { name, shape, dtype, .. }: &Table| Served {
            name: name.clone(),
            shape: shape.clone(),
            dtype: *dtype,
        };
        let served = ranked.cut.iter().map(served).collect();
        // Beside the pool of whoever trains.
        ranked.store().set_cpu(Cpu { threads: 1 });
        let (exchange, store) = (Arc::clone(&ranked.exchange), Arc::clone(&ranked.store));
        let server = Server::start(exchange, store, served, *self.trainer.optimizer()).map_err(LayerError::from)?;
        ranked.server = Some(Mutex::new(server));
        Ok(())
    }

    /// Batches are those of this rank alone from now on.
    pub fn set_slice_rows(&mut self, rows: SliceRows) -> Result<(), ModelError> {
        let ranked = self.ranked.as_mut().ok_or(ModelError::NoRanks)?;
        ranked.slice_rows = Some(rows);
        Ok(())
    }

    /// From now on each step gets the batch behind the present one.
    pub fn set_next_batch(&mut self, next: NextBatch) -> Result<(), ModelError> {
        let ranked = self.ranked.as_mut().ok_or(ModelError::NoRanks)?;
        ranked.next = Some(next);
        Ok(())
    }

    /// Rows of the last step, where a batch has others.
    pub fn rows_of_step(&self) -> Option<usize> {
        self.ranked.as_ref().filter(|ranked| ranked.slice_rows.is_some()).map(|ranked| ranked.rows)
    }

    /// What was pulled and pushed of tables that are cut.
    pub fn moved(&self) -> Option<[Moved; 2]> {
        let ranked = self.ranked.as_ref().filter(|ranked| !ranked.cut.is_empty())?;
        let store = ranked.store();
        Some([store.pulled(), store.pushed()])
    }

    /// One step of all ranks, on a batch that all have.
    pub(super) fn step_of_ranks(&mut self, ranked: &mut Ranked, batch: &Batch) -> Result<f64, ModelError> {
        let stepped = self.try_step_of_ranks(ranked, batch);
        self.told(ranked, stepped)
    }

    /// The others end with this error, unless it is one of theirs.
    fn told<T>(&self, ranked: &Ranked, result: Result<T, ModelError>) -> Result<T, ModelError> {
        if let Err(error) = &result
            && !is_of_exchange(error)
        {
            ranked.exchange.fail(&error.to_string());
        }
        result
    }

    /// The inputs and labels of this rank's slices, and how many rows each of these has.
    fn own_part(&self, ranked: &Ranked, batch: &Batch) -> Result<(Vec<Array>, Array, Vec<usize>), ModelError> {
        let [label] = &*batch.label else {
            return Err(ModelError::Arrays { what: "label", expected: 1, found: batch.label.len() });
        };
        let own = ranked.own_slices();
        if let Some(told) = &ranked.slice_rows {
            let counts = told.get();
            let (expected, found) = (counts.iter().sum(), label.size());
            if counts.len() != own.len() || expected != found {
                return Err(ModelError::SliceRows { expected, found });
            }
            self.check_rows(&batch.data, Some(found), 0)?;
            return Ok((batch.data.clone(), label.clone(), counts));
        }
        let rows = self.check(&batch.data, Some(label.size()))?;
        let counts = own.map(|slice| rows * (slice + 1) / ranked.slices - rows * slice / ranked.slices).collect();
        Ok((ranked.own_inputs(&batch.data)?, ranked.own_rows_of(label, rows)?, counts))
    }

    fn try_step_of_ranks(&mut self, ranked: &mut Ranked, batch: &Batch) -> Result<f64, ModelError> {
        let (data, label, counts) = self.own_part(ranked, batch)?;
        if ranked.server.is_some() {
            return self.step_alone(ranked, data, &label);
        }
        ranked.rows = match &ranked.slice_rows {
            Some(_) => {
                let numbers: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
                let all = ranked.store().numbers_of_slices(&numbers).map_err(LayerError::from)?;
                all.iter().sum::<f64>() as usize
            }
            None => label_rows(batch),
        };
        let mut pull = Pull::Alone;
        if let Some(told) = &ranked.next {
            let (is_first, next) = told.take();
            if is_first {
                ranked.store().forget_ahead();
            }
            let next = next.map(|next| if ranked.slice_rows.is_some() { Ok(next) } else { ranked.own_inputs(&next) });
            pull = Pull::Step(next.transpose()?);
        }
        let (data, ids) = self.pull(ranked, data, pull)?;
        let parameters: Vec<(String, Variable)> =
            self.own.parameters().map(|(name, variable)| (name.to_owned(), variable)).collect();
        let mut losses = Vec::new();
        // Of each table, then of each parameter that is whole, the gradient of each slice.
        let mut gradients: Vec<Vec<Option<Cow<'_, Array>>>> = Vec::new();
        gradients.resize_with(ranked.cut.len() + parameters.len(), Vec::new);
        let mut begin = 0;
        for rows in counts {
            let range = begin..begin + rows;
            begin = range.end;
            if range.is_empty() {
                losses.push(0.0);
                gradients.iter_mut().for_each(|slices| slices.push(None));
                continue;
            }
            let of_slice =
                |array: &Array| array.slice_rows(i64::try_from(range.start).ok(), i64::try_from(range.end).ok());
            let label = of_slice(&label)?;
            let data = data.iter().map(of_slice).collect::<Result<Vec<_>, _>>()?;
            losses.push(self.loss_and_gradients(&data, &label)? * range.len() as f64);
            let mut slots = gradients.iter_mut();
            for ((table, ids), slices) in ranked.cut.iter().zip(&ids).zip(&mut slots) {
                let gradient = of_table(self.own.tape.take_gradient_of(table.variable)?, &table.shape, ids)?;
                ranked.store().count_pushed(&gradient);
                slices.push(Some(Cow::Owned(gradient)));
            }
            for ((_, variable), slices) in parameters.iter().zip(&mut slots) {
                slices.push(Some(Cow::Owned(self.own.tape.take_gradient_of(*variable)?)));
            }
        }
        let mut store = ranked.store();
        let sums = {
            let (mut summed, mut gradients) = (Vec::new(), gradients.into_iter());
            for (table, slices) in ranked.cut.iter().zip(&mut gradients) {
                let value = store.get(&table.name);
                let value = value.ok_or_else(|| ModelError::Unknown { name: table.name.clone() })?;
                summed.push(Summed { value, is_cut: true, slices });
            }
            for ((_, variable), slices) in parameters.iter().zip(gradients) {
                summed.push(Summed { value: self.own.tape.value(*variable)?, is_cut: false, slices });
            }
            store.sums(summed).map_err(LayerError::from)?
        };
        let losses = store.numbers_of_slices(&losses).map_err(LayerError::from)?;
        let rows = ranked.rows.max(1) as f64;
        let rescale = 1.0 / rows;
        store.set_cpu(self.own.tape.context().cpu);
        store.set_hyper(self.trainer.hyper(rescale));
        let mut sums = sums.into_iter();
        for (table, sum) in ranked.cut.iter().zip(&mut sums) {
            store.apply(&table.name, sum).map_err(LayerError::from)?;
        }
        drop(store);
        let sums: Vec<(Variable, Option<Array>)> = parameters.iter().map(|(_, variable)| *variable).zip(sums).collect();
        let sum_of = |variable| sums.iter().find(|(own, _)| *own == variable).and_then(|(_, sum)| sum.as_ref());
        self.trainer.step_with(&mut self.own.tape, |_| rescale, sum_of)?;
        Ok(losses.iter().sum::<f64>() / rows)
    }

    /// The mean loss of some rows; the tape has the gradients of its sum.
    fn loss_and_gradients(&mut self, data: &[Array], label: &Array) -> Result<f64, ModelError> {
        self.take(data, Some(label.size()))?;
        self.put_label(label)?;
        let output = self.forward()?;
        let loss = (self.graph.loss)(label, self.own.tape.value(output)?)?;
        self.own.tape.backward(output)?;
        Ok(loss)
    }

    /// A step of this rank on its own rows, by parameters as they are at the other ranks now.
    fn step_alone(&mut self, ranked: &mut Ranked, data: Vec<Array>, label: &Array) -> Result<f64, ModelError> {
        ranked.rows = label.size();
        let mut loss = 0.0;
        if ranked.rows > 0 {
            let (data, ids) = self.pull(ranked, data, Pull::Alone)?;
            loss = self.loss_and_gradients(&data, label)?;
            let mut gradients = Vec::new();
            for (table, ids) in ranked.cut.iter().zip(&ids) {
                gradients.push(of_table(self.own.tape.take_gradient_of(table.variable)?, &table.shape, ids)?);
            }
            let (rate, rescale) = (self.trainer.rate(), 1.0 / ranked.rows as f64);
            if let Some(server) = &mut ranked.server {
                let server = server.get_mut().unwrap_or_else(PoisonError::into_inner);
                server.push(&gradients, self.trainer.optimizer(), rate, rescale).map_err(LayerError::from)?;
            }
        }
        // Which has no parameters of its own any more.
        self.trainer.step_with(&mut self.own.tape, |_| 1.0, |_| None)?;
        Ok(loss)
    }

    /// The rows of tables that inputs name, on the tape, and the inputs with their places there; the ids of each table.
    fn pull(
        &mut self,
        ranked: &mut Ranked,
        data: Vec<Array>,
        pull: Pull,
    ) -> Result<(Vec<Array>, Vec<Vec<i64>>), ModelError> {
        let mut data = data;
        let ids = ranked.ids_of(&data)?;
        let pulled = match (&mut ranked.server, pull) {
            (Some(server), _) => {
                let server = server.get_mut().unwrap_or_else(PoisonError::into_inner);
                server.pull(&ids).map_err(LayerError::from)?
            }
            (None, pull) => {
                let next = match &pull {
                    Pull::Step(Some(next)) => ranked.ids_of(next)?,
                    _ => Vec::new(),
                };
                let none = |table: &Table| Array::zeros(Stype::RowSparse, &table.shape, table.dtype);
                let mut pulled = ranked.cut.iter().map(none).collect::<Result<Vec<_>, _>>()?;
                let lists: Vec<[RowIds<'_>; 1]> = ids.iter().map(|ids| [RowIds::Slice(ids)]).collect();
                let mut outs: Vec<[&mut Array; 1]> = pulled.iter_mut().map(|out| [out]).collect();
                let each = ranked.cut.iter().zip(&mut outs).zip(&lists);
                let mut pulls: Vec<(&str, &mut [&mut Array], &[RowIds<'_>])> =
                    each.map(|((table, outs), lists)| (&*table.name, &mut outs[..], &lists[..])).collect();
                let next = ranked.cut.iter().zip(&next).map(|(table, ids)| (&*table.name, RowIds::Slice(ids)));
                let next: Vec<(&str, RowIds<'_>)> = next.collect();
                let mut store = ranked.store();
                let moved = match pull {
                    Pull::Alone => store.row_sparse_pull_all(&mut pulls),
                    Pull::Step(_) => store.row_sparse_pull_ahead(&mut pulls, &next),
                };
                moved.map_err(LayerError::from)?;
                pulled
            }
        };
        for ((table, ids), mut rows) in ranked.cut.iter().zip(&ids).zip(pulled) {
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
            *self.own.tape.value_mut(table.variable)? = value;
        }
        // Each input once, although several tables may have it.
        for (place, input) in data.iter_mut().enumerate() {
            if let Some((_, ids)) = ranked.cut.iter().zip(&ids).find(|(table, _)| table.input == Some(place)) {
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

    /// Inputs with the places of their rows on the tape, to predict.
    pub(super) fn pulled_inputs(&mut self, ranked: &mut Ranked, data: &[Array]) -> Result<Vec<Array>, ModelError> {
        let pulled = self.check(data, None).and_then(|_| self.pull(ranked, data.to_vec(), Pull::Alone));
        Ok(self.told(ranked, pulled)?.0)
    }
}
