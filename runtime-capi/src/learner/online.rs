//! Models that learn row after row.
use super::{Labels, Model, Output, Reading};
use crate::failure::Failure;
use crate::settings::{self, Kind};
use lacuna::Csr;
use lacuna_models::fit::Learner as _;
use lacuna_models::metric::LogLoss;
use lacuna_models::train::{
    Classes, Classifier, ClassifyProgress, ClassifySettings, ClassifyTotals, Examples, SavedClassifier,
};
use lacuna_runtime::libsvm::CsrBatch;
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::path::Path;

pub(super) struct Online {
    classifier: Classifier<f32>,
    progress: ClassifyProgress,
}

/// Rows of a batch: bits do not depend on it. Text of so many rows takes several blocks of the reader, so that reading
/// and learning, each on a thread, wait little for each other.
const BATCH_ROWS: usize = 4096;

/// The matrix of a batch, which has been looked at.
fn matrix(batch: &CsrBatch<f32, i32>) -> Result<Csr<'_, f32, i32>, Failure> {
    let csr = Csr::trusted(batch.rows(), batch.features, &batch.indptr, &batch.indices, &batch.values);
    csr.map_err(|error| Failure::Data(error.to_string()))
}

impl Online {
    pub fn new(settings: &ClassifySettings) -> Result<Self, Failure> {
        let classifier = Classifier::new(settings).map_err(Failure::settings)?;
        Ok(Self { classifier, progress: ClassifyProgress::default() })
    }

    pub fn load(path: &Path, members: Map<String, Value>) -> Result<Self, Failure> {
        let saved = SavedClassifier::read(path)?;
        let kind = if saved.settings.ffm.is_some() { Kind::Ffm } else { Kind::Linear };
        let settings = settings::online(kind, members, Some(&saved.settings))?;
        Ok(Self { classifier: saved.classifier(&settings)?, progress: saved.progress })
    }

    /// Of two classes a label is 1, or else 0 or -1.
    fn expect_two(&self, labels: &[f32]) -> Result<(), Failure> {
        let is_class = |label: &&f32| [1.0, 0.0, -1.0].contains(*label);
        match labels.iter().find(|label| !is_class(label)) {
            Some(label) if self.classifier.settings().classes == Classes::Two => {
                Err(Failure::Data(format!("the label {label} is neither 1 nor 0 or -1")))
            }
            _ => Ok(()),
        }
    }
}

impl Model for Online {
    fn columns(&self) -> usize {
        self.classifier.columns()
    }

    fn outputs(&self) -> usize {
        self.classifier.settings().outputs()
    }

    fn batch_rows(&self) -> usize {
        BATCH_ROWS
    }

    fn begin(&mut self) -> Result<(), Failure> {
        Ok(self.classifier.begin()?)
    }

    fn learn(&mut self, batch: &mut CsrBatch<f32, i32>, loss: &mut LogLoss) -> Result<(), Failure> {
        self.expect_two(&batch.labels)?;
        let weights = (!batch.weights.is_empty()).then_some(&*batch.weights);
        let examples = Examples { x: matrix(batch)?, labels: &batch.labels, weights, slices: None };
        let mut totals = ClassifyTotals { pass: *loss, doubled: LogLoss::default() };
        self.classifier.step(examples, &mut totals)?;
        *loss = totals.pass;
        if loss.sum.is_finite() {
            return Ok(());
        }
        Err(Failure::Data(format!("the loss is no number behind row {}: a smaller learning rate helps", loss.rows)))
    }

    fn end(&mut self, _: LogLoss) {
        self.progress = ClassifyProgress { passes: self.progress.passes + 1, ..ClassifyProgress::default() };
    }

    fn predict(
        &mut self,
        batches: &mut [CsrBatch<f32, i32>],
        output: Output,
        threads: usize,
        out: &mut Vec<f32>,
    ) -> Result<(), Failure> {
        let classifier = &self.classifier;
        let of = |batch: &CsrBatch<f32, i32>| -> Result<Vec<f32>, Failure> {
            let mut outputs = classifier.logits(matrix(batch)?)?;
            if output == Output::Predictions {
                classifier.predict(&mut outputs);
            }
            Ok(outputs)
        };
        let parts = if threads > 1 {
            batches.par_iter().map(of).collect::<Result<Vec<_>, _>>()?
        } else {
            batches.iter().map(of).collect::<Result<Vec<_>, _>>()?
        };
        parts.iter().for_each(|part| out.extend_from_slice(part));
        Ok(())
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        Ok(self.classifier.save(path, &self.progress)?)
    }

    fn settings(&self) -> Result<String, Failure> {
        let settings = self.classifier.settings();
        let mut value = serde_json::to_value(settings)?;
        if let Value::Object(members) = &mut value {
            let model = if settings.ffm.is_some() { Kind::Ffm } else { Kind::Linear };
            members.insert("model".to_owned(), serde_json::to_value(model)?);
        }
        Ok(value.to_string())
    }

    fn array(&self, name: &str) -> Option<Vec<f32>> {
        let (weight, bias) = self.classifier.weight();
        match name {
            "weight" => Some(weight),
            "bias" => Some(bias),
            _ => None,
        }
    }

    fn reading(&self) -> Reading {
        let ClassifySettings { form, index_base: base, classes, labels, .. } = self.classifier.settings().clone();
        let labels = match classes {
            Classes::Two => Labels::Two,
            Classes::Regression => Labels::Numbers,
            _ => Labels::Several(labels.into()),
        };
        Reading { form, base, features: self.columns(), labels }
    }
}
