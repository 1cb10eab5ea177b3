//! Wide and deep learning.
use super::delegate::model;
use super::ranked::OnRanks;
use super::tape_model::{Graph, TapeModel, log_loss};
use super::trained_network::Declared;
use super::{ModelError, ParameterOptions};
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna::optim::Adam;
use lacuna_runtime::array::{Dtype, Function};
use lacuna_runtime::autograd::{Tape, Variable};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::{Concat, OperatorError, SoftmaxOutput};
use lacuna_runtime::optimizer::Optimizer;

/// Probabilities of classes: the softmax of a wide part, `x w + b` of sparse rows `x`, plus a deep one, fully connected
/// layers with relu between them on continuous columns and rows of tables.
///
/// A batch has an input for `x` (N x features, csr), one for each table (N ids), one for the continuous columns (N x
/// columns, dense; without such columns there is none), and N labels, which are class numbers. The loss is log loss,
/// and predictions are N x classes. Parameters are `linear_weight` (features x classes) and `linear_bias` (classes);
/// `embed_I_weight` for each table I from 0 (rows x width); `fc_I_weight` (outputs x inputs) and `fc_I_bias` for each
/// hidden layer, and for the last one, which has an output for each class. Gradients of the first weight and of the
/// tables are row_sparse. The deep part reads the continuous columns first, then the tables' rows. Source: MXNet
/// `example/sparse/wide_deep`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::data::Batch;
/// use lacuna_models::model::{WideDeep, WideDeepOptions};
/// let mut model = WideDeep::new(&WideDeepOptions::new(30, &[10, 20], 3), 1)?;
/// let crossed = Array::csr(Some([2, 30]), vec![0, 2, 3], vec![4, 29, 7], vec![1.0_f32; 3])?;
/// let ids = |ids: &[i64]| Array::dense(&[ids.len()], ids.to_vec());
/// let continuous = Array::dense(&[2, 3], vec![0.1_f32, -0.5, 0.3, 0.7, 0.0, 0.2])?;
/// let data = vec![crossed, ids(&[9, 0])?, ids(&[19, 3])?, continuous];
/// let batch = Batch { data: data.clone(), label: vec![Array::dense(&[2], vec![1.0_f32, 0.0])?], pad: 0 };
/// let first = model.step(&batch)?;
/// (0..200).try_for_each(|_| model.step(&batch).map(drop))?;
/// assert!(model.step(&batch)? < first / 10.0);
/// assert_eq!(model.predict(&data)?.shape(), [2, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WideDeep {
    recorded: TapeModel,
}

/// How a [`WideDeep`] is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WideDeepOptions {
    /// Columns of the wide input.
    pub features: usize,
    /// Rows of each table: ids that its input may have.
    pub tables: Vec<usize>,
    /// Columns of every table.
    pub width: usize,
    /// Continuous columns.
    pub continuous: usize,
    /// Outputs of the hidden layers.
    pub hidden: Vec<usize>,
    /// Classes there are.
    pub classes: usize,
    /// `float32` or `float64`.
    pub dtype: Dtype,
    /// What updates the parameters, by gradients divided by the rows of the batch.
    pub optimizer: Optimizer,
    /// The weight of the wide part.
    pub linear: ParameterOptions,
    /// The tables.
    pub embedding: ParameterOptions,
    /// The weights of the layers.
    pub weight: ParameterOptions,
    /// All biases.
    pub bias: ParameterOptions,
}

impl WideDeepOptions {
    /// Those of MXNet's example: two classes, tables of 8 columns, hidden layers of 50 and 100 outputs, Adam with
    /// learning rate 0.001.
    #[must_use]
    pub fn new(features: usize, tables: &[usize], continuous: usize) -> Self {
        // MXNet's Module fills parameters that name no initializer with this.
        let uniform = ParameterOptions::new(Initializer::Uniform { scale: 0.01 });
        Self {
            features,
            tables: tables.to_vec(),
            width: 8,
            continuous,
            hidden: vec![50, 100],
            classes: 2,
            dtype: Dtype::F32,
            optimizer: Optimizer::Adam(Adam::new(0.001, 0.9, 0.999, 1e-8)),
            linear: ParameterOptions::new(Initializer::Normal { sigma: 0.01 }),
            embedding: uniform,
            weight: uniform,
            bias: ParameterOptions::new(Initializer::Zero),
        }
    }
}

fn record(
    tape: &mut Tape,
    inputs: &[Variable],
    label: Variable,
    parameters: &[Variable],
) -> Result<Variable, OperatorError> {
    let (&[x, ref deep @ ..], &[weight, bias, ref rest @ ..]) = (inputs, parameters) else {
        return Err(OperatorError::Variable);
    };
    let linear = tape.dot(x, weight)?;
    let linear = tape.add_row(linear, bias)?;
    // Tables, and then layers, each a weight and a bias: the only ones of one dimension.
    let is_bias = |variable: &Variable| tape.value(*variable).is_ok_and(|array| array.shape().len() == 1);
    let first_weight =
        rest.iter().position(is_bias).and_then(|bias| bias.checked_sub(1)).ok_or(OperatorError::Variable)?;
    let (tables, layers) = rest.split_at(first_weight);
    let (ids, continuous) = deep.split_at_checked(tables.len()).ok_or(OperatorError::Variable)?;
    let mut columns = continuous.to_vec();
    for (&ids, &table) in ids.iter().zip(tables) {
        columns.push(tape.embedding(ids, table)?);
    }
    let mut active = tape.apply(Concat, &columns)?;
    for (layer, pair) in layers.chunks_exact(2).enumerate() {
        let &[weight, bias] = pair else { continue };
        if layer > 0 {
            active = tape.map(active, Function::Relu)?;
        }
        active = tape.fully_connected(active, weight, bias)?;
    }
    let logits = tape.add(linear, active)?;
    tape.apply(SoftmaxOutput::default(), &[logits, label])
}

impl WideDeep {
    fn made(options: &WideDeepOptions, seed: u64, ranks: Option<OnRanks>) -> Result<Self, ModelError> {
        let WideDeepOptions { features, tables, width, continuous, hidden, classes, .. } = options;
        let inputs = tables.len().saturating_mul(*width).saturating_add(*continuous);
        if inputs == 0 {
            return Err(ModelError::NoInput);
        }
        let outputs: Vec<usize> = hidden.iter().chain([classes]).copied().collect();
        let terms = [inputs].into_iter().chain(hidden.iter().copied());
        let of_tables =
            tables.iter().enumerate().map(|(table, &rows)| (format!("embed_{table}_weight"), [rows, *width]));
        let of_tables: Vec<_> = of_tables.collect();
        let of_layers = outputs.iter().zip(terms).enumerate();
        let of_layers = of_layers.map(|(layer, (&outputs, terms))| {
            [(format!("fc_{layer}_weight"), vec![outputs, terms]), (format!("fc_{layer}_bias"), vec![outputs])]
        });
        let of_layers: Vec<_> = of_layers.collect();

        let (wide, row) = ([*features, *classes], [*classes]);
        let mut declared = vec![
            Declared {
                name: "linear_weight",
                shape: &wide,
                gradient: RowSparse,
                rows_of: Some(0),
                options: options.linear,
            },
            Declared { name: "linear_bias", shape: &row, gradient: Dense, rows_of: None, options: options.bias },
        ];
        for (place, (name, shape)) in of_tables.iter().enumerate() {
            let (gradient, rows_of) = (RowSparse, Some(1 + place));
            declared.push(Declared { name, shape, gradient, rows_of, options: options.embedding });
        }
        for [(weight, matrix), (bias, vector)] in &of_layers {
            declared.push(Declared {
                name: weight,
                shape: matrix,
                gradient: Dense,
                rows_of: None,
                options: options.weight,
            });
            declared.push(Declared {
                name: bias,
                shape: vector,
                gradient: Dense,
                rows_of: None,
                options: options.bias,
            });
        }
        let graph = Graph {
            inputs: 1 + tables.len() + usize::from(*continuous > 0),
            record,
            classes: true,
            loss: log_loss,
            of_row: None,
        };
        Ok(Self { recorded: TapeModel::new(graph, &declared, options.optimizer, options.dtype, seed, ranks)? })
    }
}

model!(WideDeep, WideDeepOptions);
