use super::{Broken, Changes, Rule};
use crate::Strided;
use lacuna::FormatError;

/// Every way to break one rule of a good dense matrix.
pub fn dense(good: &Strided<f64>) -> Vec<Broken<Strided<f64>, FormatError>> {
    let mut changes = Changes::of(good);
    let Strided { rows, columns, stride, .. } = *good;
    if rows > 0 && columns > 0 {
        let expected = (rows - 1) * stride + columns;
        for found in [expected - 1, 0] {
            changes.with(Rule::Lengths, FormatError::DenseShape { expected, found }, |a| a.data.resize(found, 0.0));
        }
    }
    if rows > 1 && columns > 0 {
        let narrow = columns - 1;
        changes.with(Rule::Lengths, FormatError::Stride { columns, stride: narrow }, |a| a.stride = narrow);
    }
    changes.broken
}
