//! A batch of text, checked.
use crate::model::ModelError;
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;
use lacuna_runtime::operator::OperatorError;
use std::ops::Range;

/// Rows and columns of a batch of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'a> {
    pub shape: [usize; 2],
    pub words: &'a [i64],
    pub mask: &'a [f32],
    pub targets: &'a [i64],
}

impl<'a> Window<'a> {
    pub fn new(batch: &'a Batch, rows: Option<usize>) -> Result<Self, ModelError> {
        let [words, mask] = &*batch.data else {
            return Err(ModelError::Arrays { what: "input", expected: 2, found: batch.data.len() });
        };
        let [targets] = &*batch.label else {
            return Err(ModelError::Arrays { what: "label", expected: 1, found: batch.label.len() });
        };
        for array in [words, mask, targets] {
            array.expect_host("a batch of text")?;
        }
        let found = words.shape().first().copied().unwrap_or_default();
        let rows = rows.unwrap_or(found);
        let wrong = |what, array: &Array| ModelError::Window { what, rows, found: array.shape().to_vec() };
        let shape = match *words.shape() {
            [found, columns] if found == rows && found > 0 && columns > 0 => [found, columns],
            _ => return Err(wrong("words", words)),
        };
        for (what, array) in [("a mask", mask), ("targets", targets)] {
            if array.shape() != shape {
                return Err(wrong(what, array));
            }
        }
        let integers = |operand, array: &'a Array| {
            let refused =
                OperatorError::Dtype { operator: "LanguageModel", operand, expected: Dtype::I64, found: array.dtype() };
            array.data::<i64>().filter(|_| array.stype() == Stype::Dense).ok_or(refused)
        };
        let refused =
            OperatorError::Dtype { operator: "LanguageModel", operand: 1, expected: Dtype::F32, found: mask.dtype() };
        let mask = mask.data::<f32>().filter(|_| mask.stype() == Stype::Dense).ok_or(refused)?;
        Ok(Self { shape, words: integers(0, words)?, mask, targets: integers(2, targets)? })
    }

    /// Some of its rows.
    pub fn rows(&self, rows: Range<usize>) -> Self {
        let [_, steps] = self.shape;
        let range = rows.start * steps..rows.end * steps;
        Self {
            shape: [rows.len(), steps],
            words: self.words.get(range.clone()).unwrap_or_default(),
            mask: self.mask.get(range.clone()).unwrap_or_default(),
            targets: self.targets.get(range).unwrap_or_default(),
        }
    }

    /// Numbers of a matrix, column by column.
    pub fn by_step<V: Copy>(&self, numbers: &'a [V]) -> impl Iterator<Item = V> + use<'a, V> {
        let [_, steps] = self.shape;
        (0..steps).flat_map(move |step| numbers.iter().skip(step).step_by(steps).copied())
    }

    /// Words that count.
    pub fn count(&self) -> f64 {
        self.mask.iter().map(|&mask| f64::from(mask)).sum()
    }
}

/// Writes numbers into a slice of as many.
pub(super) fn fill<V: Copy>(to: &mut [V], numbers: impl Iterator<Item = V>) {
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to = number);
}
