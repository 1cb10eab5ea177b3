//! Its parameters, its steps and its files.
use super::LanguageModelOptions;
use super::evaluation::Whole;
use super::inputs::Inputs;
use super::window::Window;
use crate::model::delegate::{learner, parameters};
use crate::model::trained_network::{Declared, TrainedNetwork};
use crate::model::{Description, ModelError, ParameterOptions};
use lacuna::infer::Stype;
use lacuna::optim::GlobalNorm;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::initializer::of_step;
use lacuna_runtime::kvstore::RankOptions;
use lacuna_runtime::layer::{
    Dropout, Layer, LayerError, Lstmp, LstmpState, Network, SampledSoftmax, Unrolled, XAVIER_OUT,
};
use lacuna_runtime::operator::{OperatorError, ScaleGradient};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What the names of the last layer's parameters begin with.
const DECODER: &str = "decoder";

/// Inputs that are rows of tables.
const WORDS: usize = 0;
const CLASSES: usize = 1;

/// What word comes next: an embedding, LSTMP layers with dropout before and behind each, and a softmax over all words,
/// which is learnt among a few words of noise (sampled softmax).
///
/// A [batch](lacuna_runtime::data::TextWindows) has two inputs, words (`int64`, N x T) and a mask (`float32`), and one
/// label, the word behind each. N is the batch size; T may be another in each batch. The rows go on in the next batch:
/// states are carried, until [`begin`](Self::begin); no gradient goes back into the batch before. The loss that is
/// learnt is the sum over positions of cross entropy and mask, over N; the noise and the dropout are functions of the
/// seed and of the number of the step.
///
/// Parameters are `encoder_weight` (V x E), `decoder_weight` (V x P) and `decoder_bias` (V x 1), whose gradients are
/// row_sparse, and for each layer those of [`Lstmp`] with the name `lstm0`, `lstm1`, ... Source: MXNet
/// `example/rnn/large_word_lm`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::data::Batch;
/// use lacuna_models::model::{LanguageModel, LanguageModelOptions};
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
    pub(super) trained: TrainedNetwork,
    encoder: Variable,
    /// Weight and bias.
    pub(super) decoder: [Variable; 2],
    layers: Vec<Lstmp>,
    /// Their parameters, whose gradients are limited.
    pub(super) recurrent: Vec<Variable>,
    pub(super) states: Vec<LstmpState>,
    /// With ranks, those of each slice of this one.
    pub(super) slice_states: Vec<Vec<Array>>,
    pub(super) inputs: Inputs,
    pub(super) recorded: Option<Recorded>,
    pub(super) evaluation: Whole,
    /// Classes of the last step, and how often each is expected, which their operator computes too.
    pub(super) noise: Vec<i64>,
    counts: Vec<f32>,
}

/// What is on the tape.
#[derive(Debug)]
pub(super) struct Recorded {
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
        Self::with_ranks(options, seed, None)
    }

    /// The same on several ranks, if there are some, as after [`set_ranks`](Self::set_ranks): each makes and
    /// [loads](Self::load) its own rows of large tables alone, with the bits that they have in one process.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`set_ranks`](Self::set_ranks).
    pub fn with_ranks(
        options: &LanguageModelOptions,
        seed: u64,
        ranks: Option<(Arc<dyn Exchange>, RankOptions)>,
    ) -> Result<Self, ModelError> {
        options.check()?;
        let &LanguageModelOptions { vocabulary, embedding, hidden, projection, batch_size, dtype, .. } = options;
        let layers: Vec<_> =
            (0..options.layers).map(|layer| Lstmp { name: format!("lstm{layer}"), hidden, projection }).collect();
        let of_layers = layers.iter().enumerate();
        let of_layers =
            of_layers.flat_map(|(number, layer)| layer.declared(if number == 0 { embedding } else { projection }));
        let of_layers: Vec<_> = of_layers.collect();
        let of_decoder = SampledSoftmax { name: DECODER.into(), classes: vocabulary }.declared(projection);
        let table = |name, shape, rows_of, initializer| Declared {
            name,
            shape,
            gradient: Stype::RowSparse,
            rows_of: Some(rows_of),
            options: ParameterOptions::new(initializer),
        };
        let encoder = [vocabulary, embedding];
        let mut declared = vec![table("encoder_weight", &encoder, WORDS, XAVIER_OUT)];
        declared.extend(of_layers.iter().map(|(name, shape, initializer)| Declared {
            name,
            shape,
            gradient: Stype::Dense,
            rows_of: None,
            options: ParameterOptions::new(*initializer),
        }));
        declared.extend(of_decoder.iter().map(|(name, shape, initializer)| table(name, shape, CLASSES, *initializer)));
        let (mut trained, variables) = TrainedNetwork::new(&declared, options.optimizer, dtype, seed, ranks)?;
        trained.description = Some(Description { kind: "lm".to_owned(), index_base: None });
        let (&[encoder, ref recurrent @ .., weight, bias], tape) = (&*variables, &mut trained.network.tape) else {
            return Err(OperatorError::Variable.into());
        };
        let mut states = Vec::new();
        for _ in &layers {
            let mut state = |columns| {
                Ok::<_, ModelError>(tape.constant(Array::zeros(Stype::Dense, &[batch_size, columns], dtype)?))
            };
            states.push(LstmpState { r: state(projection)?, c: state(hidden)? });
        }
        let inputs = Inputs::new(&mut trained.network);
        let mut model = Self {
            options: options.clone(),
            encoder,
            decoder: [weight, bias],
            recurrent: recurrent.to_vec(),
            trained,
            layers,
            states,
            slice_states: Vec::new(),
            inputs,
            recorded: None,
            evaluation: Whole::default(),
            noise: Vec::new(),
            counts: Vec::new(),
        };
        model.begin_ranks()?;
        Ok(model)
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
        if self.trained.ranked.is_none() {
            return self.set_states(self.options.batch_size);
        }
        let zeros = self.zero_states()?;
        self.take_states(zeros)
    }

    pub(super) fn set_states(&mut self, rows: usize) -> Result<(), ModelError> {
        let LanguageModelOptions { hidden, projection, dtype, .. } = self.options;
        let context = self.trained.network.context().clone();
        for &LstmpState { r, c } in &self.states {
            for (variable, columns) in [(r, projection), (c, hidden)] {
                let state = self.trained.network.tape.value_mut(variable)?;
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
        let window = self.window(batch)?;
        let stream = of_step(self.trained.network.seed(), "noise", self.steps());
        let samples = self.options.samples;
        self.noise.resize(samples, 0);
        self.counts.resize(samples, 0.0);
        let cpu = self.trained.network.tape.context().cpu;
        cpu.log_uniform(stream, self.options.vocabulary, &mut self.noise, &mut self.counts)
            .map_err(OperatorError::from)?;
        self.train(window)
    }

    /// The same with given classes of noise instead of drawn ones; they count as drawn by the same distribution.
    ///
    /// # Errors
    /// As there.
    pub fn step_with_noise(&mut self, batch: &Batch, noise: &[i64]) -> Result<f64, ModelError> {
        let window = self.window(batch)?;
        self.noise.clear();
        self.noise.extend_from_slice(noise);
        self.train(window)
    }

    /// The classes of noise of the last step.
    #[must_use]
    pub fn noise(&self) -> &[i64] {
        &self.noise
    }

    /// A batch that is refused on one rank ends the others.
    fn window<'b>(&self, batch: &'b Batch) -> Result<Window<'b>, ModelError> {
        self.trained.told(Window::new(batch, Some(self.options.batch_size)))
    }

    fn train(&mut self, window: Window<'_>) -> Result<f64, ModelError> {
        let rows = window.shape[0];
        let total = match self.trained.ranked.take() {
            Some(mut ranked) => {
                let total = self.train_on_ranks(&mut ranked, window);
                self.trained.ranked = Some(ranked);
                self.trained.told(total)?
            }
            None => {
                self.inputs.fill(window, &self.noise, (rows, self.options.dtype), self.steps())?;
                let total = self.backward()?;
                let TrainedNetwork { network, trainer, .. } = &mut self.trained;
                let share = share(network, self.options.clip, &self.recurrent, |_| None)?;
                let recurrent = &self.recurrent;
                trainer
                    .step_by(&mut network.tape, |variable| if recurrent.contains(&variable) { share } else { 1.0 })?;
                self.carry()?;
                total
            }
        };
        let count = window.count();
        Ok(if count > 0.0 { total * rows as f64 / count } else { 0.0 })
    }

    /// The sum of the losses of the inputs, and the gradients.
    pub(super) fn backward(&mut self) -> Result<f64, ModelError> {
        self.inputs.put(&mut self.trained.network)?;
        let losses = self.forward(true)?;
        let tape = &mut self.trained.network.tape;
        tape.backward(losses)?;
        // From a device with what it refuses, so before anything is updated.
        Ok(sum(&*tape.value(losses)?.here()?))
    }

    /// The states behind the last step of the window become those before the next one.
    pub(super) fn carry(&mut self) -> Result<(), ModelError> {
        let Self { trained, layers, states, recorded, .. } = self;
        let recorded = recorded.iter().flat_map(|recorded| &recorded.layers);
        for ((layer, &state), &unrolled) in layers.iter().zip(&*states).zip(recorded) {
            layer.carry(&mut trained.network, unrolled, state)?;
        }
        Ok(())
    }

    /// Records once, then again only where training and evaluation take turns.
    pub(super) fn forward(&mut self, training: bool) -> Result<Variable, ModelError> {
        self.trained.network.tape.context_mut().training = training;
        if let Some(recorded) = self.recorded.as_ref().filter(|recorded| recorded.training == training) {
            let output = recorded.output;
            self.trained.network.tape.replay()?;
            return Ok(output);
        }
        self.trained.network.tape.clear();
        self.recorded = None;
        let recorded = self.record(training)?;
        let output = recorded.output;
        self.recorded = Some(recorded);
        Ok(output)
    }

    fn record(&mut self, training: bool) -> Result<Recorded, LayerError> {
        let Self { options, trained, inputs, encoder, decoder, .. } = self;
        let LanguageModelOptions { vocabulary, dropout, rescale_embedding, .. } = *options;
        let (network, step) = (&mut trained.network, inputs.step.variable);
        let embedded = network.tape.embedding(inputs.words.variable, *encoder)?;
        let mut x = network.tape.apply(ScaleGradient { factor: rescale_embedding }, &[embedded])?;
        let dropout = |number: usize| Dropout { name: format!("dropout{number}"), probability: dropout, step };
        x = dropout(0).forward(network, x)?;
        let mut layers = Vec::new();
        for (number, (layer, &state)) in self.layers.iter().zip(&self.states).enumerate() {
            let unrolled = layer.forward(network, x, state)?;
            layers.push(unrolled);
            x = dropout(number + 1).forward(network, unrolled.output)?;
        }
        if !training {
            return Ok(Recorded { training, layers, output: x });
        }
        let (classes, factors) = ([inputs.classes.variable, inputs.places()], inputs.factors.variable);
        let softmax = SampledSoftmax { name: DECODER.into(), classes: vocabulary };
        let output = softmax.losses(&mut network.tape, x, *decoder, classes, factors)?;
        Ok(Recorded { training, layers, output })
    }

    /// How long products of dense matrices have taken in all steps up to now.
    #[must_use]
    pub fn dense_products(&self) -> Duration {
        self.trained.network.tape.context().dense_products()
    }

    /// Computes with so many threads of the pool in which its methods are called. The bits stay the same.
    pub fn set_threads(&mut self, threads: usize) {
        self.trained.set_threads(threads);
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
        self.trained.set_context(context)
    }

    /// Trains on several ranks from now on: each computes some rows of a batch, which are the slices of a step, and
    /// keeps some rows of each large table. All ranks make the same calls, with the same batches. The bits depend on
    /// the number of slices, not on that of the ranks. With one rank ([`Local`](lacuna_runtime::exchange::Local)) a
    /// step is cut as well.
    ///
    /// Each rank computes in its own [context](Self::set_context), with the same bits; rows of tables that are cut, and
    /// sums, are on the host.
    ///
    /// The noise of a step is the same for all ranks; dropout is that of step `steps * slices + slice`.
    /// [Parameters](Self::parameters) are those that every rank has. [`evaluate`](Self::evaluate) computes the same on
    /// all ranks, each of which gets the whole decoder for it.
    ///
    /// # Errors
    /// [`ModelError::Parameter`] unless the slices are a power of two and no fewer than the ranks, and for an optimizer
    /// that looks at whole tables.
    pub fn set_ranks(&mut self, exchange: Arc<dyn Exchange>, options: RankOptions) -> Result<(), ModelError> {
        self.trained.set_ranks(exchange, options)?;
        self.begin_ranks()
    }

    /// Writes parameters, states of the optimizer and of the layers, and the number of steps as safetensors, completely
    /// or not at all. Options are not written. With [ranks](Self::set_ranks), and into a folder, as
    /// [`FactorizationMachine::save`](crate::model::FactorizationMachine::save).
    ///
    /// # Errors
    /// [`ModelError::File`]; then a file that was there is as before. [`ModelError::NotShared`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ModelError> {
        let states = self.states_of_all()?;
        let carried: Vec<_> = self.state_names().zip(states.iter().map(|state| &**state)).collect();
        self.trained.save(path.as_ref(), &carried)
    }

    /// Takes what a model of the same options has saved: training then goes on with the bits of one that was never
    /// interrupted. It may have been saved by any number of ranks. With [ranks](Self::set_ranks) all call it.
    ///
    /// # Errors
    /// [`ModelError::File`], [`ModelError::Missing`], [`ModelError::Unknown`], [`ModelError::Form`],
    /// [`ModelError::Steps`], and of a folder those of
    /// [`FactorizationMachine::load`](crate::model::FactorizationMachine::load); then the model is as before.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), ModelError> {
        let forms = self.zero_states()?;
        let forms: Vec<_> = self.state_names().zip(&forms).collect();
        let states = self.trained.load(path.as_ref(), &forms)?;
        self.take_states(states)
    }
}

parameters!(LanguageModel, trained);

learner!(LanguageModel, Self::begin, |_, batch| batch.rows());

pub(super) fn number(array: &Array, place: usize) -> f64 {
    let narrow = || array.data::<f32>().and_then(|values| values.get(place)).map(|&value| f64::from(value));
    array.data::<f64>().and_then(|values| values.get(place)).copied().or_else(narrow).unwrap_or(f64::NAN)
}

/// In `f64`, one after the other.
fn sum(array: &Array) -> f64 {
    (0..array.nnz()).map(|place| number(array, place)).sum()
}

/// What the gradients of the layers are multiplied by, so that their norm is at most
/// [`clip`](LanguageModelOptions::clip): those of `other`, or else of the tape.
pub(super) fn share<'a>(
    network: &'a Network,
    clip: Option<f64>,
    recurrent: &[Variable],
    other: impl Fn(Variable) -> Option<&'a Array>,
) -> Result<f64, ModelError> {
    let gradient = |&variable: &Variable| other(variable).map_or_else(|| network.tape.gradient(variable), Ok);
    let mut gradients = recurrent.iter().map(gradient);
    let context = network.context();
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
    norm.rescale(clip.unwrap_or(f64::MAX)).ok_or(ModelError::Norm { norm: norm.norm() })
}
