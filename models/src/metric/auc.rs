//! The area under the ROC curve.
use super::pairs::Pairs;
use super::{Metric, MetricError};
use lacuna_runtime::array::Array;

/// The area under the ROC curve: how often a row of class 1 has a higher score than one of class 0, of all such pairs;
/// equal scores count half. NaN while one of the classes has no rows.
///
/// Scores are any numbers, one for each label, and labels 1, and 0 or -1. All of them are kept, 16 bytes for each,
/// until the [reset](Metric::reset); the area is that of all rows, however they came in batches. Pairs are counted in
/// whole numbers, so nothing is rounded before the last division.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_models::metric::{Auc, Metric};
/// let mut auc = Auc::default();
/// auc.update(&Array::dense(&[3], vec![0.0_f32, 1.0, 1.0])?, &Array::dense(&[3], vec![-2.0_f32, 0.5, 3.0])?)?;
/// assert_eq!(auc.value(), 1.0);
/// auc.update(&Array::dense(&[1], vec![0.0_f32])?, &Array::dense(&[1], vec![0.5_f32])?)?;
/// assert_eq!(auc.value(), 3.5 / 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Auc {
    rows: Vec<(f64, bool)>,
}

impl Metric for Auc {
    fn name(&self) -> &'static str {
        "auc"
    }

    fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError> {
        let pairs = Pairs::one_each(labels, predictions)?;
        let before = self.rows.len();
        for place in 0..pairs.count {
            match pairs.prediction(place).and_then(|score| Ok((score, pairs.is_one(place)?))) {
                // -0.0 and 0.0 are equal scores.
                Ok((score, is_one)) => self.rows.push((score + 0.0, is_one)),
                Err(error) => {
                    self.rows.truncate(before);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn value(&self) -> f64 {
        let mut rows = self.rows.clone();
        rows.sort_unstable_by(|left, right| left.0.total_cmp(&right.0));
        // Twice the pairs in order, and the rows of each class so far.
        let (mut twice, mut ones, mut zeros) = (0_u128, 0_u128, 0_u128);
        for equal in rows.chunk_by(|left, right| left.0 == right.0) {
            let these = equal.iter().filter(|(_, is_one)| *is_one).count() as u128;
            let others = equal.len() as u128 - these;
            twice += these * (2 * zeros + others);
            (ones, zeros) = (ones + these, zeros + others);
        }
        twice as f64 / (2 * ones * zeros) as f64
    }

    fn reset(&mut self) {
        self.rows.clear();
    }
}
