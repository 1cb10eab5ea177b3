//! Products, and the plans of transposed ones.
use super::super::record::{Array, Field};
use super::Builder;
use super::patterns::{Groups, Pattern};
use lacuna_capi::Kind;
use lacuna_capi::status::OperandCode;

/// Rows, columns and width of the other operand.
fn shape(b: &mut Builder) -> (Pattern, usize) {
    // More than 32 entries are sorted in another way, more than 16 columns are more than a register.
    let (rows, columns) = (b.random.one_of(&[0, 1, 2, 3, 4, 6]), b.random.one_of(&[0, 1, 2, 3, 5, 30]));
    (Pattern::random(b.random, rows, columns), b.random.one_of(&[0, 1, 1, 2, 3, 5, 17]))
}

/// One with columns of more terms than a block.
fn tall(b: &mut Builder) -> Pattern {
    let (rows, columns) = (b.random.one_of(&[1024, 1025, 2049]), b.random.within(1..4));
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for row in 0..rows {
        // The last column, if there are others, is lighter.
        let stored = if columns > 1 && row % 2 == 0 { columns - 1 } else { columns };
        indices.extend(0..stored as i64);
        indptr.push(indices.len() as i64);
    }
    Pattern { rows, columns, indptr, indices }
}

/// Many rows of few lengths, of which some follow each other in a band.
fn many(b: &mut Builder) -> Pattern {
    let (rows, columns) = (b.random.one_of(&[16, 40, 67]), 70);
    let stored = b.random.within(0..4);
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for row in 0..rows {
        let count = if b.random.once_in(9) { 0 } else { stored };
        indices.extend((0..count).map(|k| (row + k) as i64));
        indptr.push(indices.len() as i64);
    }
    Pattern { rows, columns, indptr, indices }
}

/// The pattern of a product.
fn product(a: &Pattern, b: &Pattern) -> Pattern {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    let row = |of: &Pattern, row: usize| of.indices[of.indptr[row] as usize..of.indptr[row + 1] as usize].to_vec();
    for i in 0..a.rows {
        let mut columns: Vec<_> = row(a, i).into_iter().flat_map(|k| row(b, k as usize)).collect();
        columns.sort_unstable();
        columns.dedup();
        indices.extend(columns);
        indptr.push(indices.len() as i64);
    }
    Pattern { rows: a.rows, columns: b.columns, indptr, indices }
}

/// Scratch of so many values.
fn values_out(b: &mut Builder, length: usize) {
    let scratch = b.reals(&vec![-5.5; length], OperandCode::Values, true);
    b.list(scratch, length);
}

/// Columns that a plan is for: all, or a range.
fn columns(b: &mut Builder, columns: usize) {
    let (start, end) = if b.random.once_in(3) { (b.random.within(0..columns + 1), columns) } else { (0, columns) };
    b.size(start);
    b.size(end);
}

/// The values that belong to a plan.
fn values(b: &mut Builder, count: usize) {
    let values = b.values(count);
    let values = b.reals(&values, OperandCode::Values, false);
    b.list(values, count);
}

pub fn build(name: &str, b: &mut Builder) {
    let (pattern, n) = shape(b);
    let (rows, columns_of_a, nnz) = (pattern.rows, pattern.columns, pattern.nnz());
    match name {
        "csr_dense" => {
            let records = [b.csr(&pattern), b.dense(columns_of_a, n), b.dense_mut(rows, n)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "csr_row_sparse" => {
            let ids = b.random.some(columns_of_a);
            let records = [b.csr(&pattern), b.row_sparse(columns_of_a, n, &ids), b.dense_mut(rows, n)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "csr_csr" | "csr_csr_row_nnz" | "csr_csr_indices" => {
            let right = Pattern::random(b.random, columns_of_a, n);
            let records = [b.csr(&pattern), b.csr(&right)];
            records.into_iter().for_each(|record| b.record(record));
            let union = product(&pattern, &right);
            let words = lacuna_capi::scratch::lacuna_csr_csr_scratch(n);
            match name {
                "csr_csr_row_nnz" => {
                    let counts = b.integers(b.index, &vec![-9; rows], OperandCode::Output, true);
                    b.list(counts, rows);
                    b.scratch(words);
                }
                "csr_csr_indices" => {
                    let indptr = b.integers(b.index, &union.indptr, OperandCode::Ids, false);
                    b.list(indptr, rows + 1);
                    let indices = b.integers(b.index, &vec![-9; union.nnz()], OperandCode::Output, true);
                    b.list(indices, union.nnz());
                    b.scratch(words);
                }
                _ => {
                    let length = b.random.one_of(&[0, n, n + 2]);
                    values_out(b, length);
                    let any = Pattern::random(b.random, rows, n);
                    let out = if b.random.once_in(3) { b.csr_mut(&any) } else { b.csr_mut(&union) };
                    b.record(out);
                }
            }
        }
        "dense_csr" => {
            let height = if b.random.once_in(4) { tall(b) } else { pattern };
            let length = lacuna_capi::scratch::lacuna_dense_csr_scratch(height.rows, height.columns)
                + b.random.one_of(&[0, 0, 2]);
            let records = [b.dense(n, height.rows), b.csr(&height)];
            records.into_iter().for_each(|record| b.record(record));
            values_out(b, length);
            dense_sums(b, n, height.columns);
        }
        "dense_dense" | "dense_t_dense" | "dense_dense_t" => {
            let terms = b.random.one_of(&[0, 1, 2, 5, 17, 1025]);
            let length = lacuna_capi::scratch::lacuna_dense_dense_scratch(rows, columns_of_a, terms)
                + b.random.one_of(&[0, 0, 2]);
            let left = if name == "dense_t_dense" { b.dense(terms, rows) } else { b.dense(rows, terms) };
            let right =
                if name == "dense_dense_t" { b.dense(columns_of_a, terms) } else { b.dense(terms, columns_of_a) };
            [left, right].into_iter().for_each(|record| b.record(record));
            values_out(b, length);
            dense_sums(b, rows, columns_of_a);
        }
        "dense_csr_t" => {
            let records = [b.dense(n, columns_of_a), b.csr(&pattern), b.dense_mut(n, rows)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "dense_row_sparse_t" => {
            let ids = b.random.some(columns_of_a);
            let records = [b.dense(rows, n), b.row_sparse(columns_of_a, n, &ids), b.dense_mut(rows, columns_of_a)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "sddmm" => {
            let records = [b.dense(rows, n), b.dense(columns_of_a, n), b.csr_mut(&pattern)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "occurring_columns" => {
            let record = b.csr(&pattern);
            b.record(record);
            for _ in 0..2 {
                let room = nnz + b.random.one_of(&[0, 0, 2]);
                let array = b.integers(b.index, &vec![-9; room], OperandCode::Output, true);
                b.list(array, room);
            }
            b.answer();
        }
        "transpose_plan" | "transpose_plan_row_sparse" => {
            let a = b.csr(&pattern);
            b.record(a);
            if name == "transpose_plan_row_sparse" {
                let ids = b.random.some(rows);
                let stored = b.row_sparse(rows, n, &ids);
                b.record(stored);
            }
            columns(b, columns_of_a);
            let buffers = b.buffers(nnz);
            b.record(buffers);
            b.scratch(b.plan_scratch(nnz));
            b.answer_of();
        }
        "block_ends" | "block_ends_row_sparse" => {
            // More rows than a block has terms, at times.
            let pattern = if b.random.once_in(4) { tall(b) } else { pattern };
            let a = b.csr(&pattern);
            b.record(a);
            if name == "block_ends_row_sparse" {
                let ids =
                    if b.random.once_in(2) { (0..pattern.rows as i64).collect() } else { b.random.some(pattern.rows) };
                let stored = b.row_sparse(pattern.rows, 1, &ids);
                b.record(stored);
            }
            let most = lacuna_capi::scratch::lacuna_block_ends_capacity(pattern.nnz());
            for length in [most, most] {
                let length = length + b.random.one_of(&[0, 0, 0, 2]);
                let numbers = b.integers(b.index, &vec![-3; length], OperandCode::Output, true);
                b.list(numbers, length);
            }
            // A matrix of fewer rows needs none; so large an array takes its time.
            let bytes =
                if pattern.rows > 1024 { b.block_ends_scratch(pattern.columns) } else { b.random.one_of(&[0, 8]) };
            b.scratch(bytes);
            b.answer_of();
        }
        "csr_t_dense_scatter" | "csr_t_row_sparse_scatter" => {
            let a = b.csr(&pattern);
            b.record(a);
            let (ends, heavy) = b.block_ends(&pattern);
            b.record(ends);
            let right = if name == "csr_t_dense_scatter" {
                b.dense(rows, n)
            } else {
                let ids = b.random.some(rows);
                b.row_sparse(rows, n, &ids)
            };
            b.record(right);
            let length = heavy * n + b.random.one_of(&[0, 0, 0, 2]);
            let totals = b.reals(&vec![-5.5; length], OperandCode::Values, true);
            b.list(totals, length);
            dense_sums(b, columns_of_a, n);
        }
        "csr_t_column" => {
            let pattern = if b.random.once_in(3) { tall(b) } else { pattern };
            let a = b.csr(&pattern);
            b.record(a);
            let right = b.dense(pattern.rows, 1);
            b.record(right);
            let counts = if pattern.rows > 1024 {
                b.block_ends_scratch(pattern.columns) / b.index.size()
            } else {
                b.random.one_of(&[0, 2])
            };
            let numbers = b.integers(b.index, &vec![-3; counts], OperandCode::Output, true);
            b.list(numbers, counts);
            let length = if pattern.rows > 1024 { pattern.columns } else { 0 } + b.random.one_of(&[0, 0, 0, 2]);
            let totals = b.reals(&vec![-5.5; length], OperandCode::Values, true);
            b.list(totals, length);
            dense_sums(b, pattern.columns, 1);
        }
        "sell_plan" | "sell_plan_transposed" => {
            let pattern = if b.random.once_in(3) { many(b) } else { pattern };
            let a = b.csr(&pattern);
            b.record(a);
            if name == "sell_plan_transposed" {
                let places: Vec<_> = (0..pattern.nnz() as i64).rev().collect();
                let entries = b.integers(b.index, &places, OperandCode::Ids, false);
                b.list(entries, places.len());
            }
            let length = lacuna_capi::scratch::lacuna_sell_plan_length(pattern.rows, pattern.nnz())
                + b.random.one_of(&[0, 0, 2]);
            let memory = b.integers(b.index, &vec![-3; length], OperandCode::Output, true);
            b.list(memory, length);
            b.answer_of();
        }
        "sell_column" => {
            let pattern = if b.random.once_in(3) { many(b) } else { pattern };
            let plan = b.sell_plan(&pattern);
            b.record(plan);
            values(b, pattern.nnz());
            let right = b.dense(pattern.columns, 1);
            b.record(right);
            dense_sums(b, pattern.rows, 1);
        }
        "transpose" => {
            let a = b.csr(&pattern);
            b.record(a);
            for length in [columns_of_a + 1, nnz, nnz] {
                let room = length + b.random.one_of(&[0, 0, 2]);
                let array = b.integers(b.index, &vec![-9; room], OperandCode::Output, true);
                b.list(array, room);
            }
        }
        "csr_t_dense" | "csr_t_dense_to_dense" => {
            let groups = Groups::by_column(&pattern, None);
            let (plan, first_row) = b.plan(&groups, nnz, rows, columns_of_a);
            let (of_plan, count) = (plan.array_of("ids"), plan.size_of("values"));
            b.record(plan);
            values(b, count);
            let dense = b.dense(rows, n);
            b.record(dense);
            if name == "csr_t_dense" {
                sums(b, Some(of_plan), &groups.ids, first_row, columns_of_a, n)
            } else {
                dense_sums(b, columns_of_a, n)
            }
        }
        "csr_t_row_sparse" => {
            let ids = b.random.some(rows);
            let groups = Groups::by_column(&pattern, Some(&ids));
            let (plan, first_row) = b.plan(&groups, nnz, ids.len(), columns_of_a);
            let (of_plan, count) = (plan.array_of("ids"), plan.size_of("values"));
            b.record(plan);
            values(b, count);
            let stored = b.row_sparse(rows, n, &ids);
            b.record(stored);
            sums(b, Some(of_plan), &groups.ids, first_row, columns_of_a, n);
        }
        name => panic!("dot::{name} has no good call yet"),
    }
}

/// The row_sparse result of a plan, with its ids: at times the plan's own array.
pub fn sums(b: &mut Builder, plan: Option<Array>, ids: &[i64], first_row: usize, rows: usize, n: usize) {
    let trusted = b.random.within(0..2);
    let mut out = b.row_sparse_of(rows, n, ids, first_row, trusted, Kind::RowSparseMut);
    if let (Some(of_plan), Field::Array(indices)) = (plan, out.field_mut("indices"))
        && b.random.once_in(2)
    {
        indices.pointer = of_plan.pointer;
    }
    b.record(out);
}

fn dense_sums(b: &mut Builder, rows: usize, n: usize) {
    let out = b.dense_mut(rows, n);
    b.record(out);
}
