//! Parts of csr matrices.
use super::Builder;
use super::casts::shape;
use super::patterns::Pattern;
use lacuna_capi::status::OperandCode;

/// The pattern of these rows of another one, each with the columns that `keep` gives.
fn of_rows(columns: usize, rows: impl Iterator<Item = Vec<i64>>) -> Pattern {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for row in rows {
        indices.extend(row);
        indptr.push(indices.len() as i64);
    }
    Pattern { rows: indptr.len() - 1, columns, indptr, indices }
}

fn row(pattern: &Pattern, row: usize) -> &[i64] {
    &pattern.indices[pattern.indptr[row] as usize..pattern.indptr[row + 1] as usize]
}

/// Passes indices.
fn indices(b: &mut Builder, numbers: &[i64]) {
    let array = b.integers(b.index, numbers, OperandCode::Ids, false);
    b.list(array, numbers.len());
}

/// Passes a place for indices, of this length or a little more.
fn room(b: &mut Builder, length: usize) {
    let length = length + b.random.one_of(&[0, 0, 2]);
    let array = b.integers(b.index, &vec![-9; length], OperandCode::Output, true);
    b.list(array, length);
}

pub fn build(name: &str, b: &mut Builder) {
    let (rows, columns) = shape(b);
    let pattern = Pattern::random(b.random, rows, columns);
    match name {
        "take_indptr" | "take" => {
            let count = if rows == 0 { 0 } else { b.random.one_of(&[0, 1, 3, 9]) };
            let ids: Vec<_> = (0..count).map(|_| b.random.within(0..rows) as i64).collect();
            let csr = b.csr(&pattern);
            b.record(csr);
            indices(b, &ids);
            if name == "take_indptr" {
                room(b, count + 1);
                return b.answer();
            }
            let out = b.csr_mut(&of_rows(columns, ids.iter().map(|&id| row(&pattern, id as usize).to_vec())));
            b.record(out);
        }
        "columns_indptr" | "columns" => {
            let first = b.random.within(0..columns + 1);
            let end = first + b.random.within(0..columns - first + 1);
            let csr = b.csr(&pattern);
            b.record(csr);
            b.size(first);
            if name == "columns_indptr" {
                b.size(end);
                room(b, rows + 1);
                return b.answer();
            }
            let inside = |column: &i64| (first as i64..end as i64).contains(column);
            let kept = |at: usize| row(&pattern, at).iter().copied().filter(inside).collect();
            let out = b.csr_mut(&of_rows(end - first, (0..rows).map(kept)));
            b.record(out);
        }
        "add_row_nnz" => {
            let csr = b.csr(&pattern);
            b.record(csr);
            let counts: Vec<_> =
                (0..rows + b.random.one_of(&[0, 0, 2])).map(|_| b.random.within(0..50) as i64).collect();
            let array = b.integers(b.index, &counts, OperandCode::Output, true);
            b.list(array, counts.len());
        }
        "concat" => {
            let (before, behind) = (b.random.one_of(&[0, 3]), b.random.one_of(&[0, 2]));
            let starts: Vec<_> = (0..rows).map(|_| b.random.within(0..before + 1) as i64).collect();
            let csr = b.csr(&pattern);
            b.record(csr);
            b.size(before);
            indices(b, &starts);
            let longer = |at: usize| vec![0; starts[at] as usize + row(&pattern, at).len() + behind];
            let out = b.csr_mut(&of_rows(before + columns + behind, (0..rows).map(longer)));
            b.record(out);
        }
        "prune_indptr" => {
            let csr = b.csr(&pattern);
            b.record(csr);
            room(b, rows + 1);
            b.answer();
        }
        "prune" => {
            let values: Vec<_> = (0..pattern.nnz()).map(|_| b.random.one_of(&[0.0, -0.0, 2.5, f64::NAN])).collect();
            let csr = b.csr_of_values(&pattern, &values);
            b.record(csr);
            let stays = |at: usize| {
                let places = pattern.indptr[at] as usize..pattern.indptr[at + 1] as usize;
                places.filter(|&place| values[place] != 0.0).map(|place| pattern.indices[place]).collect()
            };
            let out = b.csr_mut(&of_rows(columns, (0..rows).map(stays)));
            b.record(out);
        }
        "prune_ids" => {
            let stored = b.random.some(rows);
            let array = b.row_sparse(rows, columns, &stored);
            b.record(array);
            room(b, stored.len());
            b.answer();
        }
        "select" | "select_x_gradient" | "select_y_gradient" => {
            let csr = b.csr(&pattern);
            b.record(csr);
            for _ in 0..if name == "select" { 2 } else { 1 } {
                let side = b.dense(rows, columns);
                b.record(side);
            }
            let out = b.dense_mut(rows, columns);
            b.record(out);
        }
        "diagonal" => {
            let first = b.random.within(0..columns + 1);
            let csr = b.csr(&pattern);
            b.record(csr);
            b.size(first);
            let length = rows.min(columns - first);
            let values = b.reals(&vec![-7.25; length], OperandCode::Values, true);
            b.list(values, length);
        }
        "canonical_coo" | "canonical_csr" => {
            let count = if name == "canonical_csr" {
                pattern.nnz()
            } else if rows == 0 || columns == 0 {
                0
            } else {
                b.random.one_of(&[0, 1, 5, 40])
            };
            let mut draw = |below: usize| (0..count).map(|_| b.random.within(0..below) as i64).collect::<Vec<_>>();
            if name == "canonical_csr" {
                let unsorted = Pattern { indices: draw(columns), ..pattern };
                let csr = b.trusted_csr(&unsorted);
                b.record(csr);
            } else {
                let (of_rows, of_columns) = (draw(rows), draw(columns));
                b.size(rows);
                b.size(columns);
                indices(b, &of_rows);
                indices(b, &of_columns);
            }
            room(b, rows + 1);
            room(b, count);
            let buffers = b.buffers(count);
            b.record(buffers);
            b.scratch(b.plan_scratch(count));
            b.answer_of();
        }
        name => panic!("slice::{name} has no good call yet"),
    }
}
