//! Learns which mushrooms are poisonous, from LibSVM text: `agaricus [TRAIN TEST]`. Two runs print the same text, with
//! the same hash of the table's bits.
#[path = "../../examples/shared/mod.rs"]
mod shared;

use anyhow::Result;
use burn::module::{Module, Param};
use burn::nn::{Linear, LinearConfig};
use burn::optim::{GradientsParams, ModuleOptimizer, SgdConfig};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor, TensorData};
use lacuna_burn::{Bags, LazySgdMomentum, SparseEmbedding, Update};
use shared::{LEARNING_RATE, LENGTH, Model, Random, learn, rule};
use std::sync::Arc;

#[derive(Module, Debug)]
struct Network {
    #[module(skip)]
    embedding: SparseEmbedding<f32>,
    layer: Linear,
}

impl Network {
    /// Logits, with gradients or without, as the device says.
    fn forward(&self, bags: Bags<f32>, device: &Device) -> Result<Tensor<1>> {
        let sums = self.embedding.sum_bags(Arc::new(bags), device)?;
        Ok(self.layer.forward(relu(sums)).squeeze_dim(1))
    }
}

struct Classifier {
    network: Network,
    table: LazySgdMomentum<f32>,
    layer: ModuleOptimizer,
    device: Device,
}

fn main() -> Result<()> {
    learn(|vocabulary, random: &mut Random| {
        let device = Device::flex().autodiff();
        let embedding = SparseEmbedding::from_vec((vocabulary, LENGTH), random.values(vocabulary * LENGTH, 0.1)?)?;
        let table = LazySgdMomentum::new(&embedding, rule(), Update::Lazy)?;
        let mut layer = LinearConfig::new(LENGTH, 1).init(&device);
        let weight = TensorData::new(random.values(LENGTH, 1.0 / (LENGTH as f32).sqrt())?, [LENGTH, 1]);
        layer.weight = Param::from_data(weight, &device);
        layer.bias = Some(Param::from_data([0.0_f32], &device));
        Ok(Classifier { network: Network { embedding, layer }, table, layer: SgdConfig::new().init(), device })
    })
}

impl Model for Classifier {
    fn step(&mut self, bags: Bags<f32>, labels: Vec<f32>) -> Result<(f32, usize)> {
        let logits = self.network.forward(bags, &self.device)?;
        let labels = Tensor::<1>::from_data(&labels[..], &self.device);
        // log(1 + exp(logit)) - label * logit, where no exponential overflows.
        let loss = (relu(logits.clone()) + logits.clone().abs().neg().exp().log1p() - labels * logits).mean();
        let value = loss.clone().into_scalar::<f32>();
        let gradients = GradientsParams::from_grads(loss.backward(), &self.network);
        self.network = self.layer.step(LEARNING_RATE, self.network.clone(), gradients);
        Ok((value, self.table.step()?))
    }

    fn logits(&mut self, bags: Bags<f32>) -> Result<Vec<f32>> {
        let network = self.network.valid();
        Ok(network.forward(bags, &self.device.clone().inner())?.into_data().iter::<f32>().collect())
    }

    fn table(&self) -> Result<Vec<f32>> {
        Ok(self.network.embedding.table(&self.device)?.into_data().iter::<f32>().collect())
    }
}
