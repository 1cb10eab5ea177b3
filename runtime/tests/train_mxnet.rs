//! The same training by MXNet 1.9.1, from files that `tests/data/linear_mxnet.py` has written.
#![allow(clippy::unwrap_used)]

use lacuna::Index;
use lacuna_models::fit::{Epochs, Learner, Observer, Progress, fit};
use lacuna_models::train::{LinearModel, LinearRegression, Settings, Source, TrainError};
use lacuna_runtime::libsvm::CsrBatch;
use lacuna_runtime::optimizer::Optimizer;
use safetensors::SafeTensors;
use serde_json::Value;

struct Golden {
    case: Value,
    settings: Settings,
    data: CsrBatch<f32, i64>,
    weight: Vec<f32>,
    bias: f32,
    mse: Vec<f64>,
}

fn golden(name: &str) -> Golden {
    let path = format!("{}/data/linear_mxnet_{name}.safetensors", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    let (_, metadata) = SafeTensors::read_metadata(&bytes).unwrap();
    let case: Value = serde_json::from_str(&metadata.metadata().as_ref().unwrap()["case"]).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let data = |name: &str| tensors.tensor(name).unwrap().data().to_vec();
    let f32s =
        |name: &str| data(name).chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect::<Vec<_>>();
    let f64s =
        |name: &str| data(name).chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect::<Vec<_>>();
    let i64s =
        |name: &str| data(name).chunks_exact(8).map(|b| i64::from_le_bytes(b.try_into().unwrap())).collect::<Vec<_>>();
    let number = |key: &str| case[key].as_f64().unwrap();
    let settings = Settings {
        features: number("features") as usize,
        batch_size: number("batch_size") as usize,
        learning_rate: number("learning_rate"),
        momentum: number("momentum"),
        weight_decay: number("weight_decay"),
        clip_gradient: case["clip_gradient"].as_f64(),
        ..Settings::default()
    };
    let (labels, indptr, indices) = (f32s("label"), i64s("data.indptr"), i64s("data.indices"));
    let (weights, values) = (Vec::new(), f32s("data.data"));
    let data = CsrBatch { labels, weights, indptr, indices, values, features: settings.features };
    Golden { settings, data, weight: f32s("weight"), bias: f32s("bias")[0], mse: f64s("mse"), case }
}

/// Largest difference, relative to the largest number.
fn difference(found: &[f32], expected: &[f32]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let largest = expected.iter().fold(0.0_f64, |largest, &x| largest.max(f64::from(x).abs()));
    found
        .iter()
        .zip(expected)
        .fold(0.0, |worst: f64, (&a, &b)| worst.max((f64::from(a) - f64::from(b)).abs() / largest))
}

fn train<I: Index + lacuna_runtime::libsvm::LibsvmIndex>(golden: &Golden) -> (LinearModel<f32, I>, Vec<f64>) {
    let cast = |indices: &[i64]| indices.iter().map(|&i| I::from_usize(i as usize)).collect::<Vec<_>>();
    let CsrBatch { labels, indptr, indices, values, features, .. } = &golden.data;
    let all = CsrBatch {
        labels: labels.clone(),
        weights: Vec::new(),
        indptr: cast(indptr),
        indices: cast(indices),
        values: values.clone(),
        features: *features,
    };
    let mut source = Source::Memory { all, batch_rows: golden.settings.batch_size, next: 0 };
    let mut regression =
        LinearRegression::<f32, I>::new(LinearModel::zero(*features).unwrap(), &golden.settings, 1).unwrap();
    let (epochs, mut losses) = (golden.case["epochs"].as_u64().unwrap(), Losses(Vec::new()));
    fit(&mut regression, &mut source, &Epochs::new(epochs), &mut Progress::default(), &mut losses).unwrap();
    (regression.model, losses.0)
}

/// Of each epoch.
struct Losses(Vec<f64>);

impl<L: Learner> Observer<L> for Losses {
    type Error = TrainError;

    fn epoch_end(&mut self, _: &mut L, report: &lacuna_models::fit::EpochReport<L::Totals>) -> Result<(), TrainError> {
        self.0.push(report.metric);
        Ok(())
    }
}

#[test]
fn weights_and_losses_are_those_of_mxnet() {
    for name in ["rows", "batches"] {
        let golden = golden(name);
        assert_eq!(golden.case["source"], "mxnet 1.9.1");
        let (model, losses) = train::<i64>(&golden);
        let error = difference(model.weight(), &golden.weight).max(difference(&[model.bias()], &[golden.bias]));
        assert!(error < 1e-5, "{name}: weights differ by {error:e}");
        assert_eq!(losses.len(), golden.mse.len());
        for ((epoch, loss), expected) in (1..).zip(&losses).zip(&golden.mse) {
            let error = (loss - expected).abs() / expected;
            assert!(error < 1e-5, "{name}: epoch {epoch} has loss {loss}, MXNet {expected}");
        }
        assert_eq!(train::<i32>(&golden).0.hash(), model.hash());
        assert_eq!(train::<u32>(&golden).0.hash(), model.hash());
        println!("{name}: weights differ by {error:e} of the largest, hash {:016x}", model.hash());
    }
}

/// Rules that are composed of kernels are compiled apart, for each type of index.
#[test]
fn every_optimizer_learns_the_same_with_every_type_of_index() {
    let mut golden = golden("batches");
    for name in Optimizer::NAMES {
        golden.settings.optimizer = Optimizer::named(name, 0.01).as_ref().map(Into::into);
        let (model, losses) = train::<i64>(&golden);
        assert!(losses.iter().all(|loss| loss.is_finite()) && model.weight().iter().any(|&w| w != 0.0), "{name}");
        assert_eq!(train::<i32>(&golden).0.hash(), model.hash(), "{name}");
        assert_eq!(train::<u32>(&golden).0.hash(), model.hash(), "{name}");
    }
}
