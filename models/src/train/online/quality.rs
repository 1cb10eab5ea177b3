//! How well logits tell classes apart, in memory that does not grow with the rows.
use super::super::scalar::TrainValue;
use super::objective::place_of_largest;

/// Bits of a logit as `f32` that are kept: its sign, its exponent and seven more.
const BITS: u32 = 16;

/// Accuracy and the area under the ROC curve of rows that were scored.
///
/// A logit above 0 says class 1; of several classes the largest logit says which. The area is that of two classes, as
/// [`Auc`](crate::metric::Auc) has it, of logits that are cut to 8 significant bits: those that are equal then count
/// half. All rows count alike, whatever they weigh.
///
/// ```
/// use lacuna_models::train::Quality;
/// let mut quality = Quality::default();
/// for (logit, label) in [(-2.0_f32, 0.0), (0.5, 1.0), (3.0, 1.0), (0.75, 0.0)] {
///     quality.add(&[logit], label);
/// }
/// assert_eq!((quality.accuracy(), quality.auc()), (0.75, Some(0.75)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quality {
    rows: u64,
    correct: u64,
    /// Rows of class 0 and 1 by the bits of their logits.
    bins: Vec<[u64; 2]>,
}

impl Quality {
    /// Takes in the logits of a row and its label: more than 0 is class 1, or else the other one; of several classes,
    /// the place of its logit.
    #[inline]
    pub fn add<V: TrainValue>(&mut self, logits: &[V], label: V) {
        self.rows += 1;
        let [logit] = logits else {
            let place = place_of_largest(logits);
            self.correct += u64::from(label == V::from_f64(place as f64));
            return;
        };
        let is_one = label > V::ZERO;
        self.correct += u64::from((*logit > V::ZERO) == is_one);
        if self.bins.is_empty() {
            self.bins = vec![[0; 2]; 1 << BITS];
        }
        let bits = (logit.to_f64() as f32 + 0.0).to_bits();
        // In the order of the numbers.
        let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
        if let Some(bin) = self.bins.get_mut((ordered >> (u32::BITS - BITS)) as usize) {
            bin[usize::from(is_one)] += 1;
        }
    }

    /// What is counted, as numbers: rows, those that are right, and the bins.
    pub(super) fn counts(&self) -> Vec<f64> {
        let bins = self.bins.as_flattened();
        [self.rows, self.correct].iter().chain(bins).map(|&count| count as f64).collect()
    }

    /// Adds the counts of other rows.
    pub(super) fn add_counts(&mut self, counts: &[f64]) {
        let Some((&[rows, correct], bins)) = counts.split_first_chunk() else { return };
        (self.rows, self.correct) = (self.rows + rows as u64, self.correct + correct as u64);
        if self.bins.is_empty() && !bins.is_empty() {
            self.bins = vec![[0; 2]; 1 << BITS];
        }
        self.bins.as_flattened_mut().iter_mut().zip(bins).for_each(|(own, &count)| *own += count as u64);
    }

    /// Rows so far.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The share of rows that are said to be of their class; NaN without rows.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        self.correct as f64 / self.rows as f64
    }

    /// The area under the curve; none for several classes, or if all rows are of one class.
    #[must_use]
    pub fn auc(&self) -> Option<f64> {
        let (mut twice, mut ones, mut zeros) = (0_u128, 0_u128, 0_u128);
        for &[these_zeros, these_ones] in &self.bins {
            let [these_zeros, these_ones] = [these_zeros, these_ones].map(u128::from);
            twice += these_ones * (2 * zeros + these_zeros);
            (ones, zeros) = (ones + these_ones, zeros + these_zeros);
        }
        (ones > 0 && zeros > 0).then(|| twice as f64 / (2 * ones * zeros) as f64)
    }
}
