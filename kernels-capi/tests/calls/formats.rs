//! Every way to break the rules of a format, through the C ABI: refused with the numbers of the error that must come.
//! Lengths are told by the structs, and cannot be wrong.
use super::model::numbers::{of_format, of_kernel};
use super::statuses::UNTOUCHED;
use lacuna::Index;
use lacuna_capi::types::{Csr, Plan, RowSparse, Type};
use lacuna_capi::{ErrorNumbers, Status, view};
use lacuna_testing::broken::{self, Broken, Rule};
use lacuna_testing::{Random, check_seeds, fitting, operands};

/// Matrices, arrays and plans of each index type, if `LACUNA_CASES` does not ask for less.
const GOOD: usize = 100;

const F64: u32 = Type::F64 as u32;

/// What a call says of a format.
type Told = (Status, ErrorNumbers);

fn told(call: impl FnOnce(&mut ErrorNumbers) -> Status) -> Told {
    let mut error = UNTOUCHED;
    (call(&mut error), error)
}

const TAKEN: Told = (Status::Ok, UNTOUCHED);

/// Calls on each operand of which something is wrong. Indices that do not fit the type cannot be said in it.
fn check<T: std::fmt::Debug, E: Copy>(
    broken: Vec<Broken<T, E>>,
    call: impl Fn(&T) -> Option<Told>,
    numbers: impl Fn(E, u32) -> ErrorNumbers,
) {
    for Broken { operand, error, .. } in broken.into_iter().filter(|broken| broken.rule != Rule::Lengths) {
        let expected = numbers(error, 1);
        if let Some((status, numbers)) = call(&operand) {
            assert_eq!((status as i32, numbers), (expected.status, expected), "{operand:?}");
        }
    }
}

fn csr<I: Index>(index_type: u32, a: &lacuna_testing::Csr<f64, i64>) -> Option<Told> {
    let (indptr, indices) = (fitting::<I>(&a.indptr)?, fitting::<I>(&a.indices)?);
    let (rows, columns, nnz) = (a.rows, a.columns, indices.len());
    let (indptr, indices, values) = (indptr.as_ptr().cast(), indices.as_ptr().cast(), a.values.as_ptr().cast());
    let a = Csr { value_type: F64, index_type, trusted: 0, rows, columns, nnz, indptr, indices, values };
    // SAFETY: arrays of these lengths.
    Some(told(|error| unsafe { view::check_csr::call(&a, error) }))
}

fn row_sparse<I: Index>(index_type: u32, a: &lacuna_testing::RowSparse<f64, i64>) -> Option<Told> {
    let ids = fitting::<I>(&a.ids)?;
    let (rows, row_length, stored_rows) = (a.rows, a.length, ids.len());
    let (indices, data) = (ids.as_ptr().cast(), a.data.as_ptr().cast());
    let a = RowSparse {
        value_type: F64,
        index_type,
        trusted: 0,
        rows,
        row_length,
        stored_rows,
        first_row: 0,
        indices,
        data,
    };
    // SAFETY: arrays of these lengths.
    Some(told(|error| unsafe { view::check_row_sparse::call(&a, error) }))
}

fn plan<I: Index>(index_type: u32, plan: &operands::Plan<i64>) -> Option<Told> {
    let [ids, segments] = [fitting::<I>(&plan.ids)?, fitting(&plan.segments)?];
    let [rows, entries] = [fitting::<I>(&plan.rows)?, fitting(&plan.entries)?];
    let shape = plan.shape;
    let plan = Plan {
        index_type,
        trusted: 0,
        stored_rows: ids.len(),
        terms: rows.len(),
        values: shape.values,
        operand_rows: shape.operand_rows,
        output_rows: shape.output_rows,
        first_row: 0,
        ids: ids.as_ptr().cast(),
        segments: segments.as_ptr().cast(),
        rows: rows.as_ptr().cast(),
        entries: if entries.is_empty() { std::ptr::null() } else { entries.as_ptr().cast() },
    };
    // SAFETY: arrays of these lengths.
    Some(told(|error| unsafe { view::check_plan::call(&plan, error) }))
}

fn every_rule<I: Index>(index_type: u32, random: &mut Random) {
    let good = lacuna_testing::Csr::good(random);
    assert_eq!(csr::<I>(index_type, &good), Some(TAKEN), "{good:?}");
    check(broken::csr(&good), |a| csr::<I>(index_type, a), of_format);
    let length = random.below(4);
    let good = lacuna_testing::RowSparse::good(random, length);
    assert_eq!(row_sparse::<I>(index_type, &good), Some(TAKEN), "{good:?}");
    check(broken::row_sparse(&good), |a| row_sparse::<I>(index_type, a), of_format);
    let good = operands::Plan::good(random);
    assert_eq!(plan::<I>(index_type, &good), Some(TAKEN), "{good:?}");
    check(broken::plan::<I>(&good), |a| plan::<I>(index_type, a), of_kernel);
}

#[test]
fn every_broken_rule_is_told() {
    check_seeds(super::cases(GOOD) as u64, |seed| {
        let random = &mut Random::seeded(seed);
        every_rule::<i32>(Type::I32 as u32, random);
        every_rule::<i64>(Type::I64 as u32, random);
        every_rule::<u32>(Type::U32 as u32, random);
    });
}
