//! Layers of language models.
use super::{Layer, LayerError, Network};
use crate::autograd::Variable;
use crate::initializer::{Fan, Initializer, Spread};
use crate::operator::{self, LstmpOutput};
use lacuna::infer::Stype;

/// Long short-term memory with projected states: [`operator::Lstmp`] behind a fully connected layer.
///
/// Parameters: `NAME_i2h_weight` (4H x inputs), `NAME_i2h_bias` (4H), `NAME_h2h_weight` (4H x P), `NAME_h2h_bias` (4H) and `NAME_h2r_weight` (P x H); gates are in the order input, forget, candidate, output. Weights begin by
/// Xavier of the outputs, biases at 0. Source: MXNet `contrib.rnn.LSTMPCell`.
#[derive(Clone, Debug)]
pub struct Lstmp {
    /// What its parameters' names begin with.
    pub name: String,
    /// Hidden units H.
    pub hidden: usize,
    /// Outputs P: numbers of the projected state.
    pub projection: usize,
}

/// The states of an [`Lstmp`] before a step: constants of a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LstmpState {
    /// The projected one, N x P.
    pub r: Variable,
    /// The cell's, N x H.
    pub c: Variable,
}

/// What an [`Lstmp`] gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unrolled {
    /// The projected states after each step, T N x P.
    pub output: Variable,
    /// All that was computed: the result of [`operator::Lstmp`], which ends of states are read from.
    pub all: Variable,
}

/// The initializer of the peer's example: of weights whose rows are outputs.
pub(crate) const XAVIER_OUT: Initializer = Initializer::Xavier { spread: Spread::Uniform, fan: Fan::Out, magnitude: 3.0 };

impl Lstmp {
    /// Its parameters, for so many inputs.
    pub(crate) fn parameters(&self, network: &mut Network, inputs: usize) -> Result<[Variable; 5], LayerError> {
        let &Self { ref name, hidden, projection } = self;
        let gates = hidden.saturating_mul(4);
        let mut parameter =
            |of: &str, shape: &[usize], initializer| network.parameter(&format!("{name}_{of}"), shape, initializer, Stype::Dense);
        Ok([
            parameter("i2h_weight", &[gates, inputs], XAVIER_OUT)?,
            parameter("i2h_bias", &[gates], Initializer::Zero)?,
            parameter("h2h_weight", &[gates, projection], XAVIER_OUT)?,
            parameter("h2h_bias", &[gates], Initializer::Zero)?,
            parameter("h2r_weight", &[projection, hidden], XAVIER_OUT)?,
        ])
    }

    /// All steps of `x` (T N x inputs), whose first N rows are the first step; with N rows it is one step of a cell.
    ///
    /// # Errors
    /// Those of the operators and of [`Network::parameter`].
    ///
    /// ```
    /// use lacuna_runtime::array::Array;
    /// use lacuna_runtime::layer::{Lstmp, LstmpState, Network};
    /// let mut network = Network::new(3);
    /// let x = network.tape.constant(Array::dense(&[6, 4], vec![0.5_f32; 24])?);
    /// let r = network.tape.constant(Array::dense(&[2, 3], vec![0.0_f32; 6])?);
    /// let c = network.tape.constant(Array::dense(&[2, 5], vec![0.0_f32; 10])?);
    /// let layer = Lstmp { name: "lstm".into(), hidden: 5, projection: 3 };
    /// let unrolled = layer.forward(&mut network, x, LstmpState { r, c })?;
    /// // Three steps of two rows.
    /// assert_eq!(network.tape.value(unrolled.output)?.shape(), [6, 3]);
    /// network.tape.backward(unrolled.output)?;
    /// let weight = network.named("lstm_h2r_weight").ok_or("no such parameter")?;
    /// assert_eq!(network.tape.gradient(weight)?.shape(), [3, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forward(&self, network: &mut Network, x: Variable, state: LstmpState) -> Result<Unrolled, LayerError> {
        let inputs = network.tape.value(x)?.shape().iter().skip(1).product();
        let [i2h_weight, i2h_bias, h2h_weight, h2h_bias, h2r_weight] = self.parameters(network, inputs)?;
        let z = network.tape.fully_connected(x, i2h_weight, i2h_bias)?;
        let all = network.tape.apply(operator::Lstmp, &[z, h2h_weight, h2h_bias, h2r_weight, state.r, state.c])?;
        let output = network.tape.apply(LstmpOutput, &[all, h2h_weight, h2r_weight, state.r])?;
        Ok(Unrolled { output, all })
    }
}

/// Leaves elements out while the tape's [context](crate::operator::Context::training) trains: [`operator::Dropout`] with the network's seed.
#[derive(Clone, Debug)]
pub struct Dropout {
    /// What tells it from other dropouts of the network.
    pub name: String,
    /// That an element is left out: from 0 to below 1.
    pub probability: f64,
    /// The number of the step, a constant of one `int64`.
    pub step: Variable,
}

impl Layer for Dropout {
    fn forward(&self, network: &mut Network, x: Variable) -> Result<Variable, LayerError> {
        let Self { name, probability, step } = self;
        let operator = operator::Dropout { probability: *probability, seed: network.seed(), name: name.clone() };
        Ok(network.tape.apply(operator, &[x, *step])?)
    }
}
