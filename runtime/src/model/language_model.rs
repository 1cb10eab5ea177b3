//! A language model.
use super::{LanguageModelOptions, ModelError, saved};
use crate::array::{Array, Dtype, Element};
use crate::autograd::Variable;
use crate::data::{Batch, Batches};
use crate::initializer::{Initializer, of_step};
use crate::layer::{Dropout, Embedding, Layer, LayerError, Lstmp, LstmpState, Network, Unrolled, XAVIER_OUT};
use crate::operator::{
    Context, FullyConnected, LstmpShape, OperatorError, SampledSoftmax, SampledSoftmaxLoss, ScaleGradient, SoftmaxCrossEntropy,
};
use crate::optimizer::Trainer;
use lacuna::infer::Stype;
use lacuna::optim::GlobalNorm;
use std::path::Path;
use std::time::Duration;

/// What word comes next: an embedding, LSTMP layers with dropout before and behind each, and a softmax over all words, which is learnt among a few words of noise (sampled softmax).
///
/// A [batch](crate::data::TextWindows) has two inputs, words (`int64`, N x T) and a mask (`float32`), and one label, the word behind each. N is the batch size; T may be another in each batch. The rows go on in the next batch: states are
/// carried, until [`begin`](Self::begin); no gradient goes back into the batch before. The loss that is learnt is the sum over positions of cross entropy and mask, over N; the noise and the dropout are functions of the
/// seed and of the number of the step.
///
/// Parameters are `encoder_weight` (V x E), `decoder_weight` (V x P) and `decoder_bias` (V x 1), whose gradients are row_sparse, and for each layer those of [`Lstmp`] with the name `lstm0`, `lstm1`, ... Source: MXNet `example/rnn/large_word_lm`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::data::Batch;
/// use lacuna_runtime::model::{LanguageModel, LanguageModelOptions};
/// let mut options = LanguageModelOptions::new(5);
/// (options.embedding, options.hidden, options.projection) = (4, 8, 4);
/// (options.batch_size, options.samples, options.dropout) = (1, 4, 0.0);
/// let mut model = LanguageModel::new(&options, 1)?;
/// // Words that always come in the same order.
/// let words = |words: [i64; 4]| Array::dense(&[1, 4], words.to_vec());
/// let data = vec![words([0, 1, 2, 3])?, Array::dense(&[1, 4], vec![1.0_f32; 4])?];
/// let batch = Batch { data, label: vec![words([1, 2, 3, 0])?], pad: 0 };
/// let first = model.step(&batch)?;
/// for _ in 0..100 {
///     model.step(&batch)?;
/// }
/// assert!(model.step(&batch)? < first / 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LanguageModel {
    options: LanguageModelOptions,
    own: Network,
    trainer: Trainer,
    layers: Vec<Lstmp>,
    /// Their parameters, whose gradients are limited.
    recurrent: Vec<Variable>,
    states: Vec<LstmpState>,
    inputs: Inputs,
    recorded: Option<Recorded>,
    evaluation: Whole,
    /// How often noise is expected, which its operator computes too.
    counts: Vec<f32>,
}

/// Constants of the tape that each batch sets: rows of a step one after the other.
#[derive(Clone, Copy, Debug)]
struct Inputs {
    words: Variable,
    /// The labels, then the noise.
    classes: Variable,
    /// The mask over the rows of a batch.
    factors: Variable,
    step: Variable,
}

/// What is on the tape.
#[derive(Debug)]
struct Recorded {
    training: bool,
    layers: Vec<Unrolled>,
    /// Losses in a training; what the softmax is made of otherwise.
    output: Variable,
}

/// The softmax over all words, in parts of a step's rows.
#[derive(Debug)]
struct Whole {
    context: Context,
    rows: Array,
    labels: Array,
    logits: Array,
    losses: Array,
}

/// What a text has given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Words that were foretold.
    pub words: u64,
    /// The mean of their cross entropies, by the softmax over all words.
    pub loss: f64,
}

impl Evaluation {
    /// `exp` of the mean.
    #[must_use]
    pub fn perplexity(&self) -> f64 {
        libm::exp(self.loss)
    }
}

/// Rows and columns of a batch of text.
#[derive(Clone, Copy, Debug)]
struct Window<'a> {
    shape: [usize; 2],
    words: &'a [i64],
    mask: &'a [f32],
    targets: &'a [i64],
}

impl<'a> Window<'a> {
    fn new(batch: &'a Batch, rows: Option<usize>) -> Result<Self, ModelError> {
        let [words, mask] = &*batch.data else {
            return Err(ModelError::Arrays { what: "input", expected: 2, found: batch.data.len() });
        };
        let [targets] = &*batch.label else {
            return Err(ModelError::Arrays { what: "label", expected: 1, found: batch.label.len() });
        };
        let found = words.shape().first().copied().unwrap_or_default();
        let rows = rows.unwrap_or(found);
        let wrong = |what, array: &Array| ModelError::Window { what, rows, found: array.shape().to_vec() };
        let shape = match *words.shape() {
            [found, columns] if found == rows && found > 0 && columns > 0 => [found, columns],
            _ => return Err(wrong("words", words)),
        };
        for (what, array) in [("a mask", mask), ("targets", targets)] {
            if array.shape() != shape {
                return Err(wrong(what, array));
            }
        }
        let integers = |operand, array: &'a Array| {
            let refused = OperatorError::Dtype { operator: "LanguageModel", operand, expected: Dtype::I64, found: array.dtype() };
            array.data::<i64>().filter(|_| array.stype() == Stype::Dense).ok_or(refused)
        };
        let refused = OperatorError::Dtype { operator: "LanguageModel", operand: 1, expected: Dtype::F32, found: mask.dtype() };
        let mask = mask.data::<f32>().filter(|_| mask.stype() == Stype::Dense).ok_or(refused)?;
        Ok(Self { shape, words: integers(0, words)?, mask, targets: integers(2, targets)? })
    }

    /// Numbers of a matrix, column by column.
    fn by_step<V: Copy>(&self, numbers: &'a [V]) -> impl Iterator<Item = V> + use<'a, V> {
        let [_, steps] = self.shape;
        (0..steps).flat_map(move |step| numbers.iter().skip(step).step_by(steps).copied())
    }

    /// Words that count.
    fn count(&self) -> f64 {
        self.mask.iter().map(|&mask| f64::from(mask)).sum()
    }
}

fn fill<V: Copy>(to: &mut [V], numbers: impl Iterator<Item = V>) {
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to = number);
}

impl LanguageModel {
    /// With first values that are a function of the seed, and states of zeros.
    ///
    /// # Errors
    /// [`ModelError::Option`], [`ModelError::NotFloat`], and what hinders making the parameters.
    pub fn new(options: &LanguageModelOptions, seed: u64) -> Result<Self, ModelError> {
        options.check()?;
        let &LanguageModelOptions { vocabulary, embedding, hidden, projection, batch_size, dtype, .. } = options;
        let mut own = Network::new(seed).with_dtype(dtype);
        own.parameter("encoder_weight", &[vocabulary, embedding], XAVIER_OUT, Stype::RowSparse)?;
        let layers: Vec<_> = (0..options.layers).map(|layer| Lstmp { name: format!("lstm{layer}"), hidden, projection }).collect();
        let (mut recurrent, mut states) = (Vec::new(), Vec::new());
        for (number, layer) in layers.iter().enumerate() {
            recurrent.extend(layer.parameters(&mut own, if number == 0 { embedding } else { projection })?);
            let mut state = |columns| Ok::<_, ModelError>(own.tape.constant(Array::zeros(Stype::Dense, &[batch_size, columns], dtype)?));
            states.push(LstmpState { r: state(projection)?, c: state(hidden)? });
        }
        own.parameter("decoder_weight", &[vocabulary, projection], XAVIER_OUT, Stype::RowSparse)?;
        own.parameter("decoder_bias", &[vocabulary, 1], Initializer::Zero, Stype::RowSparse)?;
        let trainer = own.trainer(options.optimizer)?;
        let mut input = || own.tape.constant(Array::default());
        let inputs = Inputs { words: input(), classes: input(), factors: input(), step: input() };
        let empty = Array::default;
        let evaluation = Whole { context: Context::new(), rows: empty(), labels: empty(), logits: empty(), losses: empty() };
        let options = options.clone();
        Ok(Self { options, own, trainer, layers, recurrent, states, inputs, recorded: None, evaluation, counts: Vec::new() })
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &LanguageModelOptions {
        &self.options
    }

    /// States become zeros, as they are at the start of an epoch.
    ///
    /// # Errors
    /// [`ModelError::Operator`] without memory for them.
    pub fn begin(&mut self) -> Result<(), ModelError> {
        self.set_states(self.options.batch_size)
    }

    fn set_states(&mut self, rows: usize) -> Result<(), ModelError> {
        let LanguageModelOptions { hidden, projection, dtype, .. } = self.options;
        for &LstmpState { r, c } in &self.states {
            for (variable, columns) in [(r, projection), (c, hidden)] {
                let state = self.own.tape.value_mut(variable)?;
                match dtype {
                    Dtype::F64 => state.reuse_dense::<f64>(&[rows, columns])?.fill(0.0),
                    _ => state.reuse_dense::<f32>(&[rows, columns])?.fill(0.0),
                }
            }
        }
        Ok(())
    }

    /// Trains on one batch, and gives the mean loss of its words among the noise, as it was before; 0 if none counts.
    ///
    /// # Errors
    /// [`ModelError`] for arrays that are not those of the model, and [`ModelError::Norm`]; then parameters, states and steps are as before.
    pub fn step(&mut self, batch: &Batch) -> Result<f64, ModelError> {
        let samples = self.options.samples;
        let window = Window::new(batch, Some(self.options.batch_size))?;
        let rows = self.take(window, samples)?;
        let stream = of_step(self.own.seed(), "noise", self.trainer.steps());
        self.counts.resize(samples, 0.0);
        let cpu = self.own.tape.context().cpu;
        let classes = self.own.tape.value_mut(self.inputs.classes)?.data_mut::<i64>().unwrap_or_default();
        cpu.log_uniform(stream, self.options.vocabulary, classes.get_mut(rows..).unwrap_or_default(), &mut self.counts)
            .map_err(OperatorError::from)?;
        self.train(window)
    }

    /// The same with given classes of noise instead of drawn ones; they count as drawn by the same distribution.
    ///
    /// # Errors
    /// As there.
    pub fn step_with_noise(&mut self, batch: &Batch, noise: &[i64]) -> Result<f64, ModelError> {
        let window = Window::new(batch, Some(self.options.batch_size))?;
        let rows = self.take(window, noise.len())?;
        let classes = self.own.tape.value_mut(self.inputs.classes)?.data_mut::<i64>().unwrap_or_default();
        fill(classes.get_mut(rows..).unwrap_or_default(), noise.iter().copied());
        self.train(window)
    }

    /// The classes of noise of the last step.
    #[must_use]
    pub fn noise(&self) -> &[i64] {
        let value = |variable| self.own.tape.value(variable).ok();
        let rows = value(self.inputs.factors).map_or(0, Array::size);
        value(self.inputs.classes).and_then(Array::data::<i64>).and_then(|classes| classes.get(rows..)).unwrap_or_default()
    }

    /// Copies a window, with room for so many classes of noise; how many positions there are.
    fn take(&mut self, window: Window<'_>, noise: usize) -> Result<usize, ModelError> {
        let [rows, steps] = window.shape;
        let (positions, tape) = (rows * steps, &mut self.own.tape);
        fill(tape.value_mut(self.inputs.words)?.reuse_dense(&[positions])?, window.by_step(window.words));
        fill(tape.value_mut(self.inputs.classes)?.reuse_dense(&[positions + noise])?, window.by_step(window.targets));
        let factors = window.by_step(window.mask).map(|mask| f64::from(mask) / rows as f64);
        let to = tape.value_mut(self.inputs.factors)?;
        match self.options.dtype {
            Dtype::F64 => fill(to.reuse_dense(&[positions])?, factors),
            _ => fill(to.reuse_dense(&[positions])?, factors.map(|factor| factor as f32)),
        }
        let step = i64::try_from(self.trainer.steps()).map_err(|_| ModelError::Steps)?;
        tape.value_mut(self.inputs.step)?.reuse_dense(&[1])?.fill(step);
        Ok(positions)
    }

    fn train(&mut self, window: Window<'_>) -> Result<f64, ModelError> {
        let losses = self.forward(true)?;
        self.own.tape.backward(losses)?;
        let total = sum(self.own.tape.value(losses)?);
        let share = self.share()?;
        let Self { trainer, own, recurrent, .. } = self;
        trainer.step_by(&mut own.tape, |variable| if recurrent.contains(&variable) { share } else { 1.0 })?;
        self.carry()?;
        let count = window.count();
        Ok(if count > 0.0 { total * window.shape[0] as f64 / count } else { 0.0 })
    }

    /// What the gradients of the layers are multiplied by, so that their norm is at most [`clip`](LanguageModelOptions::clip).
    fn share(&self) -> Result<f64, ModelError> {
        let mut norm = GlobalNorm::default();
        for &variable in &self.recurrent {
            let gradient = self.own.tape.gradient(variable)?;
            norm = match gradient.dtype() {
                Dtype::F64 => norm.and(gradient.data::<f64>().unwrap_or_default()),
                _ => norm.and(gradient.data::<f32>().unwrap_or_default()),
            };
        }
        norm.rescale(self.options.clip.unwrap_or(f64::MAX)).ok_or(ModelError::Norm { norm: norm.norm() })
    }

    /// The states behind the last step of the window become those before the next one.
    fn carry(&mut self) -> Result<(), ModelError> {
        let LanguageModelOptions { hidden, projection, dtype, .. } = self.options;
        let Some(recorded) = &self.recorded else { return Ok(()) };
        let rows = self.own.tape.value(self.inputs.words)?.size();
        for (&LstmpState { r, c }, unrolled) in self.states.iter().zip(&recorded.layers) {
            let tape = &mut self.own.tape;
            let batch = tape.value(r)?.shape().first().copied().unwrap_or(1).max(1);
            let shape = LstmpShape { steps: rows / batch, batch, hidden, projection };
            let (mut last_r, mut last_c) = (tape.value_mut(r)?.take(), tape.value_mut(c)?.take());
            let all = tape.value(unrolled.all)?;
            match dtype {
                Dtype::F64 => copy_last::<f64>(shape, all, &mut last_r, &mut last_c),
                _ => copy_last::<f32>(shape, all, &mut last_r, &mut last_c),
            }
            *tape.value_mut(r)? = last_r;
            *tape.value_mut(c)? = last_c;
        }
        Ok(())
    }

    /// Records once, then again only where training and evaluation take turns.
    fn forward(&mut self, training: bool) -> Result<Variable, ModelError> {
        self.own.tape.context_mut().training = training;
        if let Some(recorded) = self.recorded.as_ref().filter(|recorded| recorded.training == training) {
            let output = recorded.output;
            self.own.tape.replay()?;
            return Ok(output);
        }
        self.own.tape.clear();
        self.recorded = None;
        let recorded = self.record(training)?;
        let output = recorded.output;
        self.recorded = Some(recorded);
        Ok(output)
    }

    fn record(&mut self, training: bool) -> Result<Recorded, LayerError> {
        let Self { options, own, inputs: Inputs { words, classes, factors, step }, .. } = self;
        let LanguageModelOptions { vocabulary, embedding, dropout, rescale_embedding, .. } = *options;
        let table = Embedding { name: "encoder".into(), rows: vocabulary, units: embedding, gradient: Stype::RowSparse };
        let weight = own.parameter("encoder_weight", &[table.rows, table.units], XAVIER_OUT, table.gradient)?;
        let embedded = own.tape.embedding(*words, weight)?;
        let mut x = own.tape.apply(ScaleGradient { factor: rescale_embedding }, &[embedded])?;
        let dropout = |number: usize| Dropout { name: format!("dropout{number}"), probability: dropout, step: *step };
        x = dropout(0).forward(own, x)?;
        let mut layers = Vec::new();
        for (number, (layer, &state)) in self.layers.iter().zip(&self.states).enumerate() {
            let unrolled = layer.forward(own, x, state)?;
            layers.push(unrolled);
            x = dropout(number + 1).forward(own, unrolled.output)?;
        }
        if !training {
            return Ok(Recorded { training, layers, output: x });
        }
        let [weight, bias] = ["decoder_weight", "decoder_bias"].map(|name| own.named(name).ok_or(OperatorError::Variable));
        let weight = own.tape.embedding(*classes, weight?)?;
        let bias = own.tape.embedding(*classes, bias?)?;
        let all = own.tape.apply(SampledSoftmax { classes: vocabulary }, &[x, weight, bias, *classes, *factors])?;
        let output = own.tape.apply(SampledSoftmaxLoss, &[all, *factors])?;
        Ok(Recorded { training, layers, output })
    }

    /// The mean cross entropy of a text's words, by the softmax over all of them, from states of zeros. The rows of its batches are as many as one likes; the states of the training are kept.
    ///
    /// # Errors
    /// [`ModelError::Data`], and as [`step`](Self::step).
    pub fn evaluate(&mut self, batches: &mut dyn Batches) -> Result<Evaluation, ModelError> {
        let mut kept = Vec::new();
        for &LstmpState { r, c } in &self.states {
            for variable in [r, c] {
                kept.push((variable, self.own.tape.value(variable)?.clone()));
            }
        }
        let found = self.set_states(batches.batch_size()).and_then(|()| self.sum_of_losses(batches));
        for (variable, state) in kept {
            *self.own.tape.value_mut(variable)? = state;
        }
        let (count, total) = found?;
        Ok(Evaluation { words: count as u64, loss: if count > 0.0 { total / count } else { f64::NAN } })
    }

    fn sum_of_losses(&mut self, batches: &mut dyn Batches) -> Result<(f64, f64), ModelError> {
        let (mut batch, rows) = (Batch::default(), batches.batch_size());
        let (mut count, mut total) = (0.0, 0.0);
        batches.restart()?;
        while batches.next_batch(&mut batch)? {
            let window = Window::new(&batch, Some(rows))?;
            self.take(window, 0)?;
            let x = self.forward(false)?;
            total += self.losses(window, x)?;
            self.carry()?;
            count += window.count();
        }
        Ok((count, total))
    }

    fn losses(&mut self, window: Window<'_>, x: Variable) -> Result<f64, ModelError> {
        let [rows, steps] = window.shape;
        let (tape, Whole { context, rows: part, labels, logits, losses }) = (&self.own.tape, &mut self.evaluation);
        let value = |name| tape.value(self.own.named(name).ok_or(OperatorError::Variable)?);
        let (x, weight, bias) = (tape.value(x)?, value("decoder_weight")?, value("decoder_bias")?);
        let mut total = 0.0;
        for step in 0..steps {
            match x.dtype() {
                Dtype::F64 => copy_rows::<f64>(x, step * rows..(step + 1) * rows, part)?,
                _ => copy_rows::<f32>(x, step * rows..(step + 1) * rows, part)?,
            }
            let column = |numbers: usize| numbers * steps + step;
            let targets = (0..rows).map(|row| window.targets.get(column(row)).copied().unwrap_or_default());
            fill(labels.reuse_dense(&[rows])?, targets);
            context.run_into(&FullyConnected::default(), &[part, weight, bias], logits)?;
            context.run_into(&SoftmaxCrossEntropy, &[logits, labels], losses)?;
            for row in 0..rows {
                let mask = window.mask.get(column(row)).copied().unwrap_or_default();
                total += number(losses, row) * f64::from(mask);
            }
        }
        Ok(total)
    }

    /// Steps that were taken.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.trainer.steps()
    }

    /// How long products of dense matrices have taken in all steps up to now.
    #[must_use]
    pub fn dense_products(&self) -> Duration {
        self.own.tape.context().dense_products()
    }

    /// The parameters with their names.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Array)> {
        saved::parameters(&self.own)
    }

    /// The parameter of this name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Array> {
        self.parameters().find_map(|(own, array)| (own == name).then_some(array))
    }

    /// The gradient that the last step had of a parameter, before it was limited; zeros before the first one.
    #[must_use]
    pub fn gradient(&self, name: &str) -> Option<&Array> {
        self.own.tape.gradient(self.own.named(name)?).ok()
    }

    /// Gives a parameter other values, of its shape and dtype, dense. States of the optimizer stay.
    ///
    /// # Errors
    /// [`ModelError::Unknown`], [`ModelError::Form`].
    pub fn set_parameter(&mut self, name: &str, value: Array) -> Result<(), ModelError> {
        saved::set_parameter(&mut self.own, name, value)
    }

    /// What all learning rates are multiplied by from now on: of a [schedule](crate::schedule), for example.
    pub const fn set_rate(&mut self, rate: f64) {
        self.trainer.set_rate(rate);
    }

    /// Computes with so many threads of the pool in which its methods are called. The bits stay the same.
    pub const fn set_threads(&mut self, threads: usize) {
        self.own.tape.context_mut().cpu.threads = threads;
        self.evaluation.context.cpu.threads = threads;
    }

    fn carried(&self) -> Vec<(String, &Array)> {
        let states = self
            .states
            .iter()
            .zip(&self.layers)
            .flat_map(|(&LstmpState { r, c }, Lstmp { name, .. })| [(format!("{name}_state_r"), r), (format!("{name}_state_c"), c)]);
        states.filter_map(|(name, variable)| Some((name, self.own.tape.value(variable).ok()?))).collect()
    }

    /// Writes parameters, states of the optimizer and of the layers, and the number of steps as safetensors, completely or not at all. Options are not written.
    ///
    /// # Errors
    /// [`ModelError::File`]; then a file that was there is as before.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ModelError> {
        saved::write(path.as_ref(), &self.own, &self.trainer, &self.carried())
    }

    /// Takes what a model of the same options has saved: training then goes on with the bits of one that was never interrupted.
    ///
    /// # Errors
    /// [`ModelError::File`], [`ModelError::Missing`], [`ModelError::Unknown`], [`ModelError::Form`], [`ModelError::Steps`]; then the model is as before.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), ModelError> {
        let carried: Vec<_> = self.carried().into_iter().map(|(name, array)| (name, array.clone())).collect();
        let carried: Vec<_> = carried.iter().map(|(name, array)| (name.clone(), array)).collect();
        let states = saved::read(path.as_ref(), &mut self.own, &mut self.trainer, &carried)?;
        let variables = self.states.iter().flat_map(|&LstmpState { r, c }| [r, c]);
        for (variable, state) in variables.zip(states) {
            *self.own.tape.value_mut(variable)? = state;
        }
        Ok(())
    }
}

fn copy_last<V: Element>(shape: LstmpShape, all: &Array, r: &mut Array, c: &mut Array) {
    let Some((last_r, last_c)) = all.data::<V>().and_then(|all| shape.last(all)) else { return };
    for (to, from) in [(r, last_r), (c, last_c)] {
        fill(to.data_mut::<V>().unwrap_or_default(), from.iter().copied());
    }
}

fn copy_rows<V: Element>(from: &Array, rows: std::ops::Range<usize>, to: &mut Array) -> Result<(), ModelError> {
    let columns = from.shape().get(1).copied().unwrap_or_default();
    let values = from.data::<V>().and_then(|values| values.get(rows.start * columns..rows.end * columns)).unwrap_or_default();
    to.reuse_dense::<V>(&[rows.len(), columns])?.copy_from_slice(values);
    Ok(())
}

fn number(array: &Array, place: usize) -> f64 {
    let narrow = || array.data::<f32>().and_then(|values| values.get(place)).map(|&value| f64::from(value));
    array.data::<f64>().and_then(|values| values.get(place)).copied().or_else(narrow).unwrap_or(f64::NAN)
}

/// In `f64`, one after the other.
fn sum(array: &Array) -> f64 {
    (0..array.nnz()).map(|place| number(array, place)).sum()
}
