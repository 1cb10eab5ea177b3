//! Calls that one to three changes make wrong: each is refused as the header says, and has written nothing.
use super::model::base::good;
use super::model::call::Way;
use super::model::check::check_way;
use super::model::element::NUMBERS;
use super::model::memory::Guards;
use super::model::mutate::mutate;
use super::model::record::Role;
use super::model::types::{Typed, typed, values};
use super::{cases, draws, turn};
use lacuna_capi::{Function, Kind, Status, functions};
use std::collections::{BTreeMap, BTreeSet};

/// Cases of a function that must end in a refusal, if `LACUNA_CASES` does not ask for less.
const REFUSED: usize = 400;

/// Functions that have answered with an error that names no argument, by its status.
type Without = BTreeMap<i32, BTreeSet<&'static str>>;

/// What no argument alone is at fault of.
fn of_several() -> Without {
    let named = |function: &Function| function.parameters.iter().filter(|one| one.kind.names_value_type()).count();
    // Operands agree on a type that the function is not made for.
    let types = functions().filter(|function| named(function) > 1 && values(function).len() < NUMBERS.len());
    // A number of columns or of rows does not fit the indices of another argument.
    let indices = [
        "lacuna_cast_dense_row_ids",
        "lacuna_cast_dense_row_nnz",
        "lacuna_cast_dense_to_csr_one_pass",
        "lacuna_dot_csr_csr_row_nnz",
        "lacuna_reduce_argmax_rows",
        "lacuna_slice_add_row_nnz",
        // The same of the entries of all rows that are taken, which may be taken more than once.
        "lacuna_slice_take_indptr",
    ];
    BTreeMap::from([
        (Status::Type as i32, types.map(|function| function.name).collect()),
        (Status::Index as i32, indices.into()),
    ])
}

/// Makes calls until enough have been refused, with each of these statuses at least once. Gives how many of them, and
/// with which statuses.
fn refuse(made: Typed, wanted: usize, expected: &[Status], without: &mut Without) -> (usize, BTreeSet<i32>) {
    let (mut refused, mut statuses) = (0, BTreeSet::new());
    for case in 0..wanted * 20 {
        if refused >= wanted && expected.iter().all(|status| statuses.contains(&(*status as i32))) {
            break;
        }
        let mut random = draws(&made.name(), case);
        let mut call = good(made, &mut random);
        for _ in 0..random.one_of(&[1, 1, 1, 2, 3]) {
            mutate(&mut call, &mut random);
        }
        // Arrays without anything beside them are for a sanitizer.
        let guards = if case % 2 == 0 { Guards::Bytes } else { Guards::None };
        let ways = if call.trusts_nothing() { Way::ALL } else { &[Way::Direct] };
        let way = ways[case / 2 % ways.len()];
        if let Some(answered) = check_way(&call, guards, way).filter(|answered| answered.status != Status::Ok) {
            refused += 1;
            statuses.insert(answered.status as i32);
            if let Some(numbers) = answered.numbers.filter(|numbers| numbers.argument == 0) {
                without.entry(numbers.status).or_default().insert(made.function.name);
            }
        }
    }
    (refused, statuses)
}

/// Statuses that any function with such parameters can answer.
fn reachable(function: &Function) -> Vec<Status> {
    let has = |kinds: &[Kind]| function.parameters.iter().any(|parameter| kinds.contains(&parameter.kind));
    let mut reachable = vec![Status::MisalignedPointer];
    if function.parameters.iter().any(|parameter| !matches!(parameter.kind, Kind::Size | Kind::Length)) {
        reachable.extend([Status::NullPointer, Status::Overlap]);
    }
    if [Role::Value, Role::Index].into_iter().any(|role| role.is_named(function)) {
        reachable.push(Status::Type);
    }
    let rule = function.path.0 == "optim";
    if rule
        || has(&[
            Kind::Csr,
            Kind::CsrMut,
            Kind::RowSparse,
            Kind::RowSparseMut,
            Kind::RowsMut,
            Kind::Broadcast,
            Kind::Plan,
            Kind::BlockEnds,
            Kind::SellPlan,
        ])
    {
        reachable.push(Status::InvalidChoice);
    }
    for (kinds, statuses) in [
        (&[Kind::Csr, Kind::CsrMut][..], &[Status::CsrIndptr, Status::LengthOverflow][..]),
        (&[Kind::Csr], &[Status::CsrIndices]),
        (&[Kind::RowSparse, Kind::RowSparseMut], &[Status::RowSparseIndices, Status::LengthOverflow]),
        (&[Kind::Plan], &[Status::Pattern, Status::Ids]),
        (&[Kind::BlockEnds], &[Status::Pattern, Status::Capacity]),
        (&[Kind::SellPlan, Kind::SellPlanOut], &[Status::Capacity]),
        (&[Kind::Dense, Kind::DenseMut], &[Status::DenseStride]),
        (&[Kind::Scratch], &[Status::Capacity]),
    ] {
        // Where ids may be in any order, those of a checked array may not.
        if has(kinds) {
            reachable.extend(statuses);
        }
    }
    reachable
}

#[test]
fn bad_arguments_are_refused_and_write_nothing() {
    let wanted = cases(REFUSED);
    let mut all = BTreeSet::new();
    let (mut count, mut without) = (0, BTreeMap::new());
    for made in typed() {
        let _turn = turn(made.function);
        let (function, name) = (made.function, made.name());
        // Too few cases meet what is rare.
        let expected = if wanted == REFUSED { reachable(function) } else { Vec::new() };
        let (refused, statuses) = refuse(made, wanted, &expected, &mut without);
        assert!(refused >= wanted, "{name}: too few of the changes make it wrong");
        for status in expected {
            assert!(statuses.contains(&(status as i32)), "{name} is never refused as {status:?}: {statuses:?}");
        }
        all.extend(statuses);
        count += refused;
    }
    if wanted == REFUSED && lacuna_testing::seed() == 0 {
        assert_eq!(without, of_several(), "errors without an argument");
    } else {
        let of_several = of_several();
        for (status, functions) in &without {
            let known = of_several.get(status).is_some_and(|known| functions.is_subset(known));
            assert!(known, "{status}: errors without an argument of some of {functions:?}");
        }
    }
    println!("{count} calls of {} functions refused, with the statuses {all:?}", typed().count());
}
