//! The parameters of layers.
use crate::autograd::{GradientRequest, Tape, Variable};
use crate::device::Device;
use crate::initializer::{Initializer, InitializerError, named};
use crate::kvstore::{KvError, KvStore, Moved, RowIds, Summed};
use crate::operator::OperatorError;
use crate::optimizer::{Optimizer, Trainer};
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, ArrayError, Dtype, rows_of};
use std::borrow::Cow;
use std::ops::Range;
use thiserror::Error;

/// Why a layer does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LayerError {
    /// An operator refuses its operands.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// A parameter cannot be filled.
    #[error("parameter {name}: {source}")]
    Initializer { name: String, source: InitializerError },
    /// Rows of a parameter are not to be had, or its gradient not to be pushed.
    #[error(transparent)]
    Store(Box<KvError>),
    /// Two layers ask for parameters of one name.
    #[error("parameter {name} has shape {found:?}, but {expected:?} is asked for")]
    Shape { name: String, expected: Vec<usize>, found: Vec<usize> },
}

impl From<KvError> for LayerError {
    fn from(error: KvError) -> Self {
        Self::Store(Box::new(error))
    }
}

impl From<ArrayError> for LayerError {
    fn from(error: ArrayError) -> Self {
        Self::Operator(error.into())
    }
}

/// The parameters of layers by their names, on a tape. See the [module](super).
#[derive(Debug)]
pub struct Network {
    /// What is computed.
    pub tape: Tape,
    parameters: Vec<(String, Variable)>,
    /// Those of which the tape has a few rows, and the store all.
    stored: Vec<(String, Variable)>,
    store: KvStore,
    seed: u64,
    dtype: Dtype,
    context: Device,
}

impl Network {
    /// Without parameters; those to come are `float32`, and drawn by this seed and their names.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let (tape, parameters, stored, context) = (Tape::new(), Vec::new(), Vec::new(), Device::cpu());
        let store = KvStore::new(tape.context().cpu);
        Self { tape, parameters, stored, store, seed, dtype: Dtype::F32, context }
    }

    /// The same with parameters of another dtype.
    #[must_use]
    pub fn with_dtype(self, dtype: Dtype) -> Self {
        Self { dtype, ..self }
    }

    /// Moves all parameters, with their gradients, to a context, where those to come are made.
    ///
    /// # Errors
    /// As [`Tape::set_context`].
    pub fn set_context(&mut self, context: &Device) -> Result<(), LayerError> {
        self.tape.set_context(context)?;
        self.context = context.clone();
        Ok(())
    }

    /// Copies an array, wherever it is, into a constant, to where the parameters are.
    #[doc(hidden)]
    pub fn put(&mut self, variable: Variable, array: &Array) -> Result<(), OperatorError> {
        self.tape.put(variable, array, &self.context)
    }

    /// Where parameters are.
    #[must_use]
    pub const fn context(&self) -> &Device {
        &self.context
    }

    /// The dtype of parameters that are made.
    #[must_use]
    pub const fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// What parameters are drawn by.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The dense parameter of this name, with a gradient that is stored so: made and filled if there is none yet.
    ///
    /// # Errors
    /// [`LayerError::Shape`] if it is there in another shape; what hinders making one.
    pub fn parameter(
        &mut self,
        name: &str,
        shape: &[usize],
        initializer: Initializer,
        gradient: Stype,
    ) -> Result<Variable, LayerError> {
        if let Some(variable) = self.known(name, shape)? {
            return Ok(variable);
        }
        let failed = |source| LayerError::Initializer { name: name.to_owned(), source };
        let mut array = Array::zeros(Stype::Dense, shape, self.dtype)?;
        initializer.fill(named(self.seed, name), &mut array).map_err(failed)?;
        let variable = self.tape.parameter(array.into_context(&self.context)?, GradientRequest::Write, gradient)?;
        self.parameters.push((name.to_owned(), variable));
        Ok(variable)
    }

    /// The row_sparse parameter of this name, with a row_sparse gradient, which the network's [store](Self::store)
    /// keeps: made and filled there if there is none yet. The tape has those of its rows that were
    /// [pulled](Self::pull_rows) last; operators see the others as zeros.
    ///
    /// # Errors
    /// As [`parameter`](Self::parameter).
    pub fn stored_parameter(
        &mut self,
        name: &str,
        shape: &[usize],
        initializer: Initializer,
    ) -> Result<Variable, LayerError> {
        if let Some(variable) = self.known(name, shape)? {
            return Ok(variable);
        }
        let none = Array::zeros(Stype::RowSparse, shape, self.dtype)?;
        // Every row that is kept here, so that updates find theirs.
        let (rows, _) = rows_of(shape)?;
        let own = if self.store.cuts(&none) { self.store.own_rows(rows) } else { 0..rows };
        let value = self.rows_of_parameter(name, shape, initializer, own)?;
        let variable =
            self.tape.parameter(none.into_context(&self.context)?, GradientRequest::Write, Stype::RowSparse)?;
        self.store.init(name, value)?;
        self.stored.push((name.to_owned(), variable));
        Ok(variable)
    }

    /// Rows of a parameter that is not made as a whole.
    #[doc(hidden)]
    pub fn rows_of_parameter(
        &self,
        name: &str,
        shape: &[usize],
        initializer: Initializer,
        rows: Range<usize>,
    ) -> Result<Array, LayerError> {
        let failed = |source| LayerError::Initializer { name: name.to_owned(), source };
        initializer.rows(named(self.seed, name), shape, rows, self.dtype).map_err(failed)
    }

    /// Pulls rows of a stored parameter onto the tape, in place of those before. Ids come in any order and as often as
    /// they like. MXNet's `row_sparse_data`.
    ///
    /// # Errors
    /// [`KvError::UnknownKey`] unless [`stored_parameter`](Self::stored_parameter) has made it; those of
    /// [`KvStore::row_sparse_pull`]. Then the tape is as before.
    pub fn pull_rows(&mut self, name: &str, ids: RowIds<'_>) -> Result<Moved, LayerError> {
        let stored = self.stored.iter().find(|(own, _)| own == name);
        let &(_, variable) = stored.ok_or_else(|| KvError::UnknownKey { key: name.to_owned() })?;
        self.store.set_cpu(self.tape.context().cpu);
        Ok(self.store.row_sparse_pull(name, &mut [self.tape.value_mut(variable)?], &[ids])?)
    }

    /// What keeps [stored parameters](Self::stored_parameter), whole, with the states of their optimizer and the bytes
    /// that pulls and pushes have moved.
    #[must_use]
    pub const fn store(&self) -> &KvStore {
        &self.store
    }

    /// The store, to [load](KvStore::load) it for example.
    pub const fn store_mut(&mut self) -> &mut KvStore {
        &mut self.store
    }

    fn known(&self, name: &str, shape: &[usize]) -> Result<Option<Variable>, LayerError> {
        let Some(variable) = self.named(name) else { return Ok(None) };
        let found = self.tape.value(variable)?.shape();
        if found == shape {
            return Ok(Some(variable));
        }
        Err(LayerError::Shape { name: name.to_owned(), expected: shape.to_vec(), found: found.to_vec() })
    }

    /// The parameter of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Variable> {
        self.parameters.iter().chain(&self.stored).find(|(own, _)| own == name).map(|(_, variable)| *variable)
    }

    /// All parameters that are on the tape as a whole with their names, in the order in which they were first asked
    /// for.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, Variable)> {
        self.parameters.iter().map(|(name, variable)| (&**name, *variable))
    }

    /// Gives up a parameter that is on the tape as a whole: its value there is of any shape from then on.
    #[doc(hidden)]
    pub fn remove(&mut self, variable: Variable) {
        self.parameters.retain(|(_, own)| *own != variable);
    }

    /// A trainer of all parameters. States of stored ones begin anew.
    ///
    /// # Errors
    /// As [`Trainer::add`].
    pub fn trainer(&mut self, optimizer: Optimizer) -> Result<Trainer, OperatorError> {
        let mut trainer = Trainer::new(optimizer);
        for (_, variable) in self.parameters() {
            trainer.add(&self.tape, variable)?;
        }
        self.stored.iter().for_each(|(name, _)| trainer.add_stored(name));
        self.store.set_optimizer(optimizer);
        Ok(trainer)
    }

    /// Updates every parameter of a trainer by its gradient, divided by the rows of the batch. If the
    /// [store](Self::store_mut) has [ranks](KvStore::set_ranks), each has one slice of the step, and the parameters on
    /// the tape too are updated by the gradients of all, divided by the rows of all. Gradients of stored
    /// parameters are pushed to the store, which updates them there: the tape goes on with the rows that it has until
    /// others are pulled.
    ///
    /// # Errors
    /// Those of [`KvStore::push`] and of [`Trainer::step`].
    pub fn step(&mut self, trainer: &mut Trainer, rows: usize) -> Result<(), LayerError> {
        if self.store.exchange().is_some() {
            let stepped = self.step_of_ranks(trainer, rows);
            if let (Err(error), Some(exchange)) = (&stepped, self.store.exchange())
                && !matches!(error, LayerError::Store(error) if matches!(**error, KvError::Exchange(_)))
            {
                exchange.fail(&error.to_string());
            }
            return stepped;
        }
        let rescale = 1.0 / rows.max(1) as f64;
        trainer.expect_tape(&self.tape)?;
        self.store.set_cpu(self.tape.context().cpu);
        self.store.set_hyper(trainer.hyper(rescale));
        for (name, variable) in &self.stored {
            if !trainer.stored().contains(name) {
                continue;
            }
            self.store.push(name, &[self.tape.gradient(*variable)?])?;
        }
        Ok(trainer.step_on_tape(&mut self.tape, |_| rescale)?)
    }

    /// A step of all ranks, of which each has a slice. Parameters on the tape are the same on all, and stay so.
    fn step_of_ranks(&mut self, trainer: &mut Trainer, rows: usize) -> Result<(), LayerError> {
        let rescale = 1.0 / self.store.numbers_of_slices(&[rows as f64])?.iter().sum::<f64>().max(1.0);
        trainer.expect_tape(&self.tape)?;
        self.store.set_cpu(self.tape.context().cpu);
        self.store.set_hyper(trainer.hyper(rescale));
        let stored: Vec<_> = self.stored.iter().filter(|(name, _)| trainer.stored().contains(name)).collect();
        let mut summed = Vec::new();
        for (name, variable) in &stored {
            summed.push(self.store.summed(name, vec![Some(self.tape.gradient(*variable)?)])?);
        }
        for (_, variable) in &self.parameters {
            let (value, slices) =
                (self.tape.value(*variable)?, vec![Some(Cow::Borrowed(self.tape.gradient(*variable)?))]);
            summed.push(Summed { value, is_cut: false, slices });
        }
        let mut sums = self.store.sums(summed)?.into_iter();
        for ((name, _), sum) in stored.into_iter().zip(&mut sums) {
            self.store.apply(name, sum)?;
        }
        let sums: Vec<_> = self.parameters.iter().map(|(_, variable)| *variable).zip(sums).collect();
        let sum_of = |variable| sums.iter().find(|(own, _)| *own == variable).and_then(|(_, sum)| sum.as_ref());
        Ok(trainer.step_with(&mut self.tape, |_| rescale, sum_of)?)
    }
}
