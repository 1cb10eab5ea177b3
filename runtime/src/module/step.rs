//! A graph with its parameters, batch by batch.
use super::ModuleError;
use crate::Cpu;
use crate::array::Array;
use crate::autograd::{GradientRequest, Variable};
use crate::data::Batch;
use crate::device::Device;
use crate::initializer::{Initializer, named};
use crate::kvstore::{KvStore, Moved, RowIds};
use crate::operator::{Context, OperatorError};
use crate::optimizer::Optimizer;
use crate::symbol::{Bind, Executor, Form, Symbol, SymbolError};
use lacuna::infer::Stype;

/// A graph with arrays for one batch, and parameters in a store. See the [module](super).
#[derive(Debug)]
pub struct Module {
    pub(super) symbol: Symbol,
    executor: Executor,
    inputs: Vec<Input>,
    labels: Vec<Input>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) cpu: Cpu,
    /// Where the graph is computed.
    context: Device,
    /// None before the parameters have values.
    pub(super) store: Option<KvStore>,
    pub(super) optimizer: Option<Optimizer>,
    batch_rows: usize,
}

#[derive(Debug)]
struct Input {
    name: String,
    variable: Variable,
}

#[derive(Debug)]
pub(super) struct Parameter {
    pub name: String,
    variable: Variable,
    held: Held,
}

/// What the executor has of a parameter.
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
    /// [`ModuleError::Arrays`] unless the batch has an array for each name, and those of [`Bind::simple`].
    pub fn bind(
        symbol: &Symbol,
        inputs: &[&str],
        labels: &[&str],
        batch: &Batch,
        context: Context,
    ) -> Result<Self, ModuleError> {
        expect_count("input", inputs.len(), batch.data.len())?;
        expect_count("label", labels.len(), batch.label.len())?;
        let (cpu, here) = (context.cpu, Device::cpu());
        let (mut bind, mut shapes) = (Bind::new(symbol).context(context), Vec::new());
        let given = inputs.iter().zip(&batch.data).chain(labels.iter().zip(&batch.label));
        for (&name, array) in given {
            bind = bind.request_of(name, GradientRequest::Null).stype(name, array.stype()).dtype(name, array.dtype());
            shapes.push((name, array.shape()));
        }
        let executor = bind.simple(&shapes)?;
        let of = |names: &[&str]| {
            let input = |name: &&str| Ok(Input { name: (*name).to_owned(), variable: executor.variable(name)? });
            names.iter().map(input).collect::<Result<Vec<_>, SymbolError>>()
        };
        let (own_inputs, own_labels) = (of(inputs)?, of(labels)?);
        let is_parameter = |name: &&str| !inputs.contains(name) && !labels.contains(name);
        let parameter =
            |name: &str| Ok(Parameter { name: name.to_owned(), variable: executor.variable(name)?, held: Held::Stale });
        let parameters = symbol.list_arguments().into_iter().filter(is_parameter).map(parameter);
        let parameters = parameters.collect::<Result<Vec<_>, SymbolError>>()?;
        let batch_rows = batch.rows().saturating_add(batch.pad);
        let symbol = symbol.clone();
        Ok(Self {
            symbol,
            executor,
            inputs: own_inputs,
            labels: own_labels,
            parameters,
            cpu,
            context: here,
            store: None,
            optimizer: None,
            batch_rows,
        })
    }

    /// Computes in a context from now on, with the same bits. Parameters stay in the store, on the host: rows go to the
    /// context as they are pulled, and gradients come from there. Batches may be anywhere; labels and ids on a device
    /// are `int64`, which is what the module is bound to then.
    ///
    /// # Errors
    /// [`ModuleError::Symbol`] if the device has no room, or keeps no array of some dtype; then the module is where it
    /// was.
    pub fn set_context(&mut self, context: &Device) -> Result<(), ModuleError> {
        self.executor.set_context(context)?;
        self.context = context.clone();
        Ok(())
    }

    /// Gives each parameter values that are a function of the seed and its name: those of the initializer, and 0 if its
    /// name ends in `bias`, as in MXNet.
    ///
    /// # Errors
    /// [`ModuleError::Initializer`].
    pub fn init_params(&mut self, initializer: Initializer, seed: u64) -> Result<(), ModuleError> {
        let mut params = Vec::new();
        for Parameter { name, variable, .. } in &self.parameters {
            let mut array = self.executor.tape().value(*variable)?.here().map_err(OperatorError::from)?.into_owned();
            let own = if name.ends_with("bias") { Initializer::Zero } else { initializer };
            own.fill(named(seed, name), &mut array)
                .map_err(|source| ModuleError::Initializer { name: name.clone(), source })?;
            params.push((name.clone(), array));
        }
        self.set_params(params)
    }

    /// Gives all parameters values, of their shapes, dtypes and storage types. The states of the optimizer begin anew.
    ///
    /// # Errors
    /// [`ModuleError::Unknown`], [`ModuleError::Missing`], [`SymbolError::Form`]; then the module is as before.
    pub fn set_params(&mut self, params: Vec<(String, Array)>) -> Result<(), ModuleError> {
        let mut store = KvStore::new(self.cpu);
        for (name, array) in params {
            let Some(parameter) = self.parameters.iter().find(|parameter| parameter.name == name) else {
                return Err(ModuleError::Unknown { name });
            };
            expect_form(&name, self.executor.tape().value(parameter.variable)?, &array)?;
            store.init(&name, array)?;
        }
        self.take_store(store)
    }

    /// A store that has every parameter.
    pub(super) fn take_store(&mut self, mut store: KvStore) -> Result<(), ModuleError> {
        for Parameter { name, variable, .. } in &self.parameters {
            let value = store.get(name).ok_or_else(|| ModuleError::Missing { name: name.clone() })?;
            expect_form(name, self.executor.tape().value(*variable)?, value)?;
        }
        if let Some(optimizer) = self.optimizer.filter(|_| store.keys().all(|key| store.steps(key) == 0)) {
            store.set_optimizer(optimizer);
        }
        self.store = Some(store);
        self.parameters.iter_mut().for_each(|parameter| parameter.held = Held::Stale);
        Ok(())
    }

    /// From now on updates are by this optimizer, of gradients divided by the rows of a batch. States begin anew.
    pub fn init_optimizer(&mut self, optimizer: Optimizer) {
        let optimizer = optimizer.times(1.0, 1.0, 1.0 / self.batch_rows.max(1) as f64);
        self.optimizer = Some(optimizer);
        if let Some(store) = &mut self.store {
            store.set_optimizer(optimizer);
        }
    }

    /// The parameters with their names, as the store has them; none before they have values.
    pub fn params(&self) -> impl Iterator<Item = (&str, &Array)> {
        let value = |parameter: &'_ Parameter| self.store.as_ref()?.get(&parameter.name);
        self.parameters.iter().filter_map(move |parameter| Some((&*parameter.name, value(parameter)?)))
    }

    /// The graph.
    #[must_use]
    pub const fn symbol(&self) -> &Symbol {
        &self.symbol
    }

    /// What all pulls have moved.
    #[must_use]
    pub fn pulled(&self) -> Moved {
        self.store.as_ref().map_or_else(Moved::default, KvStore::pulled)
    }

    /// Pulls rows of row_sparse parameters for the next [`forward`](Self::forward), which computes with these alone:
    /// others count as zero. Ids come in any order and as often as they like.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], [`ModuleError::Unknown`], and those of [`KvStore::row_sparse_pull`].
    pub fn prepare(&mut self, row_ids: &[(String, Vec<i64>)]) -> Result<Moved, ModuleError> {
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        let mut moved = Moved::default();
        for (name, ids) in row_ids {
            let Some(parameter) = self.parameters.iter_mut().find(|parameter| parameter.name == *name) else {
                return Err(ModuleError::Unknown { name: name.clone() });
            };
            let rows = self.executor.tape_mut().value_mut(parameter.variable)?;
            moved += store.row_sparse_pull(name, &mut [rows], &[RowIds::Slice(ids)])?;
            parameter.held = Held::Rows;
        }
        Ok(moved)
    }

    /// Computes the outputs of a batch. Of what was not [prepared](Self::prepare) and has changed, everything is
    /// pulled.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], [`ModuleError::Arrays`]; [`SymbolError::Form`] for arrays unlike those the module
    /// is bound to; those of the operators. A batch without labels is for outputs only.
    pub fn forward(&mut self, batch: &Batch, is_train: bool) -> Result<(), ModuleError> {
        expect_count("input", self.inputs.len(), batch.data.len())?;
        if is_train || !batch.label.is_empty() {
            expect_count("label", self.labels.len(), batch.label.len())?;
        }
        let given = || self.inputs.iter().zip(&batch.data).chain(self.labels.iter().zip(&batch.label));
        for (Input { name, variable }, array) in given() {
            expect_form(name, self.executor.tape().value(*variable)?, array)?;
        }
        for (Input { variable, .. }, array) in given() {
            self.executor.tape_mut().put(*variable, array, &self.context)?;
        }
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        for Parameter { name, variable, held } in &mut self.parameters {
            if *held == Held::Stale {
                pull(store, name, self.executor.tape_mut().value_mut(*variable)?)?;
            }
            *held = if *held == Held::Rows { Held::Stale } else { Held::Whole };
        }
        Ok(self.executor.forward(is_train)?)
    }

    /// Computes the gradients of the last batch.
    ///
    /// # Errors
    /// [`SymbolError::NotRun`], and those of the operators.
    pub fn backward(&mut self) -> Result<(), ModuleError> {
        Ok(self.executor.backward(&[])?)
    }

    /// Pushes the gradients to the store, which updates the parameters.
    ///
    /// # Errors
    /// [`ModuleError::NoParameters`], [`ModuleError::NoOptimizer`], and those of [`KvStore::push`].
    pub fn update(&mut self) -> Result<(), ModuleError> {
        let store = self.store.as_mut().ok_or(ModuleError::NoParameters)?;
        self.optimizer.ok_or(ModuleError::NoOptimizer)?;
        for Parameter { name, variable, held } in &mut self.parameters {
            store.push(name, &[self.executor.tape().gradient(*variable)?])?;
            *held = Held::Stale;
        }
        Ok(())
    }

    /// An output of the last batch.
    ///
    /// # Errors
    /// [`SymbolError::NotRun`], [`SymbolError::NoOutput`].
    pub fn output(&self, output: usize) -> Result<&Array, ModuleError> {
        Ok(self.executor.output(output)?)
    }

    /// An array of the graph: a parameter as it was pulled last, for example.
    ///
    /// # Errors
    /// [`SymbolError::Argument`].
    pub fn argument(&self, name: &str) -> Result<&Array, ModuleError> {
        Ok(self.executor.argument(name)?)
    }

    /// The gradient of a parameter, of the last [`backward`](Self::backward).
    ///
    /// # Errors
    /// [`SymbolError::Argument`], and [`OperatorError::Variable`](crate::operator::OperatorError::Variable) for an
    /// input or a label.
    pub fn gradient(&self, name: &str) -> Result<&Array, ModuleError> {
        Ok(self.executor.gradient(name)?)
    }
}

/// The whole parameter, counted as what is stored of it.
fn pull(store: &mut KvStore, name: &str, to: &mut Array) -> Result<(), ModuleError> {
    if to.stype() == Stype::RowSparse {
        let ids = store.get(name).and_then(Array::indices).unwrap_or_default().to_vec();
        store.row_sparse_pull(name, &mut [to], &[RowIds::Slice(&ids)])?;
    } else {
        store.pull(name, &mut [to])?;
    }
    Ok(())
}

const fn expect_count(what: &'static str, expected: usize, found: usize) -> Result<(), ModuleError> {
    if expected == found { Ok(()) } else { Err(ModuleError::Arrays { what, expected, found }) }
}

fn expect_form(name: &str, own: &Array, array: &Array) -> Result<(), ModuleError> {
    let form = |array: &Array| Form { shape: array.shape().to_vec(), dtype: array.dtype(), stype: array.stype() };
    if (own.shape(), own.dtype(), own.stype()) == (array.shape(), array.dtype(), array.stype()) {
        return Ok(());
    }
    Err(SymbolError::Form { name: name.to_owned(), expected: form(own), found: form(array) }.into())
}
