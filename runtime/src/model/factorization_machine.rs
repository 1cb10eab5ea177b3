//! Factorization machines.
use super::delegate::model;
use super::tape_model::{Declared, Graph, TapeModel, log_loss};
use super::{ModelError, ParameterOptions};
use crate::array::Dtype;
use crate::autograd::{Tape, Variable};
use crate::initializer::Initializer;
use crate::operator::{Interaction, LogisticRegressionOutput, OperatorError};
use crate::optimizer::Optimizer;
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna::optim::Adam;

/// Probabilities of two classes: the sigmoid of `w0 + x w + 0.5 sum_f ((x v_f)^2 - x^2 v_f^2)`, for rows `x` of a csr.
///
/// A batch has one input, N x features, and N labels, 0 or 1; the loss is log loss, and predictions are N x 1.
/// Parameters are `w0` (1), `w` (features x 1) and `v` (features x factors); gradients of the last two are row_sparse.
/// Source: MXNet `example/sparse/factorization_machine`.
#[derive(Debug)]
pub struct FactorizationMachine {
    recorded: TapeModel,
}

/// How a [`FactorizationMachine`] is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FactorizationMachineOptions {
    /// Columns of the input.
    pub features: usize,
    /// Columns of `v`.
    pub factors: usize,
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
            dtype: Dtype::F32,
            optimizer: Optimizer::Adam(adam),
            w0: parameter(0.01, 0.1, 0.01),
            w: parameter(0.01, 0.001, 0.001),
            v: parameter(0.001, 1e-4, 1e-5),
        }
    }
}

const GRAPH: Graph = Graph { inputs: 1, record, classes: false, loss: log_loss };

fn record(
    tape: &mut Tape,
    inputs: &[Variable],
    label: Variable,
    parameters: &[Variable],
) -> Result<Variable, OperatorError> {
    let (&[x], &[w0, w, v]) = (inputs, parameters) else { return Err(OperatorError::Variable) };
    let linear = tape.dot(x, w)?;
    let linear = tape.add_row(linear, w0)?;
    let pairs = tape.apply(Interaction, &[x, v])?;
    let logits = tape.add(linear, pairs)?;
    tape.apply(LogisticRegressionOutput::default(), &[logits, label])
}

impl FactorizationMachine {
    /// With first values that are a function of the seed.
    ///
    /// # Errors
    /// [`ModelError`] for options that no parameters can be made of.
    pub fn new(options: &FactorizationMachineOptions, seed: u64) -> Result<Self, ModelError> {
        let &FactorizationMachineOptions { features, factors, dtype, optimizer, w0, w, v } = options;
        let declared = [
            Declared { name: "w0", shape: &[1], gradient: Dense, options: w0 },
            Declared { name: "w", shape: &[features, 1], gradient: RowSparse, options: w },
            Declared { name: "v", shape: &[features, factors], gradient: RowSparse, options: v },
        ];
        Ok(Self { recorded: TapeModel::new(GRAPH, &declared, optimizer, dtype, seed)? })
    }
}

model!(FactorizationMachine);
