//! Linear classification.
use super::delegate::model;
use super::ranked::OnRanks;
use super::tape_model::{Graph, TapeModel, log_loss};
use super::trained_network::Declared;
use super::{ModelError, ParameterOptions};
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna::optim::Sgd;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::{Tape, Variable};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::{OperatorError, WeightedSoftmaxOutput};
use lacuna_runtime::optimizer::Optimizer;

/// Probabilities of two classes: the softmax of `x w + b`, for rows `x` of a csr.
///
/// A batch has one input, N x features, and N labels, 0 or 1; predictions are N x 2. The reported loss is log loss, and
/// the gradient of a row that of its log loss times `(1 + label p) / p`, where `p` is the [positive
/// weight](LinearClassifierOptions::positive_weight). Parameters are `weight` (features x 2), whose gradient is
/// row_sparse, and `bias` (2). Source: MXNet `example/sparse/linear_classification`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::data::Batch;
/// use lacuna_models::model::{LinearClassifier, LinearClassifierOptions};
/// let mut model = LinearClassifier::new(&LinearClassifierOptions::new(100), 1)?;
/// let x = Array::csr(Some([2, 100]), vec![0, 1, 2], vec![3, 99], vec![1.0_f32, 1.0])?;
/// let batch = Batch { data: vec![x.clone()], label: vec![Array::dense(&[2], vec![1.0_f32, 0.0])?], pad: 0 };
/// let first = model.step(&batch)?;
/// (0..200).try_for_each(|_| model.step(&batch).map(drop))?;
/// assert!(model.step(&batch)? < first);
/// let probabilities = model.predict(&[x])?.data::<f32>().unwrap_or_default();
/// assert!(probabilities[1] > probabilities[0] && probabilities[2] > probabilities[3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LinearClassifier {
    recorded: TapeModel,
}

/// How a [`LinearClassifier`] is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LinearClassifierOptions {
    /// Columns of the input.
    pub features: usize,
    /// `p`: a row of class 0 weighs `1 / p`, one of class 1 weighs `(1 + p) / p`. Without it both weigh 1.
    pub positive_weight: Option<f64>,
    /// `float32` or `float64`.
    pub dtype: Dtype,
    /// What updates the parameters, by gradients divided by the rows of the batch.
    pub optimizer: Optimizer,
    /// The weights of each feature.
    pub weight: ParameterOptions,
    /// The numbers that all rows begin with.
    pub bias: ParameterOptions,
}

impl LinearClassifierOptions {
    /// Those of MXNet's example: a positive weight of 2, SGD with learning rate 0.01.
    #[must_use]
    pub const fn new(features: usize) -> Self {
        let normal = ParameterOptions::new(Initializer::Normal { sigma: 0.01 });
        Self {
            features,
            positive_weight: Some(2.0),
            dtype: Dtype::F32,
            optimizer: Optimizer::Sgd(Sgd::new(0.01)),
            weight: normal,
            bias: ParameterOptions::new(Initializer::Zero),
        }
    }
}

const GRAPH: Graph = Graph { inputs: 1, record, classes: true, loss: log_loss, of_row: None };

fn record(
    tape: &mut Tape,
    inputs: &[Variable],
    label: Variable,
    parameters: &[Variable],
) -> Result<Variable, OperatorError> {
    let (&[x], &[weight, bias, class_weights]) = (inputs, parameters) else { return Err(OperatorError::Variable) };
    let linear = tape.dot(x, weight)?;
    let logits = tape.add_row(linear, bias)?;
    tape.apply(WeightedSoftmaxOutput, &[logits, label, class_weights])
}

impl LinearClassifier {
    fn made(options: &LinearClassifierOptions, seed: u64, ranks: Option<OnRanks>) -> Result<Self, ModelError> {
        let &LinearClassifierOptions { features, positive_weight: positive, dtype, optimizer, weight, bias } = options;
        let weights = match positive {
            None => [1.0; 2],
            Some(positive) if positive > 0.0 && positive.is_finite() => [1.0 / positive, (1.0 + positive) / positive],
            Some(found) => return Err(ModelError::PositiveWeight { found }),
        };
        let declared = [
            Declared { name: "weight", shape: &[features, 2], gradient: RowSparse, rows_of: Some(0), options: weight },
            Declared { name: "bias", shape: &[2], gradient: Dense, rows_of: None, options: bias },
        ];
        let mut recorded = TapeModel::new(GRAPH, &declared, optimizer, dtype, seed, ranks)?;
        recorded.add_constant(Array::dense(&[2], weights.to_vec())?.astype(dtype)?);
        Ok(Self { recorded })
    }
}

model!(LinearClassifier, LinearClassifierOptions);
