//! Derived from the list: what a check refuses, the call refuses with the same error, whose numbers are true of the
//! operands, and nothing is written; what it takes, succeeds.
use crate::cases::one_in;
use lacuna::error::IndexFault;
use lacuna::error::Operand::{
    self as Name, Data, Gradient, Ids, Indices, Indptr, Input, Left, Output, Plan, Right, Scratch, State, Values,
    Weight,
};
use lacuna::error::Parameter;
use lacuna::{Index, Kernel, KernelError, Value, scalar};
use lacuna_testing::operands::{Contents, Draw, Facts, Operand};
use lacuna_testing::{check_seeds_until, draw, for_each_type};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The parameters of a function that an error may call by this name.
fn parameters(name: Name) -> &'static [&'static str] {
    match name {
        Left => &["left", "x", "gradient"],
        Data => &["noise_counts"],
        Ids => &["labels"],
        Right => &["b", "right", "y", "targets", "label", "labels"],
        Output => &["out", "sum", "losses"],
        Input => &["input", "inputs", "data", "result", "logits", "true_logits", "probabilities"],
        Values => &["values", "true_counts", "result"],
        Weight => &["weight", "weights"],
        State(1) => &["momentum", "history", "mean", "z", "squares", "d"],
        State(2) => &["variance", "n", "largest", "deltas", "average", "v"],
        State(3) => &["delta", "z", "direction"],
        Scratch => &["cursors", "totals", "scratch"],
        Indices => &["entries", "starts", "noise"],
        Indptr => &["indptr"],
        Plan => &["plan", "ends"],
        Gradient => &["gradient", "true_gradient"],
        other => panic!("an error names the {other}"),
    }
}

/// Panics if a number of the error is not one of the operands.
fn assert_true(error: KernelError, operands: &[(&str, Facts)]) {
    let named = |name: Name| {
        let facts = operands.iter().find(|(operand, _)| parameters(name).contains(operand)).map(|(_, facts)| facts);
        facts.unwrap_or_else(|| panic!("{error}: there is no such operand"))
    };
    let another_has = |name: Name, number| {
        let others = operands.iter().filter(|(operand, _)| !parameters(name).contains(operand));
        // Or all elements of a matrix.
        let all = |facts: &Facts| {
            facts.lengths[0].iter().any(|rows| facts.lengths[1].iter().any(|columns| rows * columns == number))
        };
        others
            .into_iter()
            .any(|(_, facts)| facts.lengths.iter().flatten().any(|&length| length == number) || all(facts))
    };
    match error {
        // A plan in order has no entries, whatever the others say.
        KernelError::Shape { operand: Plan, axis: 2, expected, found: 0 } => assert!(expected > 0, "{error}"),
        // No element is the largest of none.
        KernelError::Shape { operand: Input, axis: 1, expected: 1, found: 0 } => {}
        KernelError::Ids { entry, fault: IndexFault::TooLarge, expected, found } => {
            let ids = operands
                .iter()
                .find(|(operand, _)| ["ids", "bags"].contains(operand))
                .and_then(|(_, facts)| facts.ids.clone());
            assert!(found >= expected && ids.is_none_or(|ids| ids[0][entry] as i64 == found), "{error}");
        }
        KernelError::Shape { operand, axis, expected, found } => {
            let has = |(name, facts): &(&str, Facts)| {
                parameters(operand).contains(name) && facts.lengths[usize::from(axis)].contains(&found)
            };
            assert!(expected != found && operands.iter().any(has), "{error}");
            // The reduction of all values is one.
            let of_all = expected == 1 && operands.iter().any(|(name, _)| *name == "values");
            // A diagonal ends where columns do.
            let lengths = || operands.iter().flat_map(|(_, facts)| facts.lengths.iter().flatten());
            let left = lengths().any(|length| another_has(operand, length + expected));
            // Rows come by so many classes.
            let by_classes =
                |&classes: &usize| classes > 0 && expected == found.div_ceil(classes).saturating_mul(classes);
            let classes = operands.iter().filter(|(name, _)| axis == 0 && *name == "classes");
            let whole = classes.flat_map(|(_, facts)| facts.lengths.iter().flatten()).any(by_classes);
            // A state of one number a row.
            let of_all = of_all || expected == 1 && axis == 1 && matches!(operand, State(_));
            // What counts the terms of columns has one column.
            let of_column = expected == 1 && axis == 1 && operands.iter().any(|(name, _)| *name == "columns");
            assert!(
                of_all || of_column || whole || another_has(operand, expected) || axis == 2 && left,
                "{error}: who asks for that?"
            );
        }
        KernelError::Capacity { operand, needed, found } => {
            assert!(needed > found && named(operand).lengths[2].contains(&found), "{error}")
        }
        KernelError::Ids { entry, found, .. } => {
            let has =
                |facts: &Facts| facts.ids.as_ref().is_some_and(|ids| ids[0].get(entry) == Some(&(found as usize)));
            assert!(operands.iter().any(|(_, facts)| has(facts)), "{error}: no such id");
        }
        KernelError::MissingRow { operand, row } => {
            let Facts { lengths, ids: Some([_, rows]) } = named(operand) else { panic!("{error}: all rows are there") };
            assert!(!rows.contains(&row) && row < lengths[0][0], "{error}");
        }
        KernelError::Pattern { operand: Indices, row, expected, found } => {
            let (length, ids) = (expected + 1, named(Indices).ids.clone().unwrap());
            assert!(
                ids[0][row] == found && (another_has(Indices, length) && found >= length || another_has(Indices, 0)),
                "{error}"
            );
        }
        KernelError::Pattern { operand, row, expected, found } => {
            let Facts { ids: Some(ids), .. } = named(operand) else { panic!("{error}: no ids") };
            assert!(
                expected != found && ids.iter().any(|ids| ids.get(row).copied().unwrap_or(usize::MAX) == found),
                "{error}"
            );
        }
        KernelError::Range { start, end, length, .. } => {
            assert!(start > length || end > length, "{error}");
            assert!(operands.iter().any(|(_, facts)| facts.lengths[1].contains(&length)), "{error}");
        }
        KernelError::Parameter { parameter, bits } => {
            let value = f64::from_bits(bits);
            let wrong = match parameter {
                Parameter::Probability => !(0.0..=1.0).contains(&value),
                // Against the lower bound, which is another operand.
                Parameter::High => true,
                _ => value < 0.0 || value.is_nan(),
            };
            assert!(wrong, "{error}");
        }
        other => panic!("{other}: dimensions this small do not give it"),
    }
}

/// Panics if a kernel fails that has passed its check: some find out late whether the output has room.
fn assert_late(name: &str, error: KernelError) {
    match (name, error) {
        (
            "dense_to_csr" | "csr_add" | "csr_subtract" | "csr_multiply" | "csr_maximum" | "csr_minimum"
            | "csr_greater" | "csr_not_equal" | "subgraph",
            KernelError::Pattern { operand: Output, expected, found, .. },
        ) => {
            assert_ne!(expected, found);
        }
        (_, KernelError::Capacity { operand: Indices | Values, needed, found }) if name.ends_with("_one_pass") => {
            assert!(needed > found)
        }
        (_, error) => panic!("passed the check, but {error}"),
    }
}

macro_rules! tests {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt { $($field:tt)* }, $peer:literal, $structure:tt;)*) => {$(
        of_family! { $family
            #[test]
            fn $name() {
                #[allow(clippy::extra_unused_type_parameters)]
                fn case<V: Value, I: Index>(seed: u64, [taken, refused]: [&AtomicUsize; 2]) {
                    let mut draw = Draw::new(seed, Contents::WellFormed, &[0, 1, 2, 3]);
                    $(let mut $operand = draw!(draw V I $kind $(($($detail)*))?);)*
                    let facts = [$((stringify!($operand), $operand.facts())),*];
                    let written = [$($operand.written()),*];
                    for way in 0..4 {
                        let checked = {
                            $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                            $(let $operand = $operand.lend();)*
                            lacuna::$family::$call { $($field)* }.check()
                        };
                        let called = {
                            $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                            $(let $operand = $operand.lend();)*
                            match way {
                                0 => lacuna::$family::$name($($operand),*).map(|_| ()),
                                1 => scalar::$name($($operand),*).map(|_| ()),
                                2 => lacuna::$family::$call { $($field)* }.call().map(|_| ()),
                                _ => lacuna::$family::$call { $($field)* }.call_scalar().map(|_| ()),
                            }
                        };
                        match (checked, called) {
                            (Err(error), called) => {
                                assert_eq!(called, Err(error));
                                assert_true(error, &facts);
                                assert!([$($operand.written()),*] == written, "written before the refusal: {error}");
                                refused.fetch_add(1, Ordering::Relaxed);
                            }
                            (Ok(()), Err(error)) => assert_late(stringify!($name), error),
                            (Ok(()), Ok(())) => _ = taken.fetch_add(1, Ordering::Relaxed),
                        }
                        $($operand.assert_intact();)*
                        $($operand.reset();)*
                    }
                }
                let counts = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
                let counters = counts.clone();
                check_seeds_until(one_in(4), move |seed| {
                    for_each_type!($generics case(seed, [&counters[0], &counters[1]]));
                    counters.iter().all(|count| count.load(Ordering::Relaxed) > 0)
                });
                assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) > 0), "taken and refused: {counts:?}");
            }
        }
    )*};
}
lacuna::for_each_kernel!(tests);
