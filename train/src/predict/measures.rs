//! How well predictions fit the labels.
use crate::report::{LOSS_DIGITS, significant};
use anyhow::Result;
use lacuna_runtime::array::Array;
use lacuna_runtime::metric::{Accuracy, Auc, Metric};

/// What predictions are compared by, beside the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The loss is the mean squared error.
    Regression,
    /// Probabilities of class 1.
    Classes,
    /// Scores of class 1 that have another threshold than probabilities.
    Ranking,
}

/// Measures of all rows so far.
#[derive(Debug)]
pub(super) struct Measures {
    task: Task,
    rows: u64,
    loss: f64,
    auc: Auc,
    accuracy: Accuracy,
}

impl Measures {
    pub fn new(task: Task) -> Self {
        Self { task, rows: 0, loss: 0.0, auc: Auc::default(), accuracy: Accuracy::of_probabilities(0.5) }
    }

    /// Takes in rows, and the sum of their losses.
    pub fn add(&mut self, labels: &[f32], outputs: &[f32], loss: f64) -> Result<()> {
        self.rows += outputs.len() as u64;
        self.loss += loss;
        if self.task == Task::Regression {
            return Ok(());
        }
        let [labels, outputs] = [labels, outputs].map(|numbers| Array::dense(&[numbers.len()], numbers.to_vec()));
        let (labels, outputs) = (labels?, outputs?);
        self.auc.update(&labels, &outputs)?;
        if self.task == Task::Classes {
            self.accuracy.update(&labels, &outputs)?;
        }
        Ok(())
    }

    /// All of them, in words.
    pub fn text(&self) -> String {
        let number = |value| significant(value, LOSS_DIGITS);
        let loss = number(self.loss / self.rows as f64);
        let mut text = match self.task {
            Task::Regression => format!("{} rows: mse {loss}", self.rows),
            _ => format!("{} rows: log loss {loss}", self.rows),
        };
        if self.task != Task::Regression {
            let auc = self.auc.value();
            text += &if auc.is_nan() {
                ", no auc, for all rows are of one class".to_owned()
            } else {
                format!(", auc {}", number(auc))
            };
        }
        if self.task == Task::Classes {
            text += &format!(", accuracy {}", number(self.accuracy.value()));
        }
        text
    }
}
