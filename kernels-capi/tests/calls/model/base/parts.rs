//! Checks, parts and partitions of views, and the level.
use super::super::element::Element;
use super::Builder;
use super::casts::shape;
use super::patterns::{Groups, Pattern};
use lacuna_capi::Kind;
use lacuna_capi::status::OperandCode;

/// A csr, its rows.
fn csr(b: &mut Builder, kind: Kind) -> usize {
    let (rows, columns) = (b.random.within(0..7), b.random.within(0..7));
    let pattern = Pattern::random(b.random, rows, columns);
    let record = if kind == Kind::Csr { b.csr(&pattern) } else { b.csr_mut(&pattern) };
    b.record(record);
    rows
}

fn row_sparse(b: &mut Builder, kind: Kind) -> usize {
    let (rows, length) = shape(b);
    let ids = b.random.some(rows);
    let record =
        if kind == Kind::RowSparse { b.row_sparse(rows, length, &ids) } else { b.row_sparse_mut(rows, length, &ids) };
    b.record(record);
    rows
}

/// A plan, its segments and rows.
fn plan(b: &mut Builder) -> (usize, usize) {
    let (rows, columns) = (b.random.within(0..5), b.random.within(0..9));
    let pattern = Pattern::random(b.random, rows, columns);
    let groups = Groups::by_column(&pattern, None);
    let (record, _) = b.plan(&groups, pattern.nnz(), rows, columns);
    b.record(record);
    (groups.ids.len(), columns)
}

/// A range inside of `0..length`.
fn range(b: &mut Builder, length: usize) {
    let start = b.random.within(0..length + 1);
    let end = b.random.within(start..length + 1);
    b.size(start);
    b.size(end);
}

fn bounds(b: &mut Builder) {
    let parts = b.random.one_of(&[0, 1, 2, 3, 9]);
    let length = parts + 1 + b.random.one_of(&[0, 0, 2]);
    b.size(parts);
    let bounds = b.integers(Element::Size, &vec![-9; length], OperandCode::Output, true);
    b.list(bounds, length);
    b.answer();
}

pub fn build(name: &str, b: &mut Builder) {
    // A part is not what the rules of a whole are about.
    b.whole = name.starts_with("check");
    match name {
        "check_csr" => _ = csr(b, Kind::Csr),
        "check_row_sparse" => _ = row_sparse(b, Kind::RowSparse),
        "check_plan" => _ = plan(b),
        "csr_rows" | "csr_mut_rows" => {
            let kind = if name == "csr_rows" { Kind::Csr } else { Kind::CsrMut };
            let rows = csr(b, kind);
            range(b, rows);
            b.answer_of();
        }
        "row_sparse_rows" | "row_sparse_mut_rows" => {
            let kind = if name == "row_sparse_rows" { Kind::RowSparse } else { Kind::RowSparseMut };
            let rows = row_sparse(b, kind);
            range(b, rows);
            b.answer_of();
        }
        "plan_segments" | "plan_rows" => {
            let (segments, rows) = plan(b);
            range(b, if name == "plan_rows" { rows } else { segments });
            b.answer_of();
        }
        "partition_csr" => {
            csr(b, Kind::Csr);
            bounds(b);
        }
        "partition_row_sparse" => {
            row_sparse(b, Kind::RowSparse);
            bounds(b);
        }
        "partition_plan" => {
            plan(b);
            bounds(b);
        }
        "force_level" => {
            let detected = lacuna_capi::text::lacuna_level_detected() as usize;
            let level = b.random.within(0..detected + 1);
            b.size(level);
        }
        name => panic!("{name} has no good call yet"),
    }
}
