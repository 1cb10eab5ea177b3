//! Factorization machines.
use super::delegate::model;
use super::ranked::OnRanks;
use super::tape_model::{Graph, Loss, Record, TapeModel, log_loss};
use super::trained_network::Declared;
use super::{ModelError, ParameterOptions};
use crate::metric::{LogLoss, MeanSquaredError, Metric, MetricError};
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna::optim::Adam;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::{Tape, Variable};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::{
    Interaction, LinearRegressionOutput, LogisticRegressionOutput, OperatorError, WeightGradient,
};
use lacuna_runtime::optimizer::Optimizer;

/// Predictions of `z = w0 + x w + 0.5 sum_f ((x v_f)^2 - x^2 v_f^2)`, for rows `x` of a csr: probabilities of two
/// classes, or [numbers](FactorizationTask).
///
/// A batch has one input, N x features, and N labels; predictions are N x 1. If rows have
/// [weights](FactorizationMachineOptions::row_weights), they are a second input, N x 1: the gradient of a row is
/// multiplied by its own, and the mean loss is weighted. Parameters are `w0` (1), `w` (features x 1) and `v` (features
/// x factors); gradients of the last two are row_sparse. Source: MXNet `example/sparse/factorization_machine`.
#[derive(Debug)]
pub struct FactorizationMachine {
    recorded: TapeModel,
}

/// What a [`FactorizationMachine`] predicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FactorizationTask {
    /// The probability of class 1: the sigmoid of `z`. Labels are 0 or 1, the loss is log loss.
    #[default]
    Classes,
    /// A number: `z`. Labels are any numbers, the loss is `(z - y)^2 / 2`.
    Numbers,
}

/// How a [`FactorizationMachine`] is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FactorizationMachineOptions {
    /// Columns of the input.
    pub features: usize,
    /// Columns of `v`.
    pub factors: usize,
    /// What it predicts.
    pub task: FactorizationTask,
    /// Whether batches have weights of rows.
    pub row_weights: bool,
    /// `float32` or `float64`.
    pub dtype: Dtype,
    /// What updates the parameters, by gradients divided by the rows of the batch.
    pub optimizer: Optimizer,
    /// The number that all predictions begin with.
    pub w0: ParameterOptions,
    /// The weight of each feature.
    pub w: ParameterOptions,
    /// The factors of each feature.
    pub v: ParameterOptions,
}

impl FactorizationMachineOptions {
    /// Those of MXNet's example: Adam with learning rate and weight decay 1, and multipliers for each parameter.
    #[must_use]
    pub fn new(features: usize, factors: usize) -> Self {
        let mut adam = Adam::new(1.0, 0.9, 0.999, 1e-8);
        adam.weight_decay = 1.0;
        let parameter = |sigma, rate, decay| ParameterOptions::with(Initializer::Normal { sigma }, rate, decay);
        Self {
            features,
            factors,
            task: FactorizationTask::Classes,
            row_weights: false,
            dtype: Dtype::F32,
            optimizer: Optimizer::Adam(adam),
            w0: parameter(0.01, 0.1, 0.01),
            w: parameter(0.01, 0.001, 0.001),
            v: parameter(0.001, 1e-4, 1e-5),
        }
    }
}

/// Of numbers.
fn half_square(labels: &Array, predictions: &Array) -> Result<f64, MetricError> {
    let mut loss = MeanSquaredError::default();
    loss.update(labels, predictions)?;
    Ok(loss.value() / 2.0)
}

impl FactorizationTask {
    fn graph(self, row_weights: bool) -> Graph {
        let record: Record = match self {
            Self::Classes => |tape, inputs, label, parameters| {
                let logits = record(tape, inputs, parameters)?;
                tape.apply(LogisticRegressionOutput::default(), &[logits, label])
            },
            Self::Numbers => |tape, inputs, label, parameters| {
                let numbers = record(tape, inputs, parameters)?;
                tape.apply(LinearRegressionOutput::default(), &[numbers, label])
            },
        };
        let (loss, of_row): (Loss, fn(f64, f64) -> f64) = match self {
            Self::Classes => (log_loss, LogLoss::of_row),
            Self::Numbers => (half_square, |label, number| (number - label).powi(2) / 2.0),
        };
        let of_row = row_weights.then_some(of_row);
        Graph { inputs: 1 + usize::from(row_weights), record, classes: false, loss, of_row }
    }
}

fn record(tape: &mut Tape, inputs: &[Variable], parameters: &[Variable]) -> Result<Variable, OperatorError> {
    let (&[x, ref weights @ ..], &[w0, w, v]) = (inputs, parameters) else { return Err(OperatorError::Variable) };
    let linear = tape.dot(x, w)?;
    let linear = tape.add_row(linear, w0)?;
    let pairs = tape.apply(Interaction, &[x, v])?;
    let output = tape.add(linear, pairs)?;
    match *weights {
        [weights] => tape.apply(WeightGradient, &[output, weights]),
        _ => Ok(output),
    }
}

impl FactorizationMachine {
    fn made(options: &FactorizationMachineOptions, seed: u64, ranks: Option<OnRanks>) -> Result<Self, ModelError> {
        let &FactorizationMachineOptions { features, factors, task, row_weights, dtype, optimizer, w0, w, v } = options;
        let declared = [
            Declared { name: "w0", shape: &[1], gradient: Dense, rows_of: None, options: w0 },
            Declared { name: "w", shape: &[features, 1], gradient: RowSparse, rows_of: Some(0), options: w },
            Declared { name: "v", shape: &[features, factors], gradient: RowSparse, rows_of: Some(0), options: v },
        ];
        Ok(Self { recorded: TapeModel::new(task.graph(row_weights), &declared, optimizer, dtype, seed, ranks)? })
    }
}

model!(FactorizationMachine, FactorizationMachineOptions);
