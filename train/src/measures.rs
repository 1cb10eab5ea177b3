//! How well a model's outputs fit the labels of rows.
use crate::area::Area;
use crate::report::{Cell, Columns, LOSS_DIGITS, significant};
use anyhow::{Context, Result};
use lacuna_models::fit::{BufferedBatches, for_each_batch};
use lacuna_models::metric::{Accuracy, LogLoss, Metric};
use lacuna_models::train::OnlineLoss;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, Batches};
use std::io::Write;

/// What outputs are, and so what they are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Numbers: by the mean squared error.
    Regression,
    /// Numbers from 0 to 1, above 0.5 for class 1: by log loss, accuracy and AUC.
    Classes,
    /// Probabilities of words: by the perplexity.
    Words,
    /// Scores of class 1 that are above 0 for it.
    Margins(OnlineLoss),
    /// A number for each class, the largest for the class of the row.
    Several(OnlineLoss),
}

impl Task {
    /// The loss of the training: its name, and its key in JSON.
    pub const fn loss(self) -> (&'static str, &'static str) {
        match self {
            Self::Regression => ("mse", "mse"),
            Self::Classes => ("log loss", "log_loss"),
            Self::Words => ("loss", "loss"),
            Self::Margins(loss) | Self::Several(loss) => (loss.title(), "loss"),
        }
    }

    fn accuracy(self) -> Option<Accuracy> {
        match self {
            Self::Regression | Self::Words => None,
            Self::Classes => Some(Accuracy::of_probabilities(0.5)),
            Self::Margins(_) => Some(Accuracy::of_probabilities(0.0)),
            Self::Several(_) => Some(Accuracy::default()),
        }
    }

    const fn has_auc(self) -> bool {
        matches!(self, Self::Classes | Self::Margins(_))
    }

    /// The columns of the measures of test rows.
    pub fn columns(self, columns: Columns) -> Columns {
        let auc = |columns: Columns| columns.with("auc", "test_auc", 8);
        let loss = |columns: Columns| columns.with("test loss", "test_log_loss", 10);
        match self {
            Self::Regression => columns.with("test mse", "test_mse", 10),
            Self::Classes | Self::Margins(_) | Self::Several(_) => {
                auc(loss(columns).with("accuracy", "test_accuracy", 8))
            }
            Self::Words => columns.with("perplexity", "test_perplexity", 10),
        }
    }

    /// The measures in these columns; empty cells where there are none.
    pub fn cells(self, measured: Option<&Measured>) -> Vec<Cell> {
        let cell = |of: fn(&Measured) -> f64| Cell::number(measured.map(of));
        match self {
            Self::Regression | Self::Words => vec![cell(Measured::loss)],
            Self::Classes | Self::Margins(_) | Self::Several(_) => {
                vec![cell(Measured::loss), cell(Measured::accuracy), cell(Measured::auc)]
            }
        }
    }

    /// The sum of the losses of outputs.
    pub fn sum_of_losses(self, labels: &[f32], outputs: &[f32]) -> Result<f64> {
        match self {
            Self::Regression => {
                let residuals = outputs.iter().zip(labels).map(|(&a, &b)| f64::from(a) - f64::from(b));
                Ok(residuals.map(|residual| residual * residual).sum())
            }
            _ => {
                let mut loss = LogLoss::default();
                loss.update(&dense(labels)?, &dense(outputs)?)?;
                Ok(loss.sum)
            }
        }
    }
}

fn dense(numbers: &[f32]) -> Result<Array> {
    Ok(Array::dense(&[numbers.len()], numbers.to_vec())?)
}

/// What a model says about rows.
pub(crate) struct Scored<V> {
    /// So many for each row.
    pub outputs: Vec<V>,
    /// The sum of their losses, which counts if they have labels.
    pub loss: f64,
    /// The weights of their losses, likewise.
    pub weight: f64,
}

impl<V> Scored<V> {
    /// Rows that all weigh 1, of one output each.
    pub fn of(outputs: Vec<V>, loss: f64) -> Self {
        let weight = outputs.len() as f64;
        Self { outputs, loss, weight }
    }
}

/// Measures of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measured {
    loss: f64,
    accuracy: f64,
    auc: f64,
}

impl Measured {
    /// A loss alone, or a perplexity.
    pub const fn of_loss(loss: f64) -> Self {
        Self { loss, accuracy: f64::NAN, auc: f64::NAN }
    }

    /// The mean loss.
    pub const fn loss(&self) -> f64 {
        self.loss
    }

    /// The share of rows whose class is right.
    pub const fn accuracy(&self) -> f64 {
        self.accuracy
    }

    /// The area under the ROC curve; NaN if all rows are of one class.
    pub const fn auc(&self) -> f64 {
        self.auc
    }
}

/// Measures of all rows so far.
#[derive(Debug)]
pub(crate) struct Measures {
    task: Task,
    rows: u64,
    loss: f64,
    weight: f64,
    auc: Area,
    accuracy: Option<Accuracy>,
}

impl Measures {
    pub fn new(task: Task) -> Self {
        Self { task, rows: 0, loss: 0.0, weight: 0.0, auc: Area::default(), accuracy: task.accuracy() }
    }

    /// Takes in rows, and the sum of their losses with that of the weights of these.
    pub fn add(&mut self, labels: &[f32], outputs: &[f32], loss: f64, weight: f64) -> Result<()> {
        self.rows += labels.len() as u64;
        self.loss += loss;
        self.weight += weight;
        let columns = outputs.len() / labels.len().max(1);
        let shape = [labels.len(), columns];
        let shape = if columns == 1 { &shape[..1] } else { &shape };
        if self.task.has_auc() {
            self.auc.add(labels, outputs)?;
        }
        let (labels, outputs) = (dense(labels)?, Array::dense(shape, outputs.to_vec())?);
        if let Some(accuracy) = &mut self.accuracy {
            accuracy.update(&labels, &outputs)?;
        }
        Ok(())
    }

    /// All of them.
    pub fn measured(&mut self) -> Result<Measured> {
        let (accuracy, auc) = (self.accuracy.as_ref().map_or(f64::NAN, Accuracy::value), self.auc.value()?);
        Ok(Measured { loss: self.loss / self.weight, accuracy, auc })
    }

    /// All of them, in words.
    pub fn text(&mut self) -> Result<String> {
        let (measured, number) = (self.measured()?, |value| significant(value, LOSS_DIGITS));
        let mut text = format!("{} rows: {} {}", self.rows, self.task.loss().0, number(measured.loss));
        if self.task.has_auc() {
            text += &if measured.auc.is_nan() {
                ", no auc, for all rows are of one class".to_owned()
            } else {
                format!(", auc {}", number(measured.auc))
            };
        }
        if self.accuracy.is_some() {
            text += &format!(", accuracy {}", number(measured.accuracy));
        }
        Ok(text)
    }
}

/// Measures a model's outputs for all rows, which are written down too if they are asked for.
pub(crate) fn measure(
    task: Task,
    rows: &mut dyn Batches,
    mut text: Option<&mut Vec<u8>>,
    mut score: impl FnMut(&mut Batch) -> Result<Scored<f32>>,
) -> Result<Measured> {
    let mut measures = Measures::new(task);
    for_each_batch(&mut BufferedBatches::new(rows), |batch| {
        let Scored { outputs, loss, weight } = score(batch)?;
        if let Some(text) = &mut text {
            outputs.iter().try_for_each(|output| writeln!(text, "{output}"))?;
        }
        let labels = batch.label.first().context("a batch without labels")?;
        measures.add(labels.data::<f32>().unwrap_or_default(), &outputs, loss, weight)
    })?;
    measures.measured()
}
