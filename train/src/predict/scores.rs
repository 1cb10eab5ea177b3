//! Models that score the rows of LibSVM text batch by batch.
use crate::batch_run::{BatchModel, row_outputs};
use crate::measures::{Scored, Task};
use anyhow::Result;
use lacuna::Csr;
use lacuna_models::metric::LogLoss;
use lacuna_models::train::{
    Classes, Classifier, ClassifySettings, LinearModel, Mlp, OnlineLoss, ResidualSums, TrainValue,
};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::libsvm::{CsrBatch, LibsvmIndex};
use std::mem::take;

/// A model.
pub(super) trait Scores {
    type Value: TrainValue;
    type Index: LibsvmIndex;

    /// What its predictions are.
    fn task(&self) -> Task;

    /// The labels of its outputs, if a row has several. Rows have the places of their labels.
    fn labels(&self) -> &[f64] {
        &[]
    }

    fn features(&self) -> usize;

    /// Scores the rows, whose entries are used up.
    fn score(&mut self, rows: &mut CsrBatch<Self::Value, Self::Index>) -> Result<Scored<Self::Value>>;
}

impl Scores for Classifier<f32> {
    type Value = f32;
    type Index = i32;

    fn task(&self) -> Task {
        let ClassifySettings { classes, loss, .. } = *self.settings();
        match (classes, loss) {
            (Classes::Two, OnlineLoss::Logistic) => Task::Classes,
            (Classes::Two, loss) => Task::Margins(loss),
            (Classes::Regression, _) => Task::Regression,
            (_, loss) => Task::Several(loss),
        }
    }

    fn labels(&self) -> &[f64] {
        &self.settings().labels
    }

    fn features(&self) -> usize {
        self.columns()
    }

    fn score(&mut self, rows: &mut CsrBatch<f32, i32>) -> Result<Scored<f32>> {
        let x = Csr::new(rows.rows(), rows.features, &rows.indptr, &rows.indices, &rows.values)?;
        let mut outputs = self.logits(x)?;
        let LogLoss { sum, weight, .. } = self.loss(&outputs, &rows.labels);
        // The loss of a number is half of its square, which is what is measured.
        let sum = if self.task() == Task::Regression { 2.0 * sum } else { sum };
        self.predict(&mut outputs);
        Ok(Scored { outputs, loss: sum, weight })
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

    fn task(&self) -> Task {
        Task::Regression
    }

    fn features(&self) -> usize {
        self.model.features()
    }

    fn score(&mut self, rows: &mut CsrBatch<V, i32>) -> Result<Scored<V>> {
        let x = Csr::new(rows.rows(), rows.features, &rows.indptr, &rows.indices, &rows.values)?;
        let outputs = self.model.outputs(self.cpu, x)?;
        let mut sums = ResidualSums::default();
        lacuna_models::train::add_squares(&outputs, V::ZERO, &rows.labels, None, &mut sums);
        Ok(Scored::of(outputs, sums.squares))
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

    fn task(&self) -> Task {
        Task::Classes
    }

    fn features(&self) -> usize {
        Self::features(self)
    }

    fn score(&mut self, rows: &mut CsrBatch<f32, i64>) -> Result<Scored<f32>> {
        let classes: Vec<f32> = rows.labels.iter().map(|label| label.max(0.0)).collect();
        let label = Array::dense(&[classes.len()], classes)?;
        let mut batch = Batch { data: vec![csr(rows)?], label: vec![label], pad: 0 };
        let (outputs, loss) = self.predict(&mut batch)?;
        Ok(Scored::of(outputs, loss))
    }
}

/// A model that has a csr and nothing else as its input, and gives a probability or a number.
pub(super) struct OfCsr<M> {
    pub model: M,
    pub features: usize,
    pub task: Task,
}

impl<M: BatchModel> Scores for OfCsr<M> {
    type Value = f32;
    type Index = i64;

    fn task(&self) -> Task {
        self.task
    }

    fn features(&self) -> usize {
        self.features
    }

    fn score(&mut self, rows: &mut CsrBatch<f32, i64>) -> Result<Scored<f32>> {
        let outputs = row_outputs(&mut self.model, &[csr(rows)?])?;
        let loss = self.task.sum_of_losses(&rows.labels, &outputs)?;
        Ok(Scored::of(outputs, loss))
    }
}
