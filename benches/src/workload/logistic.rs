//! A logistic regression on the mushrooms: batches of 256 rows, 10 epochs, dense weights and gradient.
use super::{Visitor, Workload};
use crate::source::Source;
use anyhow::{Result, ensure};
use lacuna::dot::BlockEnds;
use lacuna::{Csr, Dense, DenseMut};
use lacuna_runtime::Cpu;
use lacuna_runtime::libsvm::{CsrBatch, LibsvmOptions, LibsvmReader};
use std::fs::File;

const FEATURES: usize = 127;
const BATCH_ROWS: usize = 256;
const EPOCHS: usize = 10;
const LEARNING_RATE: f32 = 0.5;
/// Part of the mushrooms that the trained weights may get wrong.
const WRONG: f64 = 0.02;
/// Terms of a product from which a second thread pays.
const FEWEST: usize = 1 << 16;

struct Logistic {
    backend: Cpu,
    all: CsrBatch<f32, i32>,
    weights: Vec<f32>,
    gradient: Vec<f32>,
    scores: Vec<f32>,
}

impl Logistic {
    fn train(&mut self) -> Result<()> {
        let Self { backend, all, weights, gradient, scores } = self;
        let a = Csr::trusted(all.rows(), FEATURES, &all.indptr, &all.indices, &all.values)?;
        let backend =
            if all.values.len() / all.rows().max(1) * BATCH_ROWS < FEWEST { Cpu { threads: 1 } } else { *backend };
        weights.fill(0.0);
        for _ in 0..EPOCHS {
            for start in (0..all.rows()).step_by(BATCH_ROWS) {
                let rows = start..all.rows().min(start + BATCH_ROWS);
                let (batch, count) = (a.row_range(rows.clone())?, rows.len());
                let scores = &mut scores[..count];
                backend.csr_dense(batch, Dense::new(FEATURES, 1, weights)?, DenseMut::new(count, 1, scores)?)?;
                for (score, label) in scores.iter_mut().zip(&all.labels[rows]) {
                    *score = 1.0 / (1.0 + (-*score).exp()) - label;
                }
                let out = DenseMut::new(FEATURES, 1, gradient)?;
                backend.csr_t_dense_scatter(
                    batch,
                    &BlockEnds::default(),
                    Dense::new(count, 1, scores)?,
                    &mut [],
                    out,
                )?;
                let step = LEARNING_RATE / count as f32;
                for (weight, gradient) in weights.iter_mut().zip(&*gradient) {
                    *weight -= step * gradient;
                }
            }
        }
        Ok(())
    }
}

impl Workload for Logistic {
    fn run(&mut self) -> Result<()> {
        self.train()
    }

    fn check(&mut self) -> Result<()> {
        self.train()?;
        let a = Csr::new(self.all.rows(), FEATURES, &self.all.indptr, &self.all.indices, &self.all.values)?;
        let score = |(indices, values): (&[i32], &[f32])| -> f32 {
            indices.iter().zip(values).map(|(&index, value)| value * self.weights[index as usize]).sum()
        };
        let wrong = a.iter().zip(&self.all.labels).filter(|&(row, &label)| (score(row) > 0.0) != (label > 0.5)).count();
        ensure!((wrong as f64) < WRONG * a.rows() as f64, "{wrong} of {} mushrooms are taken for others", a.rows());
        Ok(())
    }
}

pub(super) fn mushrooms(source: &Source, visit: Visitor) -> Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/agaricus.train.libsvm");
    let options = LibsvmOptions { features: Some(FEATURES), batch_rows: usize::MAX, ..LibsvmOptions::default() };
    let mut all = CsrBatch::new();
    LibsvmReader::from_stream("agaricus", File::open(path)?, &options)?.read_batch(&mut all)?;
    visit(&mut Logistic {
        backend: source.backend,
        weights: vec![0.0; FEATURES],
        gradient: vec![0.0; FEATURES],
        scores: vec![0.0; BATCH_ROWS],
        all,
    })
}
