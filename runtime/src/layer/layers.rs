//! The layers.
use super::{LayerError, Network};
use crate::autograd::Variable;
use crate::initializer::Initializer;
use crate::kvstore::RowIds;
use crate::operator;
use lacuna::infer::Stype;
use lacuna_arrays::array::Function;
use std::fmt::Debug;

/// What Gluon fills weights with.
const WEIGHT: Initializer = Initializer::Uniform { scale: 0.07 };

/// A function with parameters.
pub trait Layer: Debug {
    /// Applies operators to `x`, and to parameters that the network has or makes.
    ///
    /// # Errors
    /// Those of the operators and of [`Network::parameter`].
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError>;
}

/// Layers one after the other.
#[derive(Debug)]
pub struct Sequential(pub Vec<Box<dyn Layer>>);

impl Layer for Sequential {
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError> {
        self.0.iter().try_fold(x, |x, layer| layer.forward(network, x))
    }
}

/// A function of each element.
#[derive(Clone, Copy, Debug)]
pub struct Activation(pub Function);

impl Layer for Activation {
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError> {
        Ok(network.tape.map(x, self.0)?)
    }
}

fn activated(network: &mut Network, x: Variable, activation: Option<Function>) -> Result<Variable, LayerError> {
    activation.map_or(Ok(x), |function| Activation(function).forward(network, x))
}

fn columns(network: &Network, x: Variable) -> Result<usize, LayerError> {
    Ok(network.tape.value(x)?.shape().iter().skip(1).product())
}

/// `x W^T + b` of dense rows: `NAME.weight` (units x inputs) and `NAME.bias` (units).
#[derive(Clone, Debug)]
pub struct Dense {
    /// What its parameters' names begin with.
    pub name: String,
    /// Outputs.
    pub units: usize,
    /// What is applied to them.
    pub activation: Option<Function>,
}

impl Layer for Dense {
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError> {
        let Self { name, units, activation } = self;
        let inputs = columns(network, x)?;
        let weight = network.parameter(&format!("{name}.weight"), &[*units, inputs], WEIGHT, Stype::Dense)?;
        let bias = network.parameter(&format!("{name}.bias"), &[*units], Initializer::Zero, Stype::Dense)?;
        let y = network.tape.fully_connected(x, weight, bias)?;
        activated(network, y, *activation)
    }
}

/// `x W + b` of csr rows: `NAME.weight` (inputs x units) and `NAME.bias` (units).
#[derive(Clone, Debug)]
pub struct SparseDense {
    /// What its parameters' names begin with.
    pub name: String,
    /// Outputs.
    pub units: usize,
    /// How the weight's gradient is stored: row_sparse, or dense.
    pub gradient: Stype,
    /// What is applied to the outputs.
    pub activation: Option<Function>,
}

impl Layer for SparseDense {
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError> {
        let Self { name, units, gradient, activation } = self;
        let inputs = columns(network, x)?;
        let weight = network.parameter(&format!("{name}.weight"), &[inputs, *units], WEIGHT, *gradient)?;
        let bias = network.parameter(&format!("{name}.bias"), &[*units], Initializer::Zero, Stype::Dense)?;
        let y = network.tape.dot(x, weight)?;
        let y = network.tape.apply(operator::AddRow, &[y, bias])?;
        activated(network, y, *activation)
    }
}

/// Rows of `NAME.weight` (rows x units) by their ids, of a table that the network's [store](Network::store) keeps: each
/// [`forward`](Layer::forward) pulls the rows of its ids, and [`Network::step`] pushes the gradient of these alone. Who
/// [replays](crate::autograd::Tape::replay) a tape on other ids [pulls](Network::pull_rows) their rows before.
///
/// Source: MXNet `gluon.contrib.nn.SparseEmbedding`.
///
/// ```
/// use lacuna::optim::Sgd;
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::layer::{Layer, Network, SparseEmbedding};
/// use lacuna_runtime::optimizer::Optimizer;
/// let mut network = Network::new(3);
/// let layer = SparseEmbedding { name: "table".into(), rows: 1000, units: 4 };
/// let ids = network.tape.constant(Array::dense(&[3], vec![998_i64, 7, 998])?);
/// let y = layer.forward(&mut network, ids)?;
/// let mut trainer = network.trainer(Optimizer::Sgd(Sgd::new(0.5)))?;
/// network.tape.backward(y)?;
/// network.step(&mut trainer, 1)?;
/// // Of 16,000 bytes two rows, each 16 and the 8 of its id, were pulled and pushed.
/// let store = network.store();
/// assert_eq!((store.pulled().bytes, store.pushed().bytes, store.pushed().whole), (48, 48, 16_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseEmbedding {
    /// What its parameter's name begins with.
    pub name: String,
    /// How many rows there are.
    pub rows: usize,
    /// Elements of a row.
    pub units: usize,
}

impl Layer for SparseEmbedding {
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError> {
        let Self { name, rows, units } = self;
        let name = format!("{name}.weight");
        let weight = network.stored_parameter(&name, &[*rows, *units], WEIGHT)?;
        let ids = network.tape.value(x)?.clone();
        network.pull_rows(&name, RowIds::Array(&ids))?;
        Ok(network.tape.embedding(x, weight)?)
    }
}

/// Rows of `NAME.weight` (rows x units) by their ids.
#[derive(Clone, Debug)]
pub struct Embedding {
    /// What its parameter's name begins with.
    pub name: String,
    /// How many rows there are.
    pub rows: usize,
    /// Elements of a row.
    pub units: usize,
    /// How the gradient is stored: row_sparse, or dense.
    pub gradient: Stype,
}

impl Layer for Embedding {
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError> {
        let Self { name, rows, units, gradient } = self;
        let weight = network.parameter(&format!("{name}.weight"), &[*rows, *units], WEIGHT, *gradient)?;
        Ok(network.tape.embedding(x, weight)?)
    }
}
