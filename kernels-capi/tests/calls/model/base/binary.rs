//! Functions of two arrays.
use super::super::element::Element;
use super::Builder;
use super::casts::shape;
use super::patterns::Pattern;
use lacuna_capi::status::OperandCode;

/// The pattern that both give.
fn both(a: &Pattern, b: &Pattern, union: bool) -> Pattern {
    let mut found = Pattern { rows: a.rows, columns: a.columns, indptr: vec![0], indices: vec![] };
    for row in 0..a.rows {
        let of = |pattern: &Pattern| {
            pattern.indices[pattern.indptr[row] as usize..pattern.indptr[row + 1] as usize].to_vec()
        };
        let (of_a, of_b) = (of(a), of(b));
        let stores = |column: &i64| {
            if union {
                of_a.contains(column) || of_b.contains(column)
            } else {
                of_a.contains(column) && of_b.contains(column)
            }
        };
        found.indices.extend((0..a.columns as i64).filter(stores));
        found.indptr.push(found.indices.len() as i64);
    }
    found
}

pub fn build(name: &str, b: &mut Builder) {
    if name.starts_with("rows_") || name == "accumulate_rows" {
        return rows(name, b);
    }
    let (rows, columns) = (b.random.within(0..5), b.random.one_of(&[0, 1, 4, 17]));
    let [of_a, of_b] = [(); 2].map(|()| Pattern::random(b.random, rows, columns));
    let a = b.csr(&of_a);
    if name == "broadcast_subtract_csr" {
        let records = [b.broadcast(rows, columns), a, b.dense_mut(rows, columns)];
        return records.into_iter().for_each(|record| b.record(record));
    }
    b.record(a);
    if name.starts_with("csr_broadcast_") {
        let records = [b.broadcast(rows, columns), b.dense_mut(rows, columns)];
        return records.into_iter().for_each(|record| b.record(record));
    }
    if name.starts_with("entries_") {
        let operand = b.broadcast(rows, columns);
        b.record(operand);
        return filled(b, b.value, of_a.nnz());
    }
    if name == "accumulate_csr" {
        let sum = b.dense_mut(rows, columns);
        return b.record(sum);
    }
    let second = b.csr(&of_b);
    b.record(second);
    let result = both(&of_a, &of_b, !(name.starts_with("csr_multiply") || name == "csr_intersection_nnz"));
    if name.ends_with("_nnz") {
        let more = b.random.one_of(&[0, 0, 2]);
        filled(b, b.index, rows + more);
    } else if name.ends_with("_one_pass") {
        let (room, more) = (result.nnz() + b.random.one_of(&[0, 0, 3]), b.random.within(0..2));
        filled(b, b.index, rows + 1 + more);
        filled(b, b.index, room);
        filled(b, b.value, room + more);
        b.answer();
    } else {
        let out = b.csr_mut(&result);
        b.record(out);
    }
}

/// A list of so many elements to be written.
fn filled(b: &mut Builder, element: Element, length: usize) {
    let array = match element {
        Element::F32 | Element::F64 => b.reals(&vec![-7.25; length], OperandCode::Values, true),
        _ => b.integers(element, &vec![-9; length], OperandCode::Output, true),
    };
    b.list(array, length);
}

fn rows(name: &str, b: &mut Builder) {
    let (rows, length) = shape(b);
    let ids = b.random.some(rows);
    match name {
        "rows_intersection_ids" => {
            let other = b.random.some(rows);
            let records = [b.row_sparse(rows, length, &ids), b.row_sparse(rows, length, &other)];
            records.into_iter().for_each(|record| b.record(record));
            let room = ids.iter().filter(|id| other.contains(id)).count() + b.random.one_of(&[0, 0, 2]);
            filled(b, b.index, room);
            b.answer();
        }
        "accumulate_rows" => {
            let records = [b.broadcast(rows, length), b.dense_mut(rows, length)];
            records.into_iter().for_each(|record| b.record(record));
        }
        _ => {
            let stored = b.random.once_in(2).then_some(&ids[..]);
            let records = [b.broadcast(rows, length), b.broadcast(rows, length), b.rows_mut(rows, length, stored)];
            records.into_iter().for_each(|record| b.record(record));
        }
    }
}
