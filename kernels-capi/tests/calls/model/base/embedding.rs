//! Rows by their ids, and bags of them.
use super::super::memory::Pointer;
use super::Builder;
use super::patterns::{Groups, Pattern};
use super::products::sums;
use lacuna_capi::status::OperandCode;

/// Ids of `count` places below `rows`, in any order.
fn ids(b: &mut Builder, rows: usize, count: usize) -> usize {
    let count = if rows == 0 { 0 } else { count };
    let ids: Vec<_> = (0..count).map(|_| b.random.within(0..rows) as i64).collect();
    let ids = b.integers(b.index, &ids, OperandCode::Ids, false);
    b.list(ids, count);
    count
}

pub fn build(name: &str, b: &mut Builder) {
    let (rows, length) = (b.random.one_of(&[0, 1, 2, 5, 30]), b.random.one_of(&[0, 1, 2, 3, 17]));
    let count = b.random.one_of(&[0, 1, 3, 9]);
    let bags = Pattern::random(b.random, count, rows);
    let padding = b.random.one_of(&[usize::MAX, 0, 1]);
    let of_bags = |b: &mut Builder| {
        let record = b.csr(&bags);
        b.record(record);
        b.size(padding);
    };
    match name {
        "lookup" | "lookup_row_sparse" => {
            let count = ids(b, rows, count);
            let weight = if name == "lookup" {
                b.dense(rows, length)
            } else {
                let stored = b.random.some(rows);
                b.row_sparse(rows, length, &stored)
            };
            b.record(weight);
            let out = b.dense_mut(count, length);
            b.record(out);
        }
        "bag_plan" => {
            of_bags(b);
            let buffers = b.buffers(bags.nnz());
            b.record(buffers);
            b.scratch(b.plan_scratch(bags.nnz()));
            b.answer_of();
        }
        "bag_shares" => {
            of_bags(b);
            let values = b.values(bags.nnz());
            let values = b.reals(&values, OperandCode::Values, true);
            b.list(values, bags.nnz());
        }
        "bag_sum" | "bag_mean" | "bag_max" => {
            of_bags(b);
            let weight = b.dense(rows, length);
            b.record(weight);
            if name == "bag_max" {
                let entries = b.integers(b.index, &vec![-9; count * length], OperandCode::Output, true);
                b.list(entries, count * length);
            }
            let out = b.dense_mut(count, length);
            b.record(out);
        }
        "bag_max_gradient" => {
            let groups = Groups::by_column(&bags, None);
            // One without entries says nothing of them.
            let (plan, first_row) = loop {
                let (plan, first_row) = b.plan(&groups, bags.nnz(), count, rows);
                if bags.nnz() == 0 || plan.array_of("entries").pointer != Pointer::NULL {
                    break (plan, first_row);
                }
            };
            let of_plan = plan.array_of("ids");
            b.record(plan);
            let entries: Vec<_> = (0..count * length).map(|_| b.random.within(0..bags.nnz() + 1) as i64).collect();
            let places = b.integers(b.index, &entries, OperandCode::Ids, false);
            b.list(places, entries.len());
            let gradient = b.dense(count, length);
            b.record(gradient);
            sums(b, Some(of_plan), &groups.ids, first_row, rows, length);
        }
        name => panic!("{name} has no good call yet"),
    }
}
