//! What C has as functions and Rust as methods of views: checks, parts, partitions and the level.
use super::super::call::{Argument, Call};
use super::super::memory::Pointer;
use super::super::numbers::sizes;
use super::super::record::{Field, Record, Role};
use super::views::{Told, Views};
use super::{Answer, Outcome, refused};
use lacuna::dispatch::Level;
use lacuna::dot::{BlockEnds, BlockShape, SellPlan, SellShape};
use lacuna::error::Operand;
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, FormatError, Index, KernelError, RowSparse};
use lacuna_capi::Status;
use std::ops::Range;

const CHECKED: &str = "formats have been checked";

/// A struct of the kind of the answer, with these sizes and arrays.
fn answer<V: Told, I: Index>(v: &Views<V, I>, sizes: &[usize], arrays: &[*const ()]) -> Answer {
    let shape = v.call.arguments.iter().find_map(|argument| match argument {
        Argument::Answer { shape: Some(shape), .. } => Some(shape.clone()),
        _ => None,
    });
    let mut record: Record = shape.expect("the call answers with a struct");
    let (mut sizes, mut arrays) = (sizes.iter(), arrays.iter());
    for (name, field) in &mut record.fields {
        match field {
            Field::Size(size) => *size = *sizes.next().expect("as many sizes"),
            Field::Array(array) => array.pointer = Pointer::at(arrays.next().expect("as many arrays").addr()),
            Field::Choice { value, .. } => *value = 1,
            Field::Type(tag) => {
                let role = if *name == "value_type" { Role::Value } else { Role::Index };
                *tag = v.call.named(role).expect("an operand of this type").tag();
            }
            Field::Real(_) | Field::Word(_) => panic!("no view has a number"),
        }
    }
    Answer::Struct(record)
}

fn start<T>(array: &[T]) -> *const () {
    array.as_ptr().cast()
}

pub fn plan_answer<V: Told, I: Index>(v: &Views<V, I>, plan: SegmentPlan<I>) -> Answer {
    let PlanShape { values, operand_rows, output_rows } = plan.shape();
    let sizes = [plan.stored_rows(), plan.terms(), values, operand_rows, output_rows, plan.first_row()];
    let entries = if plan.is_in_order() { std::ptr::null() } else { start(plan.entries()) };
    answer(v, &sizes, &[start(plan.ids()), start(plan.segments()), start(plan.term_rows()), entries])
}

/// The block ends that a structure call has found.
pub fn block_ends_answer<V: Told, I: Index>(v: &Views<V, I>, ends: BlockEnds<'_, I>) -> Answer {
    let BlockShape { rows, columns, nnz } = ends.shape();
    let sizes = [ends.columns().len(), ends.entries().len(), rows, columns, nnz];
    answer(v, &sizes, &[start(ends.columns()), start(ends.entries())])
}

/// The SELL plan that a structure call has written.
pub fn sell_plan_answer<V: Told, I: Index>(v: &Views<V, I>, plan: Result<SellPlan<'_, I>, KernelError>) -> Outcome {
    let plan = plan.map_err(refused)?;
    let SellShape { rows, columns, nnz, transposed } = plan.shape();
    let mut told =
        answer(v, &[rows, columns, nnz, plan.memory().len()], &[start(plan.memory()), start(plan.entries())]);
    if let Answer::Struct(record) = &mut told {
        *record.field_mut("transposed") = Field::Choice { value: transposed.into(), highest: 1 };
    }
    Ok(told)
}

fn range_inside(start: usize, end: usize, rows: usize) -> Result<(), KernelError> {
    let outside = KernelError::Range { axis: 0, start, end, length: rows };
    if start <= end && end <= rows { Ok(()) } else { Err(outside) }
}

/// The bounds of ranges that follow each other, in memory for one more than there may be.
fn bounds<V: Told, I: Index, R: Iterator<Item = Range<usize>>>(
    v: &Views<V, I>,
    length: usize,
    ranges: impl FnOnce(usize) -> R,
) -> Outcome {
    let (parts, bounds) = (v.size(1), v.list_mut::<usize>(2));
    let needed = parts.min(length) + 1;
    if bounds.len() < needed {
        return Err(refused(KernelError::Capacity { operand: Operand::Output, needed, found: bounds.len() }));
    }
    let ranges: Vec<_> = ranges(parts).collect();
    for (number, range) in ranges.iter().enumerate() {
        bounds[number] = range.start;
        bounds[number + 1] = range.end;
    }
    Ok(Answer::Size(ranges.len()))
}

/// Calls what a function of `view` stands for.
pub fn part<V: Told, I: Index>(name: &str, v: &Views<V, I>) -> Outcome {
    let csr = || v.csr(0).expect(CHECKED);
    let row_sparse = || v.row_sparse(0).expect(CHECKED);
    let plan = || v.plan(0).expect(CHECKED);
    let rows = || v.size(1)..v.size(2);
    let nothing = Ok(Answer::Nothing);
    // An error of a view that is looked at again, and not of an argument as it is.
    let format = |error: FormatError| vec![super::super::numbers::of_format(error, 0)];
    match name {
        "check_csr" => {
            let csr = csr();
            Csr::new(csr.rows(), csr.columns(), csr.indptr(), csr.indices(), csr.values()).map_err(format).and(nothing)
        }
        "check_row_sparse" => {
            let part = row_sparse();
            RowSparse::part(part.first_row(), part.rows(), part.row_length(), part.indices(), part.data())
                .map_err(format)
                .and(nothing)
        }
        "check_plan" => {
            let part = plan();
            let shape = PlanShape { output_rows: part.first_row() + part.output_rows(), ..part.shape() };
            SegmentPlan::new(part.ids(), part.segments(), part.term_rows(), part.entries(), shape)
                .map_err(refused)
                .and(nothing)
        }
        "csr_rows" => {
            let part = csr().row_range(rows()).map_err(refused)?;
            let arrays = [start(part.indptr()), start(part.indices()), start(part.values())];
            Ok(answer(v, &[part.rows(), part.columns(), part.nnz()], &arrays))
        }
        "csr_mut_rows" => {
            let whole = v.csr_mut(0).expect(CHECKED);
            let range = rows();
            range_inside(range.start, range.end, whole.rows()).map_err(refused)?;
            let part = whole.split_rows_at(range.end).0.split_rows_at(range.start).1;
            let part = part.as_csr();
            let arrays = [start(part.indptr()), start(part.indices()), start(part.values())];
            Ok(answer(v, &[part.rows(), part.columns(), part.nnz()], &arrays))
        }
        "row_sparse_rows" => {
            let part = row_sparse().row_range(rows()).map_err(refused)?;
            let sizes = [part.rows(), part.row_length(), part.stored_rows(), part.first_row()];
            Ok(answer(v, &sizes, &[start(part.indices()), start(part.data())]))
        }
        "row_sparse_mut_rows" => {
            let whole = v.row_sparse_mut(0).expect(CHECKED);
            let range = rows();
            range_inside(range.start, range.end, whole.rows()).map_err(refused)?;
            let part = whole.split_rows_at(range.end).0.split_rows_at(range.start).1;
            let part = part.as_row_sparse();
            let sizes = [part.rows(), part.row_length(), part.stored_rows(), part.first_row()];
            Ok(answer(v, &sizes, &[start(part.indices()), start(part.data())]))
        }
        "plan_segments" => plan().segment_range(rows()).map(|part| plan_answer(v, part)).map_err(refused),
        "plan_rows" => plan().row_range(rows()).map(|part| plan_answer(v, part)).map_err(refused),
        "partition_csr" => bounds(v, csr().rows(), |parts| csr().partition(parts)),
        "partition_row_sparse" => bounds(v, row_sparse().rows(), |parts| row_sparse().partition(parts)),
        "partition_plan" => bounds(v, plan().stored_rows(), |parts| plan().partition(parts)),
        name => panic!("view::{name} is not called yet: add it here, and to `base`"),
    }
}

/// Changes the level of the process.
pub fn force(call: &Call) -> Outcome {
    let Argument::Size(asked) = call.arguments[0] else { panic!("the level is a size") };
    let level = Level::ALL.iter().copied().find(|level| *level as usize == asked);
    if asked != 0 && level.is_none() {
        return Err(vec![sizes(Status::InvalidChoice, 3, asked)]);
    }
    match lacuna::dispatch::force(level) {
        Ok(()) => Ok(Answer::Nothing),
        Err(unavailable) => {
            Err(vec![sizes(Status::LevelUnavailable, unavailable.detected as usize, unavailable.asked as usize)])
        }
    }
}
