//! A module with an embedding in it: one definition that trains and predicts, beside parameters of burn.
use crate::common::{device, values};
use crate::support::{Random, Result};
use burn::module::Module;
use burn::nn::{Linear, LinearConfig};
use burn::optim::{GradientsParams, SgdConfig};
use burn::tensor::{Device, Int, Tensor};
use lacuna_burn::{LazySgd, Sgd, SparseEmbedding, Update};

#[derive(Module, Debug)]
struct Scores {
    #[module(skip)]
    embedding: SparseEmbedding<f32>,
    layer: Linear,
}

impl Scores {
    fn forward(&self, ids: Tensor<2, Int>) -> Result<Tensor<2>> {
        let rows = self.embedding.forward(ids)?;
        Ok(self.layer.forward(rows.mean_dim(1).squeeze_dim::<2>(1)))
    }
}

/// Four sentences, whose scores are the half of how often word 1 is among the two.
#[test]
fn a_module_trains_and_predicts() -> Result<()> {
    let table = Random::new(1).values(12, 0.5).into_iter().map(|value| value as f32).collect();
    let embedding = SparseEmbedding::from_vec((4, 3), table)?;
    let mut optimizer = LazySgd::new(&embedding, Sgd { learning_rate: 0.3, weight_decay: 0.0 }, Update::Lazy)?;
    let mut layers = SgdConfig::new().init();
    let mut model = Scores { embedding, layer: LinearConfig::new(3, 1).init(&device()) };
    let ids = |device: &Device| Tensor::<2, Int>::from_data([[0, 1], [1, 1], [2, 3], [3, 1]], device);
    let expected = Tensor::<2>::from_data([[0.5], [1.0], [0.0], [0.5]], &device());
    assert_eq!(model.num_params(), 4, "the table is no parameter");
    for _ in 0..2000 {
        let loss = (model.forward(ids(&device()))? - expected.clone()).square().mean();
        let gradients = loss.backward();
        let of_layer = GradientsParams::from_grads(gradients, &model);
        model = layers.step(0.3, model, of_layer);
        assert_eq!(optimizer.step()?, 4);
    }
    // Without autodiff, the module has the same table.
    let scores = model.valid().forward(ids(&Device::flex()))?;
    assert!(!scores.is_autodiff());
    for (score, expected) in values(&scores).iter().zip(values(&expected)) {
        assert!((score - expected).abs() < 1e-3, "{score}, not {expected}");
    }
    assert_eq!(optimizer.step()?, 0, "a prediction leaves no gradient");
    Ok(())
}
