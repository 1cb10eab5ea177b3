//! Losses on rows, and on numbers whose label is a csr.
use super::Builder;
use super::patterns::Pattern;
use lacuna_capi::status::OperandCode;

fn values(b: &mut Builder, length: usize, written: bool) {
    let values = b.values(length);
    let array = b.reals(&values, OperandCode::Values, written);
    b.list(array, length);
}

fn ids(b: &mut Builder, count: usize, below: usize) {
    let ids: Vec<_> = (0..count).map(|_| b.random.within(0..below) as i64).collect();
    let ids = b.integers(b.index, &ids, OperandCode::Ids, false);
    b.list(ids, count);
}

fn dense(b: &mut Builder, rows: usize, columns: usize) {
    let record = b.dense(rows, columns);
    b.record(record);
}

fn dense_mut(b: &mut Builder, rows: usize, columns: usize) {
    let record = b.dense_mut(rows, columns);
    b.record(record);
}

pub fn build(name: &str, b: &mut Builder) {
    let (rows, columns) = (b.random.one_of(&[0, 1, 2, 3, 5]), b.random.one_of(&[1, 2, 3, 5, 17]));
    match name {
        "csr_regression_gradient" => {
            dense(b, rows, columns);
            let pattern = Pattern::random(b.random, rows, columns);
            let label = b.csr(&pattern);
            b.record(label);
            b.scalar();
            dense_mut(b, rows, columns);
        }
        "softmax" | "log_softmax" => {
            dense(b, rows, columns);
            dense_mut(b, rows, columns);
        }
        "softmax_columns" => {
            let classes = b.random.one_of(&[1, 2, 3]);
            dense(b, rows * classes, columns);
            b.size(classes);
            dense_mut(b, rows * classes, columns);
        }
        "softmax_output_gradient_columns" => {
            let classes = b.random.one_of(&[1, 2, 3]);
            dense(b, rows * classes, columns);
            ids(b, rows * columns, classes);
            b.size(classes);
            let ignore = b.random.one_of(&[usize::MAX, 0, 1, classes]);
            b.size(ignore);
            b.scalar();
            b.scalar();
            dense_mut(b, rows * classes, columns);
        }
        "softmax_backward" | "log_softmax_backward" => {
            dense(b, rows, columns);
            dense(b, rows, columns);
            dense_mut(b, rows, columns);
        }
        "softmax_cross_entropy" | "softmax_cross_entropy_gradient" | "softmax_output_gradient" => {
            dense(b, rows, columns);
            ids(b, rows, columns);
            let ignore = b.random.one_of(&[usize::MAX, 0, 1, columns]);
            b.size(ignore);
            if name == "softmax_cross_entropy" {
                return values(b, rows, true);
            }
            if name == "softmax_output_gradient" {
                b.scalar();
            }
            b.scalar();
            dense_mut(b, rows, columns);
        }
        "sampled_softmax" => {
            values(b, rows, false);
            dense(b, rows, columns);
            values(b, rows, false);
            values(b, columns, false);
            ids(b, rows, 9);
            ids(b, columns, 9);
            values(b, rows, false);
            values(b, rows, true);
            values(b, rows, true);
            dense_mut(b, rows, columns);
        }
        name => panic!("{name} has no good call yet"),
    }
}
