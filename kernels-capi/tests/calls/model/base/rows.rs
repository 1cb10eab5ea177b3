//! Rows of row_sparse arrays, and optimizers.
use super::Builder;
use super::casts::shape;
use super::patterns::Groups;
use super::products::sums;
use lacuna::list::{KERNELS, OperandKind};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{Function, Kind};

/// Ids in any order, some of them repeated.
fn unsorted(b: &mut Builder, rows: usize) -> Vec<i64> {
    if rows == 0 {
        return vec![];
    }
    (0..b.random.one_of(&[0, 1, 2, 5, 40])).map(|_| b.random.within(0..rows) as i64).collect()
}

/// The ids of both, ascending.
fn union(left: &[i64], right: &[i64]) -> Vec<i64> {
    let mut all = [left, right].concat();
    all.sort_unstable();
    all.dedup();
    all
}

pub fn build(name: &str, b: &mut Builder) {
    let (rows, length) = shape(b);
    match name {
        "retain_ids" => {
            let (stored, asked) = (b.random.some(rows), b.random.some(rows));
            let data = b.row_sparse(rows, length, &stored);
            b.record(data);
            let ids = b.integers(b.index, &asked, OperandCode::Ids, false);
            b.list(ids, asked.len());
            b.answer();
        }
        "retain" => {
            let (stored, asked) = (b.random.some(rows), b.random.some(rows));
            let records = [b.row_sparse(rows, length, &stored), b.row_sparse_mut(rows, length, &asked)];
            records.into_iter().for_each(|record| b.record(record));
        }
        "coalesce_plan" => {
            let ids = unsorted(b, rows);
            let input = b.row_sparse_of(rows, length, &ids, 0, 1, Kind::RowSparse);
            b.record(input);
            let buffers = b.buffers(ids.len());
            b.record(buffers);
            b.scratch(b.plan_scratch(ids.len()));
            b.answer_of();
        }
        "coalesce" => {
            let ids = unsorted(b, rows);
            let groups = Groups::of(ids.iter().enumerate().map(|(k, &id)| (id, k as i64, k as i64)).collect());
            let (plan, first_row) = b.plan(&groups, ids.len(), ids.len(), rows);
            let of_plan = plan.array_of("ids");
            b.record(plan);
            let input = b.row_sparse_of(rows, length, &ids, 0, 1, Kind::RowSparse);
            b.record(input);
            sums(b, Some(of_plan), &groups.ids, first_row, rows, length);
        }
        "permute" => {
            let (count, length) = (b.random.one_of(&[0, 1, 3, 40]), b.random.one_of(&[1, 2, 17]));
            let entries: Vec<_> = (0..count).map(|_| b.random.within(0..length) as i64).collect();
            let entries = b.integers(b.index, &entries, OperandCode::Ids, false);
            b.list(entries, count);
            for (written, length) in [(false, length), (true, count)] {
                let values = b.values(length);
                let values = b.reals(&values, OperandCode::Values, written);
                b.list(values, length);
            }
        }
        "add_n_ids" | "add_n" => {
            let stored: Vec<_> = (0..b.random.within(0..4)).map(|_| b.random.some(rows)).collect();
            let all = stored.iter().fold(vec![], |all, ids| union(&all, ids));
            // The sum of no arrays stores no row, whatever its shape is.
            let records = stored.iter().map(|ids| b.row_sparse(rows, length, ids)).collect();
            b.records(records);
            b.scratch(lacuna_capi::scratch::lacuna_add_n_scratch(stored.len()));
            if name == "add_n" {
                let first_row = b.random.one_of(&[0, 0, 4]);
                return sums(b, None, &all, first_row, rows, length);
            }
            let room = all.len() + b.random.one_of(&[0, 0, 2]);
            let ids = b.integers(b.index, &vec![-9; room], OperandCode::Output, true);
            b.list(ids, room);
            b.answer();
        }
        name => panic!("{name} has no good call yet"),
    }
}

/// A step of an optimizer: hyper-parameters, gradient, weight, states.
pub fn optimizer(function: &Function, b: &mut Builder) {
    let (rows, length) = shape(b);
    let (touched, others, more) = (b.random.some(rows), b.random.some(rows), b.random.some(rows));
    let (standard, dense) = (b.random.within(0..2), b.random.within(0..2) == 0);
    let of_weight = union(&touched, &others);
    // A standard update needs the same rows of all states.
    let of_states = if standard == 1 { of_weight.clone() } else { union(&touched, &more) };
    let kernel =
        KERNELS.iter().find(|kernel| function.path == (kernel.family, kernel.name)).expect("a kernel of the list");
    for (place, (parameter, (_, kind))) in function.parameters.iter().zip(kernel.operands).enumerate() {
        let row_length = if *kind == OperandKind::RowNumbersMut { 1 } else { length };
        let ids = if place == 2 { &of_weight } else { &of_states };
        let record = match parameter.kind {
            Kind::Rule(own) => b.hyper(own, standard),
            Kind::RowSparse => b.row_sparse(rows, length, &touched),
            _ => b.rows_mut(rows, row_length, if dense { None } else { Some(ids) }),
        };
        b.record(record);
    }
}
