//! The linear regression of the MXNet tutorial: the `lr` part of W8.
use super::{Visitor, Workload};
use crate::source::Source;
use anyhow::{Context, Result, ensure};
use lacuna_harness::libsvm::Batch;
use lacuna_harness::train::{self, LinearHyper, LinearModel, Settings};

const ROWS: usize = 1000;
const FEATURES: usize = 100;
const EPOCHS: u64 = 10;
const SEED: u64 = 0;
/// What the tutorial's loss must end below; it printed 0.36.
const LOSS: f64 = 1.0;

struct Regression {
    data: train::Source<f32, i32>,
    hyper: LinearHyper<f32>,
    threads: usize,
}

impl Regression {
    /// Trains from new weights, and gives the loss of the last epoch.
    fn train(&mut self) -> Result<f64> {
        let (mut model, mut arena) = (LinearModel::new(FEATURES, SEED)?, bumpalo::Bump::new());
        let mut loss = f64::NAN;
        for epoch in 1..=EPOCHS {
            loss = train::run_epoch(epoch, &mut model, &self.hyper, &mut self.data, self.threads, &mut arena, |_| ())?.mse;
        }
        Ok(loss)
    }
}

impl Workload for Regression {
    fn run(&mut self) -> Result<()> {
        self.train().map(drop)
    }

    fn check(&mut self) -> Result<()> {
        let loss = self.train()?;
        ensure!(loss < LOSS, "the loss ends at {loss}");
        Ok(())
    }
}

pub(super) fn linear_regression(source: &Source, visit: Visitor) -> Result<()> {
    let set = source.csr("w8lr", FEATURES, ROWS)?;
    let csr = *set.batches()?.first().context("no rows")?;
    let all = Batch {
        labels: source.dense("w8lr_label", ROWS, 1)?.to_vec(),
        indptr: csr.indptr().to_vec(),
        indices: csr.indices().to_vec(),
        values: csr.values().to_vec(),
        features: FEATURES,
    };
    let hyper = Settings { features: FEATURES, ..Settings::default() }.hyper()?;
    visit(&mut Regression { data: train::Source::Memory { all, batch_rows: 1, next: 0 }, hyper, threads: source.backend.threads })
}
