//! Sums, means and norms.
use super::Builder;
use super::patterns::Pattern;
use lacuna_capi::status::OperandCode;

/// Values that are written.
fn written(b: &mut Builder, length: usize, operand: OperandCode) {
    let array = b.reals(&vec![-7.25; length], operand, true);
    b.list(array, length);
}

/// Values that are repeated, and numbers of entries.
fn of_pattern(name: &str, b: &mut Builder) {
    let (rows, columns) = (b.random.one_of(&[0, 1, 2, 3, 5]), b.random.one_of(&[0, 1, 3, 5, 17]));
    let values = |b: &mut Builder, length: usize| {
        let values = b.values(length);
        let values = b.reals(&values, OperandCode::Values, false);
        b.list(values, length);
    };
    if name.starts_with("repeat") {
        values(b, if name == "repeat_rows" { rows } else { columns });
        let record = b.dense_mut(rows, columns);
        return b.record(record);
    }
    let pattern = Pattern::random(b.random, rows, columns);
    let record = b.csr(&pattern);
    b.record(record);
    let length = if name == "nnz_rows" { rows } else { columns };
    let counts = b.integers(b.index, &vec![-9; length], OperandCode::Output, true);
    b.list(counts, length);
}

/// Places of the largest, and gradients of extremes.
fn of_extremes(name: &str, b: &mut Builder) {
    let (rows, columns) = (b.random.one_of(&[0, 1, 2, 3, 5]), b.random.one_of(&[1, 3, 5, 17]));
    if name == "argmax_rows" {
        let record = b.dense(rows, columns);
        b.record(record);
        let places = b.integers(b.index, &vec![-9; rows], OperandCode::Output, true);
        return b.list(places, rows);
    }
    let length = if name == "extreme_rows_backward" { rows } else { columns };
    let values = |b: &mut Builder| {
        let values = b.values(length);
        let values = b.reals(&values, OperandCode::Values, false);
        b.list(values, length);
    };
    values(b);
    let record = b.dense(rows, columns);
    b.record(record);
    values(b);
    let record = b.dense_mut(rows, columns);
    b.record(record);
}

pub fn build(name: &str, b: &mut Builder) {
    if name.starts_with("argmax") || name.starts_with("extreme") {
        return of_extremes(name, b);
    }
    if name.starts_with("repeat") || name.starts_with("nnz") {
        return of_pattern(name, b);
    }
    let (rows, columns) = (b.random.one_of(&[0, 1, 2, 3, 5, 33]), b.random.one_of(&[0, 1, 3, 5, 17, 40]));
    let results = if name.ends_with("_rows") { rows } else { columns };
    if name.contains("_csr_") {
        let pattern = Pattern::random(b.random, rows, columns);
        let record = b.csr(&pattern);
        b.record(record);
        if name.ends_with("_columns") {
            let more = b.random.within(0..2);
            written(b, lacuna::reduce::csr_columns_scratch(rows, columns) + more, OperandCode::Values);
        }
        return written(b, results, OperandCode::Values);
    }
    if name.ends_with("_rows") || name.ends_with("_columns") {
        let record = b.dense(rows, columns);
        b.record(record);
        return written(b, results, OperandCode::Values);
    }
    let values = b.values(columns);
    let values = b.reals(&values, OperandCode::Values, false);
    b.list(values, columns);
    if ["mean", "max", "min"].contains(&name) {
        b.size(rows * columns);
    }
    written(b, 1, OperandCode::Values);
}
