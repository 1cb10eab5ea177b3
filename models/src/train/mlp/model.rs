//! The network and a step of its training.
use super::super::error::TrainError;
use super::batches::{MlpBatch, MlpBatches};
use super::ranked::Ranked;
use super::saved::MlpProgress;
use super::settings::{MlpSettings, MlpVariant};
use crate::fit::{Learner, Progress};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Function};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::layer::{Dense, Layer, Network, Sequential, SparseDense};
use lacuna_runtime::operator::{OperatorError, SigmoidCrossEntropy};
use lacuna_runtime::optimizer::Trainer;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the steps of an epoch add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MlpTotals {
    /// The sum of the losses of the rows.
    pub loss: f64,
    /// Rows.
    pub rows: u64,
    /// Time of the forward passes.
    pub forward: Duration,
    /// Time of the backward passes and of the updates.
    pub backward: Duration,
}

/// Bytes of the largest arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MlpMemory {
    /// The first weight.
    pub weight: usize,
    /// Its gradient in the last step.
    pub gradient: usize,
}

/// The network: sigmoids of layers, the last of which has one neuron. Its loss is the cross entropy with that sigmoid
/// taken as a logit, as in the tutorial.
#[derive(Debug)]
pub struct Mlp {
    pub(super) network: Network,
    pub(super) trainer: Trainer,
    pub(super) x: Variable,
    pub(super) labels: Variable,
    output: Variable,
    pub(super) losses: Variable,
    settings: MlpSettings,
    /// With ranks, what this one has of the first weight.
    pub(super) ranked: Option<Ranked>,
}

impl Mlp {
    /// First weights of the seed.
    ///
    /// # Errors
    /// If there is no layer, or an array is too large.
    pub fn new(settings: &MlpSettings, threads: usize) -> Result<Self, TrainError> {
        let MlpSettings { features, hidden, variant, seed, .. } = settings;
        let (first, others) = hidden.split_first().ok_or(TrainError::NoLayer)?;
        if hidden.contains(&0) {
            return Err(TrainError::NoNeurons);
        }
        let activation = Some(Function::Sigmoid);
        let mut layers: Vec<Box<dyn Layer>> = vec![match variant {
            MlpVariant::Dense => Box::new(Dense { name: "layer1".into(), units: *first, activation }),
            _ => {
                Box::new(SparseDense { name: "layer1".into(), units: *first, gradient: variant.gradient(), activation })
            }
        }];
        for (number, &units) in (2..).zip(others.iter().chain([&1])) {
            layers.push(Box::new(Dense { name: format!("layer{number}"), units, activation }));
        }
        let mut network = Network::new(*seed);
        network.tape.context_mut().cpu.threads = threads;
        // A batch without rows sets the shapes; the layers run once, and are replayed from then on.
        let stype = if *variant == MlpVariant::Dense { Stype::Dense } else { Stype::Csr };
        let x = network.tape.constant(Array::zeros(stype, &[0, *features], lacuna_runtime::array::Dtype::F32)?);
        let labels = network.tape.constant(Array::dense::<f32>(&[0, 1], Vec::new())?);
        let output = Sequential(layers).forward(&mut network, x)?;
        let losses = network.tape.apply(SigmoidCrossEntropy, &[output, labels])?;
        let trainer = network.trainer(settings.optimizer()?)?;
        Ok(Self { network, trainer, x, labels, output, losses, settings: settings.clone(), ranked: None })
    }

    /// One step on a batch, whose arrays are given back. The sum of the losses of its rows, and the times are added to
    /// the totals.
    ///
    /// # Errors
    /// If the batch is not one csr of the network's features and one label for each row; then the weights are as
    /// before.
    pub fn step(&mut self, batch: &mut Batch, totals: &mut MlpTotals) -> Result<(), TrainError> {
        if self.ranked.is_some() {
            return self.step_on_ranks(MlpBatch { batch, slices: None }, totals);
        }
        let rows = self.take(batch)?;
        let started = Instant::now();
        let done = self.network.tape.replay();
        // Of a device, this waits for all of it.
        let loss = done.and_then(|()| self.loss());
        totals.forward += started.elapsed();
        let started = Instant::now();
        let done = loss.and_then(|loss| self.learn(rows).map(|()| loss));
        totals.backward += started.elapsed();
        self.give_back(batch)?;
        totals.loss += done?;
        totals.rows += rows as u64;
        Ok(())
    }

    /// The backward pass, and the update.
    fn learn(&mut self, rows: usize) -> Result<(), OperatorError> {
        self.network.tape.backward(self.losses)?;
        self.trainer.step(&mut self.network.tape, rows)?;
        Ok(self.network.context().finish()?)
    }

    /// The sum of the losses.
    pub(super) fn loss(&self) -> Result<f64, OperatorError> {
        let losses = self.network.tape.value(self.losses)?.here()?;
        Ok(losses.data::<f32>().unwrap_or_default().iter().map(|&loss| f64::from(loss)).sum())
    }

    pub(super) fn outputs(&self) -> Result<Vec<f32>, OperatorError> {
        Ok(self.network.tape.value(self.output)?.here()?.data().unwrap_or_default().to_vec())
    }

    /// Moves the parameters to a context, where steps are computed then, with the same bits.
    ///
    /// # Errors
    /// If a device has no room for them.
    pub fn set_context(&mut self, context: &Device) -> Result<(), TrainError> {
        self.network.set_context(context)?;
        Ok(self.trainer.set_context(context)?)
    }

    /// The outputs of a batch, and the sum of its losses.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn predict(&mut self, batch: &mut Batch) -> Result<(Vec<f32>, f64), TrainError> {
        if self.ranked.is_some() {
            return self.predict_on_ranks(batch);
        }
        self.take(batch)?;
        let done = self.network.tape.replay();
        let done = done.and_then(|()| Ok((self.outputs()?, self.loss()?)));
        self.give_back(batch)?;
        Ok(done?)
    }

    /// Puts a batch onto the tape, and returns its number of rows.
    fn take(&mut self, batch: &mut Batch) -> Result<usize, TrainError> {
        let ([data], [label]) = (&mut *batch.data, &mut *batch.label) else {
            return Err(TrainError::Arrays { data: batch.data.len(), labels: batch.label.len() });
        };
        let shape = [label.size(), self.features()];
        if data.shape() != shape {
            return Err(TrainError::Shape { expected: shape, found: data.shape().to_vec() });
        }
        if data.stype() != Stype::Csr {
            return Err(TrainError::Stype { found: data.stype() });
        }
        label.set_dense_shape(&[shape[0], 1])?;
        let context = self.network.context().clone();
        let tape = &mut self.network.tape;
        if !context.is_cpu() {
            let x = data.as_in_context(&context)?;
            let x = if self.settings.variant == MlpVariant::Dense { x.tostype(Stype::Dense)? } else { x };
            tape.set(self.x, x)?;
            tape.set(self.labels, label.as_in_context(&context)?)?;
            return Ok(shape[0]);
        }
        if self.settings.variant == MlpVariant::Dense {
            tape.set(self.x, data.tostype(Stype::Dense)?)?;
        } else {
            *data = tape.set(self.x, data.take())?;
        }
        *label = tape.set(self.labels, label.take())?;
        Ok(shape[0])
    }

    /// Gives the arrays of a batch back.
    fn give_back(&mut self, batch: &mut Batch) -> Result<(), TrainError> {
        let ([data], [label]) = (&mut *batch.data, &mut *batch.label) else { return Ok(()) };
        // On a device there was a copy.
        if self.network.context().is_cpu() {
            let tape = &mut self.network.tape;
            if self.settings.variant != MlpVariant::Dense {
                *data = tape.set(self.x, data.take())?;
            }
            *label = tape.set(self.labels, label.take())?;
        }
        let rows = label.size();
        Ok(label.set_dense_shape(&[rows])?)
    }

    /// Its settings.
    #[must_use]
    pub const fn settings(&self) -> &MlpSettings {
        &self.settings
    }

    /// Inputs.
    #[must_use]
    pub const fn features(&self) -> usize {
        self.settings.features
    }

    /// The parameters with their names.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Array)> {
        self.network.parameters().filter_map(|(name, variable)| Some((name, self.network.tape.value(variable).ok()?)))
    }

    /// Takes the values of a parameter.
    ///
    /// # Errors
    /// If there is none of this name, or it is of another shape or dtype.
    pub fn set(&mut self, name: &str, value: Array) -> Result<(), TrainError> {
        let variable = self.network.named(name).ok_or_else(|| TrainError::Parameter { name: name.to_owned() })?;
        let value = value.into_context(self.network.context())?;
        self.network.tape.set(variable, value)?;
        Ok(())
    }

    /// Bytes of the first weight and of its last gradient.
    #[must_use]
    pub fn memory(&self) -> MlpMemory {
        if let Some(ranked) = &self.ranked {
            return ranked.memory();
        }
        let first = self.network.named("layer1.weight");
        let bytes = |array: Option<&Array>| array.map_or(0, Array::nbytes);
        MlpMemory {
            weight: bytes(first.and_then(|first| self.network.tape.value(first).ok())),
            gradient: bytes(first.and_then(|first| self.network.tape.gradient(first).ok())),
        }
    }

    /// Bytes that parameters, their gradients and the states of another optimizer than SGD take.
    #[must_use]
    pub fn bytes(settings: &MlpSettings) -> u128 {
        let states = settings.optimizer().map_or(0, |optimizer| optimizer.states().len() as u128);
        let first = settings.hidden.first().copied().unwrap_or_default() as u128;
        let weight = settings.features as u128 * first * size_of::<f32>() as u128;
        let batch = settings.features as u128 * settings.batch_size as u128 * size_of::<f32>() as u128;
        let gradient = match settings.variant {
            MlpVariant::RowSparse => 0,
            MlpVariant::SparseDot => weight,
            MlpVariant::Dense => weight + 2 * batch,
        };
        (1 + states) * weight + gradient
    }

    /// FNV-1a over the bits of all parameters, to compare runs by.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let here: Vec<_> = self.parameters().filter_map(|(_, array)| array.here().ok()).collect();
        hash_of(here.iter().map(|array| &**array))
    }
}

/// FNV-1a over the bits of arrays.
pub(super) fn hash_of<'a>(arrays: impl Iterator<Item = &'a Array>) -> u64 {
    super::super::linear::hash(arrays.filter_map(|array| array.data::<f32>()).flatten().copied())
}

impl Learner for Mlp {
    type Batch = MlpBatches;
    type Totals = MlpTotals;
    type Error = TrainError;

    fn step(&mut self, batch: MlpBatch<'_>, totals: &mut MlpTotals) -> Result<(), TrainError> {
        if self.ranked.is_some() {
            return self.step_on_ranks(batch, totals);
        }
        Self::step(self, batch.batch, totals)
    }

    fn value(&self, totals: &MlpTotals) -> f64 {
        totals.loss / totals.rows as f64
    }

    fn save(&self, path: &Path, progress: &Progress<MlpTotals>) -> Result<(), TrainError> {
        Self::save(self, path, &MlpProgress::from(progress))
    }
}
