//! Matrix factorization.
use super::delegate::model;
use super::ranked::OnRanks;
use super::tape_model::{Graph, TapeModel};
use super::trained_network::Declared;
use super::{ModelError, ParameterOptions};
use crate::metric::{MeanSquaredError, Metric, MetricError};
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna::optim::Sgd;
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::{Tape, Variable};
use lacuna_runtime::initializer::{Fan, Initializer, Spread};
use lacuna_runtime::operator::{LinearRegressionOutput, OperatorError, Sum};
use lacuna_runtime::optimizer::Optimizer;

/// Scores of pairs of users and items: the inner product of `relu(user_weight[user]) W^T + b` and the same of the item.
///
/// A batch has two inputs, the ids of N users and of N items, and N labels, the scores; the loss is the mean squared
/// error, and predictions are N numbers. Parameters are `user_weight` (users x factors), `item_weight` (items x
/// factors), whose gradients are row_sparse, `fc_user_weight` and `fc_item_weight` (hidden x factors), `fc_user_bias`
/// and `fc_item_bias` (hidden). Source: MXNet `example/sparse/matrix_factorization`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::data::Batch;
/// use lacuna_models::model::{MatrixFactorization, MatrixFactorizationOptions};
/// let mut model = MatrixFactorization::new(&MatrixFactorizationOptions::new(50, 100, 8), 1)?;
/// let ids = |ids: &[i64]| Array::dense(&[ids.len()], ids.to_vec());
/// let data = vec![ids(&[3, 49, 3])?, ids(&[99, 0, 5])?];
/// let batch = Batch { data: data.clone(), label: vec![Array::dense(&[3], vec![5.0_f32, 1.0, 4.0])?], pad: 0 };
/// let first = model.step(&batch)?;
/// (0..200).try_for_each(|_| model.step(&batch).map(drop))?;
/// assert!(model.step(&batch)? < first / 10.0);
/// assert_eq!(model.predict(&data)?.shape(), [3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MatrixFactorization {
    recorded: TapeModel,
}

/// How a [`MatrixFactorization`] is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MatrixFactorizationOptions {
    /// Users there are.
    pub users: usize,
    /// Items there are.
    pub items: usize,
    /// Factors of each.
    pub factors: usize,
    /// Outputs of the fully connected layers.
    pub hidden: usize,
    /// `float32` or `float64`.
    pub dtype: Dtype,
    /// What updates the parameters, by gradients divided by the rows of the batch.
    pub optimizer: Optimizer,
    /// The factors of users and of items.
    pub embedding: ParameterOptions,
    /// The weights of the fully connected layers.
    pub weight: ParameterOptions,
    /// Their biases.
    pub bias: ParameterOptions,
}

impl MatrixFactorizationOptions {
    /// Those of MXNet's example: as many outputs as factors, SGD with learning rate 0.1, weights by Xavier.
    #[must_use]
    pub const fn new(users: usize, items: usize, factors: usize) -> Self {
        let xavier =
            ParameterOptions::new(Initializer::Xavier { spread: Spread::Uniform, fan: Fan::In, magnitude: 2.34 });
        Self {
            users,
            items,
            factors,
            hidden: factors,
            dtype: Dtype::F32,
            optimizer: Optimizer::Sgd(Sgd::new(0.1)),
            embedding: xavier,
            weight: xavier,
            bias: ParameterOptions::new(Initializer::Zero),
        }
    }
}

const GRAPH: Graph = Graph { inputs: 2, record, classes: false, loss, of_row: None };

fn record(
    tape: &mut Tape,
    inputs: &[Variable],
    label: Variable,
    parameters: &[Variable],
) -> Result<Variable, OperatorError> {
    let (&[user, item], &[user_weight, item_weight, fc_user_weight, fc_user_bias, fc_item_weight, fc_item_bias]) =
        (inputs, parameters)
    else {
        return Err(OperatorError::Variable);
    };
    let mut side = |ids, table, weight, bias| {
        let rows = tape.embedding(ids, table)?;
        let active = tape.map(rows, Function::Relu)?;
        tape.fully_connected(active, weight, bias)
    };
    let user = side(user, user_weight, fc_user_weight, fc_user_bias)?;
    let item = side(item, item_weight, fc_item_weight, fc_item_bias)?;
    let products = tape.multiply(user, item)?;
    let scores = tape.apply(Sum { axis: Some(1) }, &[products])?;
    tape.apply(LinearRegressionOutput::default(), &[scores, label])
}

fn loss(labels: &Array, predictions: &Array) -> Result<f64, MetricError> {
    let mut loss = MeanSquaredError::default();
    loss.update(labels, predictions)?;
    Ok(loss.value())
}

impl MatrixFactorization {
    fn made(options: &MatrixFactorizationOptions, seed: u64, ranks: Option<OnRanks>) -> Result<Self, ModelError> {
        let &MatrixFactorizationOptions { users, items, factors, hidden, dtype, optimizer, embedding, weight, bias } =
            options;
        let (table, layer) = (RowSparse, Dense);
        let declared = [
            Declared {
                name: "user_weight",
                shape: &[users, factors],
                gradient: table,
                rows_of: Some(0),
                options: embedding,
            },
            Declared {
                name: "item_weight",
                shape: &[items, factors],
                gradient: table,
                rows_of: Some(1),
                options: embedding,
            },
            Declared {
                name: "fc_user_weight",
                shape: &[hidden, factors],
                gradient: layer,
                rows_of: None,
                options: weight,
            },
            Declared { name: "fc_user_bias", shape: &[hidden], gradient: layer, rows_of: None, options: bias },
            Declared {
                name: "fc_item_weight",
                shape: &[hidden, factors],
                gradient: layer,
                rows_of: None,
                options: weight,
            },
            Declared { name: "fc_item_bias", shape: &[hidden], gradient: layer, rows_of: None, options: bias },
        ];
        Ok(Self { recorded: TapeModel::new(GRAPH, &declared, optimizer, dtype, seed, ranks)? })
    }
}

model!(MatrixFactorization, MatrixFactorizationOptions);
