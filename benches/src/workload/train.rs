//! The linear regression of the MXNet tutorial: the `lr` part of W8.
use super::{Visitor, Workload};
use crate::source::Source;
use anyhow::{Context, Result, ensure};
use lacuna_models::fit::{EpochReport, Epochs, Observer, Progress, fit};
use lacuna_models::train::{self, LinearModel, LinearRegression, LinearTotals, Settings, TrainError};
use lacuna_runtime::libsvm::CsrBatch;

const ROWS: usize = 1000;
const FEATURES: usize = 100;
const EPOCHS: u64 = 10;
const SEED: u64 = 0;
/// The loss must fall to less than this part of the first epoch's.
const FALL: f64 = 0.01;

struct Regression {
    data: train::Source<f32, i32>,
    settings: Settings,
    threads: usize,
}

impl Regression {
    /// Trains from new weights, and gives the losses of the first and the last epoch.
    fn train(&mut self) -> Result<(f64, f64)> {
        let mut regression = LinearRegression::new(LinearModel::new(FEATURES, SEED)?, &self.settings, self.threads)?;
        let mut losses = Losses::default();
        fit(&mut regression, &mut self.data, &Epochs::new(EPOCHS), &mut Progress::default(), &mut losses)?;
        Ok((losses.first, losses.last))
    }
}

/// Of the first and the last epoch.
#[derive(Default)]
struct Losses {
    first: f64,
    last: f64,
}

impl Observer<LinearRegression<f32, i32>> for Losses {
    type Error = TrainError;

    fn epoch_end(
        &mut self,
        _: &mut LinearRegression<f32, i32>,
        report: &EpochReport<LinearTotals>,
    ) -> Result<(), TrainError> {
        if report.epoch == 1 {
            self.first = report.metric;
        }
        self.last = report.metric;
        Ok(())
    }
}

impl Workload for Regression {
    fn run(&mut self) -> Result<()> {
        self.train().map(drop)
    }

    fn check(&mut self) -> Result<()> {
        let (first, last) = self.train()?;
        ensure!(last < first * FALL, "the loss goes from {first} to {last}");
        Ok(())
    }
}

pub(super) fn linear_regression(source: &Source, visit: Visitor) -> Result<()> {
    let set = source.csr("w8lr", FEATURES, ROWS)?;
    let csr = *set.batches()?.first().context("no rows")?;
    let all = CsrBatch {
        labels: source.dense("w8lr_label", ROWS, 1)?.to_vec(),
        weights: Vec::new(),
        indptr: csr.indptr().to_vec(),
        indices: csr.indices().to_vec(),
        values: csr.values().to_vec(),
        features: FEATURES,
    };
    let settings = Settings { features: FEATURES, ..Settings::default() };
    visit(&mut Regression {
        data: train::Source::Memory { all, batch_rows: 1, next: 0 },
        settings,
        threads: source.backend.threads,
    })
}
