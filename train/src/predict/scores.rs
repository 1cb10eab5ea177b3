//! Models that score the rows of LibSVM text batch by batch.
use crate::batch_run::{BatchModel, row_outputs};
use crate::measures::{Scored, Task};
use anyhow::Result;
use lacuna::{Csr, loss};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::libsvm::{CsrBatch, LibsvmIndex};
use lacuna_runtime::train::{Classifier, LinearModel, Mlp, ResidualSums, TrainValue};
use std::mem::take;

/// A model.
pub(super) trait Scores {
    type Value: TrainValue;
    type Index: LibsvmIndex;
    /// What its predictions are.
    const TASK: Task;

    fn features(&self) -> usize;

    /// Scores the rows, whose entries are used up.
    fn score(&mut self, rows: &mut CsrBatch<Self::Value, Self::Index>) -> Result<Scored<Self::Value>>;
}

impl Scores for Classifier<f32> {
    type Value = f32;
    type Index = i32;
    const TASK: Task = Task::Classes;

    fn features(&self) -> usize {
        Self::features(self)
    }

    fn score(&mut self, rows: &mut CsrBatch<f32, i32>) -> Result<Scored<f32>> {
        let x = Csr::new(rows.rows(), rows.features, &rows.indptr, &rows.indices, &rows.values)?;
        let logits = self.logits(x)?;
        let classes: Vec<f32> = rows.labels.iter().map(|label| label.max(0.0)).collect();
        let mut losses = vec![0.0; logits.len()];
        loss::sigmoid_cross_entropy(&logits, &classes, &mut losses)?;
        let mut outputs = vec![0.0; logits.len()];
        lacuna::map::sigmoid(&logits, &mut outputs)?;
        Ok(Scored { outputs, loss: losses.iter().map(|&loss| f64::from(loss)).sum() })
    }
}

/// A linear model, and how it computes.
pub(super) struct Linear<V> {
    pub model: LinearModel<V, i32>,
    pub cpu: Cpu,
}

impl<V: TrainValue> Scores for Linear<V> {
    type Value = V;
    type Index = i32;
    const TASK: Task = Task::Regression;

    fn features(&self) -> usize {
        self.model.features()
    }

    fn score(&mut self, rows: &mut CsrBatch<V, i32>) -> Result<Scored<V>> {
        let x = Csr::new(rows.rows(), rows.features, &rows.indptr, &rows.indices, &rows.values)?;
        let outputs = self.model.outputs(self.cpu, x)?;
        let mut sums = ResidualSums::default();
        lacuna_runtime::train::add_squares(&outputs, V::ZERO, &rows.labels, None, &mut sums);
        Ok(Scored { outputs, loss: sums.squares })
    }
}

/// The rows as a csr.
fn csr(rows: &mut CsrBatch<f32, i64>) -> Result<Array> {
    let shape = [rows.rows(), rows.features];
    Ok(Array::csr(Some(shape), take(&mut rows.indptr), take(&mut rows.indices), take(&mut rows.values))?)
}

impl Scores for Mlp {
    type Value = f32;
    type Index = i64;
    const TASK: Task = Task::Ranking;

    fn features(&self) -> usize {
        Self::features(self)
    }

    fn score(&mut self, rows: &mut CsrBatch<f32, i64>) -> Result<Scored<f32>> {
        let classes: Vec<f32> = rows.labels.iter().map(|label| label.max(0.0)).collect();
        let label = Array::dense(&[classes.len()], classes)?;
        let mut batch = Batch { data: vec![csr(rows)?], label: vec![label], pad: 0 };
        let (outputs, loss) = self.predict(&mut batch)?;
        Ok(Scored { outputs, loss })
    }
}

/// A model that has a csr and nothing else as its input, and gives probabilities.
pub(super) struct OfCsr<M> {
    pub model: M,
    pub features: usize,
}

impl<M: BatchModel> Scores for OfCsr<M> {
    type Value = f32;
    type Index = i64;
    const TASK: Task = Task::Classes;

    fn features(&self) -> usize {
        self.features
    }

    fn score(&mut self, rows: &mut CsrBatch<f32, i64>) -> Result<Scored<f32>> {
        let outputs = row_outputs(&mut self.model, &[csr(rows)?])?;
        let loss = Self::TASK.sum_of_losses(&rows.labels, &outputs)?;
        Ok(Scored { outputs, loss })
    }
}
