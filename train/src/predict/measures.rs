//! How well predictions fit the labels.
use crate::report::{LOSS_DIGITS, significant};
use anyhow::Result;
use lacuna_runtime::array::Array;
use lacuna_runtime::metric::{Accuracy, Auc, Metric};
use lacuna_runtime::train::OnlineLoss;

/// What predictions are compared by, beside the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The loss is the mean squared error.
    Regression,
    /// Probabilities of class 1.
    Classes,
    /// Scores of class 1 that have another threshold than probabilities.
    Ranking,
    /// Scores of class 1 that are above 0 for it.
    Margins(OnlineLoss),
    /// A number for each class, the largest for the class of the row.
    Several(OnlineLoss),
}

impl Task {
    fn loss(self) -> &'static str {
        match self {
            Self::Regression => "mse",
            Self::Classes | Self::Ranking => "log loss",
            Self::Margins(loss) | Self::Several(loss) => loss.title(),
        }
    }

    fn accuracy(self) -> Option<Accuracy> {
        match self {
            Self::Regression | Self::Ranking => None,
            Self::Classes => Some(Accuracy::of_probabilities(0.5)),
            Self::Margins(_) => Some(Accuracy::of_probabilities(0.0)),
            Self::Several(_) => Some(Accuracy::default()),
        }
    }

    const fn has_auc(self) -> bool {
        matches!(self, Self::Classes | Self::Ranking | Self::Margins(_))
    }
}

/// Measures of all rows so far.
#[derive(Debug)]
pub(super) struct Measures {
    task: Task,
    rows: u64,
    loss: f64,
    weight: f64,
    auc: Auc,
    accuracy: Option<Accuracy>,
}

impl Measures {
    pub fn new(task: Task) -> Self {
        Self { task, rows: 0, loss: 0.0, weight: 0.0, auc: Auc::default(), accuracy: task.accuracy() }
    }

    /// Takes in rows, and the sum of their losses with that of the weights of these.
    pub fn add(&mut self, labels: &[f32], outputs: &[f32], loss: f64, weight: f64) -> Result<()> {
        self.rows += labels.len() as u64;
        self.loss += loss;
        self.weight += weight;
        let columns = outputs.len() / labels.len().max(1);
        let shape = [labels.len(), columns];
        let shape = if columns == 1 { &shape[..1] } else { &shape };
        let (labels, outputs) =
            (Array::dense(&[labels.len()], labels.to_vec())?, Array::dense(shape, outputs.to_vec())?);
        if self.task.has_auc() {
            self.auc.update(&labels, &outputs)?;
        }
        if let Some(accuracy) = &mut self.accuracy {
            accuracy.update(&labels, &outputs)?;
        }
        Ok(())
    }

    /// All of them, in words.
    pub fn text(&self) -> String {
        let number = |value| significant(value, LOSS_DIGITS);
        let loss = number(self.loss / self.weight);
        let mut text = format!("{} rows: {} {loss}", self.rows, self.task.loss());
        if self.task.has_auc() {
            let auc = self.auc.value();
            text += &if auc.is_nan() {
                ", no auc, for all rows are of one class".to_owned()
            } else {
                format!(", auc {}", number(auc))
            };
        }
        if let Some(accuracy) = &self.accuracy {
            text += &format!(", accuracy {}", number(accuracy.value()));
        }
        text
    }
}
