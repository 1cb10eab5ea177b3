//! Casts.
use super::super::element::Element;
use super::Builder;
use super::patterns::Pattern;
use lacuna_capi::Kind;
use lacuna_capi::status::OperandCode;

/// A dense matrix with zeros, and the pattern of its other elements.
fn sparse_dense(b: &mut Builder) -> Pattern {
    let (rows, columns) = (b.random.one_of(&[0, 1, 2, 3, 5]), b.random.one_of(&[0, 1, 3, 5, 17, 20]));
    let pattern = Pattern::random(b.random, rows, columns);
    let stride = columns + b.random.one_of(&[0, 0, 2]);
    let extent = if rows == 0 || columns == 0 { 0 } else { (rows - 1) * stride + columns };
    let mut data = vec![0.0; extent];
    for row in 0..rows {
        for entry in pattern.indptr[row]..pattern.indptr[row + 1] {
            let value = b.random.quarter();
            data[row * stride + pattern.indices[entry as usize] as usize] = if value == 0.0 { 0.5 } else { value };
        }
    }
    let dense = b.dense_of(rows, columns, stride, &data, Kind::Dense);
    b.record(dense);
    pattern
}

pub fn build(name: &str, b: &mut Builder) {
    match name {
        "cast" => {
            let length = b.random.one_of(&[0, 1, 3, 16, 17]);
            let values = b.values(length);
            let input = b.reals(&values, OperandCode::Values, false);
            b.list(input, length);
            let out = b.numbers(b.index, &vec![-7.25; length], OperandCode::Output, true);
            b.list(out, length);
        }
        "dense_row_nnz" => {
            let rows = sparse_dense(b).rows + b.random.one_of(&[0, 0, 2]);
            let counts = b.integers(b.index, &vec![-9; rows], OperandCode::Output, true);
            b.list(counts, rows);
        }
        "accumulate_indptr" => {
            let counts: Vec<_> = (0..b.random.within(0..6)).map(|_| b.random.within(0..50) as i64).collect();
            let indptr = b.integers(b.index, &counts, OperandCode::Output, true);
            b.list(indptr, counts.len());
            b.answer();
        }
        "dense_to_csr" => {
            let pattern = sparse_dense(b);
            let out = b.csr_mut(&pattern);
            b.record(out);
        }
        "dense_to_csr_one_pass" => {
            let pattern = sparse_dense(b);
            let room = pattern.nnz() + b.random.one_of(&[0, 0, 3]);
            let more = b.random.within(0..2);
            for (element, length, operand) in [
                (b.index, pattern.rows + 1 + more, OperandCode::Output),
                (b.index, room, OperandCode::Output),
                (b.value, room + more, OperandCode::Values),
            ] {
                let array = match element {
                    Element::F32 | Element::F64 => b.reals(&vec![-7.25; length], operand, true),
                    _ => b.integers(element, &vec![-9; length], operand, true),
                };
                b.list(array, length);
            }
            b.answer();
        }
        "csr_to_dense" => {
            let (rows, columns) = (b.random.within(0..5), b.random.one_of(&[0, 1, 4, 17]));
            let pattern = Pattern::random(b.random, rows, columns);
            let records = [b.csr(&pattern), b.dense_mut(rows, columns)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "dense_row_ids" => {
            let rows = sparse_dense(b).rows;
            let first_row = b.random.one_of(&[0, 0, 5]);
            b.size(first_row);
            let ids = b.integers(b.index, &vec![-9; rows], OperandCode::Output, true);
            b.list(ids, rows);
            b.answer();
        }
        "dense_to_row_sparse" => {
            let (rows, length) = shape(b);
            let ids = b.random.some(rows);
            let records = [b.dense(rows, length), b.row_sparse_mut(rows, length, &ids)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "row_sparse_to_dense" => {
            let (rows, length) = shape(b);
            let ids = b.random.some(rows);
            let records = [b.row_sparse(rows, length, &ids), b.dense_mut(rows, length)];
            records.into_iter().for_each(|record| b.record(record));
        }
        name => panic!("cast::{name} has no good call yet"),
    }
}

/// Rows and their length.
pub fn shape(b: &mut Builder) -> (usize, usize) {
    (b.random.one_of(&[0, 1, 2, 4, 7, 40]), b.random.one_of(&[0, 1, 1, 3, 17]))
}
