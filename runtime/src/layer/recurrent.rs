//! Layers of language models.
use super::{Layer, LayerError, Network};
use crate::autograd::{Tape, Variable};
use crate::initializer::{Fan, Initializer, Spread};
use crate::operator::{self, LstmpLast, LstmpOutput, LstmpPart as Part, LstmpShape, OperatorError, SampledSoftmaxLoss};
use lacuna::infer::Stype;
use lacuna_arrays::array::Array;

/// Long short-term memory with projected states. In each step, with gates
/// `[i, f, g, o] = x i2h_weight^T + i2h_bias + r h2h_weight^T + h2h_bias`:
///
/// `c' = sigmoid(f) c + sigmoid(i) tanh(g)`, `h' = sigmoid(o) tanh(c')`, `r' = h' h2r_weight^T`.
///
/// All that does not depend on the step before is one product of matrices for all steps: the inputs' part of the gates,
/// and the gradients of the weights.
///
/// Parameters: `NAME_i2h_weight` (4H x inputs), `NAME_i2h_bias` (4H), `NAME_h2h_weight` (4H x P), `NAME_h2h_bias` (4H)
/// and `NAME_h2r_weight` (P x H); gates are in the order input, forget, candidate, output. Weights begin by Xavier of
/// the outputs, biases at 0. Source: MXNet `contrib.rnn.LSTMPCell`.
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
    /// All that was computed, the states among it.
    all: Variable,
}

/// The initializer of MXNet's example: of weights whose rows are outputs.
pub const XAVIER_OUT: Initializer = Initializer::Xavier { spread: Spread::Uniform, fan: Fan::Out, magnitude: 3.0 };

impl Lstmp {
    /// Its parameters, for so many inputs: name, shape and first values.
    #[doc(hidden)]
    pub fn declared(&self, inputs: usize) -> [(String, Vec<usize>, Initializer); 5] {
        let &Self { ref name, hidden, projection } = self;
        let gates = hidden.saturating_mul(4);
        [
            ("i2h_weight", vec![gates, inputs], XAVIER_OUT),
            ("i2h_bias", vec![gates], Initializer::Zero),
            ("h2h_weight", vec![gates, projection], XAVIER_OUT),
            ("h2h_bias", vec![gates], Initializer::Zero),
            ("h2r_weight", vec![projection, hidden], XAVIER_OUT),
        ]
        .map(|(of, shape, initializer)| (format!("{name}_{of}"), shape, initializer))
    }

    fn parameters(&self, network: &mut Network, inputs: usize) -> Result<[Variable; 5], LayerError> {
        let [a, b, c, d, e] = self
            .declared(inputs)
            .map(|(name, shape, initializer)| network.parameter(&name, &shape, initializer, Stype::Dense));
        Ok([a?, b?, c?, d?, e?])
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

impl Lstmp {
    /// The states behind the last step of `unrolled` become those that [`forward`](Self::forward) of the next window
    /// begins with.
    ///
    /// # Errors
    /// [`OperatorError::Variable`] for variables of another tape.
    pub fn carry(&self, network: &mut Network, unrolled: Unrolled, state: LstmpState) -> Result<(), OperatorError> {
        let &Self { hidden, projection, .. } = self;
        let tape = &mut network.tape;
        let batch = tape.value(state.r)?.shape().first().copied().unwrap_or_default();
        let rows = tape.value(unrolled.output)?.shape().first().copied().unwrap_or_default();
        let shape = LstmpShape { steps: rows / batch.max(1), batch, hidden, projection };
        for (variable, part) in [(state.r, Part::Projected), (state.c, Part::Cell)] {
            // On the host in the same memory; a device makes another array, or none.
            let state = tape.value_mut(variable)?;
            let mut array = if state.is_on_host() { state.take() } else { Array::default() };
            tape.compute(&LstmpLast { part, shape }, unrolled.all, &mut array)?;
            *tape.value_mut(variable)? = array;
        }
        Ok(())
    }
}

/// The cross entropy of each row with its class among itself and classes of noise: a softmax over very many classes
/// that is learnt from a few.
///
/// Parameters: `NAME_weight` (classes x inputs) and `NAME_bias` (classes x 1), whose gradients are row_sparse. The
/// logits are `x w + b`, less the logarithm of how often their class is expected in noise that is drawn log-uniformly
/// with repetition ([`lacuna::random::log_uniform`]), frequent classes first; noise that is a row's class does not
/// count. See [`lacuna::loss::sampled_softmax`].
///
/// Source: MXNet `example/rnn/large_word_lm`, `sampled_softmax`.
#[derive(Clone, Debug)]
pub struct SampledSoftmax {
    /// What its parameters' names begin with.
    pub name: String,
    /// How many classes there are.
    pub classes: usize,
}

impl SampledSoftmax {
    /// Its parameters, for so many inputs: name, shape and first values.
    #[doc(hidden)]
    pub fn declared(&self, inputs: usize) -> [(String, [usize; 2], Initializer); 2] {
        let Self { name, classes } = self;
        [
            (format!("{name}_weight"), [*classes, inputs], XAVIER_OUT),
            (format!("{name}_bias"), [*classes, 1], Initializer::Zero),
        ]
    }

    /// The losses (N) of `x` (N x inputs): `classes` are N of the rows and then those of the noise, one or more, and
    /// each loss is multiplied by its factor, such as a mask; a row of factor 0 is not looked at.
    ///
    /// # Errors
    /// Those of the operators and of [`Network::parameter`].
    ///
    /// ```
    /// use lacuna_runtime::array::Array;
    /// use lacuna_runtime::layer::{Network, SampledSoftmax};
    /// let mut network = Network::new(3);
    /// let x = network.tape.constant(Array::dense(&[2, 3], vec![0.5_f32; 6])?);
    /// let classes = network.tape.constant(Array::dense(&[5], vec![7_i64, 90, 0, 7, 3])?);
    /// let factors = network.tape.constant(Array::dense(&[2], vec![1.0_f32, 0.0])?);
    /// let softmax = SampledSoftmax { name: "decoder".into(), classes: 100 };
    /// let losses = softmax.forward(&mut network, x, classes, factors)?;
    /// let values = network.tape.value(losses)?.data::<f32>().unwrap_or_default();
    /// assert!(values[0] > 0.0 && values[1] == 0.0);
    /// network.tape.backward(losses)?;
    /// let weight = network.named("decoder_weight").ok_or("no such parameter")?;
    /// assert_eq!(network.tape.gradient(weight)?.indices(), Some(&[0, 3, 7, 90][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forward(
        &self,
        network: &mut Network,
        x: Variable,
        classes: Variable,
        factors: Variable,
    ) -> Result<Variable, LayerError> {
        let inputs = network.tape.value(x)?.shape().iter().skip(1).product();
        let [weight, bias] = self
            .declared(inputs)
            .map(|(name, shape, initializer)| network.parameter(&name, &shape, initializer, Stype::RowSparse));
        Ok(self.losses(&mut network.tape, x, [weight?, bias?], [classes, classes], factors)?)
    }

    /// The same by the rows of weight and bias at these places, which `classes` have there.
    #[doc(hidden)]
    pub fn losses(
        &self,
        tape: &mut Tape,
        x: Variable,
        parameters: [Variable; 2],
        [classes, places]: [Variable; 2],
        factors: Variable,
    ) -> Result<Variable, OperatorError> {
        let [weight, bias] = parameters.map(|parameter| tape.embedding(places, parameter));
        let operator = operator::SampledSoftmax { classes: self.classes };
        let all = tape.apply(operator, &[x, weight?, bias?, classes, factors])?;
        tape.apply(SampledSoftmaxLoss, &[all, factors])
    }
}

/// Leaves elements out while the tape's [context](crate::operator::Context::training) trains: [`operator::Dropout`]
/// with the network's seed.
#[derive(Clone, Debug)]
pub struct Dropout {
    /// Distinguishes it from other dropouts of the network.
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
