//! Models of one graph: its inputs, what it predicts, and a step.
use super::ModelError;
use super::ranked::OnRanks;
use super::trained_network::{Declared, TrainedNetwork};
use crate::metric::{LogLoss, Metric, MetricError};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::{Tape, Variable};
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::operator::OperatorError;
use lacuna_runtime::optimizer::Optimizer;

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
    /// What the mean loss of rows counts beside that of others: their number, or the sum of their weights.
    pub fn share(&self, data: &[Array], rows: usize) -> f64 {
        match (self.of_row, data.last()) {
            (Some(_), Some(weights)) => (0..rows).map(|place| weights.stored_number(place).unwrap_or_default()).sum(),
            _ => rows as f64,
        }
    }

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

/// A model that is one graph from a batch to predictions.
#[derive(Debug)]
pub(super) struct TapeModel {
    pub(super) graph: Graph,
    pub(super) trained: TrainedNetwork,
    variables: Vec<Variable>,
    inputs: Vec<Variable>,
    label: Variable,
    /// The predictions, once they have been recorded.
    output: Option<Variable>,
    /// A copy of those on a device.
    predictions: Array,
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
        let (mut trained, variables) = TrainedNetwork::new(declared, optimizer, dtype, seed, ranks)?;
        let tape = &mut trained.network.tape;
        tape.context_mut().training = true;
        let inputs = (0..graph.inputs).map(|_| tape.constant(Array::default())).collect();
        let label = tape.constant(Array::default());
        Ok(Self { graph, trained, variables, inputs, label, output: None, predictions: Array::default() })
    }

    /// An array that is no parameter: [`Record`] gets it behind those.
    pub fn add_constant(&mut self, array: Array) {
        self.variables.push(self.trained.network.tape.constant(array));
    }

    pub fn step(&mut self, batch: &Batch) -> Result<f64, ModelError> {
        if let Some(mut ranked) = self.trained.ranked.take() {
            let loss = self.step_of_ranks(&mut ranked, batch);
            self.trained.ranked = Some(ranked);
            return loss;
        }
        let [label] = &*batch.label else {
            return Err(ModelError::Arrays { what: "label", expected: 1, found: batch.label.len() });
        };
        let rows = label.size();
        self.take(&batch.data, Some(rows))?;
        self.put_label(label)?;
        let output = self.forward()?;
        let loss =
            self.graph.mean_loss(&batch.data, &*label.here()?, &*self.trained.network.tape.value(output)?.here()?)?;
        self.trained.network.tape.backward(output)?;
        self.trained.trainer.step(&mut self.trained.network.tape, rows)?;
        Ok(loss)
    }

    pub fn predict(&mut self, data: &[Array]) -> Result<&Array, ModelError> {
        let Some(mut ranked) = self.trained.ranked.take() else { return self.predict_here(data) };
        let pulled = self.pulled_inputs(&mut ranked, data);
        self.trained.ranked = Some(ranked);
        self.predict_here(&pulled?)
    }

    fn predict_here(&mut self, data: &[Array]) -> Result<&Array, ModelError> {
        let rows = self.take(data, None)?;
        // The output layer wants labels, which predictions do not depend on.
        let (dtype, context) = (self.trained.network.dtype(), self.trained.network.context().clone());
        let label = self.trained.network.tape.value_mut(self.label)?;
        match dtype {
            _ if !context.is_cpu() => {
                *label = context.zeros(Stype::Dense, &[rows], if self.graph.classes { Dtype::I64 } else { dtype })?
            }
            Dtype::F64 => label.reuse_dense::<f64>(&[rows])?.fill(0.0),
            _ => label.reuse_dense::<f32>(&[rows])?.fill(0.0),
        }
        let output = self.forward()?;
        let predictions = self.trained.network.tape.value(output)?;
        if context.is_cpu() {
            return Ok(predictions);
        }
        self.predictions = predictions.as_in_context(&Device::cpu())?;
        Ok(&self.predictions)
    }

    /// The loss refuses labels that are none, of which nothing is cut off here unseen.
    pub(super) fn put_label(&mut self, label: &Array) -> Result<(), OperatorError> {
        if self.graph.classes && !self.trained.network.context().is_cpu() && label.dtype() != Dtype::I64 {
            return self.trained.network.put(self.label, &label.astype(Dtype::I64)?);
        }
        self.trained.network.put(self.label, label)
    }

    /// Copies the inputs, of which all have as many rows.
    pub(super) fn take(&mut self, data: &[Array], rows: Option<usize>) -> Result<usize, ModelError> {
        let rows = self.check(data, rows)?;
        for (place, array) in data.iter().enumerate() {
            if let Some(&variable) = self.inputs.get(place) {
                self.trained.network.put(variable, array)?;
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
            self.trained.network.tape.replay()?;
            return Ok(output);
        }
        self.trained.network.tape.clear();
        let output = (self.graph.record)(&mut self.trained.network.tape, &self.inputs, self.label, &self.variables)?;
        self.output = Some(output);
        Ok(output)
    }
}
