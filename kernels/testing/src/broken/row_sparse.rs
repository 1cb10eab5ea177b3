use super::{Broken, Changes, Rule};
use crate::RowSparse;
use lacuna::FormatError;
use lacuna::error::Operand;

/// Every way to break one rule of a good row_sparse that begins with row 0.
pub fn row_sparse(good: &RowSparse<f64, i64>) -> Vec<Broken<RowSparse<f64, i64>, FormatError>> {
    let mut changes = Changes::of(good);
    let expected = good.data.len();
    let shape = |found| FormatError::RowSparseShape { array: Operand::Data, expected, found };
    changes.with(Rule::Lengths, shape(expected + 1), |a| a.data.push(0.0));
    if expected > 0 {
        changes.with(Rule::Lengths, shape(expected - 1), |a| _ = a.data.pop());
    }
    for entry in 0..good.ids.len() {
        for (found, fault, expected) in super::indices(&good.ids, 0, entry, good.rows) {
            changes.with(Rule::Indices, FormatError::RowSparseIndices { entry, fault, expected, found }, |a| {
                a.ids[entry] = found
            });
        }
    }
    changes.broken
}
