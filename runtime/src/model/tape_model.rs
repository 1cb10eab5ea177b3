//! What all models have: a tape, its inputs and parameters, and a trainer.
use super::ranked::{Form, OnRanks, Ranked};
use super::{Description, ModelError, generation, saved};
use crate::array::{Array, Dtype};
use crate::autograd::{GradientRequest, Tape, Variable};
use crate::data::Batch;
use crate::device::Device;
use crate::initializer::Initializer;
use crate::layer;
use crate::metric::{LogLoss, Metric, MetricError};
use crate::operator::OperatorError;
use crate::optimizer::{Multipliers, Optimizer, Trainer};
use lacuna::infer::Stype;
use std::path::Path;

/// How a parameter begins, and what its hyper-parameters are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterOptions {
    /// Its first values.
    pub initializer: Initializer,
    /// Of the optimizer's learning rate and weight decay.
    pub multipliers: Multipliers,
}

impl ParameterOptions {
    /// With the optimizer's own learning rate and weight decay.
    #[must_use]
    pub const fn new(initializer: Initializer) -> Self {
        Self::with(initializer, 1.0, 1.0)
    }

    /// With multipliers of the learning rate and of the weight decay.
    #[must_use]
    pub const fn with(initializer: Initializer, learning_rate: f64, weight_decay: f64) -> Self {
        Self { initializer, multipliers: Multipliers { learning_rate, weight_decay } }
    }
}

pub(super) type Record = fn(&mut Tape, &[Variable], Variable, &[Variable]) -> Result<Variable, OperatorError>;

/// What makes one model another than the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graph {
    /// Arrays of a batch.
    pub inputs: usize,
    /// From inputs, the label and parameters to predictions.
    pub record: Record,
    /// Labels are numbers of classes, which on a device must be integers.
    pub classes: bool,
    /// The mean loss of labels and predictions.
    pub loss: Loss,
    /// The loss of a label and its prediction, if the last input has weights of rows: then the mean loss is weighted.
    pub of_row: Option<fn(f64, f64) -> f64>,
}

pub(super) type Loss = fn(&Array, &Array) -> Result<f64, MetricError>;

impl Graph {
    /// The mean loss of the rows of a batch.
    pub fn mean_loss(&self, data: &[Array], label: &Array, predictions: &Array) -> Result<f64, MetricError> {
        let (Some(of_row), Some(weights)) = (self.of_row, data.last()) else {
            return (self.loss)(label, predictions);
        };
        // For what it refuses.
        (self.loss)(label, predictions)?;
        let (mut sum, mut weight) = (0.0, 0.0);
        for place in 0..label.size() {
            let [label, prediction, own] =
                [label, predictions, weights].map(|array| array.stored_number(place).unwrap_or_default());
            sum += own * of_row(label, prediction);
            weight += own;
        }
        Ok(if weight > 0.0 { sum / weight } else { 0.0 })
    }
}

/// Of probabilities.
pub(super) fn log_loss(labels: &Array, predictions: &Array) -> Result<f64, MetricError> {
    let mut loss = LogLoss::default();
    loss.update(labels, predictions)?;
    Ok(loss.value())
}

/// A parameter that is to be made.
pub(super) struct Declared<'a> {
    pub name: &'a str,
    pub shape: &'a [usize],
    /// How its gradient is stored.
    pub gradient: Stype,
    /// The input whose indices or ids are its rows, if that is so.
    pub rows_of: Option<usize>,
    pub options: ParameterOptions,
}

#[derive(Debug)]
pub(super) struct TapeModel {
    pub(super) graph: Graph,
    pub(super) own: layer::Network,
    pub(super) trainer: Trainer,
    variables: Vec<Variable>,
    inputs: Vec<Variable>,
    label: Variable,
    /// The predictions, once they have been recorded.
    output: Option<Variable>,
    /// A copy of those on a device.
    predictions: Array,
    /// What its file says about it.
    pub(super) description: Option<Description>,
    /// Of each parameter the input whose indices or ids are its rows.
    pub(super) inputs_of: Vec<Option<usize>>,
    pub(super) ranked: Option<Ranked>,
}

impl TapeModel {
    pub fn new(
        graph: Graph,
        declared: &[Declared<'_>],
        optimizer: Optimizer,
        dtype: Dtype,
        seed: u64,
        ranks: Option<OnRanks>,
    ) -> Result<Self, ModelError> {
        if !matches!(dtype, Dtype::F32 | Dtype::F64) {
            return Err(ModelError::NotFloat { found: dtype });
        }
        let mut own = layer::Network::new(seed).with_dtype(dtype);
        own.tape.context_mut().training = true;
        let (mut trainer, mut variables) = (Trainer::new(optimizer), Vec::new());
        let forms = declared.iter().map(|&Declared { name, shape, rows_of, .. }| Form { name, shape, rows_of });
        let forms: Vec<Form<'_>> = forms.collect();
        let on_ranks = ranks.map(|ranks| Ranked::new(ranks, own.tape.context().cpu, &trainer.hyper(1.0), &forms));
        let (mut ranked, cut) = match on_ranks.transpose()? {
            Some((ranked, cut)) => (Some(ranked), cut),
            None => (None, vec![false; declared.len()]),
        };
        for (&Declared { name, shape, gradient, rows_of, options }, is_cut) in declared.iter().zip(cut) {
            let variable = match (&mut ranked, rows_of.filter(|_| is_cut)) {
                (Some(ranked), Some(input)) => {
                    let value = own.rows_of_parameter(name, shape, options.initializer, ranked.own_rows(shape)?)?;
                    let states = trainer.optimizer().new_states(&value)?;
                    let none = Ranked::no_rows(shape, dtype)?;
                    let variable = own.tape.parameter(none, GradientRequest::Write, gradient)?;
                    ranked.put((name, variable, Some(input)), value, states, (options.multipliers, 0))?;
                    variable
                }
                _ => {
                    let variable = own.parameter(name, shape, options.initializer, gradient)?;
                    trainer.add_with(&own.tape, variable, options.multipliers)?;
                    variable
                }
            };
            variables.push(variable);
        }
        let inputs = (0..graph.inputs).map(|_| own.tape.constant(Array::default())).collect();
        let label = own.tape.constant(Array::default());
        let (output, predictions, description) = (None, Array::default(), None);
        let inputs_of = declared.iter().map(|declared| declared.rows_of).collect();
        Ok(Self { graph, own, trainer, variables, inputs, label, output, predictions, description, inputs_of, ranked })
    }

    /// An array that is no parameter: [`Record`] gets it behind those.
    pub fn add_constant(&mut self, array: Array) {
        self.variables.push(self.own.tape.constant(array));
    }

    pub fn set_threads(&mut self, threads: usize) {
        self.own.tape.context_mut().cpu.threads = threads;
    }

    pub fn step(&mut self, batch: &Batch) -> Result<f64, ModelError> {
        if let Some(mut ranked) = self.ranked.take() {
            let loss = self.step_of_ranks(&mut ranked, batch);
            self.ranked = Some(ranked);
            return loss;
        }
        let [label] = &*batch.label else {
            return Err(ModelError::Arrays { what: "label", expected: 1, found: batch.label.len() });
        };
        let rows = label.size();
        self.take(&batch.data, Some(rows))?;
        self.put_label(label)?;
        let output = self.forward()?;
        let loss = self.graph.mean_loss(&batch.data, &*label.here()?, &*self.own.tape.value(output)?.here()?)?;
        self.own.tape.backward(output)?;
        self.trainer.step(&mut self.own.tape, rows)?;
        Ok(loss)
    }

    pub fn predict(&mut self, data: &[Array]) -> Result<&Array, ModelError> {
        let Some(mut ranked) = self.ranked.take() else { return self.predict_here(data) };
        let pulled = self.pulled_inputs(&mut ranked, data);
        self.ranked = Some(ranked);
        self.predict_here(&pulled?)
    }

    fn predict_here(&mut self, data: &[Array]) -> Result<&Array, ModelError> {
        let rows = self.take(data, None)?;
        // The output layer wants labels, which predictions do not depend on.
        let (dtype, context) = (self.own.dtype(), self.own.context().clone());
        let label = self.own.tape.value_mut(self.label)?;
        match dtype {
            _ if !context.is_cpu() => {
                *label = context.zeros(Stype::Dense, &[rows], if self.graph.classes { Dtype::I64 } else { dtype })?
            }
            Dtype::F64 => label.reuse_dense::<f64>(&[rows])?.fill(0.0),
            _ => label.reuse_dense::<f32>(&[rows])?.fill(0.0),
        }
        let output = self.forward()?;
        let predictions = self.own.tape.value(output)?;
        if context.is_cpu() {
            return Ok(predictions);
        }
        self.predictions = predictions.as_in_context(&Device::cpu())?;
        Ok(&self.predictions)
    }

    /// The loss refuses labels that are none, of which nothing is cut off here unseen.
    pub(super) fn put_label(&mut self, label: &Array) -> Result<(), OperatorError> {
        if self.graph.classes && !self.own.context().is_cpu() && label.dtype() != Dtype::I64 {
            return self.own.put(self.label, &label.astype(Dtype::I64)?);
        }
        self.own.put(self.label, label)
    }

    /// Moves parameters and states.
    pub fn set_context(&mut self, context: &Device) -> Result<(), ModelError> {
        if self.ranked.is_some() && !context.is_cpu() {
            return Err(ModelError::RanksOnDevice { context: context.to_string() });
        }
        set_context(&mut self.own, &mut self.trainer, context)
    }

    /// Copies the inputs, of which all have as many rows.
    pub(super) fn take(&mut self, data: &[Array], rows: Option<usize>) -> Result<usize, ModelError> {
        let rows = self.check(data, rows)?;
        for (place, array) in data.iter().enumerate() {
            if let Some(&variable) = self.inputs.get(place) {
                self.own.put(variable, array)?;
            }
        }
        Ok(rows)
    }

    /// Refuses other inputs than the model's; their rows.
    pub(super) fn check(&self, data: &[Array], rows: Option<usize>) -> Result<usize, ModelError> {
        self.check_rows(data, rows, 1)
    }

    /// The same of so many rows at least.
    pub(super) fn check_rows(&self, data: &[Array], rows: Option<usize>, least: usize) -> Result<usize, ModelError> {
        if data.len() != self.inputs.len() {
            return Err(ModelError::Arrays { what: "input", expected: self.inputs.len(), found: data.len() });
        }
        let count = |array: &Array| array.shape().first().copied().unwrap_or_default();
        let expected = rows.unwrap_or_else(|| data.first().map_or(0, count));
        for (input, array) in data.iter().enumerate() {
            let found = count(array);
            if found != expected || found < least {
                return Err(ModelError::Rows { input, expected, found });
            }
        }
        Ok(expected)
    }

    /// Records once; then the same operators run again, whatever the sizes of a batch.
    pub(super) fn forward(&mut self) -> Result<Variable, OperatorError> {
        if let Some(output) = self.output {
            self.own.tape.replay()?;
            return Ok(output);
        }
        self.own.tape.clear();
        let output = (self.graph.record)(&mut self.own.tape, &self.inputs, self.label, &self.variables)?;
        self.output = Some(output);
        Ok(output)
    }

    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Array)> {
        saved::parameters(&self.own)
    }

    pub fn gradient(&self, name: &str) -> Option<&Array> {
        // Those of slices are taken away.
        if self.ranked.is_some() {
            return None;
        }
        self.own.tape.gradient(self.own.named(name)?).ok()
    }

    pub fn set_parameter(&mut self, name: &str, value: Array) -> Result<(), ModelError> {
        saved::set_parameter(&mut self.own, name, value)
    }

    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        if generation::is_folder(path) {
            return self.save_shards(self.ranked.as_ref(), path);
        }
        if let Some(ranked) = &self.ranked {
            return self.save_of_ranks(ranked, path);
        }
        saved::write(path, &self.own, &self.trainer, &[], self.description.as_ref())
    }

    pub fn load_parameters(&mut self, path: &Path) -> Result<(), ModelError> {
        let Some(mut ranked) = self.ranked.take() else {
            return saved::read_parameters(path, &mut self.own, &[], (0, 1)).map(drop);
        };
        let loaded = self.load_parameters_of_ranks(&mut ranked, path);
        self.ranked = Some(ranked);
        loaded
    }

    pub fn load(&mut self, path: &Path) -> Result<(), ModelError> {
        let Some(mut ranked) = self.ranked.take() else {
            return saved::read(path, &mut self.own, &mut self.trainer, &[], &[], (0, 1)).map(drop);
        };
        let loaded = self.load_of_ranks(&mut ranked, path);
        self.ranked = Some(ranked);
        loaded
    }
}

/// Moves parameters and states, or nothing.
pub(super) fn set_context(own: &mut layer::Network, trainer: &mut Trainer, context: &Device) -> Result<(), ModelError> {
    let before = own.context().clone();
    own.set_context(context)?;
    if let Err(error) = trainer.set_context(context) {
        own.set_context(&before)?;
        return Err(error.into());
    }
    Ok(())
}

/// Refuses an array that is stored otherwise than the model's own.
pub(super) fn expect_form(name: &str, own: &Array, found: &Array) -> Result<(), ModelError> {
    if (own.stype(), own.dtype(), own.shape()) == (found.stype(), found.dtype(), found.shape()) {
        return Ok(());
    }
    Err(ModelError::Form {
        name: name.to_owned(),
        expected_stype: own.stype(),
        expected_dtype: own.dtype(),
        expected: own.shape().to_vec(),
        found_stype: found.stype(),
        found_dtype: found.dtype(),
        found: found.shape().to_vec(),
    })
}
