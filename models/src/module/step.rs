//! A graph with its parameters, batch by batch.
use super::ModuleError;
use super::bind::{BindOptions, Graph, Worker, expect_count, expect_form, form};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::exchange::tree::slices_of;
use lacuna_runtime::kvstore::{KvError, KvStore, Moved, RankOptions, RowIds};
use lacuna_runtime::operator::{Context, OperatorError};
use lacuna_runtime::optimizer::{Multipliers, Optimizer};
use lacuna_runtime::schedule::LearningRateSchedule;
use lacuna_runtime::symbol::{Form, Symbol};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A graph with arrays for one batch, and parameters in a store. See the [module](super).
#[derive(Debug)]
pub struct Module {
    pub(super) graph: Graph,
    pub(super) options: BindOptions,
    /// One for each context.
    pub(super) workers: Vec<Worker>,
    /// Of the arrays of a batch.
    forms: Vec<Form>,
    pub(super) parameters: Vec<Parameter>,
    /// None before the parameters have values.
    pub(super) store: Option<KvStore>,
    pub(super) optimizer: Option<Optimizer>,
    pub(super) schedule: Option<LearningRateSchedule>,
    /// Those that were set, in place of the graph's.
    pub(super) multipliers: BTreeMap<String, Multipliers>,
    pub(super) batch_rows: usize,
    /// Of several contexts, put together.
    outputs: Vec<Array>,
    /// Rows of a step that this rank has.
    pub(super) share: f64,
}

#[derive(Debug)]
pub(super) struct Parameter {
    pub name: String,
    pub form: Form,
    is_fixed: bool,
    held: Held,
}

/// What the executors have of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// As it is in the store.
    Whole,
    /// The rows of the next batch.
    Rows,
    /// Something older.
    Stale,
}

impl Module {
    /// Binds a graph to arrays like those of a batch, in the order of these names. All other arguments are parameters,
    /// whose storage types are those of their variables.
    ///
    /// # Errors
    /// [`ModuleError::Arrays`] unless the batch has an array for each name, those of
    /// [`Bind::simple`](lacuna_runtime::symbol::Bind::simple), and [`ModuleError::Multiplier`] for an attribute of a
    /// parameter.
    pub fn bind(
        symbol: &Symbol,
        inputs: &[&str],
        labels: &[&str],
        batch: &Batch,
        context: Context,
    ) -> Result<Self, ModuleError> {
        Self::bind_with(symbol, inputs, labels, batch, context, BindOptions::default())
    }

    /// The same with options.
    ///
    /// # Errors
    /// As [`bind`](Self::bind); [`ModuleError::Unknown`] for a fixed parameter that is none, [`ModuleError::Slices`]
    /// for more contexts than rows, and those of [`set_context`](Self::set_context).
    pub fn bind_with(
        symbol: &Symbol,
        inputs: &[&str],
        labels: &[&str],
        batch: &Batch,
        context: Context,
        options: BindOptions,
    ) -> Result<Self, ModuleError> {
        Self::of_graph(Graph::new(symbol, inputs, labels, &context), batch, options)
    }

    pub(super) fn of_graph(graph: Graph, batch: &Batch, options: BindOptions) -> Result<Self, ModuleError> {
        let workers = graph.workers(batch, &options)?;
        // What attributes say must be numbers, whatever the optimizer will be.
        Multipliers::of_arguments(&graph.symbol, &Optimizer::Sgd(lacuna::optim::Sgd::new(0.0)))?;
        let first = workers.first().ok_or(ModuleError::Slices { rows: 0, contexts: 0 })?;
        let parameter = |(name, &variable): (&String, _)| {
            let form = form(first.executor.tape().value(variable)?);
            Ok(Parameter { name: name.clone(), form, is_fixed: options.fixed.contains(name), held: Held::Stale })
        };
        let parameters = graph.parameters.iter().zip(&first.parameters).map(parameter);
        let mut module = Self {
            parameters: parameters.collect::<Result<_, OperatorError>>()?,
            forms: batch.data.iter().chain(&batch.label).map(form).collect(),
            batch_rows: batch.rows().saturating_add(batch.pad),
            graph,
            options,
            workers,
            store: None,
            optimizer: None,
            schedule: None,
            multipliers: BTreeMap::new(),
            outputs: Vec::new(),
            share: 1.0,
        };
        module.begin_states()?;
        Ok(module)
    }

    /// Binds the same graph to arrays like those of another batch, of more or fewer rows for example. Parameters and
    /// the optimizer with its states stay, and so does what gradients are divided by.
    ///
    /// # Errors
    /// As [`bind`](Self::bind), and [`SymbolError::Form`](lacuna_runtime::symbol::SymbolError::Form) if a parameter
    /// would have another shape; then the module is as before.
    pub fn reshape(&mut self, batch: &Batch) -> Result<(), ModuleError> {
        let mut other = Self::of_graph(self.graph.clone(), batch, self.options.clone())?;
        other.put_states(&self.states()?)?;
        for (own, new) in self.parameters.iter().zip(&other.parameters) {
            if own.form != new.form {
                let (name, expected, found) = (own.name.clone(), own.form.clone(), new.form.clone());
                return Err(lacuna_runtime::symbol::SymbolError::Form { name, expected, found }.into());
            }
        }
        (self.workers, self.forms, self.parameters) = (other.workers, other.forms, other.parameters);
        self.outputs.clear();
        Ok(())
    }

    /// True if the module is bound to arrays like those of a batch.
    #[must_use]
    pub fn fits(&self, batch: &Batch) -> bool {
        let arrays = batch.data.iter().chain(&batch.label);
        self.forms.len() >= arrays.clone().count()
            && self.forms.iter().zip(arrays).all(|(own, array)| *own == form(array))
    }

    /// Computes in a context from now on, with the same bits. Parameters stay in the store, on the host: rows go to the
    /// context as they are pulled, and gradients come from there. Batches may be anywhere; labels and ids on a device
    /// are `int64`, which is what the module is bound to then. Of several contexts, all slices are computed there.
    ///
    /// # Errors
    /// [`ModuleError::Symbol`] if the device has no room, or keeps no array of some dtype; then the module is where it
    /// was.
    pub fn set_context(&mut self, context: &Device) -> Result<(), ModuleError> {
        for worker in &mut self.workers {
            worker.executor.set_context(context)?;
            worker.context = context.clone();
        }
        self.options.contexts = vec![context.clone(); self.workers.len()];
        Ok(())
    }

    /// What the executors hold is older than the store.
    pub(super) fn forget(&mut self) {
        self.parameters.iter_mut().for_each(|parameter| parameter.held = Held::Stale);
    }

    /// The parameters with their names, as the store has them; none before they have values.
    pub fn params(&self) -> impl Iterator<Item = (&str, &Array)> {
        let value = |parameter: &'_ Parameter| self.store.as_ref()?.get(&parameter.name);
        self.parameters.iter().filter_map(move |parameter| Some((&*parameter.name, value(parameter)?)))
    }

    /// The graph.
    #[must_use]
    pub const fn symbol(&self) -> &Symbol {
        &self.graph.symbol
    }

    /// What all pulls have moved.
    #[must_use]
    pub fn pulled(&self) -> Moved {
        self.store.as_ref().map_or_else(Moved::default, KvStore::pulled)
    }

    /// Pulls rows of row_sparse parameters for the next [`forward`](Self::forward), which computes with these alone:
    /// others count as zero. Ids come in any order and as often as they like. Each context has all of them.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], [`ModuleError::Unknown`], and those of [`KvStore::row_sparse_pull`].
    pub fn prepare(&mut self, row_ids: &[(String, Vec<i64>)]) -> Result<Moved, ModuleError> {
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        let mut moved = Moved::default();
        for (name, ids) in row_ids {
            let found = self.parameters.iter_mut().enumerate().find(|(_, parameter)| parameter.name == *name);
            let Some((place, parameter)) = found else { return Err(ModuleError::Unknown { name: name.clone() }) };
            let mut rows = values(&mut self.workers, place)?;
            moved += store.row_sparse_pull(name, &mut rows, &[RowIds::Slice(ids)])?;
            parameter.held = Held::Rows;
        }
        Ok(moved)
    }

    /// Computes the outputs of a batch. Of what was not [prepared](Self::prepare) and has changed, everything is
    /// pulled. Outputs of several contexts are put below each other.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], [`ModuleError::Arrays`];
    /// [`SymbolError::Form`](lacuna_runtime::symbol::SymbolError::Form) for arrays unlike those the module is bound to,
    /// which [`reshape`](Self::reshape) binds it to; those of the operators, and of several contexts those of
    /// [`Array::concat_rows`]. A batch without labels is for outputs only.
    pub fn forward(&mut self, batch: &Batch, is_train: bool) -> Result<(), ModuleError> {
        let Graph { inputs, labels, .. } = &self.graph;
        expect_count("input", inputs.len(), batch.data.len())?;
        if is_train || !batch.label.is_empty() {
            expect_count("label", labels.len(), batch.label.len())?;
        }
        let given = inputs.iter().chain(labels).zip(batch.data.iter().chain(&batch.label));
        for ((name, array), expected) in given.zip(&self.forms) {
            expect_form(name, expected, array)?;
        }
        let is_slice = self.workers.len() > 1;
        self.workers.iter_mut().try_for_each(|worker| worker.put(batch, is_slice))?;
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        for (place, Parameter { name, held, .. }) in self.parameters.iter_mut().enumerate() {
            if *held == Held::Stale {
                pull(store, name, &mut values(&mut self.workers, place)?)?;
            }
            *held = if *held == Held::Rows { Held::Stale } else { Held::Whole };
        }
        self.outputs.clear();
        for worker in &mut self.workers {
            worker.executor.forward(is_train)?;
        }
        if is_slice {
            self.outputs = (0..self.graph.symbol.list_outputs().len())
                .map(|output| joined(self.workers.iter().map(|worker| Ok(worker.executor.output(output)?))))
                .collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    /// Computes the gradients of the last batch, of ones as the gradients of the outputs.
    ///
    /// # Errors
    /// [`SymbolError::NotRun`](lacuna_runtime::symbol::SymbolError::NotRun), and those of the operators.
    pub fn backward(&mut self) -> Result<(), ModuleError> {
        self.backward_from(&[])
    }

    /// The same of other gradients of the outputs, one for each output, or of none. (`backward(out_grads)`)
    ///
    /// # Errors
    /// As [`backward`](Self::backward), and [`SymbolError::Gradients`](lacuna_runtime::symbol::SymbolError::Gradients).
    pub fn backward_from(&mut self, gradients: &[&Array]) -> Result<(), ModuleError> {
        let is_slice = self.workers.len() > 1;
        for worker in &mut self.workers {
            let own = gradients.iter().map(|gradient| worker.own(gradient, is_slice)).collect::<Result<Vec<_>, _>>()?;
            worker.executor.backward(&own.iter().map(|gradient| &**gradient).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// Pushes the gradients to the store, which updates the parameters that are not fixed by the sums over the
    /// contexts, in their order.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], [`ModuleError::NoOptimizer`], and those of [`KvStore::push`].
    pub fn update(&mut self) -> Result<(), ModuleError> {
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        self.optimizer.ok_or(ModuleError::NoOptimizer)?;
        for (place, parameter) in self.parameters.iter_mut().enumerate().filter(|(_, parameter)| !parameter.is_fixed) {
            store.push(&parameter.name, &gradients(&self.workers, place)?)?;
            parameter.held = Held::Stale;
        }
        Ok(())
    }

    /// Trains on several ranks from now on: each has a batch of its own, and each of its contexts is a
    /// [slice](KvStore::own_slices) of the step. So there are as many slices as contexts of all ranks. Parameters that
    /// are cut are pulled by their rows, in [`prepare`](Self::prepare), which all ranks call with the same names. The
    /// gradients of a step are divided by the rows of all ranks, which must have as many each.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], and those of [`KvStore::set_ranks`];
    /// [`KvError::Slices`](lacuna_runtime::kvstore::KvError) for other slices than the contexts.
    pub fn set_ranks(&mut self, exchange: Arc<dyn Exchange>, options: RankOptions) -> Result<(), ModuleError> {
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        let (expected, found) = (slices_of(options.slices, exchange.rank(), exchange.size()).len(), self.workers.len());
        if expected != found {
            let key = self.parameters.first().map(|parameter| parameter.name.clone()).unwrap_or_default();
            return Err(KvError::Slices { key, expected, found }.into());
        }
        let share = found as f64 / options.slices as f64;
        store.set_ranks(exchange, options)?;
        if let Some(optimizer) = &mut self.optimizer {
            *optimizer = optimizer.times(1.0, 1.0, share);
            store.set_hyper(*optimizer);
        }
        self.share = share;
        self.forget();
        Ok(())
    }

    /// An output of the last batch.
    ///
    /// # Errors
    /// [`SymbolError::NotRun`](lacuna_runtime::symbol::SymbolError::NotRun),
    /// [`SymbolError::NoOutput`](lacuna_runtime::symbol::SymbolError::NoOutput).
    pub fn output(&self, output: usize) -> Result<&Array, ModuleError> {
        match self.outputs.get(output) {
            Some(joined) => Ok(joined),
            None => Ok(self.first()?.executor.output(output)?),
        }
    }

    /// An array of the graph: a parameter as it was pulled last, for example. Of several contexts it is that of the
    /// first.
    ///
    /// # Errors
    /// [`SymbolError::Argument`](lacuna_runtime::symbol::SymbolError::Argument).
    pub fn argument(&self, name: &str) -> Result<&Array, ModuleError> {
        Ok(self.first()?.executor.argument(name)?)
    }

    /// The gradient of a parameter, of the last [`backward`](Self::backward). Of several contexts it is that of the
    /// first; [`gradients`](Self::gradients) has all.
    ///
    /// # Errors
    /// [`SymbolError::Argument`](lacuna_runtime::symbol::SymbolError::Argument), and
    /// [`OperatorError::Variable`](lacuna_runtime::operator::OperatorError::Variable) for what has no gradient.
    pub fn gradient(&self, name: &str) -> Result<&Array, ModuleError> {
        Ok(self.first()?.executor.gradient(name)?)
    }

    /// The gradients of a parameter, in the order of the contexts.
    ///
    /// # Errors
    /// As [`gradient`](Self::gradient).
    pub fn gradients(&self, name: &str) -> Result<Vec<&Array>, ModuleError> {
        self.workers.iter().map(|worker| Ok(worker.executor.gradient(name)?)).collect()
    }

    /// The gradient of an input, of the last [`backward`](Self::backward), for all rows of the batch. It is there if
    /// the module was bound with [`inputs_need_grad`](BindOptions::inputs_need_grad). (`get_input_grads`)
    ///
    /// # Errors
    /// [`OperatorError::Variable`](lacuna_runtime::operator::OperatorError::Variable) if it is not, or for an input of
    /// integers; [`ModuleError::Unknown`]; of several contexts those of [`Array::concat_rows`].
    pub fn input_gradient(&self, name: &str) -> Result<Array, ModuleError> {
        if !self.graph.inputs.iter().any(|input| input == name) {
            return Err(ModuleError::Unknown { name: name.to_owned() });
        }
        match &*self.workers {
            [one] => Ok(one.executor.gradient(name)?.clone()),
            all => joined(all.iter().map(|worker| Ok(worker.executor.gradient(name)?))),
        }
    }

    fn first(&self) -> Result<&Worker, ModuleError> {
        self.workers.first().ok_or(ModuleError::Slices { rows: 0, contexts: 0 })
    }
}

/// What the workers have of a parameter.
fn values(workers: &mut [Worker], place: usize) -> Result<Vec<&mut Array>, OperatorError> {
    workers.iter_mut().map(|worker| worker.value_mut(place)).collect()
}

fn gradients(workers: &[Worker], place: usize) -> Result<Vec<&Array>, OperatorError> {
    workers.iter().map(|worker| worker.gradient(place)).collect()
}

/// Arrays of several contexts below each other, on the host.
fn joined<'a>(arrays: impl Iterator<Item = Result<&'a Array, ModuleError>>) -> Result<Array, ModuleError> {
    let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
    let here = arrays.iter().map(|array| array.here()).collect::<Result<Vec<_>, _>>().map_err(OperatorError::from)?;
    Ok(Array::concat_rows(&here.iter().map(|array| &**array).collect::<Vec<_>>()).map_err(OperatorError::from)?)
}

/// The whole parameter, counted as what is stored of it.
fn pull(store: &mut KvStore, name: &str, to: &mut [&mut Array]) -> Result<(), ModuleError> {
    store.pull_any(name, to, false)?;
    Ok(())
}
