//! The network and a step of its training.
use super::settings::{MlpSettings, MlpVariant};
use crate::array::{Array, Function};
use crate::autograd::Variable;
use crate::data::Batch;
use crate::device::Device;
use crate::layer::{Dense, Layer, Network, Sequential, SparseDense};
use crate::operator::{OperatorError, SigmoidCrossEntropy};
use crate::optimizer::{Optimizer, Trainer};
use anyhow::{Context, Result, ensure};
use lacuna::infer::Stype;
use lacuna::optim::Sgd;
use std::time::{Duration, Instant};

/// What one step has given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MlpStep {
    /// The sum of the losses of the rows.
    pub loss: f64,
    /// Rows.
    pub rows: usize,
    /// Time of the forward pass.
    pub forward: Duration,
    /// Time of the backward pass and of the update.
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

/// The network: sigmoids of layers, the last of which has one neuron. Its loss is the cross entropy with that sigmoid taken as a logit, as in the tutorial.
#[derive(Debug)]
pub struct Mlp {
    pub(super) network: Network,
    pub(super) trainer: Trainer,
    x: Variable,
    labels: Variable,
    output: Variable,
    losses: Variable,
    variant: MlpVariant,
    features: usize,
}

impl Mlp {
    /// First weights of the seed.
    ///
    /// # Errors
    /// If there is no layer, or an array is too large.
    pub fn new(settings: &MlpSettings, threads: usize) -> Result<Self> {
        let MlpSettings { features, hidden, variant, learning_rate, seed, .. } = settings;
        let (first, others) = hidden.split_first().context("a network needs at least one hidden layer")?;
        ensure!(hidden.iter().all(|&units| units > 0), "a layer of 0 neurons");
        let activation = Some(Function::Sigmoid);
        let mut layers: Vec<Box<dyn Layer>> = vec![match variant {
            MlpVariant::Dense => Box::new(Dense { name: "layer1".into(), units: *first, activation }),
            _ => Box::new(SparseDense { name: "layer1".into(), units: *first, gradient: variant.gradient(), activation }),
        }];
        for (number, &units) in (2..).zip(others.iter().chain([&1])) {
            layers.push(Box::new(Dense { name: format!("layer{number}"), units, activation }));
        }
        let mut network = Network::new(*seed);
        network.tape.context_mut().cpu.threads = threads;
        // A batch without rows sets the shapes; the layers run once, and are replayed from then on.
        let stype = if *variant == MlpVariant::Dense { Stype::Dense } else { Stype::Csr };
        let x = network.tape.constant(Array::zeros(stype, &[0, *features], crate::array::Dtype::F32)?);
        let labels = network.tape.constant(Array::dense::<f32>(&[0, 1], Vec::new())?);
        let output = Sequential(layers).forward(&mut network, x)?;
        let losses = network.tape.apply(SigmoidCrossEntropy, &[output, labels])?;
        let trainer = network.trainer(Optimizer::Sgd(Sgd::new(*learning_rate)))?;
        Ok(Self { network, trainer, x, labels, output, losses, variant: *variant, features: *features })
    }

    /// One step on a batch, whose arrays are given back.
    ///
    /// # Errors
    /// If the batch is not one csr of the network's features and one label for each row; then the weights are as before.
    pub fn step(&mut self, batch: &mut Batch) -> Result<MlpStep> {
        let rows = self.take(batch)?;
        let started = Instant::now();
        let done = self.network.tape.replay();
        // Of a device, this waits for all of it.
        let loss = done.and_then(|()| self.loss());
        let forward = started.elapsed();
        let started = Instant::now();
        let done = loss.and_then(|loss| self.learn(rows).map(|()| loss));
        let backward = started.elapsed();
        self.give_back(batch)?;
        Ok(MlpStep { loss: done?, rows, forward, backward })
    }

    /// The backward pass, and the update.
    fn learn(&mut self, rows: usize) -> Result<(), OperatorError> {
        self.network.tape.backward(self.losses)?;
        self.trainer.step(&mut self.network.tape, rows)?;
        Ok(self.network.context().finish()?)
    }

    /// The sum of the losses.
    fn loss(&self) -> Result<f64, OperatorError> {
        let losses = self.network.tape.value(self.losses)?.here()?;
        Ok(losses.data::<f32>().unwrap_or_default().iter().map(|&loss| f64::from(loss)).sum())
    }

    fn outputs(&self) -> Result<Vec<f32>, OperatorError> {
        Ok(self.network.tape.value(self.output)?.here()?.data().unwrap_or_default().to_vec())
    }

    /// Moves the parameters to a context, where steps are computed then, with the same bits.
    ///
    /// # Errors
    /// If a device has no room for them.
    pub fn set_context(&mut self, context: &Device) -> Result<()> {
        self.network.set_context(context)?;
        Ok(self.trainer.set_context(context)?)
    }

    /// The outputs of a batch, and the sum of its losses.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn predict(&mut self, batch: &mut Batch) -> Result<(Vec<f32>, f64)> {
        self.take(batch)?;
        let done = self.network.tape.replay();
        let done = done.and_then(|()| Ok((self.outputs()?, self.loss()?)));
        self.give_back(batch)?;
        Ok(done?)
    }

    /// Puts a batch onto the tape, and returns its number of rows.
    fn take(&mut self, batch: &mut Batch) -> Result<usize> {
        let ([data], [label]) = (&mut *batch.data, &mut *batch.label) else {
            anyhow::bail!("a batch has one array of data and one of labels, not {} and {}", batch.data.len(), batch.label.len());
        };
        let (shape, found) = ([label.size(), self.features], data.shape());
        ensure!(found == shape, "data of shape {found:?}, but {shape:?} is needed");
        ensure!(data.stype() == Stype::Csr, "data stored as {}, but csr is needed", data.stype());
        label.set_dense_shape(&[shape[0], 1])?;
        let context = self.network.context().clone();
        let tape = &mut self.network.tape;
        if !context.is_cpu() {
            let x = data.as_in_context(&context)?;
            let x = if self.variant == MlpVariant::Dense { x.tostype(Stype::Dense)? } else { x };
            tape.set(self.x, x)?;
            tape.set(self.labels, label.as_in_context(&context)?)?;
            return Ok(shape[0]);
        }
        if self.variant == MlpVariant::Dense {
            tape.set(self.x, data.tostype(Stype::Dense)?)?;
        } else {
            *data = tape.set(self.x, data.take())?;
        }
        *label = tape.set(self.labels, label.take())?;
        Ok(shape[0])
    }

    /// Gives the arrays of a batch back.
    fn give_back(&mut self, batch: &mut Batch) -> Result<()> {
        let ([data], [label]) = (&mut *batch.data, &mut *batch.label) else { return Ok(()) };
        // On a device there was a copy.
        if self.network.context().is_cpu() {
            let tape = &mut self.network.tape;
            if self.variant != MlpVariant::Dense {
                *data = tape.set(self.x, data.take())?;
            }
            *label = tape.set(self.labels, label.take())?;
        }
        let rows = label.size();
        Ok(label.set_dense_shape(&[rows])?)
    }

    /// Inputs.
    #[must_use]
    pub const fn features(&self) -> usize {
        self.features
    }

    /// The parameters with their names.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Array)> {
        self.network.parameters().filter_map(|(name, variable)| Some((name, self.network.tape.value(variable).ok()?)))
    }

    /// Takes the values of a parameter.
    ///
    /// # Errors
    /// If there is none of this name, or it is of another shape or dtype.
    pub fn set(&mut self, name: &str, value: Array) -> Result<()> {
        let variable = self.network.named(name).with_context(|| format!("no parameter {name}"))?;
        let value = value.into_context(self.network.context())?;
        self.network.tape.set(variable, value)?;
        Ok(())
    }

    /// Bytes of the first weight and of its last gradient.
    #[must_use]
    pub fn memory(&self) -> MlpMemory {
        let first = self.network.named("layer1.weight");
        let bytes = |array: Option<&Array>| array.map_or(0, Array::nbytes);
        MlpMemory {
            weight: bytes(first.and_then(|first| self.network.tape.value(first).ok())),
            gradient: bytes(first.and_then(|first| self.network.tape.gradient(first).ok())),
        }
    }

    /// Bytes that parameters and their gradients take.
    #[must_use]
    pub fn bytes(settings: &MlpSettings) -> u128 {
        let first = settings.hidden.first().copied().unwrap_or_default() as u128;
        let weight = settings.features as u128 * first * size_of::<f32>() as u128;
        let batch = settings.features as u128 * settings.batch_size as u128 * size_of::<f32>() as u128;
        match settings.variant {
            MlpVariant::RowSparse => weight,
            MlpVariant::SparseDot => 2 * weight,
            MlpVariant::Dense => 2 * weight + 2 * batch,
        }
    }

    /// FNV-1a over the bits of all parameters, to compare runs by.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let here: Vec<_> = self.parameters().filter_map(|(_, array)| array.here().ok()).collect();
        super::super::linear::hash(here.iter().filter_map(|array| array.data::<f32>()).flatten().copied())
    }
}
