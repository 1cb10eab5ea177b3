//! Factorization machines, which learn in batches.
use super::{Labels, Model, Output, Reading};
use crate::failure::Failure;
use crate::settings::{self, MachineSettings};
use lacuna_models::metric::LogLoss;
use lacuna_models::model::{Description, FactorizationMachine};
use lacuna_models::train::SavedBase;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::libsvm::{CsrBatch, TextForm};
use serde_json::{Map, Value};
use std::mem::take;
use std::path::Path;

pub(super) struct Machine {
    settings: MachineSettings,
    model: FactorizationMachine,
}

/// The rows of a batch, which is then empty.
fn csr(batch: &mut CsrBatch<f32, i32>) -> Result<Array, Failure> {
    let wide = |numbers: &[i32]| numbers.iter().map(|&number| i64::from(number)).collect::<Vec<_>>();
    let (shape, indptr, indices) = ([batch.rows(), batch.features], wide(&batch.indptr), wide(&batch.indices));
    Ok(Array::csr(Some(shape), indptr, indices, take(&mut batch.values))?)
}

/// Features and factors of a file.
fn shape(path: &Path) -> Result<[usize; 2], Failure> {
    let arrays = lacuna_runtime::array::file::load(path).map_err(|error| Failure::File(error.to_string()))?;
    let v = arrays.iter().find(|(name, _)| name == "v").map(|(_, array)| array.shape());
    let shape = v.and_then(|shape| shape.try_into().ok());
    shape.ok_or_else(|| Failure::File(format!("{}: has no matrix v", path.display())))
}

impl Machine {
    pub fn new(settings: MachineSettings, load: Option<(&Path, bool)>) -> Result<Self, Failure> {
        let mut model = FactorizationMachine::new(&settings.options()?, settings.seed)?;
        model.set_threads(settings.threads.max(1));
        let kind = if settings.regression { "fm-regression" } else { "fm" };
        model.describe(Description { kind: kind.to_owned(), index_base: Some(settings.index_base) });
        match load {
            Some((path, true)) => model.load(path)?,
            Some((path, false)) => model.load_parameters(path)?,
            None => {}
        }
        Ok(Self { settings, model })
    }

    pub fn load(path: &Path, description: &Description, members: Option<Map<String, Value>>) -> Result<Self, Failure> {
        let is_whole = members.is_some();
        let [features, factors] = shape(path)?;
        let mut settings = settings::machine(members.unwrap_or_default())?;
        let asked = (settings.features, settings.factors);
        if is_whole && asked != (features, factors) {
            let text = format!("the file has {features} features x {factors} factors, not {} x {}", asked.0, asked.1);
            return Err(Failure::Settings(text));
        }
        (settings.features, settings.factors) = (features, factors);
        settings.regression = description.kind == "fm-regression";
        settings.index_base = description.index_base.unwrap_or(SavedBase::Zero);
        Self::new(settings, Some((path, is_whole)))
    }

    /// The inputs of a batch, which is then empty.
    fn inputs(&self, batch: &mut CsrBatch<f32, i32>) -> Result<Vec<Array>, Failure> {
        let rows = batch.rows();
        let mut inputs = vec![csr(batch)?];
        if self.settings.row_weights {
            let weights = take(&mut batch.weights);
            let weights = if weights.is_empty() { vec![1.0; rows] } else { weights };
            inputs.push(Array::dense(&[rows, 1], weights)?);
        }
        Ok(inputs)
    }
}

impl Model for Machine {
    fn columns(&self) -> usize {
        self.settings.features
    }

    fn outputs(&self) -> usize {
        1
    }

    fn batch_rows(&self) -> usize {
        self.settings.batch_rows
    }

    fn learn(&mut self, batch: &mut CsrBatch<f32, i32>, loss: &mut LogLoss) -> Result<(), Failure> {
        if !batch.weights.is_empty() && !self.settings.row_weights {
            return Err(Failure::Data("rows have weights, and the settings no \"row_weights\"".to_owned()));
        }
        let rows = batch.rows();
        let mut labels = take(&mut batch.labels);
        if !self.settings.regression {
            if let Some(label) = labels.iter().find(|label| ![1.0, 0.0, -1.0].contains(*label)) {
                return Err(Failure::Data(format!("the label {label} is neither 1 nor 0 or -1")));
            }
            labels.iter_mut().for_each(|label| *label = label.max(0.0));
        }
        batch.labels = labels.clone();
        let weight =
            if batch.weights.is_empty() { rows as f64 } else { batch.weights.iter().copied().map(f64::from).sum() };
        let data = self.inputs(batch)?;
        let mean = self.model.step(&Batch { data, label: vec![Array::dense(&[rows], labels)?], pad: 0 })?;
        loss.rows += rows as u64;
        loss.sum += mean * weight;
        loss.weight += weight;
        if mean.is_finite() {
            return Ok(());
        }
        Err(Failure::Data(format!("the loss is no number behind row {}: a smaller learning rate helps", loss.rows)))
    }

    fn predict(
        &mut self,
        batches: &mut [CsrBatch<f32, i32>],
        output: Output,
        threads: usize,
        out: &mut Vec<f32>,
    ) -> Result<(), Failure> {
        if output == Output::Logits && !self.settings.regression {
            return Err(Failure::Argument("a factorization machine gives probabilities only".to_owned()));
        }
        self.model.set_threads(threads);
        for batch in batches {
            let inputs = self.inputs(batch)?;
            out.extend_from_slice(self.model.predict(&inputs)?.data::<f32>().unwrap_or_default());
        }
        self.model.set_threads(self.settings.threads.max(1));
        Ok(())
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        self.model.save(path).map_err(|error| Failure::File(error.to_string()))
    }

    fn settings(&self) -> Result<String, Failure> {
        let mut value = serde_json::to_value(&self.settings)?;
        if let Value::Object(members) = &mut value {
            members.insert("model".to_owned(), "fm".into());
        }
        Ok(value.to_string())
    }

    fn array(&self, name: &str) -> Option<Vec<f32>> {
        Some(self.model.parameter(name)?.data::<f32>()?.to_vec())
    }

    fn reading(&self) -> Reading {
        let labels = if self.settings.regression { Labels::Numbers } else { Labels::Two };
        Reading { form: TextForm::Plain, base: self.settings.index_base, features: self.settings.features, labels }
    }
}
