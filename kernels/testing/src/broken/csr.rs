use super::{Broken, Changes, Rule};
use crate::Csr;
use lacuna::FormatError;
use lacuna::error::{IndptrFault, Operand};

/// Every way to break one rule of a good csr.
pub fn csr(good: &Csr<f64, i64>) -> Vec<Broken<Csr<f64, i64>, FormatError>> {
    let mut changes = Changes::of(good);
    let (rows, nnz) = (good.rows, good.indices.len());
    let shape = |array, expected, found| FormatError::CsrShape { array, expected, found };
    changes.with(Rule::Lengths, shape(Operand::Indptr, rows + 1, rows + 2), |a| a.indptr.push(nnz as i64));
    changes.with(Rule::Lengths, shape(Operand::Indptr, rows + 1, rows), |a| _ = a.indptr.pop());
    changes.with(Rule::Lengths, shape(Operand::Indptr, rows + 1, 0), |a| a.indptr.clear());
    changes.with(Rule::Lengths, shape(Operand::Values, nnz, nnz + 1), |a| a.values.push(1.0));
    if nnz > 0 {
        changes.with(Rule::Lengths, shape(Operand::Values, nnz, nnz - 1), |a| _ = a.values.pop());
    }
    let pointer = |row, fault, expected, found| FormatError::CsrIndptr { row, fault, expected, found };
    for found in [1, -1, i64::from(i32::MIN)] {
        changes.with(Rule::Pointers, pointer(0, IndptrFault::Start, 0, found), |a| a.indptr[0] = found);
    }
    for row in 1..=rows {
        let before = good.indptr[row - 1];
        for found in [before - 1, -1, i64::from(i32::MIN)] {
            changes
                .with(Rule::Pointers, pointer(row, IndptrFault::Decreasing, before, found), |a| a.indptr[row] = found);
        }
    }
    let all = nnz as i64;
    if rows > 0 {
        for found in [all + 1, i64::from(i32::MAX)] {
            changes.with(Rule::Pointers, pointer(rows, IndptrFault::End, all, found), |a| a.indptr[rows] = found);
        }
        if good.indptr[rows - 1] < all {
            changes.with(Rule::Pointers, pointer(rows, IndptrFault::End, all, all - 1), |a| a.indptr[rows] -= 1);
        }
    }
    changes.with(Rule::Pointers, pointer(rows, IndptrFault::End, all + 1, all), |a| {
        a.indices.push(0);
        a.values.push(0.0);
    });
    for row in 0..rows {
        let entries = good.indptr[row] as usize..good.indptr[row + 1] as usize;
        for entry in entries.clone() {
            for (found, fault, expected) in super::indices(&good.indices, entries.start, entry, good.columns) {
                changes.with(Rule::Indices, FormatError::CsrIndices { row, entry, fault, expected, found }, |a| {
                    a.indices[entry] = found
                });
            }
        }
    }
    changes.broken
}
