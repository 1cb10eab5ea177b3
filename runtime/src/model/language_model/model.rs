//! Its parameters, its steps and its files.
use super::LanguageModelOptions;
use super::evaluation::Whole;
use super::inputs::Inputs;
use super::window::{Window, fill};
use crate::array::{Array, Dtype};
use crate::autograd::Variable;
use crate::data::Batch;
use crate::device::Device;
use crate::initializer::of_step;
use crate::layer::{Dropout, Layer, LayerError, Lstmp, LstmpState, Network, SampledSoftmax, Unrolled, XAVIER_OUT};
use crate::model::delegate::learner;
use crate::model::{Description, ModelError, saved, tape_model};
use crate::operator::{OperatorError, ScaleGradient};
use crate::optimizer::Trainer;
use lacuna::infer::Stype;
use lacuna::optim::GlobalNorm;
use std::path::Path;
use std::time::Duration;

/// What word comes next: an embedding, LSTMP layers with dropout before and behind each, and a softmax over all words,
/// which is learnt among a few words of noise (sampled softmax).
///
/// A [batch](crate::data::TextWindows) has two inputs, words (`int64`, N x T) and a mask (`float32`), and one label,
/// the word behind each. N is the batch size; T may be another in each batch. The rows go on in the next batch: states
/// are carried, until [`begin`](Self::begin); no gradient goes back into the batch before. The loss that is learnt is
/// the sum over positions of cross entropy and mask, over N; the noise and the dropout are functions of the seed and of
/// the number of the step.
///
/// Parameters are `encoder_weight` (V x E), `decoder_weight` (V x P) and `decoder_bias` (V x 1), whose gradients are
/// row_sparse, and for each layer those of [`Lstmp`] with the name `lstm0`, `lstm1`, ... Source: MXNet
/// `example/rnn/large_word_lm`.
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
    pub(super) options: LanguageModelOptions,
    pub(super) own: Network,
    trainer: Trainer,
    layers: Vec<Lstmp>,
    /// Their parameters, whose gradients are limited.
    recurrent: Vec<Variable>,
    pub(super) states: Vec<LstmpState>,
    pub(super) inputs: Inputs,
    recorded: Option<Recorded>,
    pub(super) evaluation: Whole,
    /// How often noise is expected, which its operator computes too.
    counts: Vec<f32>,
}

/// What is on the tape.
#[derive(Debug)]
struct Recorded {
    training: bool,
    layers: Vec<Unrolled>,
    /// Losses in a training; what the softmax is made of otherwise.
    output: Variable,
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
        let layers: Vec<_> =
            (0..options.layers).map(|layer| Lstmp { name: format!("lstm{layer}"), hidden, projection }).collect();
        let (mut recurrent, mut states) = (Vec::new(), Vec::new());
        for (number, layer) in layers.iter().enumerate() {
            recurrent.extend(layer.parameters(&mut own, if number == 0 { embedding } else { projection })?);
            let mut state = |columns| {
                Ok::<_, ModelError>(own.tape.constant(Array::zeros(Stype::Dense, &[batch_size, columns], dtype)?))
            };
            states.push(LstmpState { r: state(projection)?, c: state(hidden)? });
        }
        SampledSoftmax { name: "decoder".into(), classes: vocabulary }.parameters(&mut own, projection)?;
        let trainer = own.trainer(options.optimizer)?;
        let inputs = Inputs::new(&mut own);
        let (options, evaluation) = (options.clone(), Whole::default());
        Ok(Self {
            options,
            own,
            trainer,
            layers,
            recurrent,
            states,
            inputs,
            recorded: None,
            evaluation,
            counts: Vec::new(),
        })
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

    pub(super) fn set_states(&mut self, rows: usize) -> Result<(), ModelError> {
        let LanguageModelOptions { hidden, projection, dtype, .. } = self.options;
        let context = self.own.context().clone();
        for &LstmpState { r, c } in &self.states {
            for (variable, columns) in [(r, projection), (c, hidden)] {
                let state = self.own.tape.value_mut(variable)?;
                match dtype {
                    _ if !context.is_cpu() => *state = context.zeros(Stype::Dense, &[rows, columns], dtype)?,
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
    /// [`ModelError`] for arrays that are not those of the model, and [`ModelError::Norm`]; then parameters, states and
    /// steps are as before.
    pub fn step(&mut self, batch: &Batch) -> Result<f64, ModelError> {
        let samples = self.options.samples;
        let window = Window::new(batch, Some(self.options.batch_size))?;
        self.inputs.fill(window, samples, self.options.dtype, self.trainer.steps())?;
        let stream = of_step(self.own.seed(), "noise", self.trainer.steps());
        self.counts.resize(samples, 0.0);
        let cpu = self.own.tape.context().cpu;
        cpu.log_uniform(stream, self.options.vocabulary, self.inputs.noise_mut(), &mut self.counts)
            .map_err(OperatorError::from)?;
        self.train(window)
    }

    /// The same with given classes of noise instead of drawn ones; they count as drawn by the same distribution.
    ///
    /// # Errors
    /// As there.
    pub fn step_with_noise(&mut self, batch: &Batch, noise: &[i64]) -> Result<f64, ModelError> {
        let window = Window::new(batch, Some(self.options.batch_size))?;
        self.inputs.fill(window, noise.len(), self.options.dtype, self.trainer.steps())?;
        fill(self.inputs.noise_mut(), noise.iter().copied());
        self.train(window)
    }

    /// The classes of noise of the last step.
    #[must_use]
    pub fn noise(&self) -> &[i64] {
        self.inputs.noise()
    }

    fn train(&mut self, window: Window<'_>) -> Result<f64, ModelError> {
        self.inputs.put(&mut self.own)?;
        let losses = self.forward(true)?;
        self.own.tape.backward(losses)?;
        // From a device with what it refuses, so before anything is updated.
        let total = sum(&*self.own.tape.value(losses)?.here()?);
        let share = self.share()?;
        let Self { trainer, own, recurrent, .. } = self;
        trainer.step_by(&mut own.tape, |variable| if recurrent.contains(&variable) { share } else { 1.0 })?;
        self.carry()?;
        let count = window.count();
        Ok(if count > 0.0 { total * window.shape[0] as f64 / count } else { 0.0 })
    }

    /// What the gradients of the layers are multiplied by, so that their norm is at most
    /// [`clip`](LanguageModelOptions::clip).
    fn share(&self) -> Result<f64, ModelError> {
        let mut gradients = self.recurrent.iter().map(|&variable| self.own.tape.gradient(variable));
        let context = self.own.context();
        let norm = if context.is_cpu() {
            gradients.try_fold(GlobalNorm::default(), |norm, gradient| {
                gradient.map(|gradient| match gradient.dtype() {
                    Dtype::F64 => norm.and(gradient.data::<f64>().unwrap_or_default()),
                    _ => norm.and(gradient.data::<f32>().unwrap_or_default()),
                })
            })?
        } else {
            context.global_norm(&gradients.collect::<Result<Vec<_>, _>>()?)?
        };
        norm.rescale(self.options.clip.unwrap_or(f64::MAX)).ok_or(ModelError::Norm { norm: norm.norm() })
    }

    /// The states behind the last step of the window become those before the next one.
    pub(super) fn carry(&mut self) -> Result<(), ModelError> {
        let Self { own, layers, states, recorded, .. } = self;
        let recorded = recorded.iter().flat_map(|recorded| &recorded.layers);
        for ((layer, &state), &unrolled) in layers.iter().zip(&*states).zip(recorded) {
            layer.carry(own, unrolled, state)?;
        }
        Ok(())
    }

    /// Records once, then again only where training and evaluation take turns.
    pub(super) fn forward(&mut self, training: bool) -> Result<Variable, ModelError> {
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
        let Self { options, own, inputs, .. } = self;
        let Inputs { words, classes, factors, step } = inputs;
        let LanguageModelOptions { vocabulary, embedding, dropout, rescale_embedding, .. } = *options;
        let weight = own.parameter("encoder_weight", &[vocabulary, embedding], XAVIER_OUT, Stype::RowSparse)?;
        let embedded = own.tape.embedding(words.variable, weight)?;
        let mut x = own.tape.apply(ScaleGradient { factor: rescale_embedding }, &[embedded])?;
        let dropout =
            |number: usize| Dropout { name: format!("dropout{number}"), probability: dropout, step: step.variable };
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
        let output = SampledSoftmax { name: "decoder".into(), classes: vocabulary }.forward(
            own,
            x,
            classes.variable,
            factors.variable,
        )?;
        Ok(Recorded { training, layers, output })
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

    /// Moves parameters, states of the optimizer and of the layers to a context, where steps and evaluations are
    /// computed then, with the same bits. Batches stay on the host. A step copies to a device the words, the targets
    /// with the noise, which the host has drawn, the mask and its own number; back come the losses of its positions, of
    /// which the mean is made, and one number for each parameter whose gradient is
    /// [limited](LanguageModelOptions::clip). [Parameters](Self::parameter) and [gradients](Self::gradient) are in the
    /// context.
    ///
    /// # Errors
    /// [`ModelError::Operator`] if the device has no room; then they are where they were.
    pub fn set_context(&mut self, context: &Device) -> Result<(), ModelError> {
        tape_model::set_context(&mut self.own, &mut self.trainer, context)
    }

    fn carried(&self) -> Vec<(String, &Array)> {
        let states = self.states.iter().zip(&self.layers).flat_map(|(&LstmpState { r, c }, Lstmp { name, .. })| {
            [(format!("{name}_state_r"), r), (format!("{name}_state_c"), c)]
        });
        states.filter_map(|(name, variable)| Some((name, self.own.tape.value(variable).ok()?))).collect()
    }

    /// Writes parameters, states of the optimizer and of the layers, and the number of steps as safetensors, completely
    /// or not at all. Options are not written.
    ///
    /// # Errors
    /// [`ModelError::File`]; then a file that was there is as before.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ModelError> {
        let description = Description { kind: "lm".to_owned(), index_base: None };
        saved::write(path.as_ref(), &self.own, &self.trainer, &self.carried(), Some(&description))
    }

    /// Takes what a model of the same options has saved: training then goes on with the bits of one that was never
    /// interrupted.
    ///
    /// # Errors
    /// [`ModelError::File`], [`ModelError::Missing`], [`ModelError::Unknown`], [`ModelError::Form`],
    /// [`ModelError::Steps`]; then the model is as before.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), ModelError> {
        let carried: Vec<_> = self.carried().into_iter().map(|(name, array)| (name, array.clone())).collect();
        let carried: Vec<_> = carried.iter().map(|(name, array)| (name.clone(), array)).collect();
        let (states, _) = saved::read(path.as_ref(), &mut self.own, &mut self.trainer, &carried, &[], (0, 1))?;
        let variables = self.states.iter().flat_map(|&LstmpState { r, c }| [r, c]);
        for (variable, state) in variables.zip(states) {
            *self.own.tape.value_mut(variable)? = state;
        }
        Ok(())
    }
}

learner!(LanguageModel, Self::begin, |_, batch| batch.rows());

pub(super) fn number(array: &Array, place: usize) -> f64 {
    let narrow = || array.data::<f32>().and_then(|values| values.get(place)).map(|&value| f64::from(value));
    array.data::<f64>().and_then(|values| values.get(place)).copied().or_else(narrow).unwrap_or(f64::NAN)
}

/// In `f64`, one after the other.
fn sum(array: &Array) -> f64 {
    (0..array.nnz()).map(|place| number(array, place)).sum()
}
